/** Keeps the width class of the layout. Main applies the zoom to the whole page, so a larger zoom is a narrower layout here. */
import { type RefObject, useLayoutEffect } from "react";
import { useConsole } from "../../state/console.ts";
import { widthClass } from "../../state/ui.ts";

export const useWidth = (frame: RefObject<HTMLElement | null>): void => {
  const { ui } = useConsole();
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => {
      const width = widthClass(element.clientWidth);
      if (ui.getState().width !== width) ui.setState({ width });
    };
    // Tells the present width too, once the first picture was laid out anyway.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ui, frame]);
};
