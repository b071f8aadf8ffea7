/** Search, rewind and a start over a long exam: 1,000 rooms, 8 hours, 1,000,000 events, 100,000 of them in one room. Asked of the real thread while this one counts its own delays. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createFiles } from "../../electron/platform/files.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import type { ReadJobTable } from "../../electron/readJobs.ts";
import { JOURNAL_FILE, openStore, type Store } from "../../electron/store/index.ts";
import type { NewEvent } from "../../electron/store/journalTypes.ts";
import { createReader } from "../../electron/store/reads/reader.ts";
import type { SearchInput } from "../../electron/store/reads/search.ts";
import type { PastMode } from "../../shared/model/past.ts";
import { createVirtualClock } from "../fakes/clock.ts";
import { type ExamEvent, examRoom } from "../fakes/exam.ts";
import { readThreads } from "../fakes/readers.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { type Figure, median, round } from "./figure.ts";

const ROOMS = 1_000;
const EVENTS = 1_000_000;
const IN_THE_LONGEST = 100_000;
const BEGAN = 1_700_000_000_000;
const LASTED_MS = 8 * 3_600_000;
/** A look each so often; what came between two looks is one page. */
const POLL_MS = 60_000;
const RUNS = 5;

const log = quietLog();

const openAt = (folder: string): Store => {
  const opened = openStore({ driver: createSqliteDriver(), files: createFiles(), clock: createVirtualClock(), log }, folder);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
};

const toNew = ({ at, sequence, cmd, data, ...rest }: ExamEvent, polledAt: number): NewEvent => ({
  sequence,
  ordinal: 0,
  cmd,
  data,
  raw: JSON.stringify({ ...rest, cmd, sequence, data }),
  hash: null,
  time: cmd === 1101 ? { kind: "exact", at } : { kind: "between", notBefore: polledAt - POLL_MS, notAfter: polledAt },
  answeredAt: polledAt,
  receivedAt: polledAt + 50,
  via: "room",
});

/** `events` of them in `rooms` rooms, the first with more than the others. */
const fillExam = (store: Store, rooms: number, events: number, inTheLongest: number): void => {
  const others = (events - inTheLongest) / Math.max(1, rooms - 1);
  const sources = Array.from({ length: rooms }, (_, index) => {
    const every = LASTED_MS / (index === 0 ? inTheLongest : others);
    const source = examRoom(`room-${index}`, { seed: index + 1, from: BEGAN, every });
    return { roomUuid: `room-${index}`, source, next: source.next().value as ExamEvent };
  });
  for (let polledAt = BEGAN + POLL_MS; polledAt <= BEGAN + LASTED_MS; polledAt += POLL_MS) {
    for (let from = 0; from < sources.length; from += 100) {
      const changes = sources.slice(from, from + 100).map((room) => {
        const insert: NewEvent[] = [];
        for (; room.next.at <= polledAt; room.next = room.source.next().value as ExamEvent) insert.push(toNew(room.next, polledAt));
        return { roomUuid: room.roomUuid, insert };
      });
      store.journal.record(changes.filter(({ insert }) => insert.length > 0));
    }
  }
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let turn = 0; turn < RUNS; turn += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
};

export const run = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-past-"));
  const reader = createReader<ReadJobTable>({ workers: readThreads(log), log });
  const store = openAt(folder);
  try {
    fillExam(store, ROOMS, EVENTS, IN_THE_LONGEST);
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
    const search = async (part: Partial<SearchInput>): Promise<void> => {
      const found = await reader.read("search", { ...nobody, ...part }).done;
      if (!found.ok) throw new Error(found.error.message);
    };
    const rewind = async (share: number, mode: PastMode): Promise<void> => {
      const wall = await reader.read("pastWall", { path, at: BEGAN + Math.round(LASTED_MS * share), mode }).done;
      if (!wall.ok || wall.value.length !== ROOMS) throw new Error("the wall is not whole");
    };
    await search({ text: "warm" });

    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const searches = [];
    for (const text of ["图", "延长", "camera", "nothing says this", "message"]) searches.push(await timed(() => search({ text })));
    const person = await timed(() => search({ roomUuid: null, userUuid: "room-7-s3" }));
    const rewinds = [];
    for (const share of [0.1, 0.5, 0.93]) for (const mode of ["was", "seen"] as const) rewinds.push(await timed(() => rewind(share, mode)));
    await reader.read("since", { path, at: BEGAN + LASTED_MS / 2 }).done;
    await reader.read("integrity", { path }).done;
    delay.disable();

    const figure = (name: string, value: number, bar: number): Figure => ({
      name,
      value: round(value, 0),
      unit: "ms",
      ratio: round(value / bar),
      against: `${bar} ms`,
    });
    return [
      figure("search of 100,000 events by text, the slowest of five", Math.max(...searches), 200),
      figure("search for a person in every room", person, 200),
      figure("rewind of 1,000 rooms in 8 h, the slowest of six moments", Math.max(...rewinds), 500),
      figure("delay of the main loop meanwhile, the longest", delay.max / 1e6, 50),
    ];
  } finally {
    await reader.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
