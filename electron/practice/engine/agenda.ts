/** What is due next, over all rooms: a heap of (time, order of asking). */
export type Agenda<T> = {
  add(at: number, item: T): void;
  /** Removes and answers the first item that is due at `until` or before. */
  next(until: number): { at: number; item: T } | null;
};

type Entry<T> = { at: number; order: number; item: T };

const before = <T>(left: Entry<T>, right: Entry<T>): boolean => (left.at === right.at ? left.order < right.order : left.at < right.at);

export const createAgenda = <T>(): Agenda<T> => {
  const heap: Entry<T>[] = [];
  let order = 0;

  const swap = (left: number, right: number): void => {
    const kept = heap[left] as Entry<T>;
    heap[left] = heap[right] as Entry<T>;
    heap[right] = kept;
  };
  const sink = (): void => {
    let at = 0;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && before(heap[child] as Entry<T>, heap[least] as Entry<T>)) least = child;
      }
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };

  return {
    add: (at, item) => {
      heap.push({ at, order: order++, item });
      let child = heap.length - 1;
      while (child > 0) {
        const parent = (child - 1) >> 1;
        if (!before(heap[child] as Entry<T>, heap[parent] as Entry<T>)) break;
        swap(child, parent);
        child = parent;
      }
    },
    next: (until) => {
      const first = heap[0];
      if (first === undefined || first.at > until) return null;
      const last = heap.pop() as Entry<T>;
      if (heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return { at: first.at, item: first.item };
    },
  };
};
