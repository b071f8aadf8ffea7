/** What is to be said of the cell under the cursor, as it stands or as it is being written: verdict, what it means, what was seen instead. */
import { useMemo } from "react";
import { useStore } from "zustand";
import type { RowReading } from "../../../shared/examSheet/check.ts";
import { valueText } from "../../../shared/examSheet/difference.ts";
import { readable } from "../../../shared/examSheet/readable.ts";
import { COLUMNS, type Column, type ExamRow } from "../../../shared/model/exam.ts";
import { duration } from "../../format/time.ts";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useNow } from "../../state/console.ts";
import type { OpenSheet } from "../../state/sheet.ts";
import type { GridStore } from "./actions.ts";
import { MarkIcon } from "./SheetRow.tsx";
import { findingsOf } from "./verdict.ts";

/** How a cell is understood, where that is not what stands in it; null: it is. */
const meant = ({ meaning, row }: RowReading, column: Column, { t, n, time }: Words): string | null => {
  const text = (row.cells[column] ?? "").trim();
  const value = meaning[column];
  if (text === "" || value === null) return null;
  if (column === "startTime" && typeof value === "number") return time.full(value);
  if ((column === "duration" || column === "closeDelay") && typeof value === "number") return duration(value * 1_000);
  if (column === "candidates") return t("exams.sheet.people", { count: meaning.candidates.length, n: n(meaning.candidates.length) });
  const shown = valueText(column, value);
  return shown === text || column === "properties" ? null : shown;
};

type SaidProps = { reading: RowReading; told: ExamRow | undefined; column: Column; zone: string };

const Said = ({ reading, told, column, zone }: SaidProps) => {
  const words = useWords();
  const { t, time } = words;
  const now = useNow();
  const findings = findingsOf(reading, told).filter(
    (finding) => finding.column === column || (finding.column === null && column === COLUMNS[0]),
  );
  const drift = told?.drift.find((one) => one.column === column);
  const fixed = told?.difference.fixed.find((one) => one.column === column);
  const becomes = meant(reading, column, words);
  return (
    <>
      {findings.map(({ code, params, level }) => (
        <span key={`${code} ${JSON.stringify(params)}`} className={`said ${level}`}>
          <MarkIcon mark={level} />
          {words.code("examFindings", code, params)}
        </span>
      ))}
      {drift !== undefined && (
        <span className="said drift">
          <MarkIcon mark="drift" />
          {t("exams.drift.said", { seen: readable(column, drift.seen, zone), at: time.moment(drift.seenAt, now) })}
        </span>
      )}
      {fixed !== undefined && (
        <span className="said drift">
          {t("exams.fixed", {
            from: fixed.from === null ? t("exams.notTold") : readable(column, fixed.from, zone),
            instead: words.code("examFixed", column),
          })}
        </span>
      )}
      {findings.length === 0 && becomes !== null && <span className="said means">{t("exams.sheet.means", { value: becomes })}</span>}
    </>
  );
};

export const CellLine = ({ sheet, grid }: { sheet: OpenSheet; grid: GridStore }) => {
  const { t, n } = useWords();
  const reading = useStore(sheet.store, (state) => state.reading);
  const told = useStore(sheet.store, (state) => state.told);
  const { cursor, editing } = useStore(grid);
  const row = reading.rows[cursor.row];
  const column = COLUMNS[cursor.column];
  const judged = useMemo(
    () =>
      row === undefined || column === undefined || editing === null ? row : sheet.judge(row.row.id, column, editing).byId.get(row.row.id),
    [sheet, row, column, editing],
  );
  return (
    <div className="cell-line" id="cell-line" role="status">
      {judged !== undefined && column !== undefined && (
        <>
          <b>{t("exams.sheet.at", { row: n(cursor.row + 1), column: t(`exams.column.${column}`) })}</b>
          <Said reading={judged} told={told.get(judged.row.id)} column={column} zone={reading.timeZone} />
        </>
      )}
    </div>
  );
};
