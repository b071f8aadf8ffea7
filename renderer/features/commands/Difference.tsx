/** What setting or deleting properties changes of what is known, before it is sent. */
import { useWords } from "../../i18n/words.tsx";
import type { Change } from "./difference.ts";

/** More of a value than this is in the editor. */
const SHOWN = 120;
const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

export const Difference = ({ changes, known }: { changes: readonly Change[]; known: boolean }) => {
  const { t } = useWords();
  return (
    <section className="difference whole" aria-label={t("jsonField.difference")}>
      <h3>{t("jsonField.difference")}</h3>
      {!known && <p className="hint">{t("jsonField.nothingKnown")}</p>}
      {changes.length === 0 ? (
        <p className="hint">{t("jsonField.nothing")}</p>
      ) : (
        <ul className="scroller" tabIndex={0} aria-label={t("jsonField.difference")}>
          {changes.map(({ name, kind, before, after }) => (
            <li key={name} className={kind === "same" || kind === "absent" ? "dimmed" : ""}>
              <b>{name}</b>
              <span className={`kind ${kind}`}>{t(`jsonField.kind.${kind}`)}</span>
              <code>
                {before !== null && kind !== "same" && <del>{short(before)}</del>}
                {before !== null && after !== null && kind === "changed" && " → "}
                {after !== null && kind !== "same" && <ins>{short(after)}</ins>}
              </code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
