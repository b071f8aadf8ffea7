/** What can be done in a sheet with the keyboard, the clipboard and the buttons, on the block of cells that is chosen. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { fillDown, freshRowIds, paste } from "../../../shared/examSheet/edits.ts";
import { COLUMNS, type Column, type SheetEdit, type SheetRow } from "../../../shared/model/exam.ts";
import type { AppError } from "../../../shared/result.ts";
import type { OpenSheet } from "../../state/sheet.ts";
import { blockText, readBlock, spread } from "./block.ts";
import { blockOf, type Cursor, inside, START } from "./cursor.ts";
import { nextFinding } from "./verdict.ts";

/** `editing`: the text in the cell's field; null: no cell is being written. */
export type GridState = { cursor: Cursor; editing: string | null };
export type GridStore = StoreApi<GridState>;
export const createGridStore = (): GridStore => createStore<GridState>(() => ({ cursor: START, editing: null }));

export type SheetActions = ReturnType<typeof createSheetActions>;

type Needs = { sheet: OpenSheet; grid: GridStore; refused(error: AppError): void; beyond(cells: number): void };

export const createSheetActions = ({ sheet, grid, refused, beyond }: Needs) => {
  const rows = (): readonly SheetRow[] => sheet.store.getState().rows;
  const block = () => blockOf(grid.getState().cursor);
  const chosen = (): readonly SheetRow[] => rows().slice(block().top, block().bottom + 1);
  const chosenColumns = (): readonly Column[] => COLUMNS.slice(block().left, block().right + 1);
  const settle = (): void => {
    const extent = { rows: rows().length, columns: COLUMNS.length, page: 1 };
    grid.setState(({ cursor }) => ({ cursor: inside(cursor, extent) }));
  };
  const edit = (edits: readonly SheetEdit[]): boolean => {
    if (edits.length === 0) return true;
    const error = sheet.edit(edits);
    if (error !== null) refused(error);
    settle();
    return error === null;
  };
  const step = (take: () => AppError | null): void => {
    const error = take();
    if (error !== null) refused(error);
    settle();
  };
  const here = (): { row: SheetRow; column: Column } | null => {
    const { cursor } = grid.getState();
    const row = rows()[cursor.row];
    const column = COLUMNS[cursor.column];
    return row === undefined || column === undefined ? null : { row, column };
  };
  const clear = (): boolean => {
    const columns = chosenColumns();
    const cells = chosen().flatMap(({ id, cells: before }) =>
      columns.filter((column) => (before[column] ?? "") !== "").map((column) => ({ id, column, text: "" })),
    );
    return edit(cells.length === 0 ? [] : [{ kind: "set", cells }]);
  };

  return {
    /** `text` null: what is in the cell. */
    write: (text: string | null): void => {
      const at = here();
      if (at === null) return;
      grid.setState(({ cursor }) => ({
        cursor: { ...cursor, anchorRow: cursor.row, anchorColumn: cursor.column },
        editing: text ?? at.row.cells[at.column] ?? "",
      }));
    },
    /** What was written becomes the cell's; false: it could not, and stays in the field. */
    commit: (): boolean => {
      const { editing } = grid.getState();
      const at = here();
      if (editing === null || at === null) return true;
      if (
        editing !== (at.row.cells[at.column] ?? "") &&
        !edit([{ kind: "set", cells: [{ id: at.row.id, column: at.column, text: editing }] }])
      )
        return false;
      grid.setState({ editing: null });
      return true;
    },
    cancel: (): void => grid.setState({ editing: null }),
    clear,
    copied: (): string => blockText(rows(), block()),
    paste: (text: string): void => {
      const { top, left, bottom, right } = block();
      const laid = spread(readBlock(text), { top, left, bottom, right });
      const pasted = paste(rows(), { id: rows()[top]?.id ?? null, column: COLUMNS[left] ?? "roomUuid" }, laid);
      if (!edit(pasted.edits)) return;
      if (pasted.beyond > 0) beyond(pasted.beyond);
      const width = Math.max(...laid.map((line) => line.length));
      const cursor = {
        row: top,
        column: left,
        anchorRow: Math.min(rows().length - 1, top + laid.length - 1),
        anchorColumn: Math.min(COLUMNS.length - 1, left + width - 1),
      };
      grid.setState({ cursor });
    },
    /** The first chosen row's cells in all below it; of a single row, those of the row above. */
    fillDown: (): void => {
      const { top, bottom } = block();
      const ids = rows()
        .slice(top === bottom ? Math.max(0, top - 1) : top, bottom + 1)
        .map(({ id }) => id);
      edit(chosenColumns().flatMap((column) => fillDown(rows(), ids, column) ?? []));
    },
    /** As many empty rows as are chosen, below them. */
    insertRows: (): void => {
      const { top, bottom, left } = block();
      const empty = rows().length === 0;
      const at = empty ? 0 : bottom + 1;
      const fresh = freshRowIds(rows(), empty ? 1 : bottom - top + 1);
      if (!edit([{ kind: "insert", rows: fresh.map((id, index) => ({ at: at + index, row: { id, cells: {} } })) }])) return;
      grid.setState({ cursor: { row: at, column: left, anchorRow: at + fresh.length - 1, anchorColumn: left } });
    },
    removeRows: (): void => {
      const ids = chosen().map(({ id }) => id);
      edit(ids.length === 0 ? [] : [{ kind: "remove", ids }]);
    },
    undo: (): void => step(sheet.undo),
    redo: (): void => step(sheet.redo),
    /** false: nothing is wrong anywhere. */
    toFinding: (direction: 1 | -1): boolean => {
      const { reading, told } = sheet.store.getState();
      const found = nextFinding(reading, told, grid.getState().cursor, direction);
      if (found !== null) grid.setState({ cursor: { ...found, anchorRow: found.row, anchorColumn: found.column } });
      return found !== null;
    },
    settle,
  };
};
