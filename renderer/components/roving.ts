/** One stop of the Tab key for a list of buttons; arrow keys, Home and End move inside it. */
import { type KeyboardEvent, useState } from "react";

type Roving = {
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  item(key: string): { tabIndex: 0 | -1; onFocus(): void };
};

/** `keys`: those of the buttons, in their order. The button that had the focus last is the stop; else the first. */
export const useRoving = (keys: readonly string[]): Roving => {
  const [last, setLast] = useState<string | null>(null);
  const stop = last !== null && keys.includes(last) ? last : keys[0];
  return {
    onKeyDown: (event) => {
      const buttons = [...event.currentTarget.querySelectorAll("button")];
      const here = buttons.findIndex((button) => button === document.activeElement);
      const targets: Record<string, number> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: buttons.length - 1 };
      const target = buttons[targets[event.key] ?? -1];
      if (target === undefined) return;
      event.preventDefault();
      target.focus();
    },
    item: (key) => ({ tabIndex: key === stop ? 0 : -1, onFocus: () => setLast(key) }),
  };
};
