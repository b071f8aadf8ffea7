/** The verdict of a whole sheet: each row by itself, then against the others and against other exams. Rows that have not changed are not read again. Pure. */
import type { Finding, RowMeaning, SheetRow } from "../model/exam.ts";
import { readRow } from "./meaning.ts";

export type RowReading = {
  row: SheetRow;
  /** From 0. */
  index: number;
  meaning: RowMeaning;
  /** Of the row alone. */
  own: readonly Finding[];
  /** With what other rows and exams make of it. */
  findings: readonly Finding[];
};
export type SheetReading = { timeZone: string; rows: readonly RowReading[]; byId: ReadonlyMap<string, RowReading> };

/** A room as another exam has it. Times Unix ms; null: not told. */
export type Elsewhere = { exam: string; from: number | null; to: number | null };
type Around = { timeZone: string; elsewhere?: (roomUuid: string) => readonly Elsewhere[] };

const MS = 1_000;
/** When a class is over by its row, Unix ms. */
export const endOf = ({ startTime, duration }: Pick<RowMeaning, "startTime" | "duration">): number | null =>
  startTime === null || duration === null ? null : startTime + duration * MS;

const grouped = <T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  return groups;
};

const overlaps = (meaning: RowMeaning, { from, to }: Elsewhere): boolean => {
  const end = endOf(meaning);
  return meaning.startTime !== null && end !== null && from !== null && to !== null && meaning.startTime < to && from < end;
};

/** At most so many people of a row are named who are in another row too. */
const MOST_NAMED = 5;

const same = (a: readonly Finding[], b: readonly Finding[]): boolean =>
  a.length === b.length && a.every((one, index) => JSON.stringify(one) === JSON.stringify(b[index]));

export const checkSheet = (rows: readonly SheetRow[], { timeZone, elsewhere = () => [] }: Around, former?: SheetReading): SheetReading => {
  const reusable = former?.timeZone === timeZone ? former.byId : undefined;
  const read = rows.map((row, index): RowReading => {
    const before = reusable?.get(row.id);
    if (before !== undefined && before.row === row && before.index === index) return before;
    const { meaning, findings } = readRow(row, index, timeZone);
    return { row, index, meaning, own: findings, findings };
  });
  const byRoom = grouped(read, ({ meaning }) => (meaning.roomUuid === "" ? [] : [meaning.roomUuid]));
  const byCandidate = grouped(read, ({ meaning }) => meaning.candidates);

  const among = ({ index, meaning, own }: RowReading): readonly Finding[] => {
    const more: Finding[] = [];
    const twin = byRoom.get(meaning.roomUuid)?.find((other) => other.index !== index);
    if (twin !== undefined) more.push({ column: "roomUuid", level: "error", code: "duplicate", params: { row: twin.index + 1 } });
    for (const other of meaning.roomUuid === "" ? [] : elsewhere(meaning.roomUuid)) {
      const clash = overlaps(meaning, other);
      const params = { exam: other.exam };
      more.push({ column: "roomUuid", level: clash ? "error" : "warning", code: clash ? "overlap" : "otherExam", params });
    }
    let named = 0;
    for (const id of meaning.candidates) {
      const other = byCandidate.get(id)?.find((one) => one.index !== index);
      if (other === undefined || (named += 1) > MOST_NAMED) continue;
      more.push({ column: "candidates", level: "warning", code: "candidateElsewhere", params: { id, row: other.index + 1 } });
    }
    return more.length === 0 ? own : [...own, ...more];
  };

  const judged = read.map((one): RowReading => {
    const findings = among(one);
    return same(findings, one.findings) ? one : { ...one, findings };
  });
  return { timeZone, rows: judged, byId: new Map(judged.map((one) => [one.row.id, one])) };
};

export const hasError = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === "error");
