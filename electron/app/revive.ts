/** A page whose process ended comes back by itself: at once, then after growing waits, for as long as it takes. */
import type { Clock } from "../../shared/ports.ts";

const WAITS_MS = [0, 1_000, 2_000, 5_000, 10_000];
/** A page that has lived this long starts again with no wait. */
const SETTLED_MS = 60_000;

/** Call the answer whenever the page is gone. */
export const createReviver = (clock: Clock, reload: () => void): (() => void) => {
  let inARow = 0;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.monotonic();
    inARow = now - last > SETTLED_MS ? 0 : inARow + 1;
    last = now;
    clock.after(WAITS_MS[Math.min(inARow, WAITS_MS.length - 1)] ?? 0, reload);
  };
};
