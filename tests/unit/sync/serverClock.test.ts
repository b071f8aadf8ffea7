import { describe, expect, it } from "vitest";
import { createServerClock } from "../../../electron/sync/serverClock.ts";
import { createVirtualClock } from "../../fakes/clock.ts";

const HOUR = 3_600_000;

/** A workstation whose clock is `behind` ms behind the server's. */
const begin = (behind = 5_000) => {
  const clock = createVirtualClock();
  const server = createServerClock(clock);
  const began = clock.wall() + behind;
  let slept = 0;
  const now = (): number => began + clock.monotonic() + slept;
  return {
    clock,
    server,
    now,
    answer: (off = 0): void => server.learn(now() + off, clock.wall()),
    sleep: (ms: number): void => {
      slept += ms;
      clock.sleepSystem(ms);
    },
  };
};

describe("the server's time", () => {
  it("is the workstation's until an answer has told it", () => {
    const { clock, server, answer, now } = begin();
    expect([server.offset(), server.now()]).toEqual([null, clock.wall()]);
    answer();
    expect([server.offset(), server.now()]).toEqual([5_000, now()]);
  });

  it("is the median of what several answers told", () => {
    const { server, answer } = begin();
    for (const off of [0, 400, -300, 9_000, 20]) answer(off);
    expect(server.offset()).toBe(5_020);
  });

  it("is right through sleep, with no answer in between", async () => {
    const { clock, server, answer, now, sleep } = begin();
    answer();
    sleep(3 * HOUR);
    await clock.advance(10);
    expect(server.now()).toBe(now());
    expect([server.jumped(), server.jumped()]).toEqual([true, false]);
  });

  it.each([-HOUR, -24 * HOUR, -5_000])("is right at once when somebody sets the clock by %i ms", (by) => {
    const { clock, server, answer, now } = begin();
    answer();
    clock.jumpWall(by);
    expect(server.now()).toBe(now());
    expect(server.jumped()).toBe(true);
  });

  it.each([HOUR, 24 * HOUR, 6_000])("is right with the first answer after somebody sets the clock by %i ms", (by) => {
    const { clock, server, answer, now } = begin();
    for (let n = 0; n < 7; n += 1) answer();
    clock.jumpWall(by);
    answer();
    expect(server.now()).toBe(now());
  });

  it("is not what a single answer says against all before it, and is what two say", () => {
    const { server, answer, now } = begin();
    answer();
    answer(-19 * HOUR);
    expect(server.now()).toBe(now());
    answer();
    answer(-19 * HOUR);
    expect(server.now()).toBe(now());
    answer(-19 * HOUR);
    expect(server.now()).toBe(now() - 19 * HOUR);
  });

  it("takes no number for a time that no server of this service can have had", () => {
    const { clock, server } = begin();
    server.learn(1, clock.wall());
    expect(server.offset()).toBeNull();
  });
});
