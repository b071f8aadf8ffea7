/** The server's time as this workstation knows it: its own clock, corrected by what answers told. */
import type { Clock } from "../../shared/ports.ts";

/** How many answers the correction is the median of. */
const SAMPLES = 7;
/** Wall time that runs ahead of monotonic time by more than this was asleep, or was set, ms. */
const JUMP_MS = 20_000;
/** Setting the clock back by less is drift, ms. */
const BACK_MS = 1_000;

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
  let drift = clock.wall() - clock.monotonic();
  let jump = false;

  const watchWall = (): void => {
    const moved = clock.wall() - clock.monotonic() - drift;
    if (moved < -BACK_MS) {
      // Nobody sleeps backwards: the clock was set. Without this every value would look younger than it is.
      samples = samples.map((offset) => offset - moved);
      jump = true;
    } else if (moved > JUMP_MS) jump = true;
    else return;
    drift += moved;
  };

  return {
    now: () => {
      watchWall();
      return clock.wall() + (samples.length === 0 ? 0 : median(samples));
    },
    offset: () => (samples.length === 0 ? null : median(samples)),
    learn: (serverTime, wallAt) => {
      watchWall();
      // After a jump the old samples may be wrong by the jump; the first new one decides.
      const fresh = serverTime - wallAt;
      if (samples.length > 0 && Math.abs(fresh - median(samples)) > JUMP_MS) samples = [];
      samples = [...samples.slice(-(SAMPLES - 1)), fresh];
    },
    jumped: () => {
      watchWall();
      const answer = jump;
      jump = false;
      return answer;
    },
  };
};
