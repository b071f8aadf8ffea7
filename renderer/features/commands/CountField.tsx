/** The agreement that what is dangerous for many asks for: their count, typed. */
import { useWords } from "../../i18n/words.tsx";

/** `autoFocus`: the dialog begins here; left out, where it says otherwise. */
type CountFieldProps = { id: string; count: number; typed: string; wrong: boolean; autoFocus?: boolean; onText(text: string): void };

export const CountField = ({ id, count, typed, wrong, autoFocus = false, onText }: CountFieldProps) => {
  const { t } = useWords();
  return (
    <div className="field count">
      <label htmlFor={id}>{t("ask.typeCount", { n: count })}</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus={autoFocus || undefined}
        value={typed}
        aria-invalid={wrong}
        aria-describedby={`${id}-help`}
        onChange={(event) => onText(event.target.value)}
      />
      <p id={`${id}-help`} className={wrong ? "fault" : "hint"}>
        {wrong ? t("ask.typeCountWrong", { n: count }) : t("ask.typeCountHelp")}
      </p>
    </div>
  );
};
