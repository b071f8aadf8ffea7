/** What must hold after every step (reliability 6, 7, 12) and at the end (11), checked against the model of the service. */
import { contentHash } from "../../electron/store/contentHash.ts";
import type { RoomEvent } from "../../shared/model/event.ts";
import { asOf } from "../../shared/model/freshness.ts";
import { applyEvent, emptyView } from "../../shared/projection/index.ts";
import type { ServiceEvent } from "../fakes/service.ts";
import type { Rig } from "../fakes/syncRig.ts";

/** What was stored, as the events told it: room → content → how often, over all incarnations. */
export type Told = Map<string, Map<string, number>>;

const nameOf = (sequence: number | null, cmd: number, data: unknown): string => `${sequence ?? "-"}|${contentHash(cmd, data)}`;
const tellOne = (told: Told, roomUuid: string, name: string): void => {
  const room = told.get(roomUuid) ?? new Map<string, number>();
  told.set(roomUuid, room.set(name, (room.get(name) ?? 0) + 1));
};
export const tell = (told: Told, events: readonly RoomEvent[]): void => {
  for (const event of events) tellOne(told, event.roomUuid, nameOf(event.ordinal === 0 ? event.sequence : null, event.cmd, event.data));
};

const events = (rig: Rig, roomUuid: string): RoomEvent[] =>
  rig
    .store()
    .journal.page(roomUuid, null, 1_000_000)
    .entries.toReversed()
    .flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));

/** The life of the room that the service had at `at`, if it still has it. */
const lifeAt = (rig: Rig, roomUuid: string, at: number): readonly ServiceEvent[] => {
  const bornAt = rig.service.bornAt(roomUuid);
  if (bornAt !== null && bornAt <= at) return rig.service.events(roomUuid);
  const ended = rig.service.past(roomUuid).at(-1);
  // What a room did in its last moments may be gone with it.
  return ended !== undefined && ended.bornAt <= at && at < ended.endedAt ? ended.events : [];
};

/** 6: no value looks fresher than an answer proved. */
const tooFresh = (rig: Rig, told: Told): string | null => {
  const { chain } = rig.sync().connection.read();
  for (const room of rig.sync().rooms.list()) {
    const at = asOf(room.proof, chain);
    if (at === null) continue;
    const wanted = new Map<string, number>();
    for (const event of lifeAt(rig, room.roomUuid, at)) {
      if (event.madeAt >= at) continue;
      const name = nameOf(event.sequence, event.cmd, event.data);
      const count = (wanted.get(name) ?? 0) + 1;
      wanted.set(name, count);
      if ((told.get(room.roomUuid)?.get(name) ?? 0) < count) {
        return `${room.roomUuid} says it is proved until ${at}, and lacks event ${event.sequence} (kind ${event.cmd}) of ${event.madeAt}`;
      }
    }
  }
  return null;
};

/** 6: the cursor never passes what is stored. */
const cursorAhead = (rig: Rig): string | null => {
  for (const room of rig.store().journal.rooms()) {
    for (const at of [room.anchor, room.lastSequence]) {
      if (
        at > 0 &&
        !rig
          .store()
          .journal.marks(room.roomUuid, at, at)
          .some((mark) => mark.ordinal === 0)
      ) {
        return `${room.roomUuid}: cursor at ${at}, which is not stored`;
      }
    }
  }
  return null;
};

/** 7: what is shown is the fold of what is stored. */
const notTheFold = (rig: Rig): string | null => {
  for (const room of rig.store().journal.rooms()) {
    const stored = events(rig, room.roomUuid).filter((event) => event.incarnation === room.incarnation);
    const folded = stored.reduce(applyEvent, emptyView());
    const shown = rig.store().journal.view(room.roomUuid);
    if (JSON.stringify(sorted(folded)) !== JSON.stringify(sorted(shown))) return `${room.roomUuid}: the view is not the fold of its events`;
  }
  return null;
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
};

/** After a step. `robbed`: another reader takes events and is not known yet, so what the chain claims cannot be held against it. `thorough`: the dear checks too. */
export const violation = (rig: Rig, told: Told, { robbed, thorough }: { robbed: boolean; thorough: boolean }): string | null =>
  cursorAhead(rig) ??
  (robbed ? null : tooFresh(rig, told)) ??
  (thorough ? notTheFold(rig) : null) ??
  (rig.errors.length > 0 ? `an unforeseen error: ${rig.errors[0]}` : null);

/** The events of a list by the sequence they stand behind; the order of unnumbered ones behind the same sequence is nobody's to tell. */
const shape = (list: readonly { sequence: number | null; cmd: number; data: unknown }[]): string[] => {
  let behind = 0;
  return list
    .map(({ sequence, cmd, data }) => {
      if (sequence !== null) behind = sequence;
      return `${String(behind).padStart(9, "0")}|${sequence === null ? 1 : 0}|${contentHash(cmd, data)}`;
    })
    .sort();
};

/** 11: every room that the service has is live, and its journal is the service's own list, event by event. */
export const unfinished = (rig: Rig): string | null => {
  for (const roomUuid of rig.service.roomUuids()) {
    const room = rig.sync().rooms.get(roomUuid);
    if (room === undefined) {
      if (rig.service.events(roomUuid).length > 0) return `${roomUuid} is not known`;
      continue;
    }
    if (room.phase !== "live") return `${roomUuid} is ${room.phase} (${room.problem})`;
    const stored = events(rig, roomUuid)
      .filter((event) => event.incarnation === room.incarnation)
      .map(({ ordinal, sequence, cmd, data }) => ({ sequence: ordinal === 0 ? sequence : null, cmd, data }));
    const mine = shape(stored);
    const theirs = shape(rig.service.events(roomUuid));
    if (mine.length !== theirs.length || mine.some((line, index) => line !== theirs[index])) {
      const extra = mine.find((line) => !theirs.includes(line));
      const missing = theirs.find((line) => !mine.includes(line));
      return `${roomUuid}: ${mine.length} stored, ${theirs.length} at the service; extra ${extra}, missing ${missing}`;
    }
  }
  return null;
};
