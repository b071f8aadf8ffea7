/** Real time: `Date` for the wall, `performance` for what only goes forward. */
import type { Clock } from "../../shared/ports.ts";

/** Timers count in a signed 32-bit number of ms; a longer wait would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const after = (ms: number, task: () => void): (() => void) => {
  const due = performance.now() + ms;
  let timer: NodeJS.Timeout;
  const arm = (): void => {
    const left = due - performance.now();
    timer = left > LONGEST_TIMER_MS ? setTimeout(arm, LONGEST_TIMER_MS) : setTimeout(task, Math.max(0, left));
  };
  arm();
  return () => clearTimeout(timer);
};

export const createSystemClock = (): Clock => ({ wall: () => Date.now(), monotonic: () => performance.now(), after });
