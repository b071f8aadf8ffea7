import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBudget } from "../../../electron/cloud/budget.ts";
import { REQUEST_CLASSES, type RequestClass } from "../../../electron/cloud/types.ts";
import type { Clock } from "../../../shared/ports.ts";
import { createVirtualClock } from "../../fakes/clock.ts";

const setUp = (requestsPerSecond: number, timersLateMs = 0) => {
  const clock = createVirtualClock();
  const late: Clock = { ...clock, after: (ms, task) => clock.after(ms + timersLateMs, task) };
  const budget = createBudget({ clock: late, requestsPerSecond });
  const granted: { requestClass: RequestClass; at: number }[] = [];
  const ask = (requestClass: RequestClass, times = 1) =>
    Array.from({ length: times }, () => {
      const taken = budget.take(requestClass);
      void taken.granted.then((is) => {
        if (is) granted.push({ requestClass, at: clock.monotonic() });
      });
      return taken;
    });
  const count = (requestClass: RequestClass): number => granted.filter((entry) => entry.requestClass === requestClass).length;
  return { clock, budget, ask, granted, count };
};

test("commands leave at once up to the limit, then as the second passes, and near the whole limit in the long run", async () => {
  const { clock, ask, granted } = setUp(10);
  ask("command", 100);
  await clock.settle();
  expect(granted).toHaveLength(10);
  await clock.advance(10_200);
  expect(granted).toHaveLength(100);
});

test("no second ever holds more than the limit, whoever asks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ requestClass: fc.constantFrom(...REQUEST_CLASSES), after: fc.nat(300) }), { maxLength: 80 }),
      async (asks) => {
        const { clock, ask, granted } = setUp(7);
        for (const { requestClass, after } of asks) {
          await clock.advance(after);
          ask(requestClass);
        }
        await clock.advance(60_000);
        expect(granted).toHaveLength(asks.length);
        for (const { at } of granted)
          expect(granted.filter((entry) => entry.at >= at && entry.at < at + 1_000).length).toBeLessThanOrEqual(7);
      },
    ),
    { numRuns: 50 },
  );
});

test("a sweep comes one by one, so that a command and the app-wide poll find room within a tenth of a second", async () => {
  const { clock, ask, granted } = setUp(10);
  ask("sweep", 500);
  await clock.advance(5_000);
  const now = clock.monotonic();
  ask("app");
  ask("command");
  await clock.advance(250);
  const waited = granted
    .filter(({ requestClass }) => requestClass !== "sweep")
    .map(({ requestClass, at }) => ({ requestClass, late: at - now > 210 }));
  expect(waited).toEqual([
    { requestClass: "command", late: false },
    { requestClass: "app", late: false },
  ]);
});

test("timers that fire late slow a sweep by no more than one of them a second", async () => {
  const { clock, ask, granted } = setUp(100, 3);
  ask("sweep", 1_000);
  await clock.advance(10_300);
  expect(granted).toHaveLength(1_000);
});

test("after a standstill a sweep does not come in a burst", async () => {
  const { clock, ask, granted } = setUp(100, 700);
  ask("sweep", 1_000);
  await clock.advance(5_000);
  const together = [...Map.groupBy(granted, ({ at }) => at).values()].map((grants) => grants.length);
  expect(together.length).toBeGreaterThan(5);
  expect(Math.max(...together)).toBeLessThanOrEqual(10);
});

test("higher classes go first, and every class that waits keeps a small share", async () => {
  const { clock, ask, count } = setUp(10);
  for (const requestClass of REQUEST_CLASSES) ask(requestClass, 300);
  await clock.advance(20_000);
  const shares = REQUEST_CLASSES.map(count);
  // Commands are hardly held up by whatever else waits.
  expect(count("command")).toBeGreaterThan(165);
  for (const share of shares) expect(share).toBeGreaterThanOrEqual(4);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeGreaterThan(180);
});

test("a cancelled request is not granted and holds nobody up", async () => {
  const { clock, ask, count } = setUp(1);
  const [, second] = ask("command", 2);
  ask("sweep");
  second?.cancel();
  expect(await second?.granted).toBe(false);
  await clock.advance(1_100);
  expect([count("command"), count("sweep")]).toEqual([1, 1]);
  expect(clock.pending()).toBe(0);
});

describe("when the service says that it is too much", () => {
  test.each([429, 503])("%d halves the limit, once for a volley; a minute of peace brings it back", async (status) => {
    const { clock, budget } = setUp(10);
    for (let volley = 0; volley < 5; volley += 1) budget.answered(status);
    expect(budget.rate().limit).toBe(5);
    await clock.advance(1_000);
    budget.answered(status);
    expect(budget.rate().limit).toBeLessThanOrEqual(3);
    await clock.advance(60_000);
    expect(budget.rate().limit).toBe(10);
  });

  test("it never falls below one request a second", async () => {
    const { clock, budget, ask, granted } = setUp(2);
    for (let time = 0; time < 10; time += 1) {
      budget.answered(429);
      await clock.advance(1_000);
    }
    expect(budget.rate().limit).toBe(1);
    ask("command", 2);
    await clock.advance(1_100);
    expect(granted).toHaveLength(2);
  });

  test.each([200, 401, 404, 500])("%d changes nothing", (status) => {
    const { budget } = setUp(10);
    budget.answered(status);
    expect(budget.rate().limit).toBe(10);
  });
});

test("the rate tells what left in the last second", async () => {
  const { clock, budget, ask } = setUp(10);
  ask("command", 4);
  expect(budget.rate()).toEqual({ used: 4, limit: 10 });
  await clock.advance(1_001);
  expect(budget.rate()).toEqual({ used: 0, limit: 10 });
});
