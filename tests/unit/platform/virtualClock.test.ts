import { expect, test } from "vitest";
import { createVirtualClock } from "../../fakes/clock.ts";

test("timers run in the order in which they fall due, and in the order of asking when they fall due together", async () => {
  const clock = createVirtualClock();
  const ran: string[] = [];
  clock.after(20, () => ran.push("c"));
  clock.after(10, () => ran.push("a"));
  clock.after(10, () => ran.push("b"));
  await clock.advance(15);
  expect(ran).toEqual(["a", "b"]);
  await clock.advance(5);
  expect(ran).toEqual(["a", "b", "c"]);
});

test("a timer made by a promise that a timer settled still runs within the same advance", async () => {
  const clock = createVirtualClock();
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  const at: number[] = [];
  void (async () => {
    for (let round = 0; round < 3; round += 1) {
      await wait(100);
      at.push(clock.monotonic());
    }
  })();
  await clock.advance(1_000);
  expect(at).toEqual([100, 200, 300]);
});

test("a cancelled timer never runs", async () => {
  const clock = createVirtualClock();
  let ran = false;
  clock.after(10, () => {
    ran = true;
  })();
  await clock.advance(100);
  expect(ran).toBe(false);
  expect(clock.pending()).toBe(0);
});

test("sleep and a changed clock move wall time alone; advancing moves both", async () => {
  const clock = createVirtualClock({ wall: 1_000 });
  clock.sleepSystem(50);
  clock.jumpWall(-20);
  expect([clock.wall(), clock.monotonic()]).toEqual([1_030, 0]);
  await clock.advance(5);
  expect([clock.wall(), clock.monotonic()]).toEqual([1_035, 5]);
});
