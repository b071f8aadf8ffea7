/** Says which loop of a session has not turned, and starts it anew. By monotonic time: that the computer slept, or the process stood still, is no loop's fault. */
import { LOOPS, type LoopName } from "../shared/model/loop.ts";
import type { Clock, Log } from "../shared/ports.ts";
import { createRepeating } from "../shared/repeat.ts";

/** The longest plan of a poll: four attempts of 25 s, and between them three waits of a minute, as Retry-After may ask. A loop that lasts longer is dead, ms. */
const REQUEST_BOUND_MS = 360_000;
/** Turns come once a second, ms. */
const TURN_BOUND_MS = 30_000;
export const BOUND_MS: Readonly<Record<LoopName, number>> = {
  app: REQUEST_BOUND_MS,
  rooms: REQUEST_BOUND_MS,
  commands: TURN_BOUND_MS,
  alarms: TURN_BOUND_MS,
  record: TURN_BOUND_MS,
  facts: TURN_BOUND_MS,
};

const LOOK_MS = 5_000;
/** Between two looks no more than this passes in a process that runs, ms. */
const STOOD_STILL_MS = 3 * LOOK_MS;

/** When each loop turned last, monotonic ms; null: it rests. */
export type Turned = Readonly<Record<LoopName, number | null>>;

/** Which have not turned within their bound at `now`, reckoned at the earliest from `since`: when the process began to run again, or when the loop was started anew. */
export const hung = (turned: Turned, since: (loop: LoopName) => number, now: number): LoopName[] =>
  LOOPS.filter((loop) => {
    const at = turned[loop];
    return at !== null && now - Math.max(at, since(loop)) > BOUND_MS[loop];
  });

export type Watched = {
  turnedAt(): number | null;
  /** Whatever of it has lasted since before this (monotonic ms) is given up, and it begins anew. */
  revive(before: number): void;
};

/** `since`: server time, ms. */
export type HungLoop = { loop: LoopName; since: number };
export type Watchdog = {
  start(): void;
  stop(): void;
  /** The computer slept: everybody's time begins now. */
  woke(): void;
  /** Those that were found hung and have not turned since. */
  read(): HungLoop[];
};

/** `told`: something of `read` has changed. */
export const createWatchdog = (deps: {
  clock: Clock;
  serverNow: () => number;
  log: Log;
  loops: Readonly<Record<LoopName, Watched>>;
  told: () => void;
}): Watchdog => {
  const { clock, serverNow, log, loops, told } = deps;
  let runsSince = 0;
  let lookedAt = 0;
  const found = new Map<LoopName, { since: number; revivedAt: number }>();

  const look = (): void => {
    const now = clock.monotonic();
    if (now - lookedAt > STOOD_STILL_MS) runsSince = now;
    lookedAt = now;
    const turned = Object.fromEntries(LOOPS.map((loop) => [loop, loops[loop].turnedAt()])) as Turned;
    let changed = false;
    for (const [loop, { revivedAt }] of found) {
      const at = turned[loop];
      if (at === null || at > revivedAt) changed = found.delete(loop);
    }
    for (const loop of hung(turned, (one) => Math.max(runsSince, found.get(one)?.revivedAt ?? 0), now)) {
      log.error({ loop, forMs: now - (turned[loop] ?? now) }, "a loop has not turned; it is started anew");
      changed ||= !found.has(loop);
      found.set(loop, { since: found.get(loop)?.since ?? serverNow() - (now - (turned[loop] ?? now)), revivedAt: now });
      loops[loop].revive(now - BOUND_MS[loop]);
    }
    if (changed) told();
  };
  const repeating = createRepeating({
    clock,
    everyMs: LOOK_MS,
    work: look,
    failed: (error) => log.error({ error }, "the watchdog met an unexpected error; it goes on"),
  });

  return {
    start: () => {
      runsSince = clock.monotonic();
      lookedAt = runsSince;
      repeating.start();
    },
    stop: repeating.stop,
    woke: () => {
      runsSince = clock.monotonic();
    },
    read: () => [...found].map(([loop, { since }]) => ({ loop, since })),
  };
};
