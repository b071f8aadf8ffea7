/** What came since a moment: how much of which kind in which room, and what a person would want to be told first. */
import { CMD } from "../../../shared/model/event.ts";
import { type Found, SINCE_NOTABLE, SINCE_ROOMS, type Since } from "../../../shared/model/past.ts";
import type { Database } from "../../../shared/ports.ts";
import { eventKey, gapKey } from "../../../shared/projection/index.ts";
import { ok } from "../../../shared/result.ts";
import { EVENT_COLUMNS, eventOf, gapOf } from "../journalRows.ts";
import { onReadOnly, type ReadJob } from "./job.ts";
import { momentOf } from "./moment.ts";

/** Rows that one step counts. */
const STEP = 20_000;

const notableAfter = (database: Database, lastId: number, at: number): Found[] => {
  const events = database
    .prepare(
      `SELECT (SELECT uuid FROM rooms WHERE id = room_id) AS uuid, ${EVENT_COLUMNS} FROM events
       WHERE id > ? AND cmd IN (${CMD.roomState}, ${CMD.recording}) ORDER BY id DESC LIMIT ${SINCE_NOTABLE}`,
    )
    .all(lastId)
    .map((row): Found => {
      const event = eventOf(String(row["uuid"]), row);
      return { roomUuid: event.roomUuid, entry: { kind: "event", key: eventKey(event), event } };
    });
  const gaps = database
    .prepare(
      `SELECT r.uuid, g.incarnation, g.first, g.last, g.found_at FROM gaps g JOIN rooms r ON r.id = g.room_id WHERE g.found_at > ? ORDER BY g.found_at DESC LIMIT ${SINCE_NOTABLE}`,
    )
    .all(at)
    .map((row): Found => {
      const gap = gapOf(String(row["uuid"]), row);
      return { roomUuid: gap.roomUuid, entry: { kind: "gap", key: gapKey(gap), gap } };
    });
  return [...gaps, ...events].slice(0, SINCE_NOTABLE);
};

/** As it was seen: what was stored after `at`, whenever it happened. */
export const since: ReadJob<{ path: string; at: number }, Since> = (world, { path, at }) =>
  onReadOnly(world, path, function* (database) {
    const { lastId } = momentOf(database, at, "seen");
    const newest = Number(database.prepare("SELECT max(id) AS id FROM events").get()?.["id"] ?? 0);
    const count = database.prepare("SELECT room_id, cmd, count(*) AS count FROM events WHERE id > ? AND id <= ? GROUP BY room_id, cmd");
    const rooms = new Map<number, Map<number, number>>();
    for (let from = lastId; from < newest; from += STEP) {
      for (const row of count.all(from, Math.min(newest, from + STEP))) {
        const kinds = rooms.get(Number(row["room_id"])) ?? new Map<number, number>();
        rooms.set(Number(row["room_id"]), kinds);
        kinds.set(Number(row["cmd"]), (kinds.get(Number(row["cmd"])) ?? 0) + Number(row["count"]));
      }
      yield;
    }
    const uuidOf = database.prepare("SELECT uuid FROM rooms WHERE id = ?");
    const counted = [...rooms].map(([id, kinds]) => ({ id, kinds, count: [...kinds.values()].reduce((sum, one) => sum + one, 0) }));
    counted.sort((a, b) => b.count - a.count);
    const cmds = [...new Set(counted.flatMap(({ kinds }) => [...kinds.keys()]))];
    return ok({
      total: counted.reduce((sum, room) => sum + room.count, 0),
      kinds: cmds.map((cmd) => {
        const having = counted.filter(({ kinds }) => kinds.has(cmd));
        return { cmd, rooms: having.length, count: having.reduce((sum, { kinds }) => sum + (kinds.get(cmd) ?? 0), 0) };
      }),
      rooms: counted.slice(0, SINCE_ROOMS).map(({ id, kinds, count: all }) => ({
        roomUuid: String(uuidOf.get(id)?.["uuid"]),
        count: all,
        kinds: [...kinds].map(([cmd, one]) => ({ cmd, count: one })),
      })),
      roomCount: counted.length,
      notable: notableAfter(database, lastId, at),
    });
  });
