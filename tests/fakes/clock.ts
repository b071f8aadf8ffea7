/** A clock that only moves when told: wall and monotonic time apart, timers in order. */
import type { Clock } from "../../shared/ports.ts";

export type VirtualClock = Clock & {
  /** Moves both times forward by `ms`, running every timer that falls due in order; promises settle before and after each. */
  advance(ms: number): Promise<void>;
  /** Somebody sets the workstation's clock: wall time alone moves, forward or back. */
  jumpWall(ms: number): void;
  /** The computer sleeps: wall time moves, monotonic time and timers do not. */
  sleepSystem(ms: number): void;
  /** Lets pending promises settle without moving time. */
  settle(): Promise<void>;
  /** Advances from timer to timer until `condition` holds; throws after `limitMs` of virtual time. */
  advanceUntil(condition: () => boolean, limitMs?: number): Promise<void>;
  /** Timers that wait. */
  pending(): number;
};

type Timer = { due: number; order: number; task: () => void };

const allSettled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Where nothing but promises has to settle: no turn of the event loop, so a long test must give it one by itself. */
export const promisesSettled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

export const createVirtualClock = ({ wall = 1_700_000_000_000, settle = allSettled } = {}): VirtualClock => {
  let wallNow = wall;
  let monotonicNow = 0;
  let order = 0;
  const timers = new Set<Timer>();

  const earliest = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (first === undefined || timer.due < first.due || (timer.due === first.due && timer.order < first.order)) first = timer;
    }
    return first;
  };
  const moveTo = (instant: number): void => {
    wallNow += instant - monotonicNow;
    monotonicNow = instant;
  };

  const advance = async (ms: number): Promise<void> => {
    const end = monotonicNow + ms;
    await settle();
    for (let timer = earliest(); timer !== undefined && timer.due <= end; timer = earliest()) {
      timers.delete(timer);
      moveTo(Math.max(monotonicNow, timer.due));
      timer.task();
      await settle();
    }
    moveTo(end);
  };

  return {
    wall: () => wallNow,
    monotonic: () => monotonicNow,
    after: (ms, task) => {
      const timer = { due: monotonicNow + Math.max(0, ms), order: order++, task };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance,
    jumpWall: (ms) => {
      wallNow += ms;
    },
    sleepSystem: (ms) => {
      wallNow += ms;
    },
    settle,
    advanceUntil: async (condition, limitMs = 3_600_000) => {
      const end = monotonicNow + limitMs;
      await settle();
      while (!condition()) {
        const next = earliest();
        if (next === undefined || next.due > end) throw new Error(`the condition did not come true within ${limitMs} ms of virtual time`);
        await advance(Math.max(0, next.due - monotonicNow));
      }
    },
    pending: () => timers.size,
  };
};
