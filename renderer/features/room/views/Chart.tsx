/** Bars of a quiz or a poll: each option with how many chose it, as words and as a length. */
import { useWords } from "../../../i18n/words.tsx";
import type { Bar, Outcome } from "../results.ts";

const percentOf = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);

const Row = ({ bar }: { bar: Bar }) => {
  const { t, n, language } = useWords();
  return (
    <li className={bar.correct ? "bar-row right" : "bar-row"}>
      <span className="cut" title={bar.label}>
        {bar.label}
      </span>
      <span className="track" aria-hidden="true">
        <i style={{ width: `${(bar.share * 100).toFixed(1)}%` }} />
      </span>
      <span className="side">
        {t("roomViews.results.bar", { n: n(bar.count), percent: percentOf(bar.share, language) })}
        {bar.correct && <b> {t("roomViews.results.right")}</b>}
      </span>
    </li>
  );
};

export const Chart = ({ outcome, label }: { outcome: Outcome; label: string }) => (
  <ul className="bars" aria-label={label}>
    {outcome.bars.map((bar) => (
      <Row key={bar.label} bar={bar} />
    ))}
  </ul>
);

/** `15 of 17 answered, 73 % correct`. */
export const useTally = (): ((outcome: Outcome) => string) => {
  const { t, n, language } = useWords();
  return ({ answered, asked, accuracy }) =>
    [
      asked === null
        ? t("roomViews.results.answered", { n: n(answered) })
        : t("roomViews.results.answeredOf", { n: n(answered), of: n(asked) }),
      accuracy === null ? "" : t("roomViews.results.accuracy", { percent: percentOf(accuracy, language) }),
    ]
      .filter(Boolean)
      .join(language === "zh" ? "\uFF0C" : ", ");
};

const NAMES_SHOWN = 3;

/** Who has been asked and has not answered; `all`: every name. */
export const Missing = ({ outcome, all }: { outcome: Outcome; all: boolean }) => {
  const { t, n } = useWords();
  const { missing, asked, answered, running } = outcome;
  const word = running ? "notYet" : "never";
  if (missing === null) {
    const count = asked === null ? 0 : Math.max(0, asked - answered);
    return count === 0 ? null : <p className="hint">{t(`roomViews.results.${word}Count`, { n: n(count) })}</p>;
  }
  if (missing.length === 0) return <p className="hint">{t("roomViews.results.everybody")}</p>;
  const shown = all ? missing : missing.slice(0, NAMES_SHOWN);
  const names = shown.map(({ name }) => name).join(t("roomViews.results.separator"));
  const more = missing.length - shown.length;
  return (
    <p className="hint">
      {t(`roomViews.results.${word}`, { names: more > 0 ? t("events.andMore", { name: names, more: n(more) }) : names })}
    </p>
  );
};
