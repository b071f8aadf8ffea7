/** Rooms as they stood at a past moment: the last fold that was kept before it, and the events between the two. */
import { CMD, type RoomEvent } from "../../../shared/model/event.ts";
import { type PastMode, type PastRoom, type PastRoomDetail, type PastSpan, UNCERTAIN_COUNTED } from "../../../shared/model/past.ts";
import type { Database, SqlRow } from "../../../shared/ports.ts";
import { eventKey, summaryOf } from "../../../shared/projection/index.ts";
import { err, ok } from "../../../shared/result.ts";
import { comparePositions, createKeptFolds, emptyFold, extend, type Fold, KEPT_COLUMNS } from "../journalFold.ts";
import { EVENT_COLUMNS, eventOf, SILENT_COLUMNS } from "../journalRows.ts";
import { createTimeline } from "../journalTimeline.ts";
import type { Position } from "../journalTypes.ts";
import { onReadOnly, type ReadJob } from "./job.ts";
import { type Moment, momentOf } from "./moment.ts";

/** Rooms that one step folds. */
const ROOMS_A_STEP = 50;
const ENTRIES = 200;
/** Rows that are looked through for uncertain ones before it is known that there are many. */
const UNCERTAIN_AT_FIRST = 8;

type Standing = { id: number; roomUuid: string; incarnation: number };

/** As it was seen: the rows that had come. As it was: everything up to the last event that is known to have happened, whenever it came. */
const createRewind = (database: Database, moment: Moment) => {
  const keptFolds = createKeptFolds(database);
  const inRoom = "room_id = ? AND incarnation = ?";
  const inOrder = "ORDER BY sequence, ordinal";
  const newestFirst = "ORDER BY sequence DESC, ordinal DESC LIMIT 1";
  const incarnationBy = database.prepare("SELECT max(incarnation) AS incarnation FROM incarnations WHERE room_id = ? AND found_at <= ?");
  const gapsBy = database.prepare(`SELECT count(*) AS count FROM gaps WHERE ${inRoom} AND found_at <= ?`);
  const lastCome = database.prepare(`SELECT sequence, ordinal FROM events WHERE ${inRoom} AND id <= ? ${newestFirst}`);
  const keptSeen = database.prepare(`SELECT ${KEPT_COLUMNS} FROM folds WHERE ${inRoom} AND last_id <= ? ORDER BY last_id DESC LIMIT 1`);
  const keptUpTo = database.prepare(`SELECT ${KEPT_COLUMNS} FROM folds WHERE ${inRoom} AND (sequence, ordinal) <= (?, ?) ${newestFirst}`);
  const rowsAfter = (columns: string) => ({
    seen: database.prepare(`SELECT ${columns} FROM events WHERE ${inRoom} AND (sequence, ordinal) > (?, ?) AND id <= ? ${inOrder}`),
    upTo: database.prepare(
      `SELECT ${columns} FROM events WHERE ${inRoom} AND (sequence, ordinal) > (?, ?) AND (sequence, ordinal) <= (?, ?) ${inOrder}`,
    ),
  });
  const [whole, silent] = [rowsAfter(EVENT_COLUMNS), rowsAfter(SILENT_COLUMNS)];
  const eventAt = database.prepare(`SELECT ${EVENT_COLUMNS} FROM events WHERE ${inRoom} AND sequence = ? AND ordinal = ?`);
  const following = database.prepare(
    `SELECT exact_at, not_before FROM events WHERE ${inRoom} AND (sequence, ordinal) > (?, ?) ${inOrder} LIMIT ?`,
  );

  const standing = (row: SqlRow): Standing => {
    const id = Number(row["id"]);
    const told = moment.told.get(id)?.incarnation ?? 1;
    const found = Number(incarnationBy.get(id, moment.at)?.["incarnation"] ?? 1);
    return { id, roomUuid: String(row["uuid"]), incarnation: Math.max(1, told, found) };
  };

  /** The last event that is known to have happened. */
  const reached = ({ id, incarnation }: Standing): Position => {
    const row = lastCome.get(id, incarnation, moment.lastId);
    const come = { sequence: Number(row?.["sequence"] ?? 0), ordinal: Number(row?.["ordinal"] ?? -1) };
    const told = moment.told.get(id);
    return told?.incarnation === incarnation && comparePositions(told, come) > 0 ? told : come;
  };

  /** Of a wall what was said matters only where it came last: that is put in words. */
  const eventsOf = ({ id, incarnation, roomUuid }: Standing, rows: readonly SqlRow[], chat: boolean): RoomEvent[] => {
    if (chat) return rows.map((row) => eventOf(roomUuid, row));
    return rows.flatMap((row, index) => {
      if (row["cmd"] !== CMD.chat) return [eventOf(roomUuid, row)];
      const said = index < rows.length - 1 ? undefined : eventAt.get(id, incarnation, row["sequence"] ?? 0, row["ordinal"] ?? 0);
      return said === undefined ? [] : [eventOf(roomUuid, said)];
    });
  };

  const foldOf = (room: Standing, { chat }: { chat: boolean }): Fold => {
    const { id, incarnation } = room;
    const end = moment.mode === "was" ? reached(room) : null;
    const row = end === null ? keptSeen.get(id, incarnation, moment.lastId) : keptUpTo.get(id, incarnation, end.sequence, end.ordinal);
    const start = row === undefined ? emptyFold() : keptFolds.read(room, row, { chat });
    const { sequence, ordinal } = start.through;
    const after = chat ? whole : silent;
    const rows =
      end === null
        ? after.seen.all(id, incarnation, sequence, ordinal, moment.lastId)
        : after.upTo.all(id, incarnation, sequence, ordinal, end.sequence, end.ordinal);
    // Behind the kept fold, in the order of their keys: they always extend it.
    const fold = extend(start, eventsOf(room, rows, chat), 0, { chat }) ?? start;
    return { ...fold, view: { ...fold.view, eventCount: start.view.eventCount + rows.length } };
  };

  const uncertainAfter = (room: Standing, fold: Fold): number => {
    if (moment.mode === "seen") return 0;
    for (const limit of [UNCERTAIN_AT_FIRST, UNCERTAIN_COUNTED]) {
      const rows = following.all(room.id, room.incarnation, fold.through.sequence, fold.through.ordinal, limit);
      const later = rows.findIndex((row) => Number(row["exact_at"] ?? row["not_before"] ?? 0) >= moment.at);
      if (later !== -1) return later;
      if (rows.length < limit) return rows.length;
    }
    return UNCERTAIN_COUNTED;
  };

  const roomOf = (room: Standing, fold: Fold): PastRoom => ({
    ...summaryOf(fold.view),
    roomUuid: room.roomUuid,
    incarnation: room.incarnation,
    lastSequence: fold.through.sequence,
    gaps: Number(gapsBy.get(room.id, room.incarnation, moment.at)?.["count"] ?? 0),
    uncertain: uncertainAfter(room, fold),
  });

  return { standing, foldOf, roomOf };
};

