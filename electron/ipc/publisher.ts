/** From sources to windows: a snapshot, then patches with a revision, for each subscription. May not know what any topic means. */

import { MAX_ITEMS_PER_PUSH, MAX_SUBSCRIPTIONS, type Push } from "../../shared/contract/kinds.ts";
import { contract, type TopicName } from "../../shared/contract.ts";
import type { Clock, Log, Random } from "../../shared/ports.ts";
import { type AppError, appError, err, ok, type Result } from "../../shared/result.ts";
import type { ListFeed, Sources, ValueFeed } from "../../shared/serving.ts";
import { internalFault } from "./fault.ts";

/** Changes within so many ms travel together. */
export const COALESCE_MS = 50;

export type Publisher = {
  /** The snapshot leaves before this answers. Fails where the topic cannot be opened; no push comes then. */
  subscribe(window: number, subscription: string, topic: TopicName, params: unknown): Result<Record<string, never>>;
  unsubscribe(window: number, subscription: string): void;
  /** Sends at once what waits to travel together. */
  flush(window: number): void;
  /** The window's page is gone, and all its subscriptions with it. */
  dropWindow(window: number): void;
  close(): void;
};

type Deps = { sources: Sources; clock: Clock; random: Random; log: Log; send: (window: number, push: Push) => boolean };

/** `flush` sends what has changed since the last push; an error closes the subscription with it. */
type Feed = { flush(): Result<void>; close(): void };
/** A push without the parts that every push of a subscription has. */
type Body =
  | { kind: "value"; value: unknown }
  | { kind: "list"; reset: boolean; complete: boolean; upsert: unknown[]; remove: string[] }
  | { kind: "closed"; error: AppError };
type Emit = (body: Body) => void;
type Item = Record<string, unknown>;

export const createPublisher = ({ sources, clock, random, log, send }: Deps): Publisher => {
  type Held = Map<string, { flush(): void; close(): void }>;
  const windows = new Map<number, Held>();

  const dropWindow = (window: number): void => {
    const held = windows.get(window);
    windows.delete(window);
    for (const one of held?.values() ?? []) one.close();
  };

  const unsubscribe = (window: number, subscription: string): void => {
    const held = windows.get(window);
    const one = held?.get(subscription);
    held?.delete(subscription);
    if (held?.size === 0) windows.delete(window);
    one?.close();
  };

  const subscribe: Publisher["subscribe"] = (window, subscription, topic, params) => {
    const held = windows.get(window) ?? (new Map() as Held);
    if (held.has(subscription)) return err(appError("conflict", `subscription ${subscription} is in use`));
    if (held.size >= MAX_SUBSCRIPTIONS) return err(appError("tooLarge", `a window may hold ${MAX_SUBSCRIPTIONS} subscriptions`));

    let revision = 0;
    let open = true;
    let cancelTimer = nothing;
    let scheduled = false;
    const emit: Emit = (body) => {
      if (!open) return;
      revision += 1;
      if (!send(window, { ...body, subscription, revision })) dropWindow(window);
    };
    const flush = (): void => {
      scheduled = false;
      if (!open) return;
      const flushed = safely(() => feed.flush());
      if (flushed.ok) return;
      emit({ kind: "closed", error: flushed.error });
      unsubscribe(window, subscription);
    };
    const schedule = (): void => {
      if (!open || scheduled) return;
      scheduled = true;
      cancelTimer = clock.after(COALESCE_MS, flush);
    };
    const safely = <T>(work: () => Result<T>): Result<T> => {
      try {
        return work();
      } catch (error) {
        return err(internalFault({ log, random }, error, `topic ${topic}`));
      }
    };

    const opened = safely(() => openFeed(sources, topic, params, emit, schedule));
    if (!opened.ok) {
      cancelTimer();
      return opened;
    }
    const feed = opened.value;
    held.set(subscription, {
      flush: () => {
        if (!scheduled) return;
        cancelTimer();
        flush();
      },
      close: () => {
        open = false;
        cancelTimer();
        feed.close();
      },
    });
    windows.set(window, held);
    // The snapshot.
    const first = safely(() => feed.flush());
    if (first.ok) return ok({});
    unsubscribe(window, subscription);
    return first;
  };

  return {
    subscribe,
    unsubscribe,
    flush: (window) => {
      for (const one of windows.get(window)?.values() ?? []) one.flush();
    },
    dropWindow,
    close: () => {
      for (const window of windows.keys()) dropWindow(window);
    },
  };
};

