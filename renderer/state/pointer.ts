/** Where the pointer is. What appears under one that rests is not told of it before it moves. */

export type Pointer = {
  /** Whether it rests within this element's bounds, as far as is known. */
  isOver(element: Element): boolean;
};

export const followPointer = (root: HTMLElement): Pointer => {
  let at: { x: number; y: number } | null = null;
  const seen = ({ clientX, clientY }: PointerEvent): void => {
    at = { x: clientX, y: clientY };
  };
  for (const name of ["pointermove", "pointerdown"] as const) root.addEventListener(name, seen, { capture: true, passive: true });
  root.addEventListener("pointerleave", () => {
    at = null;
  });
  return {
    isOver: (element) => {
      if (at === null) return false;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return at.x >= left && at.x < right && at.y >= top && at.y < bottom;
    },
  };
};
