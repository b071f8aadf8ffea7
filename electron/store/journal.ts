/** The journal: every event seen, in one transaction with the fold and the cursor. May not know how events are fetched, nor judge what they mean for a cursor. */
import type { RoomEvent } from "../../shared/model/event.ts";
import type { RoomView } from "../../shared/model/room.ts";
import type { EventTime } from "../../shared/model/time.ts";
import type { Database, SqlRow } from "../../shared/ports.ts";
import { compareKeys, eventKey, gapKey, incarnationKey, PROJECTION, summaryOf } from "../../shared/projection/index.ts";
import { comparePositions, createFolds, emptyFold, extend, type Fold, type FoldedRoom } from "./journalFold.ts";
import { MARK_COLUMNS, markOf, roomOf } from "./journalRows.ts";
import { createTimeline } from "./journalTimeline.ts";
import {
  type ChainMark,
  type Journal,
  type JournalRoom,
  type NewEvent,
  newJournalRoom,
  type Position,
  type Recorded,
  type RoomChange,
} from "./journalTypes.ts";
import { createLedger, type LedgerPage } from "./ledger.ts";
import type { RecordedEvent } from "./recordChain.ts";

/** `met`: how many people of this life are in `room_people`, as far as this run knows. */
type Kept = { id: number; room: JournalRoom; fold: Fold | null; met: number };

const EMPTY_SUMMARY = newJournalRoom("").summary;

const toEvent = ({ roomUuid, incarnation }: JournalRoom, event: NewEvent): RoomEvent => {
  const { sequence, ordinal, cmd, data, time, receivedAt, via } = event;
  return { roomUuid, incarnation, sequence, ordinal, cmd, data: data ?? null, time, receivedAt, via };
};

const recordedEvent = ({ roomUuid, incarnation }: JournalRoom, event: NewEvent): RecordedEvent => {
  const { sequence, ordinal, cmd, answeredAt, receivedAt, via, raw } = event;
  // As the database gives it back: half a character becomes its replacement, a time that is not exact ends with the answer.
  const time: EventTime =
    event.time.kind === "exact"
      ? { kind: "exact", at: event.time.at }
      : { kind: "between", notBefore: event.time.notBefore, notAfter: answeredAt };
  return { room: roomUuid.toWellFormed(), incarnation, sequence, ordinal, cmd, time, answeredAt, receivedAt, via, raw };
};

/** The lowest place at which a change put, took or moved an event. */
const lowestOf = (change: RoomChange, stored: readonly RoomEvent[]): Position =>
  [...(change.move ?? []).flatMap(({ from, to }) => [from, to]), ...stored].reduce<Position>(
    (low, at) => (comparePositions(at, low) < 0 ? at : low),
    { sequence: Number.MAX_SAFE_INTEGER, ordinal: 0 },
  );

