/** Start without a network to the last known wall of 1,000 rooms, against the same start with one. */
import { startCloud } from "../e2e/cloud.ts";
import { type Launched, launch } from "../e2e/launch.ts";
import { type Figure, median, round } from "./figure.ts";

const ROOMS = 1_000;
const RUNS = 5;
const BAR_MS = 2_000;

const rowCount = (launched: Launched, atLeast: number) =>
  launched.page.waitForFunction(
    (count) => Number(document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount")) >= count,
    atLeast,
    { timeout: 180_000, polling: 20 },
  );

/** Ms from the command to the page's own note that its list is drawn, over some restarts: what looks at it from outside takes no part. */
const starts = async (launched: Launched): Promise<number[]> => {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await launched.stop();
    const began = Date.now();
    await launched.restart();
    await rowCount(launched, 2);
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
  const launched = await launch({ profileFile: cloud.profileFile() });
  try {
    await launched.page.getByRole("button", { name: "Add rooms…" }).first().click();
    await launched.page.getByLabel(/Room ids/).fill("only");
    await launched.page.getByRole("button", { name: "Add 1 room" }).click();
    await rowCount(launched, 2);
    await cloud.stop();
    return median(await starts(launched));
  } finally {
    await launched.close();
    await cloud.stop();
  }
};

export const run = async (): Promise<Figure[]> => {
  const cloud = await startCloud({ scenario: "thousand" });
  try {
    const one = await startOfOne();
    const launched = await launch({ profileFile: cloud.profileFile({ requestsPerSecond: 500 }) });
    try {
      await rowCount(launched, ROOMS + 1);
      await launched.page.getByRole("banner").getByText("Live", { exact: true }).waitFor({ timeout: 180_000 });
      await cloud.stop();
      const wall = median(await starts(launched));
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
      ];
    } finally {
      await launched.close();
    }
  } finally {
    await cloud.stop();
  }
};
