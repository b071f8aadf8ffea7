/** A verdict as a shape of its own and a word: never colour alone. */
import type { Finding, Verdict } from "../../../shared/model/boardCheck.ts";
import { useWords } from "../../i18n/words.tsx";
import { detailText, reasonText } from "./findings.ts";

const shapes: Readonly<Record<Verdict, string>> = {
  bad: "M2 2h8v8H2zM4 4l4 4M8 4l-4 4",
  attention: "M6 1.5 11 10.5H1zM6 4.5v3M6 9v.3",
  unknown: "M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM4.7 4.8a1.3 1.3 0 1 1 1.3 1.5v.7M6 8.6v.2",
  good: "M2 6.5 5 9.5 10 3",
  none: "M3 6h6",
};

export const Mark = ({ finding, now, changed = false }: { finding: Finding; now: number; changed?: boolean }) => {
  const words = useWords();
  const detail = detailText(finding, words);
  return (
    <div className={`board-mark ${finding.verdict}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" width="12" height="12" fill="none" stroke="currentColor">
        <path d={shapes[finding.verdict]} />
      </svg>
      <div>
        <span className="unseen">{words.t(`board.verdict.${finding.verdict}`)}: </span>
        {reasonText(finding, words, now)}
        {changed && <span className="tag">{words.t("board.isChanged")}</span>}
        {detail !== "" && <p className="hint">{detail}</p>}
      </div>
    </div>
  );
};
