/** That a token is on the clipboard, until when, and how long it holds. */
import type { CopiedToken } from "../../../shared/model/tokenInspection.ts";
import { duration } from "../../format/time.ts";
import { useWords } from "../../i18n/words.tsx";
import { useNow, useWallNow } from "../../state/console.ts";

export const Copied = ({ token }: { token: CopiedToken }) => {
  const { t, time } = useWords();
  const now = useNow();
  const wall = useWallNow();
  const left = token.clearsAt - wall;
  return (
    <div className="copied" role="status">
      <b>{left > 0 ? t("tokens.copied.now") : t("tokens.copied.cleared")}</b>
      <span>{t("tokens.copied.expires", { time: time.moment(token.expiresAt, now) })}</span>
      {/* Counted for the eye only: a live region must not speak each second. */}
      {left > 0 && <span aria-hidden="true">{t("tokens.copied.left", { left: duration(left) })}</span>}
      {left > 0 && <span className="unseen">{t("tokens.copied.clears", { time: time.moment(token.clearsAt, wall) })}</span>}
    </div>
  );
};
