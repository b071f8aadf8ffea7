/** What the window sees while profiles come and go: one session at a time, and views of it that stay open when it changes. */
import { createSignal, type Watch } from "../shared/signal.ts";
import type { Session } from "./session.ts";

type Readable<T> = { read(): T; watch: Watch<void> };
type Listed<T> = { list(): T[]; get(key: string): T | undefined; watch: Watch<string> };
/** `null`: another session; anything may have changed. */
type Following<T> = Omit<Listed<T>, "watch"> & { watch: Watch<string | null> };

export const createStage = (first: Session) => {
  let current = first;
  const switched = createSignal<void>();

  /** Listens to whichever session runs. */
  const follow = (begin: (session: Session) => () => void, changed: () => void): (() => void) => {
    let stop = begin(current);
    const stopFollowing = switched.watch(() => {
      stop();
      stop = begin(current);
      changed();
    });
    return () => {
      stop();
      stopFollowing();
    };
  };

  return {
    session: (): Session => current,
    switched: switched.watch,
    become: (next: Session): void => {
      current = next;
      switched.emit();
    },
    value: <T>(pick: (session: Session) => Readable<T>): Readable<T> => ({
      read: () => pick(current).read(),
      watch: (listener) => follow((session) => pick(session).watch(listener), listener),
    }),
    list: <T>(pick: (session: Session) => Listed<T>): Following<T> => ({
      list: () => pick(current).list(),
      get: (key) => pick(current).get(key),
      watch: (listener) =>
        follow(
          (session) => pick(session).watch(listener),
          () => listener(null),
        ),
    }),
  };
};
