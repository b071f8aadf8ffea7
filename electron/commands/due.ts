/** Whether the clock that says that a command is due can be believed. */
import type { Clock } from "../../shared/ports.ts";

/** Wall time that moves against monotonic time by more than this was set by a person, or has slept, ms. */
const JUMP_MS = 2_000;

/**
 * Server time is reckoned from this workstation's clock. After that clock has jumped, and before the first answer of a run, it is believed
 * only once an answer has told the server's time anew. `answers`: how many answers of this run have told it.
 */
export const createTimekeeper = ({ clock, answers }: { clock: Clock; answers: () => number }) => {
  let drift = clock.wall() - clock.monotonic();
  let needed = answers() + 1;
  let since = clock.monotonic();

  const look = (): void => {
    const now = clock.wall() - clock.monotonic();
    if (Math.abs(now - drift) > JUMP_MS) {
      needed = answers() + 1;
      since = clock.monotonic();
    }
    drift = now;
  };

  return {
    sure: (): boolean => {
      look();
      return answers() >= needed;
    },
    /** For how long it has not been, ms. */
    unsureFor: (): number => clock.monotonic() - since,
  };
};
