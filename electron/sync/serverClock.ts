/** The server's time as this workstation knows it: its own clock, corrected by what answers told. */
import type { Clock } from "../../shared/ports.ts";

/** How many answers the correction is the median of. */
const SAMPLES = 7;
/** So much between two samples is more than any clock drifts; wall time that ran so far ahead is told as a jump, ms. */
const JUMP_MS = 20_000;
/** Wall and monotonic time that part by less drift, ms; by more the computer slept, or its clock was set. */
const DRIFT_MS = 1_000;
/** No server of this service ever had an earlier time: a number before it is not a time. 2020, Unix ms. */
const EARLIEST = 1_577_836_800_000;

export type ServerClock = {
  /** Unix ms on the server's clock. */
  now(): number;
  /** Server minus workstation, ms; null before the first answer. */
  offset(): number | null;
  /** An answer told `serverTime` when this clock said `wallAt`. */
  learn(serverTime: number, wallAt: number): void;
  /** Whether wall time has jumped since the last call. */
  jumped(): boolean;
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

export const createServerClock = (clock: Clock): ServerClock => {
  let samples: number[] = [];
  /** Their median; null before the first. */
  let offset: number | null = null;
  const know = (next: number[]): void => {
    samples = next;
    offset = next.length === 0 ? null : median(next);
  };
  let drift = clock.wall() - clock.monotonic();
  let jump = false;
  /** Whether the clocks have parted since the last sample: then the next one decides. */
  let moved = false;
  /** A sample far from all before it: one host whose clock is wrong, or a clock that was set. The next one tells. */
  let stray: number | null = null;

  const watchWall = (): void => {
    const by = clock.wall() - clock.monotonic() - drift;
    if (Math.abs(by) <= DRIFT_MS) return;
    // Nobody sleeps backwards: the clock was set. Without this every value would look younger than it is.
    if (by < 0) know(samples.map((sample) => sample - by));
    if (by < 0 || by > JUMP_MS) jump = true;
    drift += by;
    moved = true;
    stray = null;
  };
  const isFar = (one: number, other: number): boolean => Math.abs(one - other) > JUMP_MS;

  return {
    now: () => {
      watchWall();
      return clock.wall() + (offset ?? 0);
    },
    offset: () => offset,
    learn: (serverTime, wallAt) => {
      watchWall();
      if (serverTime < EARLIEST) return;
      const fresh = serverTime - wallAt;
      if (!moved && offset !== null && isFar(fresh, offset)) {
        const agreed = stray !== null && !isFar(fresh, stray);
        stray = fresh;
        if (!agreed) return;
        moved = true;
      }
      know([...(moved ? [] : samples.slice(-(SAMPLES - 1))), fresh]);
      stray = null;
      moved = false;
    },
    jumped: () => {
      watchWall();
      const answer = jump;
      jump = false;
      return answer;
    },
  };
};
