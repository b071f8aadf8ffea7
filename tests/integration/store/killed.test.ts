import { expect, it } from "vitest";
import { killJournalling } from "../../campaigns/journalling.ts";

const KILLS = 50;

it(`has every acknowledged event in order after each of ${KILLS} hard kills, and no cursor beyond what is stored`, async () => {
  const phases = await killJournalling("journalling", KILLS, 1);
  // They must have landed in the middle of something, or they have shown nothing.
  expect((phases["inside a transaction"] ?? 0) + (phases.committing ?? 0)).toBeGreaterThan(0);
});

it("has a beginning of a room that was being removed, and an entry for all that is gone, after each of 15 hard kills", async () => {
  const phases = await killJournalling("removing", 15, 1);
  expect((phases["inside a transaction"] ?? 0) + (phases.committing ?? 0)).toBeGreaterThan(0);
});
