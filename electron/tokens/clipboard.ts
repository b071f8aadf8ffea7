/** A token on the clipboard: put there by main, taken away after a while if it is still there. It never crosses to the window. */
import type { CopiedToken } from "../../shared/model/tokenInspection.ts";
import type { Clock, Shell } from "../../shared/ports.ts";

/** How long a copied token stays, ms. */
export const CLEAR_AFTER_MS = 60_000;

export type TokenClipboard = {
  /** `expiresAt`: when the token ends, Unix ms. */
  copy(token: string, expiresAt: number): CopiedToken;
  /** Takes away at once what would be taken away later. */
  close(): void;
};

export const createTokenClipboard = ({ shell, clock }: { shell: Shell; clock: Clock }): TokenClipboard => {
  let held: { token: string; cancel(): void } | null = null;
  const clear = (): void => {
    held?.cancel();
    if (held !== null) shell.clearText(held.token);
    held = null;
  };
  return {
    copy: (token, expiresAt) => {
      held?.cancel();
      shell.copyText(token);
      held = { token, cancel: clock.after(CLEAR_AFTER_MS, clear) };
      return { copied: true, expiresAt, clearsAt: clock.wall() + CLEAR_AFTER_MS };
    },
    close: clear,
  };
};
