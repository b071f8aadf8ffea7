import { describe, expect, it } from "vitest";
import { type Patch, PLANTS, type Plant } from "./plants.ts";
import { runSeeds } from "./pool.ts";
import { type Run, runSeed } from "./simulate.ts";

const SEEDS = 2_000;
/** A planted fault must show within so many seeds. */
const SEEDS_PER_PLANT = 400;
/** A net, not a measure. */
const LONGEST_MS = 900_000;

describe("the main process, simulated", () => {
  it(
    "holds every invariant after every step, and at the end all is live, drained, and the service's own list",
    async () => {
      const red: Run[] = [];
      await runSeeds({ from: 1, seeds: SEEDS, onRun: (run) => run.violation !== null && red.push(run), until: () => red.length > 0 });
      expect(red).toEqual([]);
    },
    LONGEST_MS,
  );

  it("does the same for the same seed", async () => {
    expect(await runSeed(7)).toEqual(await runSeed(7));
  });

  it.each(Object.entries(PLANTS) as [Plant, Patch][])(
    "turns red on a planted fault: %s",
    { timeout: LONGEST_MS },
    async (plant, { from = 1 }) => {
      let red = false;
      const onRun = ({ violation }: Run): void => {
        red ||= violation !== null;
      };
      // A program that ends by itself is as red as one that does something else.
      const ended = (): void => {
        red = true;
      };
      await runSeeds({ from, seeds: SEEDS_PER_PLANT, plant, onRun, until: () => red }).catch(ended);
      expect(red).toBe(true);
    },
  );
});
