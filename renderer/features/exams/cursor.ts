/** Where the keyboard is in a sheet, and which block of cells is chosen. Pure; rows and columns count from 0. */

export type Cursor = { row: number; column: number; anchorRow: number; anchorColumn: number };
export type Block = { top: number; bottom: number; left: number; right: number };
export type Extent = { rows: number; columns: number; page: number };

export const START: Cursor = { row: 0, column: 0, anchorRow: 0, anchorColumn: 0 };

export const blockOf = ({ row, column, anchorRow, anchorColumn }: Cursor): Block => ({
  top: Math.min(row, anchorRow),
  bottom: Math.max(row, anchorRow),
  left: Math.min(column, anchorColumn),
  right: Math.max(column, anchorColumn),
});

export const isMany = ({ row, column, anchorRow, anchorColumn }: Cursor): boolean => row !== anchorRow || column !== anchorColumn;

const within = (value: number, count: number): number => Math.min(Math.max(0, count - 1), Math.max(0, value));

/** To a cell; `extend`: the block grows to it from where it began. */
export const to = (cursor: Cursor, row: number, column: number, { rows, columns }: Extent, extend = false): Cursor => {
  const at = { row: within(row, rows), column: within(column, columns) };
  return extend ? { ...cursor, ...at } : { ...at, anchorRow: at.row, anchorColumn: at.column };
};

type Pressed = { key: string; control: boolean; shift: boolean };

/** Where a key leads; null: it does not move. */
export const moved = (cursor: Cursor, { key, control, shift }: Pressed, extent: Extent): Cursor | null => {
  const { row, column } = cursor;
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  const targets: Record<string, [number, number]> = {
    ArrowDown: [control ? last.row : row + 1, column],
    ArrowUp: [control ? 0 : row - 1, column],
    ArrowRight: [row, control ? last.column : column + 1],
    ArrowLeft: [row, control ? 0 : column - 1],
    PageDown: [row + extent.page, column],
    PageUp: [row - extent.page, column],
    Home: [control ? 0 : row, 0],
    End: [control ? last.row : row, last.column],
  };
  const target = targets[key];
  return target === undefined ? null : to(cursor, target[0], target[1], extent, shift);
};

/** Still inside, after rows have gone. */
export const inside = (cursor: Cursor, { rows, columns }: Extent): Cursor => {
  const next = {
    row: within(cursor.row, rows),
    column: within(cursor.column, columns),
    anchorRow: within(cursor.anchorRow, rows),
    anchorColumn: within(cursor.anchorColumn, columns),
  };
  return next.row === cursor.row && next.anchorRow === cursor.anchorRow ? cursor : next;
};
