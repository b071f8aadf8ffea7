/** The journal: every event seen, in one transaction with the fold and the cursor. May not know how events are fetched, nor judge what they mean for a cursor. */
import type { Database, SqlRow } from "../../shared/ports.ts";
import { summaryOf } from "../../shared/projection/index.ts";
import { createApply, foldedRoom, type Kept } from "./journalApply.ts";
import { createFolds, emptyFold, type Fold } from "./journalFold.ts";
import { createPruning } from "./journalPrune.ts";
import { createRefold } from "./journalRefold.ts";
import { MARK_COLUMNS, markOf, roomOf } from "./journalRows.ts";
import { createTimeline } from "./journalTimeline.ts";
import { type ChainMark, type Journal, newJournalRoom } from "./journalTypes.ts";
import { createLedger } from "./ledger.ts";

const EMPTY_SUMMARY = newJournalRoom("").summary;

/** Takes a database that `openMigrated` has opened. Throws what the driver throws where the tables cannot be read. */
export const createJournal = (database: Database): Journal => {
  const folds = createFolds(database);
  const timeline = createTimeline(database);
  const { apply, write } = createApply(database, folds);
  const prune = createPruning(database, folds);
  const insertRoom = database.prepare(
    "INSERT INTO rooms (uuid, incarnation, anchor, last_sequence, absent, gaps, summary) VALUES (?, 1, 0, 0, 0, 0, ?)",
  );
  const writeMeta = database.prepare(
    "INSERT INTO meta (name, value) VALUES ('chain', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
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

  const find = (roomUuid: string): Kept => {
    const known = kept.get(roomUuid);
    if (known !== undefined) return known;
    const { lastInsertRowid } = insertRoom.run(roomUuid, JSON.stringify(EMPTY_SUMMARY));
    return { id: lastInsertRowid, room: newJournalRoom(roomUuid), fold: emptyFold(), met: 0 };
  };

  const foldOf = (entry: Kept): Fold => {
    entry.fold ??= folds.load(foldedRoom(entry));
    if (entry.room.folding) entry.room = { ...entry.room, summary: summaryOf(entry.fold.view), folding: false };
    return entry.fold;
  };

  const refold = createRefold(database, { folds, kept, updateSummary: write });

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
      const fold = foldOf(entry);
      return { ...fold.view, chat: folds.chatOf(foldedRoom(entry), fold) };
    },
    silentView: (roomUuid) => {
      const entry = kept.get(roomUuid);
      return entry === undefined ? undefined : foldOf(entry).view;
    },
    page: (roomUuid, before, limit) => {
      const entry = kept.get(roomUuid);
      return entry === undefined ? { entries: [], more: false } : timeline.page(entry.id, roomUuid, before, limit);
    },
    entry: (roomUuid, key) => {
      const entry = kept.get(roomUuid);
      return entry === undefined ? undefined : timeline.entry(entry.id, roomUuid, key);
    },
    refold,
    prune: (roomUuid, order, limit) => {
      const entry = kept.get(roomUuid);
      if (entry === undefined) return { removed: 0, left: "nothing" };
      const page = ledger.page();
      const { after, pruned } = database.transaction(() => {
        const done = prune(entry, page, order, limit);
        if (done.after !== null) write(done.after);
        page.write();
        return done;
      });
      ledger.keep(page);
      if (after === null) kept.delete(roomUuid);
      else kept.set(roomUuid, after);
      return pruned;
    },
    ledger,
    close: () => database.close(),
  };
};

const readChain = (row: SqlRow | undefined): ChainMark =>
  row === undefined ? { id: 0, lastTs: null } : (JSON.parse(String(row["value"])) as ChainMark);
