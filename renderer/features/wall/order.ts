/** Which rooms the wall lists, and in which order. Pure. */
import type { AlarmPriority } from "../../../shared/model/alarm.ts";
import type { Connection } from "../../../shared/model/connection.ts";
import { asOf, type Freshness, freshness } from "../../../shared/model/freshness.ts";
import { isRecording, type RoomSummary } from "../../../shared/model/room.ts";
import type { SavedView } from "../../../shared/model/settings.ts";
import { latest } from "../../../shared/model/time.ts";
import { isStarted, stateName } from "../../state/roomFacts.ts";
import { CHIPS, type Chip, type ColumnId, type Sort } from "../../state/ui.ts";
import type { Filter } from "./filter.ts";

/** What the wall knows beside the rooms themselves. `now` on the server's clock, ms. */
export type Surroundings = { now: number; connection: Connection | null; priorities: ReadonlyMap<string, AlarmPriority> };

const proof = (room: RoomSummary, { connection }: Surroundings): number | null =>
  connection === null ? room.proof.provedAt : asOf(room.proof, connection.chain);

export const freshnessOf = (room: Pick<RoomSummary, "proof">, connection: Connection | null, now: number): Freshness =>
  connection === null ? "never" : freshness(asOf(room.proof, connection.chain), now, connection);

export const inChip: Readonly<Record<Chip, (room: RoomSummary, around: Surroundings) => boolean>> = {
  all: () => true,
  needsMe: (room, { priorities }) => priorities.has(room.roomUuid),
  notRecording: (room) => isStarted(room) && !isRecording(room),
  notStarted: (room) => stateName(room) === "notStarted",
  handsUp: (room) => room.hands > 0,
};

/** The order of states: what runs first, what is over last. */
const STATE_RANK = { started: 0, notStarted: 1, other: 2, none: 3, ended: 4, closed: 5, gone: 6 } as const;

/** What a column sorts by, ascending; null always stands last. The first click on a column brings what needs a person to the top where that is plain. */
const sortKey: Readonly<Record<Exclude<ColumnId, "name">, (room: RoomSummary, around: Surroundings) => number | null>> = {
  state: (room) => STATE_RANK[stateName(room)],
  people: (room) => room.present,
  hands: (room) => (room.longestHand === null ? null : latest(room.longestHand)),
  stage: (room) => room.stage,
  recording: (room) => (isRecording(room) ? (room.recording?.startTime ?? 0) : isStarted(room) ? -1 : null),
  event: (room) => (room.lastEvent === null ? null : latest(room.lastEvent.time)),
  age: (room, around) => proof(room, around) ?? -1,
  alarm: (room, { priorities }) => priorities.get(room.roomUuid) ?? null,
};

/** Rank by name, natural: "Room 9" before "Room 10". Kept while the names are the same, since collation is the dearest part of sorting. */
export const createNameRanks = (language: string) => {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  let names = new Map<string, string>();
  let ranks = new Map<string, number>();
  return (rooms: ReadonlyMap<string, RoomSummary>): ReadonlyMap<string, number> => {
    let same = rooms.size === names.size;
    if (same) for (const [id, room] of rooms) if (names.get(id) !== room.name) same = false;
    if (same) return ranks;
    names = new Map([...rooms].map(([id, room]) => [id, room.name]));
    const sorted = [...names].sort(([idA, a], [idB, b]) => collator.compare(a, b) || (idA < idB ? -1 : 1));
    ranks = new Map(sorted.map(([id], rank) => [id, rank]));
    return ranks;
  };
};

/** `rooms` null: all; else only these. */
export type OrderInputs = { include: SavedView["include"]; rooms: ReadonlySet<string> | null; chip: Chip; filter: Filter; sort: Sort };
export type Order = {
  ids: string[];
  /** How many rooms each chip would list, before the filter. */
  chips: Record<Chip, number>;
};

export const orderRooms = (
  rooms: ReadonlyMap<string, RoomSummary>,
  ranks: ReadonlyMap<string, number>,
  { include, rooms: only, chip, filter, sort }: OrderInputs,
  around: Surroundings,
): Order => {
  const chips: Order["chips"] = { all: 0, needsMe: 0, notRecording: 0, notStarted: 0, handsUp: 0 };
  const found: { id: string; key: number | null; rank: number }[] = [];
  for (const [id, room] of rooms) {
    if (room.visibility !== include || only?.has(id) === false) continue;
    for (const name of CHIPS) if (inChip[name](room, around)) chips[name] += 1;
    if (!inChip[chip](room, around)) continue;
    const row = { room, freshness: freshnessOf(room, around.connection, around.now), priority: around.priorities.get(id) ?? null };
    if (!filter(row)) continue;
    const rank = ranks.get(id) ?? 0;
    found.push({ id, rank, key: sort.column === "name" ? rank : sortKey[sort.column](room, around) });
  }
  const direction = sort.descending ? -1 : 1;
  found.sort((a, b) => {
    if (a.key !== b.key) {
      if (a.key === null) return 1;
      if (b.key === null) return -1;
      return (a.key - b.key) * direction;
    }
    return a.rank - b.rank;
  });
  return { ids: found.map(({ id }) => id), chips };
};

/** The order on screen while somebody is at it: nothing moves, what is new comes last, what has left the wall goes. */
export const heldOrder = (shown: readonly string[], fresh: readonly string[], stays: (id: string) => boolean): string[] => {
  const kept = shown.filter(stays);
  const known = new Set(kept);
  return [...kept, ...fresh.filter((id) => !known.has(id))];
};

export const sameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
