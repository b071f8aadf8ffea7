/** Keeps a list's order while somebody is at it (product: positions stay stable while the pointer or focus is on a list). */
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { heldOrder } from "../features/wall/order.ts";

type Hold = {
  onPointerEnter(): void;
  onPointerLeave(): void;
  onFocus(): void;
  onBlur(event: FocusEvent): void;
};

/** `fresh`: the order that would be right now. While pointer or focus is on the list nothing moves; what is new comes last. */
export const useSteady = (fresh: readonly string[]): { order: readonly string[]; hold: Hold } => {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const shown = useRef(fresh);
  const present = new Set(fresh);
  const order = pointed || focused ? heldOrder(shown.current, fresh, (key) => present.has(key)) : fresh;
  useEffect(() => {
    shown.current = order;
  });
  return {
    order,
    hold: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(false);
      },
    },
  };
};
