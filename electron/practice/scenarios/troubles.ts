/** Trouble by schedule: when each begins and ends in a scenario, and whom it meets. The seed moves the beginnings. */
import { diceOf, diceSeed } from "../engine/dice.ts";
import { type Order, TroubleOrder } from "../trouble/orders.ts";

/** Seconds of the cloud's time after the rehearsal began. */
export type PlannedTrouble = { start: number; end: number; order: Order };

/** One after the other, a quiet while between them. */
const PLAN: readonly (readonly [lasts: number, order: TroubleOrder])[] = [
  [40, { kind: "latency", ms: 600, jitterMs: 900 }],
  [30, { kind: "reset", chance: 0.3 }],
  [30, { kind: "lost", chance: 0.2 }],
  [25, { kind: "unauthorized" }],
  [30, { kind: "tooMany", retryAfter: 3, path: "/sequences" }],
  [30, { kind: "late", ms: 8_000 }],
  [30, { kind: "duplicate" }],
  [10, { kind: "expiredTokens" }],
  [30, { kind: "half", chance: 0.3 }],
  [30, { kind: "body", body: "html", chance: 0.4 }],
  [30, { kind: "internal", chance: 0.5 }],
  [30, { kind: "tooMany", chance: 0.5 }],
  [30, { kind: "unavailable", chance: 0.5 }],
  [45, { kind: "stop", host: "primary", durationMs: 1 }],
  [45, { kind: "names" }],
  [60, { kind: "clock", offsetMs: -90_000 }],
  [25, { kind: "stop", durationMs: 1 }],
];

export const roughNetwork = (seed: number): PlannedTrouble[] => {
  const dice = diceOf({ dice: diceSeed("troubles", seed) });
  let at = 20;
  return PLAN.map(([lasts, order]) => {
    const start = at + dice.between(0, 15);
    at = start + lasts + 20;
    return { start, end: start + lasts, order: TroubleOrder.parse(order) };
  });
};
