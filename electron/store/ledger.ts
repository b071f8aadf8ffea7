/**
 * The record in the journal's file: numbered entries, each bound to the one before it by its hash. An event's entry has no text of
 * its own here, it is the row of `events`; so the chain costs a hash per event and a row per page. May not know what an entry means.
 */
import type { RecordHead } from "../../shared/model/record.ts";
import type { Database, SqlRow } from "../../shared/ports.ts";
import { createEventLink } from "./eventLink.ts";
import { GENESIS, HASH_BYTES, link, type Note, noteLine, type StoredEvent } from "./recordChain.ts";
import { RECORDED_COLUMNS, recordedOf } from "./recordRows.ts";

/** `source`: the number in the outbox's feed from which it comes. */
export type FedNote = Note & { source: number };

/** Who removes, since when (both times: server, ms), and the export that has what is removed: its head, and its file's name. */
export type Removal = { at: number; asked: number; operator: string; exported: RecordHead & { file: string } };

/** What one transaction adds; nothing of it holds before `keep`. */
export type LedgerPage = {
  /** The id under which the next event is stored. */
  eventId(): number;
  /** It has been stored under `eventId`, which is answered. `raw`: its wire event, JSON in UTF-8. */
  event(event: StoredEvent, raw: Uint8Array): number;
  /** It has long been stored under this id. */
  adopt(id: number, event: StoredEvent, raw: Uint8Array): void;
  note(note: Note, source?: number): void;
  /** Entries up to this number are known to have been, and are not here. */
  skipTo(count: number): void;
  /** Deletes these events of a room; a note says which entries have lost their text, for whom and after which export. False: one of them is not in that export, and nothing is done. */
  prune(room: string, ids: readonly number[], order: Removal): boolean;
  write(): void;
};

export type Ledger = {
  head(): RecordHead;
  /** The last number of the outbox's feed that is in the record. */
  fed(): number;
  /** Hash of an entry; null where there is no such entry. */
  hashAt(number: number): string | null;
  page(): LedgerPage;
  /** The page's transaction is on disk. */
  keep(page: LedgerPage): void;
  /** Notes in a transaction of their own; those that are in the record already are passed over. `skipTo`: see `LedgerPage`. */
  append(notes: readonly (Note | FedNote)[], options?: { skipTo?: number }): void;
  /** Afterwards everything outlives a power failure. Takes as long as the disk does. */
  sync(): void;
};

type State = RecordHead & { nextEvent: number; fed: number };
type Run = { first: number; eventId: number; hashes: string[] };

/** A page of what was stored before there was a record. */
const ADOPTED_AT_A_TIME = 1_000;

const createPage = (
  database: Database,
  linkEvent: ReturnType<typeof createEventLink>,
  before: State,
): { page: LedgerPage; after: () => State } => {
  const insert = database.prepare("INSERT INTO record (number, first, event_id, line, hashes, source) VALUES (?, ?, ?, ?, ?, ?)");
  const numberOf = database.prepare("SELECT first + ? - event_id AS number FROM record WHERE event_id <= ? ORDER BY event_id DESC LIMIT 1");
  const deleteEvent = database.prepare("DELETE FROM events WHERE id = ?");
  let { count, hash, nextEvent, fed } = before;
  let run: Run | null = null;

  const endRun = (): void => {
    if (run === null) return;
    insert.run(run.first + run.hashes.length - 1, run.first, run.eventId, null, Buffer.from(run.hashes.join(""), "hex"), null);
    run = null;
  };
  const note: LedgerPage["note"] = (told, source) => {
    endRun();
    count += 1;
    const line = noteLine(count, told);
    hash = link(hash, line);
    insert.run(count, count, null, line, Buffer.from(hash, "hex"), source ?? null);
    if (source !== undefined) fed = source;
  };
  /** Adds the event to the run of its neighbours. */
  const add = (id: number, event: StoredEvent, raw: Uint8Array): void => {
    count += 1;
    hash = linkEvent(hash, count, event, raw);
    if (run === null || run.eventId + run.hashes.length !== id) {
      endRun();
      run = { first: count, eventId: id, hashes: [] };
    }
    run.hashes.push(hash);
    nextEvent = Math.max(nextEvent, id + 1);
  };

  const page: LedgerPage = {
    eventId: () => nextEvent,
    event: (event, raw) => {
      const id = nextEvent;
      add(id, event, raw);
      return id;
    },
    adopt: add,
    note,
    skipTo: (to) => {
      endRun();
      count = Math.max(count, to);
    },
    prune: (room, ids, { at, asked, operator, exported }) => {
      endRun();
      const numbers = ids.map((id) => Number(numberOf.get(id, id)?.["number"])).sort((a, b) => a - b);
      if ((numbers.at(-1) ?? 0) > exported.count) return false;
      for (const id of ids) deleteEvent.run(id);
      note({ kind: "pruned", at, body: { room, numbers: rangesOf(numbers), operator, asked, exported } });
      return true;
    },
    write: endRun,
  };
  return { page, after: () => ({ count, hash, nextEvent, fed }) };
};

