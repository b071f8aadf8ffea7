/** Streams that somebody wants to know about, each looked at once however many rooms play it. */
import type { Clock } from "../../shared/ports.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import { lookAtStream } from "./reading.ts";
import type { Visitor } from "./visits.ts";
import { nextLookIn, unwatched, type Watched, watched } from "./watching.ts";

export type StreamWatch = {
  /** Begins to look, until what it answers is called. */
  hold(url: string): () => void;
  /** undefined: nobody holds it. */
  read(url: string): Watched | undefined;
  /** Told the address of each stream of which something new is known. */
  watch: Watch<string>;
  stop(): void;
};

type Entry = { holders: number; state: Watched; cancel: () => void };

/** `now`: server time, ms. `mayAsk`: asked at each look. */
export const createStreamWatch = (deps: {
  visitor: Pick<Visitor, "visit">;
  clock: Clock;
  now: () => number;
  mayAsk: (host: string) => boolean;
}): StreamWatch => {
  const { visitor, clock, now, mayAsk } = deps;
  const entries = new Map<string, Entry>();
  const changed = createSignal<string>();

  const look = async (url: string, entry: Entry): Promise<void> => {
    const pieces = entry.state.look === null || entry.state.failures > 0;
    const looked = await lookAtStream(visitor, { url, mayAsk }, { pieces });
    if (entries.get(url) !== entry) return;
    entry.state = watched(entry.state, looked, now());
    changed.emit(url);
    // Whoever was told may have let go of it.
    if (entries.get(url) !== entry) return;
    entry.cancel = clock.after(nextLookIn(entry.state), () => void look(url, entry));
  };

  return {
    hold: (url) => {
      const known = entries.get(url);
      const entry = known ?? { holders: 0, state: unwatched(url, now()), cancel: () => undefined };
      entry.holders += 1;
      if (known === undefined) {
        entries.set(url, entry);
        void look(url, entry);
      }
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        entry.holders -= 1;
        if (entry.holders > 0 || entries.get(url) !== entry) return;
        entry.cancel();
        entries.delete(url);
      };
    },
    read: (url) => entries.get(url)?.state,
    watch: changed.watch,
    stop: () => {
      for (const { cancel } of entries.values()) cancel();
      entries.clear();
    },
  };
};
