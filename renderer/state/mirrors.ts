/** Mirrors of the contract's topics: a store per topic, fed by snapshots and patches. Nothing else writes to them. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { contract, type ListTopicName, type TopicParams, type TopicValue, type ValueTopicName } from "../../shared/contract.ts";
import type { AppError } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";
import type { RendererClock } from "../clock.ts";
import { follow } from "./subscription.ts";

/** `waiting`: no snapshot yet. `closed`: main will not serve it. After a hole the last values stay while a snapshot is fetched. */
export type MirrorPhase = "waiting" | "live" | "closed";

export type ValueState<V> = { value: V | null; phase: MirrorPhase; error: AppError | null };
export type ListState<V> = { items: ReadonlyMap<string, V>; phase: MirrorPhase; error: AppError | null };
export type ValueMirror<V> = StoreApi<ValueState<V>>;
export type ListMirror<V> = StoreApi<ListState<V>>;

/** A mirror under way, and how to end it. */
export type Running<M> = { store: M; stop: () => void };

export const mirrorValue = <N extends ValueTopicName>(
  bridge: Bridge,
  clock: RendererClock,
  topic: N,
  params: TopicParams<N>,
): Running<ValueMirror<TopicValue<N>>> => {
  const store = createStore<ValueState<TopicValue<N>>>(() => ({ value: null, phase: "waiting", error: null }));
  const stop = follow(bridge, clock, topic, params, {
    restart: () => undefined,
    push: (push) => {
      if (push.kind === "value") store.setState({ value: push.value as TopicValue<N>, phase: "live", error: null });
    },
    closed: (error, final) => store.setState(final ? { phase: "closed", error } : { error }),
  });
  return { store, stop };
};

export type ListChange<V> = { upsert: readonly V[]; remove: readonly string[]; reset: boolean };

/**
 * `onChange` sees each change after it was applied. Changes are gathered and applied once per frame, so that a
 * thousand events a second cost sixty renders; a snapshot in several pushes shows only when it is whole.
 */
export const mirrorList = <N extends ListTopicName>(
  bridge: Bridge,
  clock: RendererClock,
  topic: N,
  params: TopicParams<N>,
  onChange: (change: ListChange<TopicValue<N>>) => void = () => undefined,
): Running<ListMirror<TopicValue<N>>> => {
  type V = TopicValue<N>;
  const key = contract.topics[topic].key as keyof V;
  const keyOf = (item: V): string => String(item[key]);
  const store = createStore<ListState<V>>(() => ({ items: new Map(), phase: "waiting", error: null }));

  let snapshot: Map<string, V> | null = null;
  let pending = new Map<string, V | null>();
  let cancelFrame: (() => void) | null = null;

  const flush = (): void => {
    cancelFrame = null;
    if (pending.size === 0) return;
    const items = new Map(store.getState().items);
    const change = { upsert: [] as V[], remove: [] as string[], reset: false };
    for (const [itemKey, item] of pending) {
      if (item === null) {
        items.delete(itemKey);
        change.remove.push(itemKey);
      } else {
        items.set(itemKey, item);
        change.upsert.push(item);
      }
    }
    pending = new Map();
    store.setState({ items, phase: "live", error: null });
    onChange(change);
  };

  const stopFollowing = follow(bridge, clock, topic, params, {
    restart: () => {
      snapshot = null;
      pending.clear();
    },
    push: (push) => {
      if (push.kind !== "list") return;
      if (push.reset) snapshot = new Map();
      if (snapshot !== null) {
        for (const item of push.upsert as V[]) snapshot.set(keyOf(item), item);
        for (const gone of push.remove) snapshot.delete(gone);
        if (!push.complete) return;
        const items = snapshot;
        snapshot = null;
        pending.clear();
        store.setState({ items, phase: "live", error: null });
        onChange({ upsert: [...items.values()], remove: [], reset: true });
        return;
      }
      for (const item of push.upsert as V[]) pending.set(keyOf(item), item);
      for (const gone of push.remove) pending.set(gone, null);
      cancelFrame ??= clock.frame(flush);
    },
    closed: (error, final) => store.setState(final ? { phase: "closed", error } : { error }),
  });

  return {
    store,
    stop: () => {
      stopFollowing();
      cancelFrame?.();
    },
  };
};
