/** Search, rewind, export and verification of a long exam: 1,000 rooms, 8 hours, 1,000,000 events, 100,000 of them in one room. Asked of the real thread while this one counts its own stalls. Some three minutes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPast } from "../../electron/past.ts";
import type { ReadJobTable } from "../../electron/readJobs.ts";
import { JOURNAL_FILE } from "../../electron/store/index.ts";
import { createReader } from "../../electron/store/reads/reader.ts";
import type { SearchInput } from "../../electron/store/reads/search.ts";
import type { PastMode } from "../../shared/model/past.ts";
import type { Result } from "../../shared/result.ts";
import { EXAM_BEGAN, EXAM_LASTED_MS, fillExam, openExamStore } from "../fakes/examStore.ts";
import { readNow, readThreads } from "../fakes/readers.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { type Figure, median, round, threadCpu, watchStalls } from "./figure.ts";

const ROOMS = 1_000;
const EVENTS = 1_000_000;
const IN_THE_LONGEST = 100_000;
const RUNS = 5;
const SOUGHT = ["图", "延长", "camera", "nothing says this", "message"];
/** In one thread. */
const ALL = { part: 0, parts: 1 };
const MOMENTS = [0.1, 0.5, 0.93].flatMap((share) => [[share, "was"] as const, [share, "seen"] as const]);

const log = quietLog();

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let turn = 0; turn < RUNS; turn += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
};

/** Of a job that runs in this thread, ms. */
const cpuOf = (work: () => unknown): number => {
  const times: number[] = [];
  for (let turn = 0; turn < RUNS; turn += 1) {
    const began = threadCpu();
    work();
    times.push(threadCpu() - began);
  }
  return median(times);
};

export const run = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-past-"));
  const reader = createReader<ReadJobTable>({ workers: readThreads(log), log });
  const store = openExamStore(folder);
  try {
    fillExam(store, { rooms: ROOMS, events: EVENTS, inTheLongest: IN_THE_LONGEST });
    const path = join(folder, JOURNAL_FILE);
    const nobody: SearchInput = {
      path,
      roomUuid: "room-0",
      text: "",
      kinds: null,
      userUuid: null,
      from: null,
      to: null,
      before: null,
      limit: 200,
    };
    const good = async <T>(asked: { done: Promise<Result<T>> }): Promise<T> => {
      const answer = await asked.done;
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value;
    };
    const past = createPast({ reader, path });
    const search = (part: Partial<SearchInput>) => good(reader.read("search", { ...nobody, ...part }));
    const rewind = async (share: number, mode: PastMode): Promise<void> => {
      const wall = await past["past.wall"]({ at: EXAM_BEGAN + Math.round(EXAM_LASTED_MS * share), mode });
      if (!wall.ok || wall.value.rooms.length !== ROOMS) throw new Error("the wall is not whole");
    };
    await search({ text: "warm" });

    const stalls = watchStalls();
    const searches = [];
    for (const text of SOUGHT) searches.push(await timed(() => search({ text })));
    const person = await timed(() => search({ roomUuid: null, userUuid: "room-7-s3" }));
    const rewinds = [];
    for (const [share, mode] of MOMENTS) rewinds.push(await timed(() => rewind(share, mode)));
    const reading = stalls.stop();

    const later = watchStalls();
    await good(reader.read("since", { path, at: EXAM_BEGAN + EXAM_LASTED_MS / 2 }));
    await good(reader.read("integrity", { path }));
    const files = { journal: path, outbox: join(folder, "none.db"), bootedAt: 0 };
    const whole = { ...files, format: "jsonl", part: { room: null, from: null, to: null }, language: "en", timeZone: "UTC" } as const;
    await good(reader.read("exportRecord", { ...whole, target: join(folder, "record.jsonl"), exportedAt: 0 }));
    await good(reader.read("verifyJournal", files));
    const exporting = later.stop();

    // Once more in this thread, where its CPU alone can be counted.
    const searchCpu = Math.max(...SOUGHT.map((text) => cpuOf(() => readNow("search", { ...nobody, text }))));
    const rewindCpu = Math.max(
      ...MOMENTS.map(([share, mode]) =>
        cpuOf(() => readNow("pastWall", { ...ALL, path, at: EXAM_BEGAN + Math.round(EXAM_LASTED_MS * share), mode })),
      ),
    );

    const figure = (name: string, value: number, bar: number): Figure => ({
      name,
      value: round(value, 0),
      unit: "ms",
      ratio: round(value / bar),
      against: `${bar} ms`,
    });
    return [
      figure("search of 100,000 events by text, the slowest of five", Math.max(...searches), 200),
      figure("search of 100,000 events by text, CPU", searchCpu, 200),
      figure("search for a person in every room", person, 200),
      figure("rewind of 1,000 rooms in 8 h, the slowest of six moments", Math.max(...rewinds), 500),
      figure("rewind of 1,000 rooms in 8 h, CPU", rewindCpu, 500),
      figure("stall of the main loop during search and rewind, the longest", reading.delay, 50),
      figure("stall of the main loop during search and rewind, its own CPU", reading.own, 50),
      figure("stall of the main loop during export and verify, the longest", exporting.delay, 50),
      figure("stall of the main loop during export and verify, its own CPU", exporting.own, 50),
    ];
  } finally {
    await reader.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
