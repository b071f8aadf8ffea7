/** Changes of a sheet and their opposites. Pure: window and main apply the same. */
import { COLUMNS, type Column, MAX_SHEET_CHARACTERS, MAX_SHEET_ROWS, type SheetEdit, type SheetRow } from "../model/exam.ts";
import { type AppError, appError, err, ok, type Result } from "../result.ts";

type Edited = { rows: readonly SheetRow[]; inverse: SheetEdit };

const unknownRow = (id: string): AppError => appError("notFound", `there is no row ${id}`, { reason: "row", params: { row: id } });
const idTwice = (id: string): AppError => appError("conflict", `row ${id} is there already`, { reason: "rowTwice", params: { row: id } });

/** Bounds of the whole sheet (`shared/model/exam.ts`). */
const bounded = (rows: readonly SheetRow[]): AppError | null => {
  if (rows.length > MAX_SHEET_ROWS)
    return appError("tooLarge", `a sheet has at most ${MAX_SHEET_ROWS} rows`, { reason: "sheetRows", params: { max: MAX_SHEET_ROWS } });
  let characters = 0;
  for (const { cells } of rows) for (const column of COLUMNS) characters += cells[column]?.length ?? 0;
  return characters > MAX_SHEET_CHARACTERS
    ? appError("tooLarge", `a sheet has at most ${MAX_SHEET_CHARACTERS} characters`, {
        reason: "sheetCharacters",
        params: { max: MAX_SHEET_CHARACTERS },
      })
    : null;
};

const set = (rows: readonly SheetRow[], cells: (SheetEdit & { kind: "set" })["cells"]): Result<Edited> => {
  const changed = new Map<string, SheetRow>();
  const indexes = new Map(rows.map((row, index) => [row.id, index]));
  const former: (SheetEdit & { kind: "set" })["cells"] = [];
  for (const { id, column, text } of cells) {
    const row = changed.get(id) ?? rows[indexes.get(id) ?? -1];
    if (row === undefined) return err(unknownRow(id));
    former.push({ id, column, text: row.cells[column] ?? "" });
    const { [column]: _before, ...others } = row.cells;
    changed.set(id, { id, cells: text === "" ? others : { ...others, [column]: text } });
  }
  // Of a cell that was set twice the first state is the one to return to.
  return ok({ rows: rows.map((row) => changed.get(row.id) ?? row), inverse: { kind: "set", cells: former.reverse() } });
};

const insert = (rows: readonly SheetRow[], inserted: (SheetEdit & { kind: "insert" })["rows"]): Result<Edited> => {
  const ids = new Set(rows.map(({ id }) => id));
  const next: SheetRow[] = [];
  let taken = 0;
  for (const { at, row } of inserted) {
    if (ids.has(row.id)) return err(idTwice(row.id));
    ids.add(row.id);
    while (next.length < at && taken < rows.length) next.push(...rows.slice(taken, (taken += 1)));
    next.push(row);
  }
  next.push(...rows.slice(taken));
  return ok({ rows: next, inverse: { kind: "remove", ids: inserted.map(({ row }) => row.id) } });
};

const remove = (rows: readonly SheetRow[], ids: readonly string[]): Result<Edited> => {
  const gone = new Set(ids);
  const removed = rows.flatMap((row, at) => (gone.has(row.id) ? [{ at, row }] : []));
  if (removed.length !== gone.size) return err(unknownRow(ids.find((id) => !rows.some((row) => row.id === id)) ?? ""));
  return ok({ rows: rows.filter(({ id }) => !gone.has(id)), inverse: { kind: "insert", rows: removed } });
};

const replace = (rows: readonly SheetRow[], others: readonly SheetRow[]): Result<Edited> => {
  const ids = new Set<string>();
  for (const { id } of others) {
    if (ids.has(id)) return err(idTwice(id));
    ids.add(id);
  }
  return ok({ rows: others, inverse: { kind: "replace", rows: [...rows] } });
};

/** The sheet after it, and what undoes it. */
export const applyEdit = (rows: readonly SheetRow[], edit: SheetEdit): Result<Edited> => {
  const edited =
    edit.kind === "set"
      ? set(rows, edit.cells)
      : edit.kind === "insert"
        ? insert(rows, edit.rows)
        : edit.kind === "remove"
          ? remove(rows, edit.ids)
          : replace(rows, edit.rows);
  const wrong = edited.ok ? bounded(edited.value.rows) : null;
  return wrong === null ? edited : err(wrong);
};

/** One after the other, all or none; `inverse` undoes them all, in its own order. */
export const applyEdits = (
  rows: readonly SheetRow[],
  edits: readonly SheetEdit[],
): Result<{ rows: readonly SheetRow[]; inverse: SheetEdit[] }> => {
  let now = rows;
  const inverse: SheetEdit[] = [];
  for (const edit of edits) {
    const edited = applyEdit(now, edit);
    if (!edited.ok) return edited;
    now = edited.value.rows;
    inverse.unshift(edited.value.inverse);
  }
  return ok({ rows: now, inverse });
};

/** Ids that no row has, `r1`, `r2`, …, behind the highest there is: a removed row that comes back meets none of its own. */
export const freshRowIds = (rows: readonly SheetRow[], count: number): string[] => {
  const highest = rows.reduce((most, { id }) => Math.max(most, Number(/^r(\d{1,9})$/.exec(id)?.[1] ?? 0)), 0);
  return Array.from({ length: count }, (_, index) => `r${highest + index + 1}`);
};

/** The first row's text in all of them; null: nothing changes. */
export const fillDown = (rows: readonly SheetRow[], ids: readonly string[], column: Column): SheetEdit | null => {
  const chosen = new Set(ids);
  const [first, ...others] = rows.filter(({ id }) => chosen.has(id));
  const text = first?.cells[column] ?? "";
  const cells = others.filter((row) => (row.cells[column] ?? "") !== text).map(({ id }) => ({ id, column, text }));
  return cells.length === 0 ? null : { kind: "set", cells };
};

/** A block of cells from a spreadsheet, its first cell at `id` and `column` (id null: below the last row); rows that it lacks are added. What falls beyond the last column is counted, not taken. */
export const paste = (
  rows: readonly SheetRow[],
  at: { id: string | null; column: Column },
  grid: readonly (readonly string[])[],
): { edits: SheetEdit[]; beyond: number } => {
  const found = at.id === null ? -1 : rows.findIndex(({ id }) => id === at.id);
  const top = found === -1 ? rows.length : found;
  const left = COLUMNS.indexOf(at.column);
  const width = COLUMNS.length - left;
  const cellsOf = (line: readonly string[]): [Column, string][] =>
    COLUMNS.slice(left).flatMap((column, index) => (index < line.length ? [[column, line[index] ?? ""] as [Column, string]] : []));
  const onto = grid.slice(0, rows.length - top);
  const below = grid.slice(onto.length);
  const ids = freshRowIds(rows, below.length);
  const typed = onto.flatMap((line, index) => cellsOf(line).map(([column, text]) => ({ id: rows[top + index]?.id ?? "", column, text })));
  const inserted = below.map((line, index) => ({
    at: rows.length + index,
    row: { id: ids[index] ?? "", cells: Object.fromEntries(cellsOf(line).filter(([, text]) => text !== "")) },
  }));
  return {
    edits: [
      ...(typed.length > 0 ? [{ kind: "set" as const, cells: typed }] : []),
      ...(inserted.length > 0 ? [{ kind: "insert" as const, rows: inserted }] : []),
    ],
    beyond: grid.reduce((sum, line) => sum + Math.max(0, line.length - width), 0),
  };
};
