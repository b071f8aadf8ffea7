/** All pages of what comes in pages (operations 6, 8, 16, 17), one by one, each with the place from which a later reading goes on. */
import type { CloudAnswer, CloudProblem, Sending } from "./types.ts";

export type PageStep<P> =
  /** `resumeAt`: where the next page begins; null: this was the last. */
  | { ok: true; answer: CloudAnswer<P>; resumeAt: string | null }
  /** `resumeAt`: the page that could not be had; undefined: the very first. Nothing follows. */
  | { ok: false; problem: CloudProblem; resumeAt: string | undefined };

export type Pages<P> = { steps: AsyncGenerator<PageStep<P>, void, void>; abort(): void };

/**
 * `ask` sends for the page that begins at `nextId`, for example `(nextId) => cloud.recordings(room, nextId === undefined ? {} : { nextId }, options)`.
 * A page is sent for only once the one before it has been taken. `from`: the `resumeAt` of an earlier reading.
 */
export const pagesOf = <P extends { nextId: string | null }>(ask: (nextId: string | undefined) => Sending<P>, from?: string): Pages<P> => {
  let present: Sending<P> | null = null;

  const read = async function* (): AsyncGenerator<PageStep<P>, void, void> {
    const asked = new Set<string | undefined>();
    let nextId = from;
    for (;;) {
      asked.add(nextId);
      present = ask(nextId);
      const result = await present.done;
      if (!result.ok) {
        yield { ok: false, problem: result.error, resumeAt: nextId };
        return;
      }
      const following = result.value.value.nextId;
      // A service that names a page twice would be read for ever.
      const resumeAt = following === null || asked.has(following) ? null : following;
      yield { ok: true, answer: result.value, resumeAt };
      if (resumeAt === null) return;
      nextId = resumeAt;
    }
  };

  return { steps: read(), abort: () => present?.abort() };
};
