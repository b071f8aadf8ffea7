import { describe, expect, it } from "vitest";
import { BOUND_MS, createWatchdog, hung, type Turned, type Watched } from "../../../electron/watchdog.ts";
import { LOOPS, type LoopName } from "../../../shared/model/loop.ts";
import { createMemoryLog } from "../../contract/harness.ts";
import { createVirtualClock } from "../../fakes/clock.ts";

const NOW = 10_000_000;
const all = (at: number | null): Turned => ({ app: at, rooms: at, commands: at, alarms: at, record: at, facts: at });
const never = () => 0;

describe("which loops have not turned", () => {
  it.each(LOOPS)("%s has not, once its bound is over and not before", (loop) => {
    const bound = BOUND_MS[loop];
    expect(hung({ ...all(NOW), [loop]: NOW - bound }, never, NOW)).toEqual([]);
    expect(hung({ ...all(NOW), [loop]: NOW - bound - 1 }, never, NOW)).toEqual([loop]);
  });

  it.each([
    ["all that rest", all(null), never, []],
    ["all, where the process began to run a moment ago", all(0), () => NOW - 1_000, []],
    ["but the one that was started anew", all(0), (loop: LoopName) => (loop === "app" ? NOW : 0), LOOPS.filter((loop) => loop !== "app")],
  ])("are not %s", (_case, turned, since, expected) => {
    expect(hung(turned, since, NOW)).toEqual(expected);
  });
});

describe("the watchdog", () => {
  const begin = () => {
    const clock = createVirtualClock();
    const log = createMemoryLog();
    /** Ms for which the process stood still, timers and all. */
    let paused = 0;
    const monotonic = () => clock.monotonic() + paused;
    const still = new Set<LoopName>();
    const at = new Map<LoopName, number>();
    const revived: LoopName[] = [];
    let told = 0;
    const watched = (loop: LoopName): Watched => ({
      turnedAt: () => {
        if (!still.has(loop)) at.set(loop, monotonic());
        return at.get(loop) ?? 0;
      },
      revive: () => revived.push(loop),
    });
    const watchdog = createWatchdog({
      clock: { ...clock, monotonic },
      serverNow: clock.wall,
      log,
      loops: Object.fromEntries(LOOPS.map((loop) => [loop, watched(loop)])) as Record<LoopName, Watched>,
      told: () => (told += 1),
    });
    watchdog.start();
    return { clock, watchdog, still, revived, told: () => told, pause: (ms: number) => void (paused += ms) };
  };

  it("tells a loop that hangs, starts it anew, and takes it back once it turns", async () => {
    const { clock, watchdog, still, revived, told } = begin();
    await clock.advance(10_000);
    still.add("record");
    await clock.advance(35_000);
    expect(watchdog.read()).toEqual([{ loop: "record", since: expect.any(Number) as number }]);
    expect(revived).toEqual(["record"]);
    still.delete("record");
    await clock.advance(5_000);
    expect({ read: watchdog.read(), told: told() }).toEqual({ read: [], told: 2 });
  });

  it("starts it anew once in each bound for as long as it does not turn, and tells it once", async () => {
    const { clock, still, revived, told } = begin();
    still.add("alarms");
    await clock.advance(100_000);
    expect({ revived, told: told() }).toEqual({ revived: ["alarms", "alarms"], told: 1 });
  });

  it("blames nobody for a sleep, whether it is told of it or sees only that time has gone", async () => {
    for (const wake of [true, false]) {
      const { clock, watchdog, still, revived, pause } = begin();
      for (const loop of LOOPS) still.add(loop);
      await clock.advance(26_000);
      pause(3 * 3_600_000);
      if (wake) watchdog.woke();
      await clock.advance(26_000);
      expect(revived).toEqual([]);
    }
  });
});
