/** What the main process keeps of an exam: eight hours of 1,000 rooms on a virtual clock, its own databases on disk, in a process of its own. Some fifteen minutes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { compose } from "../../electron/compose.ts";
import { createFiles } from "../../electron/platform/files.ts";
import { createHeadlessShell } from "../../electron/platform/headlessShell.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID } from "../../shared/model/practice.ts";
import type { Clock, Http, HttpAnswer } from "../../shared/ports.ts";
import { ok, type Result } from "../../shared/result.ts";
import { createVirtualClock } from "../fakes/clock.ts";
import { type ExamEvent, examRoom } from "../fakes/exam.ts";
import { createFakeKeychain } from "../fakes/keychain.ts";
import { createSeededRandom } from "../fakes/random.ts";
import { readThreads } from "../fakes/readers.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { type Figure, round } from "./figure.ts";

const ROOMS = 1_000;
const POLL_SECONDS = 2;
const REQUESTS_PER_SECOND = 10;
const HOUR_MS = 3_600_000;
const HOURS = 8;
/** From then on nothing may grow: by then each room's chat is as long as it becomes. */
const LEVEL_HOUR = 2;
/** Of each room: in each of the first hours, and in each of those that follow. */
const LOUD = 250;
const QUIET = 30;
/** Events that the service still has of a room; nobody asks for more once it was read. */
const LISTED = 24;
const BAR_MB = 200;
/** What the samples of a heap that does not grow differ by. */
const LEVEL_MB = 5;
const MB = 1_048_576;

type Sample = { hour: number; heap: number; pss: number; events: number };

/** A virtual exam leaves no idle moments, in which the engine would give back what it does not need. */
const collect = (): void => globalThis.gc?.({ execution: "sync", type: "major", flavor: "last-resort" });

/** Proportional set size of this process and of all its threads, bytes. */
const pssOf = (): number => Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync("/proc/self/smaps_rollup", "utf8"))?.[1]) * 1_024;

/** Operations 8 and 9 of rooms that tell of themselves as time goes by. It keeps the last events of each, so that it does not grow. */
const createService = (now: () => number) => {
  const rooms = new Map<string, { source: Generator<ExamEvent>; last: number; texts: Buffer[] }>(
    Array.from({ length: ROOMS }, (_, index) => {
      const roomUuid = `room-${index}`;
      return [roomUuid, { source: examRoom(roomUuid, { seed: index + 1 }), last: 0, texts: [] as Buffer[] }];
    }),
  );
  const all = [...rooms.values()];
  const began = now();
  let told = 0;

  /** So many events until now, in all rooms. */
  const due = (): number => {
    const hours = (now() - began) / HOUR_MS;
    return ROOMS * (1 + LOUD * Math.min(hours, LEVEL_HOUR) + QUIET * Math.max(0, hours - LEVEL_HOUR));
  };
  const drain = (): string[] => {
    const unread: string[] = [];
    for (const until = due(); told < until; told += 1) {
      const room = all[told % ROOMS];
      if (room === undefined) continue;
      const one = JSON.stringify(room.source.next().value);
      room.last += 1;
      room.texts.push(Buffer.from(one));
      if (room.texts.length > LISTED) room.texts.shift();
      unread.push(one);
    }
    return unread;
  };
  const answer = (path: string): { status: number; json: string } => {
    const url = new URL(path, "http://service");
    const head = `{"code":0,"msg":"Success","ts":${now()},"data":`;
    if (url.pathname.includes("/polling/")) return { status: 200, json: `${head}{"list":[${drain().join(",")}],"nextId":null}}` };
    const room = rooms.get(/rooms\/([^/]+)\/sequences$/.exec(url.pathname)?.[1] ?? "");
    if (room === undefined) return { status: 404, json: '{"code":404,"msg":"no such call"}' };
    const from = Math.max(0, room.texts.length - 1 - room.last + Number(url.searchParams.get("nextId") ?? 1));
    return { status: 200, json: `${head}{"list":[${room.texts.slice(from).join(",")}],"nextId":null}}` };
  };
  return { answer, told: () => told };
};

const createWay = (clock: Clock, answer: (path: string) => { status: number; json: string }): Http => ({
  send: ({ path }) => {
    const { promise: done, resolve } = Promise.withResolvers<Result<HttpAnswer, never>>();
    clock.after(20, () => {
      const { status, json } = answer(path);
      resolve(ok({ status, headers: { "content-type": "application/json" }, text: json, utf8: Buffer.from(json) }));
    });
    return { done, abort: () => undefined };
  },
  close: async () => undefined,
});

const good = <T>(result: Result<T, { message: string }>): T => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

