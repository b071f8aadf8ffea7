/** A change told to whoever watches, within one thread. For "this has changed, read it again", never for control flow. */

export type Signal<T> = {
  emit(value: T): void;
  /** The answer stops watching. */
  watch(listener: (value: T) => void): () => void;
};

/** The watching half, which is what a room hands out. */
export type Watch<T> = Signal<T>["watch"];

export const createSignal = <T>(): Signal<T> => {
  const listeners = new Set<(value: T) => void>();
  return {
    emit: (value) => {
      for (const listener of listeners) listener(value);
    },
    watch: (listener) => {
      // Wrapped, so that one function may watch twice and stop once.
      const entry = (value: T): void => listener(value);
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
};
