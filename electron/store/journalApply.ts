/** One room's part of the journal's transaction: its events, gaps and lives, its fold, and its row. May not know the other rooms, nor when it is committed. */
import type { RoomEvent } from "../../shared/model/event.ts";
import type { RoomView } from "../../shared/model/room.ts";
import type { EventTime } from "../../shared/model/time.ts";
import type { Database } from "../../shared/ports.ts";
import { compareKeys, eventKey, gapKey, incarnationKey, summaryOf } from "../../shared/projection/index.ts";
import { createEventRows, type EventRow } from "./eventRows.ts";
import { comparePositions, type createFolds, emptyFold, extend, type Fold, type FoldedRoom } from "./journalFold.ts";
import { type JournalRoom, type NewEvent, newJournalRoom, type Position, type Recorded, type RoomChange } from "./journalTypes.ts";
import type { LedgerPage } from "./ledger.ts";
import type { StoredEvent } from "./recordChain.ts";

/** `met`: how many people of this life are in `room_people`, as far as this run knows. */
export type Kept = { id: number; room: JournalRoom; fold: Fold | null; met: number };

/** As its rows name it. */
export const foldedRoom = ({ id, room: { roomUuid, incarnation } }: Kept): FoldedRoom => ({ id, roomUuid, incarnation });

const toEvent = ({ roomUuid, incarnation }: JournalRoom, event: NewEvent): RoomEvent => {
  const { sequence, ordinal, cmd, data, time, receivedAt, via } = event;
  return { roomUuid, incarnation, sequence, ordinal, cmd, data: data ?? null, time, receivedAt, via };
};

const recordedEvent = ({ roomUuid, incarnation }: JournalRoom, event: NewEvent): StoredEvent => {
  const { sequence, ordinal, cmd, answeredAt, receivedAt, via } = event;
  // As the database gives it back: half a character becomes its replacement, a time that is not exact ends with the answer.
  const time: EventTime =
    event.time.kind === "exact"
      ? { kind: "exact", at: event.time.at }
      : { kind: "between", notBefore: event.time.notBefore, notAfter: answeredAt };
  return { room: roomUuid.toWellFormed(), incarnation, sequence, ordinal, cmd, time, answeredAt, receivedAt, via };
};

/** The lowest place at which a change put, took or moved an event. */
const lowestOf = (change: RoomChange, stored: readonly RoomEvent[]): Position =>
  [...(change.move ?? []).flatMap(({ from, to }) => [from, to]), ...stored].reduce<Position>(
    (low, at) => (comparePositions(at, low) < 0 ? at : low),
    { sequence: Number.MAX_SAFE_INTEGER, ordinal: 0 },
  );

