/** Looks now and then, off the start-up path, whether the journal still hangs together. What it finds is told at once, and the next start sets the file aside. */
import type { Clock, Log } from "../../shared/ports.ts";
import type { Result } from "../../shared/result.ts";

/** A start has better things to do, ms. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 6 * 3_600_000;

type Deps = {
  clock: Clock;
  log: Log;
  /** What is wrong with the journal; nothing where it is whole. */
  check(): Promise<Result<string[]>>;
  damaged(): void;
};

/** Answers how to stop it. Damage that was found once is not looked for again. */
export const startUpkeep = ({ clock, log, check, damaged }: Deps): (() => void) => {
  let stopped = false;
  const look = async (): Promise<void> => {
    const found = await check();
    if (stopped) return;
    if (!found.ok) log.warn({ fault: found.error }, "the journal could not be checked");
    if (found.ok && found.value.length > 0) {
      log.error({ lines: found.value }, "the journal is damaged; the next start sets it aside");
      return damaged();
    }
    cancel = clock.after(EVERY_MS, () => void look());
  };
  let cancel = clock.after(FIRST_AFTER_MS, () => void look());
  return () => {
    stopped = true;
    cancel();
  };
};
