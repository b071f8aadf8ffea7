/** What is to be said of a row: by the sheet as it stands here, and by main, which also knows the clock, the cloud and other exams. Pure. */
import type { RowReading, SheetReading } from "../../../shared/examSheet/check.ts";
import { hasError } from "../../../shared/examSheet/check.ts";
import type { Column, ExamRow, Finding } from "../../../shared/model/exam.ts";
import { COLUMNS } from "../../../shared/model/exam.ts";
import { sameCells } from "../../state/sheet.ts";

export type Mark = "error" | "warning" | "drift";

const keyOf = ({ column, code, params }: Finding): string => JSON.stringify([column, code, params]);

/** What main says of a row counts while the row is the one that main has judged. */
export const findingsOf = (reading: RowReading, told: ExamRow | undefined): readonly Finding[] => {
  if (told === undefined || told.findings.length === 0 || !sameCells(told.cells, reading.row.cells)) return reading.findings;
  if (reading.findings.length === 0) return told.findings;
  const here = new Set(reading.findings.map(keyOf));
  const more = told.findings.filter((finding) => !here.has(keyOf(finding)));
  return more.length === 0 ? reading.findings : [...reading.findings, ...more];
};

const worst = (findings: readonly Finding[]): Mark | null => (findings.length === 0 ? null : hasError(findings) ? "error" : "warning");

export const cellMark = (column: Column, findings: readonly Finding[], told: ExamRow | undefined): Mark | null =>
  worst(findings.filter((finding) => finding.column === column)) ?? (told?.drift.some((one) => one.column === column) ? "drift" : null);

export const rowMark = (findings: readonly Finding[], told: ExamRow | undefined): Mark | null =>
  worst(findings) ?? (told !== undefined && told.drift.length > 0 ? "drift" : null);

type Place = { row: number; column: number };

/** The next cell that something is said of, errors and warnings alike; from the last it goes on at the first. null: there is none. */
export const nextFinding = (sheet: SheetReading, told: ReadonlyMap<string, ExamRow>, from: Place, step: 1 | -1): Place | null => {
  const count = sheet.rows.length;
  for (let away = 0; away <= count; away += 1) {
    const row = (from.row + step * away + count * 2) % Math.max(1, count);
    const reading = sheet.rows[row];
    if (reading === undefined) continue;
    const main = told.get(reading.row.id);
    const findings = findingsOf(reading, main);
    if (findings.length === 0 && (main?.drift.length ?? 0) === 0) continue;
    // A finding of the whole row stands at its first cell.
    const marked = COLUMNS.flatMap((column, index) =>
      cellMark(column, findings, main) !== null || (index === 0 && findings.some((finding) => finding.column === null)) ? [index] : [],
    );
    const ahead = marked.filter((column) => away > 0 || (step === 1 ? column > from.column : column < from.column));
    // All around once: the cell where it began, and those before it.
    const column = (away === count ? marked : ahead).at(step === 1 ? 0 : -1);
    if (column !== undefined) return { row, column };
  }
  return null;
};

export const countErrors = (sheet: SheetReading, told: ReadonlyMap<string, ExamRow>): { errors: number; warnings: number } => {
  const counts = { errors: 0, warnings: 0 };
  for (const reading of sheet.rows) {
    const mark = worst(findingsOf(reading, told.get(reading.row.id)));
    if (mark === "error") counts.errors += 1;
    else if (mark === "warning") counts.warnings += 1;
  }
  return counts;
};
