/** A topic that is followed only while somebody looks at it. */
import { type DependencyList, useEffect, useState } from "react";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Running } from "./mirrors.ts";

const WAITING = { phase: "waiting", error: null } as const;

/** `open` begins anew when `of` changes; before its first push the store is an empty one. */
export const useMirror = <S extends { phase: "waiting" | "live" | "closed" }>(
  open: () => Running<StoreApi<S>>,
  of: DependencyList,
): StoreApi<S> => {
  const [store, setStore] = useState<StoreApi<S>>(() =>
    createStore<S>(() => ({ ...WAITING, value: null, items: new Map() }) as unknown as S),
  );
  useEffect(() => {
    const running = open();
    setStore(() => running.store);
    return running.stop;
  }, of);
  return store;
};