/** `[1, 2, 3, 7]` → `[[1, 3], [7, 7]]`. */
const rangesOf = (numbers: readonly number[]): [number, number][] => {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
};

const hashesOf = (row: SqlRow): Buffer => Buffer.from(row["hashes"] as Uint8Array);

const stateOf = (database: Database): State => {
  const last = database.prepare("SELECT number, hashes FROM record ORDER BY number DESC LIMIT 1").get();
  const count = Number(last?.["number"] ?? 0);
  const hash = last === undefined ? GENESIS : hashesOf(last).subarray(-HASH_BYTES).toString("hex");
  const newest = database
    .prepare("SELECT event_id + number - first AS id FROM record WHERE event_id IS NOT NULL ORDER BY event_id DESC LIMIT 1")
    .get();
  const stored = database.prepare("SELECT max(id) AS id FROM events").get();
  const nextEvent = Math.max(Number(newest?.["id"] ?? 0), Number(stored?.["id"] ?? 0)) + 1;
  const fed = Number(database.prepare("SELECT max(source) AS source FROM record WHERE source IS NOT NULL").get()?.["source"] ?? 0);
  return { count, hash, nextEvent, fed };
};

/** Takes the journal's database. Throws what the driver throws. */
export const createLedger = (database: Database): Ledger => {
  const pages = new WeakMap<LedgerPage, () => State>();
  const rowWith = database.prepare("SELECT number, first, hashes FROM record WHERE number >= ? ORDER BY number LIMIT 1");
  const linkEvent = createEventLink();
  let state = stateOf(database);

  const begin = (): LedgerPage => {
    const { page, after } = createPage(database, linkEvent, state);
    pages.set(page, after);
    return page;
  };
  const keep = (page: LedgerPage): void => {
    state = pages.get(page)?.() ?? state;
  };
  const inOne = (work: (page: LedgerPage) => void): void => {
    const page = begin();
    database.transaction(() => {
      work(page);
      page.write();
    });
    keep(page);
  };

  if (state.count === 0) adopt();

  /** Events that were stored before there was a record enter it as they stand. */
  function adopt(): void {
    const next = database.prepare(
      `SELECT ${RECORDED_COLUMNS} FROM events e JOIN rooms r ON r.id = e.room_id WHERE e.id > ? ORDER BY e.id LIMIT ${ADOPTED_AT_A_TIME}`,
    );
    for (let rows = next.all(0); rows.length > 0; rows = next.all(Number(rows.at(-1)?.["id"]))) {
      inOne((page) => {
        for (const row of rows) page.adopt(Number(row["id"]), recordedOf(row), Buffer.from(String(row["raw"])));
      });
    }
  }

  return {
    head: () => ({ count: state.count, hash: state.hash }),
    fed: () => state.fed,
    hashAt: (number) => {
      const row = rowWith.get(number);
      if (row === undefined || Number(row["first"]) > number || number < 1) return number === 0 ? GENESIS : null;
      const from = (number - Number(row["first"])) * HASH_BYTES;
      return hashesOf(row)
        .subarray(from, from + HASH_BYTES)
        .toString("hex");
    },
    page: begin,
    keep,
    append: (notes, { skipTo = 0 } = {}) => {
      const fresh = notes.filter((note) => !("source" in note) || note.source > state.fed);
      if (fresh.length === 0 && skipTo <= state.count) return;
      inOne((page) => {
        page.skipTo(skipTo);
        for (const note of fresh) page.note(note, "source" in note ? note.source : undefined);
      });
    },
    sync: () => database.exec("PRAGMA wal_checkpoint(TRUNCATE)"),
  };
};
