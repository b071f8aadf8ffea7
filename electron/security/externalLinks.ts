/** Links to the outside (checklist item 15): only https, only to the user's own browser. */
import type { Shell } from "../../shared/ports.ts";
import { appError, err } from "../../shared/result.ts";

/** The address as it may be handed to the system; null for anything but plain https. */
export const externalAddress = (url: string): string | null => {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "https:" && !parsed.username && !parsed.password ? parsed.href : null;
  } catch {
    return null;
  }
};

/** The desktop, which opens nothing else, whoever asks. */
export const confineLinks = (shell: Shell): Shell => ({
  ...shell,
  openExternal: async (url) => {
    const address = externalAddress(url);
    if (address === null) return err(appError("forbidden", "Only https links are opened outside the console."));
    return shell.openExternal(address);
  },
});
