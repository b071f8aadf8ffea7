/** One line on return: how long nobody looked, and how much came meanwhile. It asks for nothing. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { Icon } from "../../components/icons.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";
import { pastPlace } from "../../state/ui.ts";
import { ageText } from "../frame/ageText.ts";

export const AwayLine = () => {
  const { away, alarms, ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const absence = useStore(away, (state) => state.away);
  const { ask, answer, drop } = useAsking("past.since");
  const from = absence?.from ?? null;
  const raised = useStore(alarms, ({ items }) =>
    from === null ? 0 : [...items.values()].filter((alarm) => alarm.raisedAt >= from).length,
  );
  useEffect(() => {
    if (from === null) drop();
    else void ask({ at: from });
  }, [from, ask, drop]);
  if (absence === null) return null;
  const dismiss = (): void => away.setState({ away: null });
  return (
    <p className="notice" role="status">
      <Icon name="note" />
      <span className="spring">
        {t("past.away.line", { ago: ageText(absence.to - absence.from, words) })}{" "}
        {raised > 0 && <b className="warn1">{t("past.away.alarms", { count: raised })} </b>}
        {answer !== null && t("past.away.events", { count: answer.total, rooms: words.n(answer.roomCount) })}
      </span>
      <button
        type="button"
        className="small"
        onClick={() => {
          ui.setState({ place: pastPlace({ view: "since", at: absence.from }) });
          dismiss();
        }}
      >
        <kbd>w</kbd> {t("past.away.show")}
      </button>
      <button type="button" className="quiet small" onClick={dismiss}>
        {t("notices.dismiss")}
      </button>
    </p>
  );
};
