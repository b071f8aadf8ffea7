/** JSON as text, with the numbers of its lines; what is wrong is told by line and column where it is typed. */
import { useId, useRef } from "react";
import { useWords } from "../../i18n/words.tsx";
import { readJson } from "./json.ts";

type JsonFieldProps = {
  label: string;
  help: string;
  tail: string | undefined;
  value: string;
  fault: string | null;
  rows: number;
  /** What is there now, to begin from; null: nothing is known. */
  known: Readonly<Record<string, unknown>> | null;
  onText(text: string): void;
};

export const JsonField = ({ label, help, tail, value, fault, rows, known, onText }: JsonFieldProps) => {
  const { t } = useWords();
  const id = useId();
  const gutter = useRef<HTMLPreElement>(null);
  const lines = value.split("\n").length;
  const read = readJson(value);
  const ordered = read.ok ? JSON.stringify(read.value, null, 2) : null;
  const from = known !== null && Object.keys(known).length > 0 ? JSON.stringify(known, null, 2) : null;
  return (
    <div className="field whole">
      <label htmlFor={id}>
        {label}
        {tail !== undefined && <span className="tail">{tail}</span>}
      </label>
      <div className="json">
        <pre ref={gutter} aria-hidden="true">
          {Array.from({ length: Math.max(rows, lines) }, (_, index) => `${index + 1}\n`).join("")}
        </pre>
        <textarea
          id={id}
          className="mono"
          rows={rows}
          wrap="off"
          spellCheck={false}
          value={value}
          aria-invalid={fault !== null}
          aria-describedby={`${fault === null ? "" : `${id}-fault `}${id}-help`}
          onChange={(event) => onText(event.target.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
      {fault !== null && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      <div className="json-foot">
        <p className="hint" id={`${id}-help`}>
          {help}
        </p>
        {ordered !== null && ordered !== value && value.trim() !== "" && (
          <button type="button" className="small" onClick={() => onText(ordered)}>
            {t("jsonField.format")}
          </button>
        )}
        {from !== null && from !== value && (
          <button type="button" className="small" onClick={() => onText(from)}>
            {t("jsonField.insert")}
          </button>
        )}
      </div>
    </div>
  );
};
