/**
 * Full pages of operation 8, from their text to what is stored and folded, against bare inserts of the same rows: same schema, indexes,
 * pragmas and transactions. The rows are those of events, of the record and of kept folds; a second figure is held against those of events alone.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cloud } from "../../electron/cloud/types.ts";
import { readEnvelope, readSequences } from "../../electron/cloud/wire.ts";
import { createFiles } from "../../electron/platform/files.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import { JOURNAL_FILE, openStore } from "../../electron/store/index.ts";
import { createCore } from "../../electron/sync/core.ts";
import { createRoomReader } from "../../electron/sync/roomReader.ts";
import type { Database, SqlValue, Statement } from "../../shared/ports.ts";
import { ok } from "../../shared/result.ts";
import { createVirtualClock } from "../fakes/clock.ts";
import { type ExamEvent, examRoom } from "../fakes/exam.ts";
import { createSeededRandom } from "../fakes/random.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { type Figure, median, round as roundTo, threadCpu } from "./figure.ts";

const PAGE = 100;
/** Of which the median counts. A thread's CPU is told in steps of some ms, so each has many rounds; they are short, so that what else a machine does falls on all alike. */
const RUNS = 5;
const ROUNDS = 16;
/** Rounds that are not counted: until then the engine compiles. */
const WARM = 15;
const ROOMS = 10;
/** Of each room, in a round. */
const PAGES = 2;

type Source = { roomUuid: string; next(): Buffer };

/** Endless pages of one room. Inclusive, as operation 8 is: each begins with the last event of the one before. */
const pagesOf = (roomUuid: string, seed: number): Source => {
  const events = examRoom(roomUuid, { seed });
  let last: ExamEvent | null = null;
  return {
    roomUuid,
    next: () => {
      const list = last === null ? [] : [last];
      while (list.length < PAGE) list.push(events.next().value as ExamEvent);
      last = list.at(-1) as ExamEvent;
      const wire = list.map(({ at: _at, ...event }) => event);
      return Buffer.from(JSON.stringify({ code: 0, msg: "Success", ts: last.at + 500, data: { list: wire, nextId: null } }));
    },
  };
};

const openBench = (folder: string) => {
  const clock = createVirtualClock();
  const log = quietLog();
  const opened = openStore({ driver: createSqliteDriver(), files: createFiles(), clock, log }, folder);
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  let page: Buffer = Buffer.from("");
  const cloud = {
    roomSequences: (roomUuid: string) => {
      const envelope = readEnvelope(page.toString("utf8"));
      const read = readSequences(envelope?.data, roomUuid, page);
      if (!read.ok) throw new Error(read.error);
      return { done: Promise.resolve(ok({ value: read.value, ts: envelope?.ts ?? null })), abort: () => undefined };
    },
  } as unknown as Cloud;
  const core = createCore({ cloud, journal: store.journal, registry: store.registry, clock, random: createSeededRandom(1), log });
  const reader = createRoomReader(core);
  return {
    store,
    addRooms: (roomUuids: string[]) => {
      store.registry.add(roomUuids, "added", 0);
      core.book.takeIn(roomUuids);
    },
    take: async (roomUuid: string, body: Buffer): Promise<void> => {
      page = body;
      const room = core.book.get(roomUuid);
      if (room === undefined) throw new Error(roomUuid);
      const outcome = await reader.read(room, "sweep", () => undefined);
      if (outcome.kind !== "end") throw new Error(JSON.stringify(outcome));
    },
  };
};

type Rows = { values: SqlValue[][]; insert: Statement };

