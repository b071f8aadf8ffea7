/** The timeline of a room: its events, gaps and new incarnations, newest first, page by page. */
import type { TimelineEntry } from "../../shared/model/event.ts";
import type { Database, SqlRow } from "../../shared/ports.ts";
import { eventKey, gapKey, incarnationKey, parseKey } from "../../shared/projection/index.ts";
import { EVENT_COLUMNS, eventOf, gapOf } from "./journalRows.ts";

/** Behind every key that can be. */
const END = { incarnation: Number.MAX_SAFE_INTEGER, sequence: 0, ordinal: 0, kind: "event" } as const;

const eventEntry = (roomUuid: string, row: SqlRow): TimelineEntry => {
  const event = eventOf(roomUuid, row);
  return { kind: "event", key: eventKey(event), event };
};
const gapEntry = (roomUuid: string, row: SqlRow): TimelineEntry => {
  const gap = gapOf(roomUuid, row);
  return { kind: "gap", key: gapKey(gap), gap };
};
const incarnationEntry = (row: SqlRow): TimelineEntry => {
  const incarnation = Number(row["incarnation"]);
  return { kind: "incarnation", key: incarnationKey(incarnation), incarnation, foundAt: Number(row["found_at"]) };
};

export const createTimeline = (database: Database) => {
  const eventsBefore = database.prepare(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE room_id = ? AND (incarnation, sequence, ordinal) < (?, ?, ?)
     ORDER BY incarnation DESC, sequence DESC, ordinal DESC LIMIT ?`,
  );
  const gapsBefore = database.prepare(
    "SELECT incarnation, first, last, found_at FROM gaps WHERE room_id = ? AND (incarnation, first) <= (?, ?) ORDER BY incarnation DESC, first DESC LIMIT ?",
  );
  const incarnationsBefore = database.prepare(
    "SELECT incarnation, found_at FROM incarnations WHERE room_id = ? AND incarnation <= ? ORDER BY incarnation DESC LIMIT ?",
  );
  const eventAt = database.prepare(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE room_id = ? AND incarnation = ? AND sequence = ? AND ordinal = ?`,
  );
  const gapAt = database.prepare("SELECT incarnation, first, last, found_at FROM gaps WHERE room_id = ? AND incarnation = ? AND first = ?");
  const incarnationAt = database.prepare("SELECT incarnation, found_at FROM incarnations WHERE room_id = ? AND incarnation = ?");

  return {
    page: (roomId: number, roomUuid: string, before: string | null, limit: number): { entries: TimelineEntry[]; more: boolean } => {
      const at = before === null ? END : parseKey(before);
      if (at === null) return { entries: [], more: false };
      const wanted = limit + 1;
      // A mark stands before the events of its sequence.
      const ordinal = at.kind === "mark" ? -1 : at.ordinal;
      const found = [
        ...eventsBefore.all(roomId, at.incarnation, at.sequence, ordinal, wanted).map((row) => eventEntry(roomUuid, row)),
        ...gapsBefore.all(roomId, at.incarnation, at.sequence, wanted).map((row) => gapEntry(roomUuid, row)),
        ...incarnationsBefore.all(roomId, at.incarnation, wanted).map(incarnationEntry),
      ]
        .filter((entry) => before === null || entry.key < before)
        .sort((a, b) => (a.key < b.key ? 1 : -1));
      return { entries: found.slice(0, limit), more: found.length > limit };
    },
    entry: (roomId: number, roomUuid: string, key: string): TimelineEntry | undefined => {
      const at = parseKey(key);
      if (at === null) return undefined;
      if (at.kind === "event") {
        const row = eventAt.get(roomId, at.incarnation, at.sequence, at.ordinal);
        return row === undefined ? undefined : eventEntry(roomUuid, row);
      }
      if (at.sequence === 0) {
        const row = incarnationAt.get(roomId, at.incarnation);
        return row === undefined ? undefined : incarnationEntry(row);
      }
      const row = gapAt.get(roomId, at.incarnation, at.sequence);
      return row === undefined ? undefined : gapEntry(roomUuid, row);
    },
  };
};