/** Lives through the exam and prints a sample per hour. */
const live = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-memory-"));
  const log = quietLog();
  const clock = createVirtualClock();
  const service = createService(clock.wall);
  const files = createFiles();
  const profileFile = join(folder, "profile.json");
  files.writeText(
    profileFile,
    JSON.stringify({
      name: "Memory",
      region: "ap",
      hosts: { primary: "https://primary.test", regional: {} },
      appId: PRACTICE_APP_ID,
      uid: "bench",
      appCertificate: PRACTICE_APP_CERTIFICATE,
      pollSeconds: POLL_SECONDS,
      requestsPerSecond: REQUESTS_PER_SECOND,
    }),
  );
  const main = good(
    await compose(
      {
        clock,
        random: createSeededRandom(1),
        http: createWay(clock, service.answer),
        keychain: createFakeKeychain(),
        bootedAt: () => clock.wall() - clock.monotonic(),
        database: createSqliteDriver(),
        files,
        log,
        shell: createHeadlessShell(log),
        workers: readThreads(log),
      },
      { userData: folder, profileFile, mode: "chromium", version: "0", locales: ["en"] },
    ),
  );
  const changed = () => undefined;
  const wall = good(main.sources.rooms({}, changed));
  // As a window does that shows the wall and one room.
  const shown = [good(main.sources.alarms({}, changed)), good(main.sources.commands({}, changed))];
  main.start();
  const samples: Sample[] = [];
  for (let hour = 1; hour <= HOURS; hour += 1) {
    for (let minute = 0; minute < 60; minute += 1) {
      await clock.advance(HOUR_MS / 60);
      wall.readAll();
    }
    collect();
    const events = wall.readAll().reduce((sum, { eventCount }) => sum + eventCount, 0);
    samples.push({ hour, heap: process.memoryUsage().heapUsed, pss: pssOf(), events });
    console.error(JSON.stringify(samples.at(-1)));
  }
  if ((samples.at(-1)?.events ?? 0) < service.told() * 0.99) throw new Error("the exam was not followed");
  for (const feed of [wall, ...shown]) feed.close();
  console.log(JSON.stringify(samples));
  const stopping = main.stop();
  await clock.advance(10_000);
  await stopping;
  rmSync(folder, { recursive: true, force: true });
};

/** Bytes that are in use by JavaScript, and held by it outside of its heap. */
const inUse = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/**
 * The service without a console, asked as one asks: prints how many bytes it holds after each hour. It is no part of main. What its process
 * takes beyond them is left to main, which would take as much.
 */
const serveAlone = (): void => {
  let now = 0;
  const service = createService(() => now);
  const rooms = Array.from({ length: ROOMS }, (_, index) => `/rooms/room-${index}/sequences?nextId=${Number.MAX_SAFE_INTEGER}`);
  collect();
  const before = inUse();
  const grown: number[] = [];
  let asked = 0;
  for (let hour = 1; hour <= HOURS; hour += 1) {
    for (const end = hour * HOUR_MS; now < end; now += POLL_SECONDS * 1_000) {
      const paths = Array.from({ length: POLL_SECONDS * REQUESTS_PER_SECOND - 1 }, () => rooms[(asked += 1) % ROOMS] ?? "");
      for (const path of ["/polling/", ...paths]) Buffer.from(service.answer(path).json);
    }
    collect();
    grown.push(inUse() - before);
  }
  console.log(JSON.stringify(grown));
};

const inOwnProcess = async <T>(what: "live" | "serve"): Promise<T> => {
  const child = spawn(process.execPath, ["--expose-gc", import.meta.filename, what], { stdio: ["ignore", "pipe", "inherit"] });
  const [told, [code]] = await Promise.all([text(child.stdout), once(child, "exit") as Promise<[number | null]>]);
  if (code !== 0) throw new Error(`the exam ended with ${code}`);
  return JSON.parse(told) as T;
};

export const run = async (): Promise<Figure[]> => {
  const services = await inOwnProcess<number[]>("serve");
  const samples = await inOwnProcess<Sample[]>("live");
  const at = (hour: number): Sample => samples[hour - 1] as Sample;
  const grown = (at(HOURS).heap - at(LEVEL_HOUR).heap) / MB;
  const pss = Math.max(...samples.map((sample, index) => sample.pss - (services[index] ?? 0))) / MB;
  return [
    {
      name: `memory of the main process and its threads in an exam of ${ROOMS} rooms and ${at(HOURS).events} events, the most of ${HOURS} h`,
      value: round(pss, 0),
      unit: "MB of proportional set size",
      ratio: round(pss / BAR_MB),
      against: `${BAR_MB} MB`,
    },
    {
      name: `growth of the heap from hour ${LEVEL_HOUR} to hour ${HOURS}`,
      value: round(grown, 1),
      unit: "MB after garbage collection",
      ratio: round(grown / LEVEL_MB),
      against: `${LEVEL_MB} MB, which samples differ by`,
    },
  ];
};

if (import.meta.main) {
  if (process.argv[2] === "serve") serveAlone();
  else await live();
}
