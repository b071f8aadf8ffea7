/** Reads the record in a journal's file through and compares it with what the outbox beside it remembers. */
import type { RecordFault, RecordVerdict } from "../../shared/model/record.ts";
import type { Database } from "../../shared/ports.ts";
import { ok } from "../../shared/result.ts";
import { type KnownHead, readHead } from "../store/happenings.ts";
import { onReadOnly, type ReadJob, type ReadWorld } from "../store/reads/job.ts";
import { createChainCheck, kindOf } from "./chainCheck.ts";
import { journalEntries, type StoredEntry } from "./journalEntries.ts";
import { judgeTail } from "./tail.ts";

/** `bootedAt`: when this machine was started, Unix ms. */
export type JournalPaths = { journal: string; outbox: string; bootedAt: number };
/** `rooms`: of these the verdict tells apart from all the others (`part`). */
export type JournalToVerify = JournalPaths & { rooms?: readonly string[] };

/** What the outbox knows; null where there is none, or it is older than the record. */
export const knownHead = (world: ReadWorld, outbox: string): KnownHead | null => {
  if (!world.files.exists(outbox)) return null;
  const opened = world.driver.open(outbox, { durability: "FULL", readOnly: true });
  if (!opened.ok) return null;
  try {
    return readHead(opened.value);
  } catch (error) {
    if (world.driver.faultOf(error) === null) throw error;
    return null;
  } finally {
    opened.value.close();
  }
};

/** Reads inside one transaction: what is written meanwhile is not seen. */
export function* inSnapshot<T>(database: Database, read: () => Generator<void, T>): Generator<void, T> {
  database.exec("BEGIN");
  try {
    return yield* read();
  } finally {
    database.exec("ROLLBACK");
  }
}

/** Events that stand in no row of the record were put there by somebody else. */
const strangers = (database: Database, recorded: number): RecordFault[] => {
  const stored = Number(database.prepare("SELECT count(*) AS count FROM events").get()?.["count"] ?? 0);
  return stored > recorded ? [{ fault: "added", from: null, to: null, room: null }] : [];
};

export const verifyJournal: ReadJob<JournalToVerify, RecordVerdict> = function* (world, { journal, outbox, bootedAt, rooms }) {
  // First what must be there, then what is: the other way round a running console would look cut.
  const known = knownHead(world, outbox);
  return yield* onReadOnly<RecordVerdict>(world, journal, function* (database) {
    const verdict = yield* inSnapshot(database, () => check(database, known, bootedAt, rooms));
    return ok(verdict);
  });
};

/** Counts the entries of some rooms as they pass. */
const createPart = (wanted: readonly string[]) => {
  const rooms = new Set(wanted);
  const seen = new Set<string>();
  let [entries, from, to] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    take: ({ room, at }: StoredEntry): void => {
      if (room === null || !rooms.has(room)) return;
      seen.add(room);
      entries += 1;
      if (at !== null) [from, to] = [Math.min(from, at), Math.max(to, at)];
    },
    end: (faults: readonly RecordFault[]): RecordVerdict["part"] => ({
      rooms: seen.size,
      entries,
      faults: faults.filter(({ room }) => room !== null && rooms.has(room)).length,
      from: from <= to ? from : null,
      to: from <= to ? to : null,
    }),
  };
};

function* check(
  database: Database,
  known: KnownHead | null,
  bootedAt: number,
  rooms: readonly string[] | undefined,
): Generator<void, RecordVerdict> {
  const chain = createChainCheck();
  const part = rooms && createPart(rooms);
  let hashAtKnown: string | null = null;
  let events = 0;
  for (const entries of journalEntries(database)) {
    for (const entry of entries) {
      chain.take(entry);
      part?.take(entry);
      if (entry.number === known?.count) hashAtKnown = entry.hash;
      if (entry.line !== null && kindOf(entry.line) === "event") events += 1;
    }
    yield;
  }
  const { head, faults, moreFaults, lost, pruned, removals, rebuiltFrom } = chain.end();
  const tail = judgeTail(known, { count: head.count, hashAt: hashAtKnown, bootedAt });
  const all = [...faults, ...strangers(database, events)];
  if (tail.kind === "cut") all.push({ fault: "cut", from: tail.from, to: tail.to, room: null });
  if (tail.kind === "recomputed") all.push({ fault: "recomputed", from: tail.number, to: tail.number, room: null });
  if (tail.kind === "lost") lost.push({ from: tail.from, to: tail.to });
  return {
    ok: all.length === 0,
    what: "journal",
    count: head.count,
    head: head.hash,
    faults: all,
    moreFaults,
    lost,
    pruned,
    removals,
    before: rebuiltFrom,
    key: null,
    part: part?.end(all) ?? null,
  };
}
