/** Which rooms may go, and why the others stay. Pure. */
import { KEPT_REASONS, type KeptReason, type RemovalChoice, type RemovalPlan } from "../../shared/model/removal.ts";
import { ROOM_STATE, type RoomSummary } from "../../shared/model/room.ts";
import type { RoomSize } from "../store/reads/roomSizes.ts";

/** A room that has said nothing for so long does not run, whatever it said last, ms. */
const STILL_AFTER_MS = 24 * 3_600_000;

/** A person's choice with the rooms of an exam named. */
export type RoomsMeant = { rooms: Exclude<RemovalChoice["rooms"], { examId: string }>; before: RemovalChoice["before"] };

/** What is known of a room now. `provedAt`: until when nothing newer is known not to exist, server time, ms. */
export type RoomStanding = Pick<RoomSummary, "roomUuid" | "state" | "phase" | "visibility"> & {
  provedAt: number | null;
  /** Somebody looks at it, or a request for it is under way. */
  open: boolean;
  waiting: boolean;
};

export const isMeant = ({ roomUuid, visibility }: Pick<RoomStanding, "roomUuid" | "visibility">, { rooms }: RoomsMeant): boolean =>
  rooms === "all" || (rooms === "archived" ? visibility === "archived" : rooms.includes(roomUuid));

/** Why it stays; null: it may go. A state that is not known counts as one in which it runs. `lastEvent`: when its last event was seen. */
export const whyKept = (
  room: RoomStanding,
  lastEvent: number | null,
  { before }: Pick<RoomsMeant, "before">,
  now: number,
): KeptReason | null => {
  const gone = room.phase === "destroyed" || room.state === ROOM_STATE.closed;
  // That nothing is new in a room that is over says nothing about when it was.
  const seenAt = Math.max(lastEvent ?? 0, gone ? 0 : (room.provedAt ?? 0));
  const still = now - seenAt >= STILL_AFTER_MS;
  if (room.waiting) return "waiting";
  if (room.open) return "open";
  if (before !== null && seenAt >= before) return "seenSince";
  // Nobody reads an archived room, so what it said last may be long past.
  if (!gone && !still) return "live";
  if (room.phase === "catchingUp" || room.phase === "new") return "reading";
  return null;
};

export type Judged = { plan: RemovalPlan; sizes: RoomSize[] };

/** `sizes`: of the rooms that are meant, as far as the journal has them. */
export const planRemoval = (
  choice: RoomsMeant,
  rooms: readonly RoomStanding[],
  sizes: ReadonlyMap<string, RoomSize>,
  now: number,
): Judged => {
  const going: RoomSize[] = [];
  const kept = new Map<KeptReason, number>();
  for (const room of rooms) {
    if (!isMeant(room, choice)) continue;
    const size = sizes.get(room.roomUuid) ?? { roomUuid: room.roomUuid, events: 0, bytes: 0, from: null, to: null };
    const why = whyKept(room, size.to, choice, now);
    if (why === null) going.push(size);
    else kept.set(why, (kept.get(why) ?? 0) + 1);
  }
  const least = (values: (number | null)[]): number | null =>
    values.reduce((low, one) => (one !== null && (low === null || one < low) ? one : low), null);
  const latest = least(going.map(({ to }) => (to === null ? null : -to)));
  return {
    sizes: going,
    plan: {
      rooms: going.length,
      events: going.reduce((sum, { events }) => sum + events, 0),
      bytes: going.reduce((sum, { bytes }) => sum + bytes, 0),
      from: least(going.map(({ from }) => from)),
      to: latest === null ? null : -latest,
      kept: KEPT_REASONS.flatMap((reason) => {
        const count = kept.get(reason) ?? 0;
        return count === 0 ? [] : [{ reason, count }];
      }),
    },
  };
};