const nothing = (): void => {};

const openFeed = (sources: Sources, topic: TopicName, params: unknown, emit: Emit, schedule: () => void): Result<Feed> => {
  const entry = contract.topics[topic];
  // The server has parsed `params` by the topic's own schema; the table of sources is typed by the same contract.
  if (entry.kind === "value") {
    const source = sources[topic] as unknown as (params: unknown, changed: () => void) => Result<ValueFeed<unknown>>;
    const opened = source(params, schedule);
    return opened.ok ? ok(valueFeed(opened.value, emit)) : opened;
  }
  /** `null`: everything. */
  const dirty = new Set<string | null>();
  const source = sources[topic] as unknown as (params: unknown, changed: (key: string | null) => void) => Result<ListFeed<Item>>;
  const opened = source(params, (key) => {
    dirty.add(key);
    schedule();
  });
  return opened.ok ? ok(listFeed(opened.value, entry.key, dirty, emit)) : opened;
};

const valueFeed = (source: ValueFeed<unknown>, emit: Emit): Feed => {
  let sent: string | null = null;
  return {
    flush: () => {
      const now = source.read();
      if (!now.ok) return now;
      const text = JSON.stringify(now.value);
      if (text !== sent) emit({ kind: "value", value: now.value });
      sent = text;
      return ok(undefined);
    },
    close: () => source.close(),
  };
};

const listFeed = (source: ListFeed<Item>, keyName: string, dirty: Set<string | null>, emit: Emit): Feed => {
  /** Key → item as last sent. Compared as text: a source may hand out one object that it changes in place. */
  const sent = new Map<string, string>();
  let started = false;

  const snapshot = (): void => {
    const items = source.readAll();
    sent.clear();
    for (const item of items) sent.set(String(item[keyName]), JSON.stringify(item));
    const pages = chunks(items);
    for (const [index, upsert] of pages.entries())
      emit({ kind: "list", reset: index === 0, complete: index === pages.length - 1, upsert, remove: [] });
  };

  const patch = (keys: string[]): void => {
    const upsert: Item[] = [];
    const remove: string[] = [];
    for (const key of keys) {
      const item = source.read(key);
      const text = item === undefined ? undefined : JSON.stringify(item);
      if (text === sent.get(key)) continue;
      if (item === undefined || text === undefined) {
        sent.delete(key);
        remove.push(key);
      } else {
        sent.set(key, text);
        upsert.push(item);
      }
    }
    if (upsert.length + remove.length > 0) emit({ kind: "list", reset: false, complete: true, upsert, remove });
  };

  return {
    flush: () => {
      if (!started || dirty.has(null)) {
        // Changes told until now are in the snapshot already.
        dirty.clear();
        snapshot();
        started = true;
        return ok(undefined);
      }
      const keys = [...dirty].filter((key) => key !== null);
      dirty.clear();
      for (const page of chunks(keys)) patch(page);
      return ok(undefined);
    },
    close: () => source.close(),
  };
};

/** At least one chunk, so that an empty snapshot is told too. */
const chunks = <T>(items: T[]): T[][] => {
  const pages: T[][] = [];
  for (let from = 0; from === 0 || from < items.length; from += MAX_ITEMS_PER_PUSH)
    pages.push(items.slice(from, from + MAX_ITEMS_PER_PUSH));
  return pages;
};
