/** The folded view of each room: the last kept fold, and what was stored after it folded on top. The order is that of the keys, whatever the order of arrival. */
import type { RoomEvent } from "../../shared/model/event.ts";
import { CHAT_KEPT, type RoomView } from "../../shared/model/room.ts";
import type { Database, SqlRow } from "../../shared/ports.ts";
import { applyEvents, applySilently, emptyView } from "../../shared/projection/index.ts";
import { foldChat } from "../../shared/projection/session.ts";
import { EVENT_COLUMNS, eventOf } from "./journalRows.ts";
import type { Position } from "./journalTypes.ts";

/** `view`: without chat, but where that was asked for. `lastId`: the highest row of `events` in it; `kept`: how many events the last kept fold holds, and its length in characters. */
export type Fold = { view: RoomView; through: Position; lastId: number; kept: { events: number; length: number } };
/** A room as its rows name it. */
export type FoldedRoom = { id: number; roomUuid: string; incarnation: number };

/** A fold is kept once so many events are not in it: what a start, or a look at the past, must fold. */
const KEEP_EVERY = 64;
/** A large fold is kept more seldom, so that each event costs some so many characters of it. */
const LENGTH_PER_EVENT = 100;
/** Events read at a time while folding. */
const STEP = 1_000;

export const emptyFold = (): Fold => ({
  view: emptyView(),
  through: { sequence: 0, ordinal: 0 },
  lastId: 0,
  kept: { events: 0, length: 0 },
});

export const comparePositions = (a: Position, b: Position): number => a.sequence - b.sequence || a.ordinal - b.ordinal;

/** Folds events that all stand behind the fold; null where one does not. */
export const extend = (fold: Fold, events: readonly RoomEvent[], lastId: number, { chat }: { chat: boolean }): Fold | null => {
  let { through }: { through: Position } = fold;
  for (const event of events) {
    if (comparePositions(event, through) <= 0) return null;
    through = event;
  }
  const { sequence, ordinal } = through;
  const view = (chat ? applyEvents : applySilently)(fold.view, events);
  return { ...fold, view, through: { sequence, ordinal }, lastId: Math.max(fold.lastId, lastId) };
};

export const KEPT_COLUMNS = "sequence, ordinal, last_id, view";

/** Reads folds that were kept. They hold no chat: the events that say it are read instead. */
export const createKeptFolds = (database: Database) => {
  const chatBefore = database.prepare(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE room_id = ? AND incarnation = ? AND cmd = 3 AND (sequence, ordinal) <= (?, ?)
     ORDER BY sequence DESC, ordinal DESC LIMIT ${CHAT_KEPT}`,
  );
  const chatThrough = ({ id, incarnation, roomUuid }: FoldedRoom, through: Position): RoomView["chat"] => {
    let chat: RoomView["chat"] = [];
    let { sequence, ordinal } = through;
    // One page, but for messages that cannot be read.
    for (;;) {
      const rows = chatBefore.all(id, incarnation, sequence, ordinal);
      const events = rows.map((row) => eventOf(roomUuid, row)).toReversed();
      chat = [...foldChat(emptyView(), events).chat, ...chat].slice(-CHAT_KEPT);
      const first = events[0];
      if (first === undefined || rows.length < CHAT_KEPT || chat.length === CHAT_KEPT) return chat;
      sequence = first.sequence;
      ordinal = first.ordinal - 1;
    }
  };

  return {
    chatThrough,
    /** `row` has `KEPT_COLUMNS`. */
    read: (room: FoldedRoom, row: SqlRow, { chat }: { chat: boolean }): Fold => {
      const text = String(row["view"]);
      const through = { sequence: Number(row["sequence"]), ordinal: Number(row["ordinal"]) };
      const view: RoomView = { ...(JSON.parse(text) as Omit<RoomView, "chat">), chat: chat ? chatThrough(room, through) : [] };
      return { view, through, lastId: Number(row["last_id"]), kept: { events: view.eventCount, length: text.length } };
    },
  };
};

/** Folds of the present, without chat. */
export const createFolds = (database: Database) => {
  const keptFolds = createKeptFolds(database);
  const readLast = database.prepare(
    `SELECT ${KEPT_COLUMNS} FROM folds WHERE room_id = ? AND incarnation = ? ORDER BY sequence DESC, ordinal DESC LIMIT 1`,
  );
  const write = database.prepare("INSERT INTO folds (room_id, incarnation, sequence, ordinal, last_id, view) VALUES (?, ?, ?, ?, ?, ?)");
  const dropFrom = database.prepare("DELETE FROM folds WHERE room_id = ? AND incarnation = ? AND (sequence, ordinal) >= (?, ?)");
  const dropAll = database.prepare("DELETE FROM folds");
  const dropBehind = database.prepare("DELETE FROM folds WHERE room_id = ? AND (incarnation, sequence, ordinal) >= (?, ?, ?)");
  const eventsAfter = database.prepare(
    `SELECT id, ${EVENT_COLUMNS} FROM events WHERE room_id = ? AND incarnation = ? AND (sequence, ordinal) > (?, ?)
     ORDER BY sequence, ordinal LIMIT ?`,
  );

  /** At most `limit` events more; `whole`: there are no others. */
  const further = (fold: Fold, { id, roomUuid, incarnation }: FoldedRoom, limit: number): { fold: Fold; whole: boolean } => {
    const rows = eventsAfter.all(id, incarnation, fold.through.sequence, fold.through.ordinal, limit);
    const events = rows.map((row) => eventOf(roomUuid, row));
    const longer = extend(
      fold,
      events,
      rows.reduce((last, row) => Math.max(last, Number(row["id"])), 0),
      { chat: false },
    );
    if (longer === null) throw new Error("events came out of the order of their keys");
    return { fold: longer, whole: rows.length < limit };
  };
  const onTop = (start: Fold, room: FoldedRoom): Fold => {
    let found = further(start, room, STEP);
    while (!found.whole) found = further(found.fold, room, STEP);
    return found.fold;
  };
  const load = (room: FoldedRoom): Fold => {
    const row = readLast.get(room.id, room.incarnation);
    return onTop(row === undefined ? emptyFold() : keptFolds.read(room, row, { chat: false }), room);
  };

  return {
    load,
    /** What was said in the room, as far as it is folded. */
    chatOf: (room: FoldedRoom, { through }: Fold): RoomView["chat"] => keptFolds.chatThrough(room, through),
    further,
    /** For an event that came to stand before others: what was folded from `lowest` on is folded again. */
    again: (room: FoldedRoom, lowest: Position): Fold => {
      dropFrom.run(room.id, room.incarnation, lowest.sequence, lowest.ordinal);
      return load(room);
    },
    /** What is kept of the events from this one on, in this life of the room and later ones. */
    dropBehind: (id: number, incarnation: number, from: Position): void =>
      void dropBehind.run(id, incarnation, from.sequence, from.ordinal),
    /** What was kept was folded otherwise than this program does it. */
    forgetAll: (): void => void dropAll.run(),
    /** Keeps the fold where it is due; answers it as it stands then. */
    keep: (fold: Fold, { id, incarnation }: FoldedRoom): Fold => {
      const { view, through, lastId, kept } = fold;
      if (view.eventCount - kept.events < Math.max(KEEP_EVERY, kept.length / LENGTH_PER_EVENT)) return fold;
      const { chat: _chat, ...rest } = view;
      const text = JSON.stringify(rest);
      write.run(id, incarnation, through.sequence, through.ordinal, lastId, text);
      return { ...fold, kept: { events: view.eventCount, length: text.length } };
    },
  };
};