/** `part` of `parts`, counted from 0: so many threads make one wall. */
type WallInput = { path: string; at: number; mode: PastMode; part: number; parts: number };

/** Every room of the journal. Rooms of which nothing had come by then are in it, empty. */
export const pastWall: ReadJob<WallInput, PastRoom[]> = (world, { path, at, mode, part, parts }) =>
  onReadOnly(world, path, function* (database) {
    const rewind = createRewind(database, momentOf(database, at, mode));
    const rooms: PastRoom[] = [];
    const all = database.prepare("SELECT id, uuid FROM rooms ORDER BY id").all();
    const edge = (of: number): number => Math.round((all.length * of) / parts);
    for (const row of all.slice(edge(part), edge(part + 1))) {
      const room = rewind.standing(row);
      rooms.push(rewind.roomOf(room, rewind.foldOf(room, { chat: false })));
      if (rooms.length % ROOMS_A_STEP === 0) yield;
    }
    return ok(rooms);
  });

/** One room, whole, with what its timeline held. */
export const pastRoom: ReadJob<{ path: string; roomUuid: string; at: number; mode: PastMode }, PastRoomDetail> = (world, input) =>
  onReadOnly(world, input.path, function* (database) {
    const row = database.prepare("SELECT id, uuid FROM rooms WHERE uuid = ?").get(input.roomUuid);
    if (row === undefined) return err({ kind: "missing", detail: `nothing is stored of room ${input.roomUuid}` });
    const rewind = createRewind(database, momentOf(database, input.at, input.mode));
    const room = rewind.standing(row);
    const fold = rewind.foldOf(room, { chat: true });
    yield;
    const { sequence, ordinal } = fold.through;
    const before = eventKey({ incarnation: room.incarnation, sequence, ordinal: ordinal + 1 });
    const { entries, more } = createTimeline(database).page(room.id, room.roomUuid, before, ENTRIES);
    const known = entries.filter((entry) => {
      if (entry.kind === "event") return input.mode === "was" || entry.event.receivedAt <= input.at;
      return (entry.kind === "gap" ? entry.gap.foundAt : entry.foundAt) <= input.at;
    });
    return ok({ room: rewind.roomOf(room, fold), view: fold.view, entries: known, more });
  });

/** null where nothing is stored. */
export const pastSpan: ReadJob<{ path: string }, PastSpan | null> = (world, { path }) =>
  onReadOnly(world, path, function* (database) {
    yield;
    const end = (order: "ASC" | "DESC"): SqlRow | undefined =>
      database.prepare(`SELECT received_at, not_before, exact_at FROM events ORDER BY id ${order} LIMIT 1`).get();
    const first = end("ASC");
    const last = end("DESC");
    if (first === undefined || last === undefined) return ok(null);
    return ok({
      from: Math.min(Number(first["exact_at"] ?? first["received_at"]), Number(first["received_at"])),
      to: Number(last["received_at"]),
    });
  });
