import { monitorEventLoopDelay } from "node:perf_hooks";

/** A measured figure. `ratio` is value ÷ what it is held against, in the same run; for times and sizes smaller is better. */
export type Figure = { name: string; value: number; unit: string; ratio?: number; against?: string };

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The nearest-rank percentile of `values`, `share` in (0, 1]. */
export const percentile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Ms of this thread's CPU: what other programs of a shared machine do takes no part. */
export const threadCpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const STALL_RESOLUTION_MS = 5;

/** Watches this thread's loop: the longest delay of a timer, and the most CPU that was used between two of its turns, ms. */
export const watchStalls = (): { stop(): { delay: number; own: number } } => {
  const delays = monitorEventLoopDelay({ resolution: STALL_RESOLUTION_MS });
  delays.enable();
  let own = 0;
  let last = threadCpu();
  const timer = setInterval(() => {
    const now = threadCpu();
    own = Math.max(own, now - last);
    last = now;
  }, STALL_RESOLUTION_MS);
  return {
    stop: () => {
      clearInterval(timer);
      delays.disable();
      return { delay: delays.max / 1e6, own };
    },
  };
};
