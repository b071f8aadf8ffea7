/** A past moment in the rows of the journal: what had come by then, and what is known today to have happened by then. */
import type { PastMode } from "../../../shared/model/past.ts";
import type { Database } from "../../../shared/ports.ts";

/** `incarnation`, `sequence`, `ordinal` of a row. */
export type Place = { incarnation: number; sequence: number; ordinal: number };

export const comparePlaces = (a: Place, b: Place): number =>
  a.incarnation - b.incarnation || a.sequence - b.sequence || a.ordinal - b.ordinal;

/** `lastId`: rows up to this one had come. `told`: in these rooms a row that came later tells that it had happened by then. */
export type Moment = { at: number; mode: PastMode; lastId: number; told: ReadonlyMap<number, Place> };

/** The last row whose `column` is not after `at`; 0 where there is none. Rows come in the order of their time, so halving finds it. */
const lastRowBy = (database: Database, column: "received_at" | "not_after", at: number): number => {
  const next = database.prepare(`SELECT id, ${column} AS time FROM events WHERE id >= ? ORDER BY id LIMIT 1`);
  // Each by itself: asked for both at once, SQLite goes through the whole table.
  const ends = database.prepare("SELECT (SELECT min(id) FROM events) AS first, (SELECT max(id) FROM events) AS last").get();
  let low = Number(ends?.["first"] ?? 1) - 1;
  let high = Number(ends?.["last"] ?? 0);
  // Ids have holes where rooms were pruned.
  while (low < high) {
    const middle = Math.floor((low + high) / 2) + 1;
    const row = next.get(middle);
    const id = Number(row?.["id"]);
    if (row !== undefined && id <= high && Number(row["time"]) <= at) low = id;
    else high = middle - 1;
  }
  return low;
};

const toldBy = (database: Database, at: number, lastId: number): Map<number, Place> => {
  const furthest = new Map<number, Place>();
  const rows = database
    .prepare(
      "SELECT id, room_id, incarnation, sequence, ordinal FROM events WHERE exact_at IS NOT NULL AND not_after > ? AND exact_at <= ?",
    )
    .all(at, at);
  for (const row of rows) {
    if (Number(row["id"]) <= lastId) continue;
    const place = { incarnation: Number(row["incarnation"]), sequence: Number(row["sequence"]), ordinal: Number(row["ordinal"]) };
    const known = furthest.get(Number(row["room_id"]));
    if (known === undefined || comparePlaces(known, place) < 0) furthest.set(Number(row["room_id"]), place);
  }
  return furthest;
};

export const momentOf = (database: Database, at: number, mode: PastMode): Moment => {
  const lastId = lastRowBy(database, mode === "seen" ? "received_at" : "not_after", at);
  return { at, mode, lastId, told: mode === "was" ? toldBy(database, at, lastId) : new Map() };
};
