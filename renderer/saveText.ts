/** Hands a text to the person as a file, by the browser's own way of saving. */

import type { RendererClock } from "./clock.ts";

/** Long enough for the browser to have begun, ms. */
const KEEP_MS = 60_000;

export const saveText = (clock: Pick<RendererClock, "after">, name: string, type: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  clock.after(KEEP_MS, () => URL.revokeObjectURL(address));
};
