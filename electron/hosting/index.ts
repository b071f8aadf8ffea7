/** Hosting scenes: the streams of rooms whose class runs, or that somebody looks at. May not know who tells their addresses, nor who is alarmed. */
import type { MediaAnswer, MediaRequest } from "../../shared/media.ts";
import type { RoomPlan } from "../../shared/model/roomPlan.ts";
import type { SceneStatus, StreamSide, StreamStatus } from "../../shared/model/stream.ts";
import type { Clock, Http, Random } from "../../shared/ports.ts";
import { onlyHostsOf } from "./address.ts";
import { createPreviews } from "./previews.ts";
import { createVisitor } from "./visits.ts";
import { createStreamWatch } from "./watch.ts";
import type { Watched } from "./watching.ts";

export type SceneRoom = Pick<RoomPlan, "videoURL" | "reserveVideoURL"> & { roomUuid: string; name: string; started: boolean };
export type StoppedStream = { roomUuid: string; name: string; side: StreamSide };

export type Hosting = {
  /** Takes in which rooms there are now; called again and again. */
  look(rooms: readonly SceneRoom[]): void;
  /** Of rooms whose class runs: streams that played, or should, and do not. */
  stopped(): StoppedStream[];
  /** Watches a room's streams until it is closed. */
  open(room: Pick<SceneRoom, "roomUuid" | "videoURL" | "reserveVideoURL">, changed: () => void): { read(): SceneStatus; close(): void };
  serve(request: MediaRequest): Promise<MediaAnswer>;
  stop(): void;
};

const hasStopped = ({ phase }: Watched): boolean => phase === "stalled" || phase === "ended" || phase === "failing";

const sidesOf = ({ videoURL, reserveVideoURL }: Pick<SceneRoom, "videoURL" | "reserveVideoURL">): (readonly [StreamSide, string])[] => [
  ...(videoURL === null ? [] : [["main", videoURL] as const]),
  ...(reserveVideoURL === null ? [] : [["reserve", reserveVideoURL] as const]),
];

const statusOf = (side: StreamSide, url: string, state: Watched, path: string): StreamStatus => ({
  side,
  url,
  form: state.form,
  phase: state.phase,
  since: state.since,
  movedAt: state.movedAt,
  madeAt: state.look?.madeAt ?? null,
  targetSeconds: state.look?.targetSeconds ?? null,
  lengthSeconds: state.look?.lengthSeconds ?? null,
  codecs: state.look?.codecs ?? null,
  size: state.look?.size ?? null,
  encrypted: state.look?.encrypted ?? false,
  fault: state.fault,
  preview: state.look !== null && (state.form === "hls" || state.form === "mp4") ? path : null,
});

/** `now`: server time, ms. */
export const createHosting = (deps: { http: Http; clock: Clock; random: Pick<Random, "uuid">; now: () => number }): Hosting => {
  const visitor = createVisitor(deps);
  let mayAsk: (host: string) => boolean = () => false;
  let hosts = "";
  const asks = (host: string): boolean => mayAsk(host);
  const streams = createStreamWatch({ visitor, clock: deps.clock, now: deps.now, mayAsk: asks });
  const previews = createPreviews({ visitor, random: deps.random, mayAsk: asks });
  /** What is watched because a class runs, by room and side. */
  const held = new Map<string, { room: SceneRoom; side: StreamSide; url: string; release: () => void }>();

  return {
    look: (rooms) => {
      const urls = rooms.flatMap(({ videoURL, reserveVideoURL }) => [videoURL, reserveVideoURL]);
      const named = urls.join("\n");
      if (named !== hosts) mayAsk = onlyHostsOf(urls);
      hosts = named;
      const wanted = new Set<string>();
      for (const room of rooms) {
        if (!room.started) continue;
        for (const [side, url] of sidesOf(room)) {
          const key = `${side} ${room.roomUuid}`;
          wanted.add(key);
          const before = held.get(key);
          if (before?.url === url) before.room = room;
          else {
            const release = streams.hold(url);
            before?.release();
            held.set(key, { room, side, url, release });
          }
        }
      }
      for (const [key, { release }] of held) {
        if (wanted.has(key)) continue;
        release();
        held.delete(key);
      }
    },
    stopped: () =>
      [...held.values()].flatMap(({ room, side, url }) => {
        const state = streams.read(url);
        return state !== undefined && hasStopped(state) ? [{ roomUuid: room.roomUuid, name: room.name, side }] : [];
      }),
    open: (room, changed) => {
      const sides = sidesOf(room).map(([side, url]) => ({ side, url, release: streams.hold(url), preview: previews.open(url) }));
      const stopWatching = streams.watch((url) => {
        if (sides.some((one) => one.url === url)) changed();
      });
      const status = (wanted: StreamSide): StreamStatus | null => {
        const one = sides.find(({ side }) => side === wanted);
        const state = one && streams.read(one.url);
        return one === undefined || state === undefined ? null : statusOf(wanted, one.url, state, one.preview.path);
      };
      return {
        read: () => ({ roomUuid: room.roomUuid, main: status("main"), reserve: status("reserve") }),
        close: () => {
          stopWatching();
          for (const { release, preview } of sides) {
            release();
            preview.close();
          }
        },
      };
    },
    serve: previews.serve,
    stop: () => {
      streams.stop();
      previews.stop();
      visitor.stop();
    },
  };
};
