/** Where the window was, kept in a file of the user data. */
import { z } from "zod";
import type { Files } from "../../shared/ports.ts";

const Bounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400).max(20_000),
  height: z.int().min(300).max(20_000),
  maximized: z.boolean(),
});
export type Bounds = z.infer<typeof Bounds>;
type Area = { x: number; y: number; width: number; height: number };

export const DEFAULT_SIZE = { width: 1440, height: 900 };

/** How much of a window's title bar must be on a screen for it to be caught with the mouse, px. */
const GRASP = { width: 120, height: 40 };

/** Whether a window there could still be reached; a screen may have been unplugged since. */
export const isReachable = (bounds: Area, screens: readonly Area[]): boolean =>
  screens.some((screen) => {
    const width = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x);
    const height = Math.min(bounds.y + GRASP.height, screen.y + screen.height) - Math.max(bounds.y, screen.y);
    return width >= GRASP.width && height >= GRASP.height;
  });

export const createBoundsFile = (files: Files, userData: string) => {
  const path = files.join(userData, "window.json");
  return {
    /** Null where there is none, it is damaged, or it lies on no screen. */
    read: (screens: readonly Area[]): Bounds | null => {
      const text = files.readText(path);
      if (!text.ok) return null;
      try {
        const parsed = Bounds.safeParse(JSON.parse(text.value));
        return parsed.success && isReachable(parsed.data, screens) ? parsed.data : null;
      } catch {
        return null;
      }
    },
    write: (bounds: Bounds): void => void files.writeText(path, JSON.stringify(bounds)),
  };
};
