/** Work that comes again and again and cannot die: what it throws is told, and its next turn comes all the same. */
import type { Clock } from "./ports.ts";

export type Repeating = {
  /** Its first turn is now. */
  start(): void;
  /** A turn at once, from which the next is reckoned; nothing while it rests. */
  turn(): void;
  stop(): void;
  /** When it last turned without an error, monotonic ms; null: it rests. */
  turnedAt(): number | null;
};

/** `work` every `everyMs`. */
export const createRepeating = (deps: {
  clock: Pick<Clock, "monotonic" | "after">;
  everyMs: number;
  work: () => void;
  failed: (error: unknown) => void;
}): Repeating => {
  const { clock, everyMs, work, failed } = deps;
  let running = false;
  let turnedAt = 0;
  let cancel = (): void => {};

  const turn = (): void => {
    if (!running) return;
    cancel();
    // Before the work: whatever becomes of that, the next turn comes.
    cancel = clock.after(everyMs, turn);
    try {
      work();
      turnedAt = clock.monotonic();
    } catch (error) {
      failed(error);
    }
  };

  return {
    start: () => {
      if (running) return;
      running = true;
      turnedAt = clock.monotonic();
      turn();
    },
    turn,
    stop: () => {
      running = false;
      cancel();
    },
    turnedAt: () => (running ? turnedAt : null),
  };
};
