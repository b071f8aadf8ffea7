/** The entries of the record as they stand in a journal's file, in the order of their numbers. */
import type { Database, SqlRow } from "../../shared/ports.ts";
import { eventLine, HASH_BYTES } from "../store/recordChain.ts";
import { RECORDED_COLUMNS, recordedOf } from "../store/recordRows.ts";
import { type Entry, roomOf } from "./chainCheck.ts";

/** `room`, `at`: what it is about and when it was written; null: none, or not known. */
export type StoredEntry = Entry & { room: string | null; at: number | null };

/** Rows of the record read at a time, and events of one row: a step of some milliseconds. */
const ROWS = 100;
const EVENTS = 500;

type Position = { sequence: number; ordinal: number };
type Move = { number: number; from: Position };

const placeKey = (room: string, incarnation: number, { sequence, ordinal }: Position): string =>
  `${incarnation} ${sequence} ${ordinal} ${room}`;

/** An event is recorded where it was first stored; these lead back from where it stands now. */
const readMoves = (database: Database): Map<string, Move[]> => {
  const moves = new Map<string, Move[]>();
  const rows = database.prepare(`SELECT number, line FROM record WHERE line LIKE '%"kind":"moved"%' ORDER BY number`).all();
  for (const row of rows) {
    const { kind, room, incarnation, from, to } = JSON.parse(String(row["line"])) as {
      kind: string;
      room: string;
      incarnation: number;
      from: Position;
      to: Position;
    };
    if (kind !== "moved") continue;
    const key = placeKey(room.toWellFormed(), incarnation, to);
    moves.set(key, [...(moves.get(key) ?? []), { number: Number(row["number"]), from }]);
  }
  return moves;
};

/** Where the event that is entry `number` and now stands at `place` was first stored. */
const firstPlace = (moves: Map<string, Move[]>, number: number, room: string, incarnation: number, place: Position): Position => {
  let at = place;
  let bound = Number.POSITIVE_INFINITY;
  for (;;) {
    const move = moves.get(placeKey(room, incarnation, at))?.findLast((one) => one.number > number && one.number < bound);
    if (move === undefined) return at;
    at = move.from;
    bound = move.number;
  }
};

const hashAt = (hashes: Buffer, index: number): string => hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES).toString("hex");

/** The notes of pruning and moving are looked for first, so a damaged JSON there throws like any other damage. */
export function* journalEntries(database: Database): Generator<StoredEntry[]> {
  const moves = readMoves(database);
  const rowsAfter = database.prepare(
    `SELECT number, first, event_id, line, hashes FROM record WHERE number > ? ORDER BY number LIMIT ${ROWS}`,
  );
  const events = database.prepare(`SELECT ${RECORDED_COLUMNS} FROM events e JOIN rooms r ON r.id = e.room_id WHERE e.id BETWEEN ? AND ?`);

  const eventEntry = (number: number, hash: string, row: SqlRow | undefined): StoredEntry => {
    if (row === undefined) return { number, line: null, hash, room: null, at: null };
    const event = recordedOf(row);
    const place = firstPlace(moves, number, event.room, event.incarnation, event);
    return { number, line: eventLine(number, { ...event, ...place }), hash, room: event.room, at: event.receivedAt };
  };
  function* runOf(row: SqlRow): Generator<StoredEntry[]> {
    const [first, eventId, hashes] = [Number(row["first"]), Number(row["event_id"]), Buffer.from(row["hashes"] as Uint8Array)];
    const length = Math.floor(hashes.length / HASH_BYTES);
    for (let done = 0; done < length; done += EVENTS) {
      const size = Math.min(EVENTS, length - done);
      const found = new Map(events.all(eventId + done, eventId + done + size - 1).map((one) => [Number(one["id"]), one]));
      yield Array.from({ length: size }, (_, n) => eventEntry(first + done + n, hashAt(hashes, done + n), found.get(eventId + done + n)));
    }
  }
  const noteEntry = (row: SqlRow): StoredEntry => {
    const line = String(row["line"]);
    const at = /^\{"number":\d+,"at":(-?[\d.e+]+),/.exec(line)?.[1];
    return {
      number: Number(row["number"]),
      line,
      hash: hashAt(Buffer.from(row["hashes"] as Uint8Array), 0),
      room: roomOf(line),
      at: at === undefined ? null : Number(at),
    };
  };

  for (let after = 0; ; ) {
    const rows = rowsAfter.all(after);
    if (rows.length === 0) return;
    for (const row of rows) {
      if (row["event_id"] === null) yield [noteEntry(row)];
      else yield* runOf(row);
    }
    after = Number(rows.at(-1)?.["number"]);
  }
}
