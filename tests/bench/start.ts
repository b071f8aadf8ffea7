/** Start without a network to the last known wall of 1,000 rooms, against the same start with one, and with 1,000,000 events journalled against 10,000. Some five minutes. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { type SpecCloud, startCloud } from "../e2e/cloud.ts";
import { type Launched, launch } from "../e2e/launch.ts";
import { fillExam, openExamStore } from "../fakes/examStore.ts";
import { type Figure, median, round } from "./figure.ts";

const ROOMS = 1_000;
const RUNS = 5;
const BAR_MS = 2_000;
/** A profile's own, as a workstation has it. */
const DEFAULT_PACE = { requestsPerSecond: undefined, pollSeconds: undefined };
/** After the page was loaded its first list stands, on any machine; the browser's driver comes only then. */
const SETTLED_MS = 4_000;

const rowCount = (launched: Launched, atLeast: number) =>
  launched.page.waitForFunction(
    (count) => Number(document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount")) >= count,
    atLeast,
    { timeout: 180_000, polling: 20 },
  );

/** Ms from the command to the page's own note that its list is drawn, over some restarts: what looks at it from outside takes no part. */
const starts = async (launched: Launched, { runs, rooms }: { runs: number; rooms: number }): Promise<number[]> => {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await launched.stop();
    const began = Date.now();
    await launched.restart(() => pass(SETTLED_MS));
    await rowCount(launched, rooms + 1);
    const shown = await launched.page.evaluate(
      () => performance.timeOrigin + (performance.getEntriesByName("wall").at(-1)?.startTime ?? Number.NaN),
    );
    times.push(shown - began);
  }
  return times;
};

/** Median start of a console that knows one room and reaches no cloud, ms. */
const startOfOne = async (): Promise<number> => {
  const cloud = await startCloud({ scenario: "none" });
  await cloud.room("only");
  const launched = await launch({ profileFile: cloud.profileFile(DEFAULT_PACE) });
  try {
    await launched.page.getByRole("button", { name: "Add rooms…" }).first().click();
    await launched.page.getByLabel(/Room ids/).fill("only");
    await launched.page.getByRole("button", { name: "Add 1 room" }).click();
    await rowCount(launched, 2);
    await cloud.stop();
    return median(await starts(launched, { runs: RUNS, rooms: 1 }));
  } finally {
    await launched.close();
    await cloud.stop();
  }
};

const FEW_EVENTS = 10_000;
const MANY_EVENTS = 1_000_000;
/** A start may be slower by this much of it, or by so many ms, whichever is more. */
const SLOWER = { share: 0.1, ms: 50 };

/** A console that has been through an exam of `events`, with no cloud to be reached, on the screen and ready to be started again. */
const launchAfter = async (events: number): Promise<Launched> => {
  const cloud = await startCloud({ scenario: "none" });
  const launched = await launch({ profileFile: cloud.profileFile(DEFAULT_PACE) });
  await launched.page.getByRole("button", { name: "Add rooms…" }).first().waitFor();
  await launched.stop();
  await cloud.stop();
  const profiles = join(launched.userDataDir, "profiles");
  const [folder] = readdirSync(profiles);
  if (folder === undefined) throw new Error("the console has no folder for its profile");
  const store = openExamStore(join(profiles, folder));
  fillExam(store, { rooms: ROOMS, events });
  store.registry.add(
    Array.from({ length: ROOMS }, (_, index) => `room-${index}`),
    "added",
    0,
  );
  store.journal.ledger.sync();
  store.close();
  return launched;
};

/** Medians, one start of each after the other, ms. */
const startsAfter = async (few: Launched, many: Launched): Promise<{ few: number; many: number }> => {
  const times: { few: number; many: number }[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const [a] = await starts(few, { runs: 1, rooms: ROOMS });
    const [b] = await starts(many, { runs: 1, rooms: ROOMS });
    // The first reads what no start has read before.
    if (run > 0 && a !== undefined && b !== undefined) times.push({ few: a, many: b });
  }
  return { few: median(times.map((time) => time.few)), many: median(times.map((time) => time.many)) };
};

/** Without looking for secrets: no cloud has told any, and there is much to look through. */
const forget = async (launched: Launched): Promise<void> => {
  await launched.stop();
  rmSync(launched.userDataDir, { recursive: true, force: true, maxRetries: 5 });
};

const byEvents = async (): Promise<Figure> => {
  const few = await launchAfter(FEW_EVENTS);
  try {
    const many = await launchAfter(MANY_EVENTS);
    try {
      const times = await startsAfter(few, many);
      const bar = times.few + Math.max(times.few * SLOWER.share, SLOWER.ms);
      return {
        name: "start with 1,000,000 events journalled",
        value: round(times.many, 0),
        unit: "ms",
        ratio: round(times.many / bar),
        against: `${round(bar, 0)} ms: start with 10,000, and 10 % or 50 ms`,
      };
    } finally {
      await forget(many);
    }
  } finally {
    await forget(few);
  }
};

/** What a console has kept of an exam of 1,000 rooms, read without the budget that a console has by default. */
const readThousand = async (cloud: SpecCloud, userDataDir: string): Promise<void> => {
  const launched = await launch({ userDataDir, profileFile: cloud.profileFile({ requestsPerSecond: 500 }) });
  try {
    await rowCount(launched, ROOMS + 1);
    await launched.page.getByRole("banner").getByText("Live", { exact: true }).waitFor({ timeout: 180_000 });
  } finally {
    await launched.close();
  }
};

export const run = async (): Promise<Figure[]> => {
  const cloud = await startCloud({ scenario: "thousand" });
  const userDataDir = mkdtempSync(join(tmpdir(), "console-start-"));
  try {
    const one = await startOfOne();
    await readThousand(cloud, userDataDir);
    const launched = await launch({ userDataDir, profileFile: cloud.profileFile(DEFAULT_PACE) });
    try {
      await rowCount(launched, ROOMS + 1);
      await cloud.stop();
      const wall = median(await starts(launched, { runs: RUNS, rooms: ROOMS }));
      return [
        {
          name: "start to last known wall, 1,000 rooms",
          value: round(wall, 0),
          unit: "ms",
          ratio: round(wall / BAR_MS),
          against: `${BAR_MS} ms`,
        },
        {
          name: "start to last known wall, 1,000 rooms over one",
          value: round(wall - one, 0),
          unit: "ms",
          ratio: round(wall / one),
          against: `start with one room, ${round(one, 0)} ms`,
        },
        await byEvents(),
      ];
    } finally {
      await launched.close();
    }
  } finally {
    await cloud.stop();
    rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }
};
