/** What is being waited for: said after a second, left after ten if the person wants to. */
import { useWords } from "../i18n/words.tsx";
import { useWallNow } from "../state/console.ts";

const SAY_AFTER_S = 1;
const LEAVE_AFTER_S = 10;

export const Waiting = ({ since, text, onStop }: { since: number | null; text: string; onStop?: () => void }) => {
  const { t } = useWords();
  const now = useWallNow();
  const seconds = since === null ? 0 : Math.floor((now - since) / 1_000);
  return (
    <span className="waiting">
      <span className="hint" role="status">
        {since !== null && seconds >= SAY_AFTER_S ? text : ""}
      </span>
      {since !== null && seconds >= SAY_AFTER_S && <span className="hint">{t("age.seconds", { n: seconds })}</span>}
      {since !== null && seconds >= LEAVE_AFTER_S && onStop !== undefined && (
        <button type="button" className="small" onClick={onStop}>
          {t("credentials.stopWaiting")}
        </button>
      )}
    </span>
  );
};
