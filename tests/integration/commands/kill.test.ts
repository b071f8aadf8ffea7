import { expect, it } from "vitest";
import { killSending } from "../../campaigns/sending.ts";

const KILLS = 50;

it(`has every acknowledged command in the outbox, in order, after each of ${KILLS} hard kills`, async () => {
  const states = await killSending(KILLS, 1);
  // They must have landed in the middle of something, or they have shown nothing.
  for (const state of ["asked", "sending", "accepted"] as const) expect(states[state] ?? 0, `a command found ${state}`).toBeGreaterThan(0);
});
