/** Handles to requests, put together from others. */
import { err } from "../../shared/result.ts";
import { unsent } from "./errors.ts";
import type { CloudResult, ProblemCode, Sending } from "./types.ts";

type Settled<T> = Awaited<CloudResult<T>>;

/** A request that was settled without being sent. */
export const refused = <T>(code: ProblemCode, detail: string): Sending<T> => ({
  done: Promise.resolve(err(unsent(code, detail))),
  abort: () => undefined,
});

/** `first`, and what `afterwards` makes of its end: another request, or nothing further. */
export const followed = <T>(first: Sending<T>, afterwards: (result: Settled<T>) => Sending<T> | null): Sending<T> => {
  let present = first;
  let aborted = false;
  const done = first.done.then((result) => {
    const following = aborted ? null : afterwards(result);
    if (following === null) return result;
    present = following;
    return following.done;
  });
  return {
    done,
    abort: () => {
      aborted = true;
      present.abort();
    },
  };
};

/** What `start` sends once `before` is over; given up meanwhile, it is never sent. */
export const postponed = <T>(before: Promise<unknown>, start: () => Sending<T>): Sending<T> => {
  const { promise, resolve } = Promise.withResolvers<Settled<T>>();
  let present: Sending<T> | null = null;
  let aborted = false;
  const begin = (): void => {
    if (aborted) return;
    present = start();
    void present.done.then(resolve);
  };
  before.then(begin, begin);
  return {
    done: promise,
    abort: () => {
      aborted = true;
      if (present === null) resolve(err(unsent("aborted", "given up by the caller")));
      else present.abort();
    },
  };
};
