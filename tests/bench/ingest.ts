/** Full pages of operation 8, from their text to what is stored and folded, against bare inserts of the same rows: same schema, indexes, pragmas and batch. */
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
import type { Database, SqlValue } from "../../shared/ports.ts";
import { ok } from "../../shared/result.ts";
import { createVirtualClock } from "../fakes/clock.ts";
import { type ExamEvent, examRoom } from "../fakes/exam.ts";
import { createSeededRandom } from "../fakes/random.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { type Figure, median, round } from "./figure.ts";

const PAGE = 100;
/** Many and short, so that what else a machine does falls on both alike. */
const ROUNDS = 60;
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

/** Ms of this thread's CPU: what other programs of a shared machine do takes no part. */
const now = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
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

/** Rows of one journal into another's tables, as they stand; ms that the inserts took. */
const insertBare = (source: Database, target: Database, from: number, to: number): number => {
  const columns = source
    .prepare("SELECT name FROM pragma_table_info('events')")
    .all()
    .map(({ name }) => String(name));
  const insert = target.prepare(`INSERT INTO events (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`);
  const rows = source.prepare("SELECT * FROM events WHERE id BETWEEN ? AND ? ORDER BY id").all(from, to);
  const values = rows.map((row) => columns.map((name) => row[name] as SqlValue));
  const began = now();
  for (let at = 0; at < values.length; at += PAGE - 1) {
    target.transaction(() => {
      for (const row of values.slice(at, at + PAGE - 1)) insert.run(...row);
    });
  }
  return now() - began;
};

const openBoth = (folder: string) => {
  const driver = createSqliteDriver();
  const bench = openBench(join(folder, "whole"));
  const bare = openBench(join(folder, "bare"));
  for (const { roomUuid } of SOURCES) bare.store.journal.record([{ roomUuid }]);
  bare.store.close();
  const target = driver.open(join(folder, "bare", JOURNAL_FILE), { durability: "NORMAL" });
  const source = driver.open(join(folder, "whole", JOURNAL_FILE), { durability: "NORMAL", readOnly: true });
  if (!target.ok || !source.ok) throw new Error("the bench's own files cannot be opened");
  return { bench, source: source.value, target: target.value };
};

const SOURCES = Array.from({ length: ROOMS }, (_, index) => pagesOf(`room-${index}`, index + 1));

export const run = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-ingest-"));
  const ratios: number[] = [];
  const rates: number[] = [];
  const { bench, source, target } = openBoth(folder);
  try {
    bench.addRooms(SOURCES.map(({ roomUuid }) => roomUuid));
    let stored = 0;
    for (let turn = 0; turn < WARM + ROUNDS; turn += 1) {
      const pages = Array.from({ length: PAGES }, () => SOURCES.map((room) => ({ roomUuid: room.roomUuid, body: room.next() }))).flat();
      const began = now();
      for (const { roomUuid, body } of pages) await bench.take(roomUuid, body);
      const whole = now() - began;
      const count = Number(source.prepare("SELECT max(id) AS id FROM events").get()?.["id"]);
      const bare = insertBare(source, target, stored + 1, count);
      if (turn >= WARM) {
        ratios.push(bare / whole);
        rates.push(((count - stored) * 1_000) / whole);
      }
      stored = count;
    }
  } finally {
    source.close();
    target.close();
    bench.store.close();
    rmSync(folder, { recursive: true, force: true });
  }

  return [
    {
      name: "ingest of full pages",
      value: round(median(rates), 0),
      unit: "events/s of CPU",
      ratio: round(median(ratios), 3),
      against: "bare inserts of the same rows (more is better; bar 0.4)",
    },
  ];
};
