/** Has rooms folded again that an earlier program folded otherwise: a slice now and then, until all show what they are. */
import type { Core } from "./core.ts";

/** Between two slices, and after one that the disk did not take, ms. */
const PAUSE_MS = 5;
const AGAIN_MS = 5_000;

export const createRefolding = ({ journal, clock, log, book, countError }: Core) => {
  let cancel = (): void => {};

  const slice = (): void => {
    let wait: number | null = AGAIN_MS;
    try {
      const { done, left } = journal.refold();
      for (const roomUuid of done) book.touch(roomUuid);
      wait = left === 0 ? null : PAUSE_MS;
    } catch (error) {
      countError();
      log.error({ error }, "rooms could not be folded again; it is tried again");
    }
    if (wait !== null) cancel = clock.after(wait, slice);
  };

  return { start: slice, stop: (): void => cancel() };
};
