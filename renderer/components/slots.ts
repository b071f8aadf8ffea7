/** Rows of a virtual list that are used again: one that leaves the view at one end is drawn anew at the other, where it stands in the document. */
import type { VirtualItem } from "@tanstack/react-virtual";
import { useRef } from "react";

/**
 * Each item with its slot, in the order of the slots: scrolling then changes rows, and neither makes nor moves any. In the order of the
 * list, scrolling up would move all of them in the document for each that comes.
 */
export const useSlots = (items: readonly VirtualItem[]): { slot: number; index: number; start: number }[] => {
  const slots = useRef(0);
  slots.current = Math.max(slots.current, items.length);
  return items.map(({ index, start }) => ({ slot: index % slots.current, index, start })).sort((a, b) => a.slot - b.slot);
};
