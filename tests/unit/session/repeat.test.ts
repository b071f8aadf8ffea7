import { describe, expect, it } from "vitest";
import { createRepeating } from "../../../shared/repeat.ts";
import { createVirtualClock } from "../../fakes/clock.ts";

describe("work that comes again and again", () => {
  const begin = (work: (turn: number) => void = () => undefined) => {
    const clock = createVirtualClock();
    const turns: number[] = [];
    const failed: unknown[] = [];
    const repeating = createRepeating({
      clock,
      everyMs: 1_000,
      work: () => {
        turns.push(clock.monotonic());
        work(turns.length);
      },
      failed: (error) => failed.push(error),
    });
    repeating.start();
    return { clock, turns, failed, repeating };
  };

  it("comes at once, and then at its interval", async () => {
    const { clock, turns } = begin();
    await clock.advance(2_500);
    expect(turns).toEqual([0, 1_000, 2_000]);
  });

  it("does not die of what it throws, and does not call that a turn", async () => {
    const fault = new Error("made by a test");
    const { clock, turns, failed, repeating } = begin((turn) => {
      if (turn === 2 || turn === 3) throw fault;
    });
    await clock.advance(2_500);
    expect(repeating.turnedAt()).toBe(0);
    await clock.advance(1_000);
    expect({ turns, failed, at: repeating.turnedAt() }).toEqual({ turns: [0, 1_000, 2_000, 3_000], failed: [fault, fault], at: 3_000 });
  });

  it("reckons the next turn from one that was asked for", async () => {
    const { clock, turns, repeating } = begin();
    await clock.advance(400);
    repeating.turn();
    await clock.advance(1_500);
    expect(turns).toEqual([0, 400, 1_400]);
  });

  it("rests once it is stopped, even from within", async () => {
    const { clock, turns, repeating } = begin((turn) => turn === 2 && repeating.stop());
    await clock.advance(5_000);
    repeating.turn();
    expect({ turns, at: repeating.turnedAt(), pending: clock.pending() }).toEqual({ turns: [0, 1_000], at: null, pending: 0 });
  });
});
