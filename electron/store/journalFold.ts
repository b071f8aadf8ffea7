/** The folded view of each room: a kept snapshot, and what was stored after it folded on top. The order is that of the keys, whatever the order of arrival. */
import type { RoomEvent } from "../../shared/model/event.ts";
import type { RoomView } from "../../shared/model/room.ts";
import type { Database } from "../../shared/ports.ts";
import { applyEvent, emptyView } from "../../shared/projection/index.ts";
import { EVENT_COLUMNS, eventOf } from "./journalRows.ts";
import type { Position } from "./journalTypes.ts";

/** `kept`: how many events the snapshot on disk holds. */
export type Fold = { view: RoomView; through: Position; kept: number };

/** A snapshot is written once so many events are not in it: what the next start must fold, against what each write costs. */
const SNAPSHOT_EVERY = 64;
/** Events read at a time while folding. */
const STEP = 1_000;

export const emptyFold = (): Fold => ({ view: emptyView(), through: { sequence: 0, ordinal: 0 }, kept: 0 });

const isAfter = (event: Position, through: Position): boolean =>
  event.sequence > through.sequence || (event.sequence === through.sequence && event.ordinal > through.ordinal);

/** Folds events that all stand behind the fold; null where one does not. */
export const extend = (fold: Fold, events: readonly RoomEvent[]): Fold | null => {
  let { view, through } = fold;
  for (const event of events) {
    if (!isAfter(event, through)) return null;
    view = applyEvent(view, event);
    through = { sequence: event.sequence, ordinal: event.ordinal };
  }
  return { view, through, kept: fold.kept };
};

export const createFolds = (database: Database) => {
  const readSnapshot = database.prepare("SELECT incarnation, sequence, ordinal, view FROM views WHERE room_id = ?");
  const writeSnapshot = database.prepare(
    `INSERT INTO views (room_id, incarnation, sequence, ordinal, view) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (room_id) DO UPDATE SET incarnation = excluded.incarnation, sequence = excluded.sequence, ordinal = excluded.ordinal, view = excluded.view`,
  );
  const dropSnapshot = database.prepare("DELETE FROM views WHERE room_id = ?");
  const eventsAfter = database.prepare(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE room_id = ? AND incarnation = ? AND (sequence, ordinal) > (?, ?)
     ORDER BY sequence, ordinal LIMIT ${STEP}`,
  );

  const onTop = (start: Fold, roomId: number, roomUuid: string, incarnation: number): Fold => {
    let fold = start;
    for (;;) {
      const rows = eventsAfter.all(roomId, incarnation, fold.through.sequence, fold.through.ordinal);
      const longer = extend(
        fold,
        rows.map((row) => eventOf(roomUuid, row)),
      );
      if (longer === null) throw new Error("events came out of the order of their keys");
      fold = longer;
      if (rows.length < STEP) return fold;
    }
  };

  return {
    load: (roomId: number, roomUuid: string, incarnation: number): Fold => {
      const row = readSnapshot.get(roomId);
      if (row === undefined || Number(row["incarnation"]) !== incarnation) return onTop(emptyFold(), roomId, roomUuid, incarnation);
      const view = JSON.parse(String(row["view"])) as RoomView;
      const through = { sequence: Number(row["sequence"]), ordinal: Number(row["ordinal"]) };
      return onTop({ view, through, kept: view.eventCount }, roomId, roomUuid, incarnation);
    },
    /** From the first event on: for an event that came to stand before others. */
    again: (roomId: number, roomUuid: string, incarnation: number): Fold => {
      dropSnapshot.run(roomId);
      return onTop(emptyFold(), roomId, roomUuid, incarnation);
    },
    drop: (roomId: number): void => void dropSnapshot.run(roomId),
    /** Writes the snapshot where it is due; answers the fold as it stands then. */
    keep: (fold: Fold, roomId: number, incarnation: number): Fold => {
      if (fold.view.eventCount - fold.kept < SNAPSHOT_EVERY) return fold;
      writeSnapshot.run(roomId, incarnation, fold.through.sequence, fold.through.ordinal, JSON.stringify(fold.view));
      return { ...fold, kept: fold.view.eventCount };
    },
  };
};