const copier = (source: Database, target: Database, table: string, where: string) => {
  const columns = source
    .prepare(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name));
  const select = source.prepare(`SELECT * FROM ${table} WHERE ${where} ORDER BY 1`);
  const insert = target.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`);
  return (from: number, to: number): Rows => {
    const values = select.all(from, to).map((row) => columns.map((name) => row[name] as SqlValue));
    return { values, insert };
  };
};

/** Inserts rows of one journal into another's tables, as they stand, in the transactions in which they came. */
const createPeer = (source: Database, target: Database, tables: Readonly<Record<string, string>>) => {
  const copiers = Object.entries(tables).map(([table, where]) => copier(source, target, table, where));
  const pages = source.prepare("SELECT event_id, number - first AS further FROM record WHERE event_id BETWEEN ? AND ? ORDER BY event_id");
  /** Ms that it took for the events with these ids, and what was written with them. */
  return (from: number, to: number): number => {
    const transactions = pages.all(from, to).map((page) => {
      const first = Number(page["event_id"]);
      return copiers.map((copy) => copy(first, first + Number(page["further"])));
    });
    const began = threadCpu();
    for (const rows of transactions) {
      target.transaction(() => {
        for (const { values, insert } of rows) for (const row of values) insert.run(...row);
      });
    }
    return threadCpu() - began;
  };
};

const EVENTS = { events: "id BETWEEN ? AND ?" } as const;
const ALL = { ...EVENTS, record: "event_id BETWEEN ? AND ?", folds: "last_id BETWEEN ? AND ?" } as const;

const openPeer = (folder: string, source: Database, tables: Readonly<Record<string, string>>) => {
  const made = openBench(folder);
  for (const { roomUuid } of SOURCES) made.store.journal.record([{ roomUuid }]);
  made.store.close();
  const target = createSqliteDriver().open(join(folder, JOURNAL_FILE), { durability: "NORMAL" });
  if (!target.ok) throw new Error(target.error.detail);
  return { insert: createPeer(source, target.value, tables), close: () => target.value.close() };
};

const SOURCES = Array.from({ length: ROOMS }, (_, index) => pagesOf(`room-${index}`, index + 1));

export const run = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-ingest-"));
  const bench = openBench(join(folder, "whole"));
  const opened = createSqliteDriver().open(join(folder, "whole", JOURNAL_FILE), { durability: "NORMAL", readOnly: true });
  if (!opened.ok) throw new Error(opened.error.detail);
  const source = opened.value;
  const all = openPeer(join(folder, "all"), source, ALL);
  const events = openPeer(join(folder, "events"), source, EVENTS);
  let stored = 0;

  const round = async () => {
    const pages = Array.from({ length: PAGES }, () => SOURCES.map((room) => ({ roomUuid: room.roomUuid, body: room.next() }))).flat();
    const began = threadCpu();
    for (const { roomUuid, body } of pages) await bench.take(roomUuid, body);
    const whole = threadCpu() - began;
    const last = Number(source.prepare("SELECT max(id) AS id FROM events").get()?.["id"]);
    const first = stored + 1;
    stored = last;
    return { whole, all: all.insert(first, last), events: events.insert(first, last), count: last - first + 1 };
  };
  const rounds = async (count: number) => {
    const sum = { whole: 0, all: 0, events: 0, count: 0 };
    for (let turn = 0; turn < count; turn += 1) {
      const one = await round();
      for (const name of ["whole", "all", "events", "count"] as const) sum[name] += one[name];
    }
    return sum;
  };

  try {
    bench.addRooms(SOURCES.map(({ roomUuid }) => roomUuid));
    await rounds(WARM);
    const runs: Awaited<ReturnType<typeof rounds>>[] = [];
    for (let turn = 0; turn < RUNS; turn += 1) runs.push(await rounds(ROUNDS));
    const value = roundTo(median(runs.map(({ count, whole }) => (count * 1_000) / whole)), 0);
    const figure = (peer: "all" | "events", against: string): Figure => ({
      name: "ingest of full pages",
      value,
      unit: "events/s of CPU",
      ratio: roundTo(median(runs.map((one) => one[peer] / one.whole)), 3),
      against: `bare inserts of ${against} (more is better; bar 0.4)`,
    });
    return [figure("all", "the same rows"), figure("events", "the rows of events alone")];
  } finally {
    for (const each of [source, all, events]) each.close();
    bench.store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
