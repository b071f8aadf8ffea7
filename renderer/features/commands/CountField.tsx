/** The agreement that what is dangerous for many asks for: their count, typed. */
import { useWords } from "../../i18n/words.tsx";

type CountFieldProps = { count: number; typed: string; wrong: boolean; onText(text: string): void };

export const CountField = ({ count, typed, wrong, onText }: CountFieldProps) => {
  const { t } = useWords();
  return (
    <div className="field count">
      <label htmlFor="ask-count">{t("ask.typeCount", { n: count })}</label>
      <input
        id="ask-count"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        aria-invalid={wrong}
        aria-describedby="ask-count-help"
        onChange={(event) => onText(event.target.value)}
      />
      <p id="ask-count-help" className={wrong ? "fault" : "hint"}>
        {wrong ? t("ask.typeCountWrong", { n: count }) : t("ask.typeCountHelp")}
      </p>
    </div>
  );
};