/** Takes a database that `openMigrated` has opened. Throws what the driver throws where the tables cannot be read. */
export const createJournal = (database: Database): Journal => {
  const folds = createFolds(database);
  const timeline = createTimeline(database);
  const insertRoom = database.prepare(
    "INSERT INTO rooms (uuid, incarnation, anchor, last_sequence, absent, gaps, summary) VALUES (?, 1, 0, 0, 0, 0, ?)",
  );
  const updateRoom = database.prepare(
    "UPDATE rooms SET incarnation = ?, anchor = ?, last_sequence = ?, proved_at = ?, chain_id = ?, absent = ?, gaps = ?, summary = ? WHERE id = ?",
  );
  const insertEvent = database.prepare(
    `INSERT INTO events (id, room_id, incarnation, sequence, ordinal, cmd, raw, hash, exact_at, not_before, not_after, received_at, via, seen_room, seen_app)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
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
  const writeMeta = database.prepare(
    "INSERT INTO meta (name, value) VALUES ('chain', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  const readProjection = database.prepare("SELECT value FROM meta WHERE name = 'projection'");
  const writeProjection = database.prepare(
    "INSERT INTO meta (name, value) VALUES ('projection', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  const updateSummary = database.prepare("UPDATE rooms SET summary = ? WHERE id = ?");
  const unchain = database.prepare(
    "UPDATE rooms SET proved_at = max(coalesce(proved_at, 0), coalesce(?, 0)), chain_id = NULL WHERE chain_id = ?",
  );
  const marksBetween = database.prepare(
    `SELECT ${MARK_COLUMNS} FROM events WHERE room_id = ? AND incarnation = ? AND sequence BETWEEN ? AND ? ORDER BY sequence, ordinal`,
  );
  const unnumberedLike = database.prepare(
    `SELECT ${MARK_COLUMNS} FROM events WHERE room_id = ? AND incarnation = ? AND hash = ? AND ordinal > 0 ORDER BY sequence, ordinal`,
  );
  const sequenceBelow = database.prepare(
    "SELECT sequence FROM events WHERE room_id = ? AND incarnation = ? AND sequence < ? ORDER BY sequence DESC LIMIT 1",
  );

  const kept = new Map<string, Kept>();
  for (const row of database.prepare("SELECT * FROM rooms").all()) {
    kept.set(String(row["uuid"]), { id: Number(row["id"]), room: roomOf(row), fold: null, met: 0 });
  }
  const ledger = createLedger(database);
  let chain = readChain(database.prepare("SELECT value FROM meta WHERE name = 'chain'").get());

  const begin = (entry: Kept, foundAt: number, keys: string[], page: LedgerPage): Kept => {
    const incarnation = entry.room.incarnation + 1;
    page.note({ kind: "newLife", at: foundAt, body: { room: entry.room.roomUuid, incarnation } });
    insertIncarnation.run(entry.id, incarnation, foundAt);
    keys.push(incarnationKey(incarnation));
    return { id: entry.id, room: { ...newJournalRoom(entry.room.roomUuid), incarnation }, fold: emptyFold(), met: 0 };
  };

  /** The row that it became; null where it is known. */
  const store = (entry: Kept, event: NewEvent, page: LedgerPage): number | null => {
    const { time } = event;
    const exact = time.kind === "exact" ? time.at : null;
    const notBefore = time.kind === "between" ? time.notBefore : null;
    const inRoom = event.via === "room" ? 1 : 0;
    const { changes, lastInsertRowid } = insertEvent.run(
      page.eventId(),
      entry.id,
      entry.room.incarnation,
      event.sequence,
      event.ordinal,
      event.cmd,
      event.raw,
      event.hash ?? "",
      exact,
      notBefore,
      event.answeredAt,
      event.receivedAt,
      event.via,
      inRoom,
      1 - inRoom,
    );
    if (changes === 0) return null;
    page.event(recordedEvent(entry.room, event));
    return lastInsertRowid;
  };

  /** Nobody leaves a view who was once in it, so whoever is new makes it longer. */
  const meet = ({ id, met }: Kept, { people }: RoomView): number => {
    const all = Object.values(people);
    if (all.length > met) for (const { userUuid, userName } of all) insertPerson.run(userUuid, id, userName);
    return all.length;
  };

  /** One room's part, inside the transaction; the answer replaces what is kept once it is committed. */
  const apply = (before: Kept, change: RoomChange, page: LedgerPage): { after: Kept; recorded: Recorded } => {
    const keys: string[] = [];
    let entry = change.begin ? begin(before, change.begin.foundAt, keys, page) : before;
    const { incarnation } = entry.room;
    for (const { from, to } of change.move ?? []) {
      const moved = moveEvent.run(to.sequence, to.ordinal, entry.id, incarnation, from.sequence, from.ordinal).changes === 1;
      const at = change.insert?.[0]?.receivedAt ?? change.proof?.provedAt ?? null;
      if (moved) page.note({ kind: "moved", at, body: { room: entry.room.roomUuid, incarnation, from, to } });
      keys.push(eventKey({ incarnation, ...from }), eventKey({ incarnation, ...to }));
    }
    for (const { sequence, ordinal, via } of change.seen ?? []) {
      (via === "room" ? seeInRoom : seeInApp).run(entry.id, incarnation, sequence, ordinal);
    }
    const stored: RoomEvent[] = [];
    let lastId = 0;
    for (const event of change.insert ?? []) {
      const id = store(entry, event, page);
      if (id === null) continue;
      lastId = id;
      stored.push(toEvent(entry.room, event));
    }
    stored.sort(compareKeys);
    for (const event of stored) keys.push(eventKey(event));

    let fold = entry.fold;
    const folded: FoldedRoom = { id: entry.id, roomUuid: entry.room.roomUuid, incarnation };
    const moved = (change.move ?? []).length > 0;
    if (moved || stored.length > 0) {
      const longer = moved ? null : fold === null ? folds.load(folded) : extend(fold, stored, lastId);
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
      keys.push(gapKey({ incarnation, from: change.gap.from }));
    }
    const room: JournalRoom = {
      ...entry.room,
      anchor: change.anchor ?? entry.room.anchor,
      lastSequence: stored.reduce((last, event) => Math.max(last, event.sequence), entry.room.lastSequence),
      proof: change.proof ?? entry.room.proof,
      absent: change.absent ?? entry.room.absent,
      gaps,
      summary: fold !== null && (moved || stored.length > 0) ? summaryOf(fold.view) : entry.room.summary,
    };
    entry = { id: entry.id, room, fold, met: fold === null ? entry.met : meet(entry, fold.view) };
    updateRoom.run(
      room.incarnation,
      room.anchor,
      room.lastSequence,
      room.proof.provedAt,
      room.proof.chainId,
      room.absent ? 1 : 0,
      room.gaps,
      JSON.stringify(room.summary),
      entry.id,
    );
    return { after: entry, recorded: { roomUuid: room.roomUuid, stored, keys } };
  };

  /** What an earlier program folded otherwise is folded again, once. */
  const foldAnew = (): void => {
    if (Number(readProjection.get()?.["value"]) === PROJECTION) return;
    database.transaction(() => {
      folds.forgetAll();
      for (const entry of kept.values()) {
        const room = { id: entry.id, roomUuid: entry.room.roomUuid, incarnation: entry.room.incarnation };
        const { view } = folds.keep(folds.load(room), room);
        entry.room = { ...entry.room, summary: summaryOf(view) };
        updateSummary.run(JSON.stringify(entry.room.summary), entry.id);
      }
      writeProjection.run(PROJECTION);
    });
  };

  const find = (roomUuid: string): Kept => {
    const known = kept.get(roomUuid);
    if (known !== undefined) return known;
    const { lastInsertRowid } = insertRoom.run(roomUuid, JSON.stringify(EMPTY_SUMMARY));
    return { id: lastInsertRowid, room: newJournalRoom(roomUuid), fold: emptyFold(), met: 0 };
  };

  foldAnew();

  return {
    *rooms() {
      for (const { room } of kept.values()) yield room;
    },
    room: (roomUuid) => kept.get(roomUuid)?.room,
    chain: () => chain,
    record: (changes, mark) => {
      const after = new Map<string, Kept>();
      const page = ledger.page();
      const recorded = database.transaction(() => {
        const done = changes.map((change) => {
          const applied = apply(after.get(change.roomUuid) ?? find(change.roomUuid), change, page);
          after.set(change.roomUuid, applied.after);
          return applied.recorded;
        });
        if (mark !== undefined) writeMeta.run(JSON.stringify(mark));
        page.write();
        return done;
      });
      ledger.keep(page);
      for (const [roomUuid, entry] of after) kept.set(roomUuid, entry);
      if (mark !== undefined) chain = mark;
      return recorded;
    },
    breakChain: (id, provedUntil, next) => {
      // Memory first: it may only ever claim less than the disk.
      const changed: string[] = [];
      for (const entry of kept.values()) {
        const { proof } = entry.room;
        if (proof.chainId !== id) continue;
        const provedAt = provedUntil === null ? proof.provedAt : Math.max(proof.provedAt ?? 0, provedUntil);
        entry.room = { ...entry.room, proof: { provedAt, chainId: null } };
        changed.push(entry.room.roomUuid);
      }
      chain = { id: next, lastTs: null };
      database.transaction(() => {
        unchain.run(provedUntil, id);
        writeMeta.run(JSON.stringify(chain));
      });
      return changed;
    },
    marks: (roomUuid, from, to) => {
      const entry = kept.get(roomUuid);
      return entry === undefined ? [] : marksBetween.all(entry.id, entry.room.incarnation, from, to).map(markOf);
    },
    unnumbered: (roomUuid, hashes) => {
      const entry = kept.get(roomUuid);
      if (entry === undefined) return [];
      return [...new Set(hashes)].flatMap((hash) => unnumberedLike.all(entry.id, entry.room.incarnation, hash).map(markOf));
    },
    sequenceBefore: (roomUuid, sequence) => {
      const entry = kept.get(roomUuid);
      return entry === undefined ? 0 : Number(sequenceBelow.get(entry.id, entry.room.incarnation, sequence)?.["sequence"] ?? 0);
    },
    view: (roomUuid) => {
      const entry = kept.get(roomUuid);
      if (entry === undefined) return undefined;
      entry.fold ??= folds.load({ id: entry.id, roomUuid, incarnation: entry.room.incarnation });
      return entry.fold.view;
    },
    page: (roomUuid, before, limit) => {
      const entry = kept.get(roomUuid);
      return entry === undefined ? { entries: [], more: false } : timeline.page(entry.id, roomUuid, before, limit);
    },
    entry: (roomUuid, key) => {
      const entry = kept.get(roomUuid);
      return entry === undefined ? undefined : timeline.entry(entry.id, roomUuid, key);
    },
    ledger,
    close: () => database.close(),
  };
};

const readChain = (row: SqlRow | undefined): ChainMark =>
  row === undefined ? { id: 0, lastTs: null } : (JSON.parse(String(row["value"])) as ChainMark);
