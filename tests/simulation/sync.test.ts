import { describe, expect, it } from "vitest";
import { PLANTS, type Plant } from "./plants.ts";
import { runSeed } from "./simulate.ts";

const SEEDS = 100;
/** A planted fault must show within so many seeds. */
const SEEDS_PER_PLANT = 40;

describe("sync and journal, simulated", () => {
  it("holds every invariant after every step, and is live with the service's own list at the end", async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const run = await runSeed(seed);
      expect(run.violation, `seed ${seed}, step ${run.step}`).toBeNull();
    }
  }, 180_000);

  it("does the same for the same seed", async () => {
    expect(await runSeed(7)).toEqual(await runSeed(7));
  });

  it.each(Object.keys(PLANTS) as Plant[])("turns red on a planted fault: %s", { timeout: 300_000 }, async (plant) => {
    let red = false;
    for (let seed = 1; seed <= SEEDS_PER_PLANT && !red; seed += 1) red = (await runSeed(seed, PLANTS[plant])).violation !== null;
    expect(red).toBe(true);
  });
});
