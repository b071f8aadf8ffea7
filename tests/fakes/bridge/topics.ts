/** Publishes topics as main does: a snapshot, then changes gathered for 50 ms, with revisions from 1. */
import { MAX_ITEMS_PER_PUSH, type Push } from "../../../shared/contract/kinds.ts";

const COALESCE_MS = 50;
type Listener = (push: Push) => void;

export const createValueTopic = <V>(first: V) => {
  let value = first;
  const open = new Map<Listener, number>();
  const tell = (listener: Listener): void => {
    const revision = (open.get(listener) ?? 0) + 1;
    open.set(listener, revision);
    listener({ kind: "value", subscription: "fixture", revision, value });
  };
  return {
    read: (): V => value,
    set: (next: V): void => {
      value = next;
      for (const listener of open.keys()) tell(listener);
    },
    subscribe: (listener: Listener): (() => void) => {
      open.set(listener, 0);
      queueMicrotask(() => open.has(listener) && tell(listener));
      return () => void open.delete(listener);
    },
  };
};

/** `dropNext` leaves out one revision, as a lost message would. */
export const createListTopic = <V>(readAll: () => V[], read: (key: string) => V | undefined) => {
  const open = new Map<Listener, number>();
  let changed = new Set<string>();
  let timer: number | null = null;
  let drop = false;

  const push = (listener: Listener, part: { reset: boolean; complete: boolean; upsert: V[]; remove: string[] }): void => {
    const revision = (open.get(listener) ?? 0) + 1;
    open.set(listener, revision);
    if (!drop || part.reset) listener({ kind: "list", subscription: "fixture", revision, ...part });
  };
  const snapshot = (listener: Listener): void => {
    const all = readAll();
    for (let start = 0; start === 0 || start < all.length; start += MAX_ITEMS_PER_PUSH) {
      const upsert = all.slice(start, start + MAX_ITEMS_PER_PUSH);
      push(listener, { reset: start === 0, complete: start + MAX_ITEMS_PER_PUSH >= all.length, upsert, remove: [] });
    }
  };
  const flush = (): void => {
    timer = null;
    const keys = [...changed];
    changed = new Set();
    for (let start = 0; start < keys.length; start += MAX_ITEMS_PER_PUSH) {
      const upsert: V[] = [];
      const remove: string[] = [];
      for (const key of keys.slice(start, start + MAX_ITEMS_PER_PUSH)) {
        const value = read(key);
        if (value === undefined) remove.push(key);
        else upsert.push(value);
      }
      for (const listener of open.keys()) push(listener, { reset: false, complete: true, upsert, remove });
    }
    drop = false;
  };
  return {
    changed: (key: string): void => {
      changed.add(key);
      timer ??= window.setTimeout(flush, COALESCE_MS);
    },
    dropNext: (): void => {
      drop = true;
    },
    subscribe: (listener: Listener): (() => void) => {
      open.set(listener, 0);
      queueMicrotask(() => open.has(listener) && snapshot(listener));
      return () => void open.delete(listener);
    },
  };
};
