/** What is held of the one room that is open: its detail, its timeline, and the reading of older pages. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { TIMELINE_TAIL } from "../../shared/contract/rooms.ts";
import type { RoomDetail } from "../../shared/model/room.ts";
import type { AppError } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";
import type { RendererClock } from "../clock.ts";
import { mirrorList, mirrorValue, type ValueMirror } from "./mirrors.ts";
import { emptyTimeline, type Timeline, withPage, withTail } from "./timeline.ts";

export type TimelineState = Timeline & {
  phase: "waiting" | "live" | "closed";
  /** A page of older entries is on its way. */
  reading: boolean;
  readError: AppError | null;
};

export type OpenRoom = {
  roomUuid: string;
  detail: ValueMirror<RoomDetail>;
  timeline: StoreApi<TimelineState>;
  /** Reads the next older page, unless one is on its way or there is none. */
  readOlder(): Promise<void>;
  stop(): void;
};

export const openRoom = (bridge: Bridge, clock: RendererClock, roomUuid: string): OpenRoom => {
  const detail = mirrorValue(bridge, clock, "room", { roomUuid });
  const timeline = createStore<TimelineState>(() => ({ ...emptyTimeline, phase: "waiting", reading: false, readError: null }));
  const tail = mirrorList(bridge, clock, "timeline", { roomUuid }, (change) =>
    timeline.setState((state) => ({
      ...withTail(state, change),
      phase: "live",
      // A tail that is not full is the whole timeline.
      ...(change.reset && change.upsert.length < TIMELINE_TAIL ? { more: false } : {}),
    })),
  );
  const stopPhase = tail.store.subscribe((state) => {
    if (state.phase === "closed") timeline.setState({ phase: "closed" });
  });

  return {
    roomUuid,
    detail: detail.store,
    timeline,
    readOlder: async () => {
      const { reading, more, phase, entries } = timeline.getState();
      const oldest = entries.at(-1);
      if (reading || !more || phase !== "live" || oldest === undefined) return;
      timeline.setState({ reading: true, readError: null });
      const page = await bridge.call("timeline.page", { roomUuid, before: oldest.key, limit: TIMELINE_TAIL });
      timeline.setState((state) =>
        page.ok ? { ...withPage(state, page.value), reading: false } : { reading: false, readError: page.error },
      );
    },
    stop: () => {
      detail.stop();
      tail.stop();
      stopPhase();
    },
  };
};