export const createApply = (database: Database, folds: ReturnType<typeof createFolds>) => {
  const eventRows = createEventRows(database);
  const updateRoom = database.prepare(
    "UPDATE rooms SET incarnation = ?, anchor = ?, last_sequence = ?, proved_at = ?, chain_id = ?, absent = ?, gaps = ?, summary = ? WHERE id = ?",
  );
  const moveEvent = database.prepare(
    "UPDATE events SET sequence = ?, ordinal = ?, seen_room = 1 WHERE room_id = ? AND incarnation = ? AND sequence = ? AND ordinal = ?",
  );
  const seeInRoom = database.prepare(
    "UPDATE events SET seen_room = 1 WHERE room_id = ? AND incarnation = ? AND sequence = ? AND ordinal = ?",
  );
  const seeInApp = database.prepare(
    "UPDATE events SET seen_app = 1 WHERE room_id = ? AND incarnation = ? AND sequence = ? AND ordinal = ?",
  );
  const insertGap = database.prepare(
    "INSERT INTO gaps (room_id, incarnation, first, last, found_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const insertPerson = database.prepare("INSERT INTO room_people (user_uuid, room_id, user_name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const insertIncarnation = database.prepare("INSERT INTO incarnations (room_id, incarnation, found_at) VALUES (?, ?, ?)");

  const begin = (entry: Kept, foundAt: number, others: string[], page: LedgerPage): Kept => {
    const incarnation = entry.room.incarnation + 1;
    page.note({ kind: "newLife", at: foundAt, body: { room: entry.room.roomUuid, incarnation } });
    insertIncarnation.run(entry.id, incarnation, foundAt);
    others.push(incarnationKey(incarnation));
    return { id: entry.id, room: { ...newJournalRoom(entry.room.roomUuid), incarnation }, fold: emptyFold(), met: 0 };
  };

  /** Stores those that are not known yet, and binds them into the record. */
  const store = (entry: Kept, events: readonly NewEvent[], page: LedgerPage): { stored: RoomEvent[]; lastId: number } => {
    const rows = events.map((event) => (typeof event.raw === "string" ? { ...event, raw: Buffer.from(event.raw) } : event) as EventRow);
    const fresh = eventRows.insert(page.eventId(), { id: entry.id, incarnation: entry.room.incarnation }, rows);
    const stored: RoomEvent[] = [];
    let lastId = 0;
    for (const event of fresh) {
      lastId = page.event(recordedEvent(entry.room, event), event.raw);
      stored.push(toEvent(entry.room, event));
    }
    return { stored: stored.sort(compareKeys), lastId };
  };

  /** Nobody leaves a view who was once in it, so whoever is new makes it longer. */
  const meet = ({ id, met }: Kept, { people }: RoomView): number => {
    const all = Object.values(people);
    if (all.length > met) for (const { userUuid, userName } of all) insertPerson.run(userUuid, id, userName);
    return all.length;
  };

  const write = ({ id, room }: Kept): void => {
    const { incarnation, anchor, lastSequence, proof, absent, gaps, summary } = room;
    updateRoom.run(incarnation, anchor, lastSequence, proof.provedAt, proof.chainId, absent ? 1 : 0, gaps, JSON.stringify(summary), id);
  };

  /** One room's part, inside the transaction; the answer replaces what is kept once it is committed. */
  const apply = (before: Kept, change: RoomChange, page: LedgerPage): { after: Kept; recorded: Recorded } => {
    const others: string[] = [];
    let entry = change.begin ? begin(before, change.begin.foundAt, others, page) : before;
    const { incarnation } = entry.room;
    for (const { from, to } of change.move ?? []) {
      const moved = moveEvent.run(to.sequence, to.ordinal, entry.id, incarnation, from.sequence, from.ordinal).changes === 1;
      const at = change.insert?.[0]?.receivedAt ?? change.proof?.provedAt ?? null;
      if (moved) page.note({ kind: "moved", at, body: { room: entry.room.roomUuid, incarnation, from, to } });
      others.push(eventKey({ incarnation, ...from }), eventKey({ incarnation, ...to }));
    }
    for (const { sequence, ordinal, via } of change.seen ?? []) {
      (via === "room" ? seeInRoom : seeInApp).run(entry.id, incarnation, sequence, ordinal);
    }
    const { stored, lastId } = store(entry, change.insert ?? [], page);

    let fold = entry.fold;
    const folded = foldedRoom(entry);
    const moved = (change.move ?? []).length > 0;
    if (moved || stored.length > 0) {
      const longer =
        moved || entry.room.folding ? null : fold === null ? folds.load(folded) : extend(fold, stored, lastId, { chat: false });
      // An event that came to stand before others changes what they were folded onto: that room alone is folded again from there.
      const whole = longer?.view.eventCount === entry.room.summary.eventCount + stored.length;
      fold = longer !== null && whole ? longer : folds.again(folded, lowestOf(change, stored));
      fold = folds.keep(fold, folded);
    }

    let gaps = entry.room.gaps;
    if (change.gap && insertGap.run(entry.id, incarnation, change.gap.from, change.gap.to, change.gap.foundAt).changes === 1) {
      gaps += 1;
      const { from, to, foundAt } = change.gap;
      page.note({ kind: "gap", at: foundAt, body: { room: entry.room.roomUuid, incarnation, from, to } });
      others.push(gapKey({ incarnation, from: change.gap.from }));
    }
    const room: JournalRoom = {
      ...entry.room,
      anchor: change.anchor ?? entry.room.anchor,
      lastSequence: stored.reduce((last, event) => Math.max(last, event.sequence), entry.room.lastSequence),
      proof: change.proof ?? entry.room.proof,
      absent: change.absent ?? entry.room.absent,
      gaps,
      summary: fold !== null && (moved || stored.length > 0) ? summaryOf(fold.view) : entry.room.summary,
      folding: entry.room.folding && !moved && stored.length === 0,
    };
    entry = { id: entry.id, room, fold, met: fold === null ? entry.met : meet(entry, fold.view) };
    write(entry);
    return { after: entry, recorded: { roomUuid: room.roomUuid, stored, others } };
  };

  return { apply, write };
};
