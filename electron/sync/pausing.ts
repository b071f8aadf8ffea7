/** Waiting that can be cut short, and loops that cannot die. */
import type { Clock, Log } from "../../shared/ports.ts";

export type Nudge = {
  /** Settles after `ms` (null: only when nudged), or at once if a nudge came since the last wait. */
  wait(ms: number | null): Promise<void>;
  nudge(): void;
};

export const createNudge = (clock: Clock): Nudge => {
  let nudged = false;
  let release: (() => void) | null = null;
  return {
    wait: (ms) => {
      if (nudged) {
        nudged = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const cancel = ms === null ? null : clock.after(ms, () => release?.());
        release = () => {
          release = null;
          nudged = false;
          cancel?.();
          resolve();
        };
      });
    },
    nudge: () => {
      nudged = true;
      release?.();
    },
  };
};

/** Pause after an error that nobody foresaw, ms: the loop goes on, and does not spin. */
const AFTER_ERROR_MS = 1_000;

/** Runs `body` again and again until `stopped`. What it throws is logged and counted; only `stopped` ends it. */
export const supervise = async (
  name: string,
  deps: { clock: Clock; log: Log; onError: () => void },
  stopped: () => boolean,
  body: () => Promise<void>,
): Promise<void> => {
  while (!stopped()) {
    try {
      await body();
    } catch (error) {
      deps.log.error({ error, loop: name }, "an unexpected error; the loop goes on");
      deps.onError();
      await new Promise<void>((resolve) => void deps.clock.after(AFTER_ERROR_MS, resolve));
    }
  }
};
