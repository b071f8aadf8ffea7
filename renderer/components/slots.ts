/** Rows of a virtual list that are used again: one that leaves the view at one end is drawn anew at the other, where it stands in the document. */
import type { VirtualItem } from "@tanstack/react-virtual";
import { useRef } from "react";

type Key = VirtualItem["key"];

/** The slot of each key: its own where it has one, else one that is free; the lowest first. */
export const slotsFor = (keys: readonly Key[], before: ReadonlyMap<Key, number>): ReadonlyMap<Key, number> => {
  const taken = new Set(keys.map((key) => before.get(key)));
  let free = 0;
  const next = (): number => {
    while (taken.has(free)) free += 1;
    free += 1;
    return free - 1;
  };
  return new Map(keys.map((key) => [key, before.get(key) ?? next()]));
};

/**
 * Each item with its slot, in the order of the slots: scrolling then changes rows, and neither makes nor moves any. In the order of the
 * list, scrolling up would move all of them in the document for each that comes. An item keeps its row while it is drawn, also where the order
 * changes: what was aimed at stays what it is.
 */
export const useSlots = (items: readonly VirtualItem[]): { slot: number; index: number; start: number }[] => {
  const slots = useRef<ReadonlyMap<Key, number>>(new Map());
  slots.current = slotsFor(
    items.map(({ key }) => key),
    slots.current,
  );
  return items.map(({ key, index, start }) => ({ slot: slots.current.get(key) ?? index, index, start })).sort((a, b) => a.slot - b.slot);
};
