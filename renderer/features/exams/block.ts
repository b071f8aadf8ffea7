/** Blocks of cells as spreadsheets put them on the clipboard: tabs, lines, quotes where a cell holds one of these. Pure. */
import { COLUMNS, type SheetRow } from "../../../shared/model/exam.ts";
import type { Block } from "./cursor.ts";

const cellText = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const blockText = (rows: readonly SheetRow[], { top, bottom, left, right }: Block): string =>
  rows
    .slice(top, bottom + 1)
    .map(({ cells }) =>
      COLUMNS.slice(left, right + 1)
        .map((column) => cellText(cells[column] ?? ""))
        .join("\t"),
    )
    .join("\r\n");

/** Whatever the clipboard holds is a block: a quote that is never closed is text like any other. */
export const readBlock = (text: string): string[][] => {
  const lines: string[][] = [];
  let line: string[] = [];
  let rest = text.replace(/\r\n|\r/g, "\n").replace(/\n$/, "");
  for (;;) {
    const found = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(rest) ?? /^[^\t\n]*/.exec(rest);
    const whole = found?.[0] ?? "";
    line.push(found?.[1] === undefined ? whole : found[1].replaceAll('""', '"'));
    const end = rest.charAt(whole.length);
    rest = rest.slice(whole.length + 1);
    if (end === "\t") continue;
    lines.push(line);
    line = [];
    if (end === "") return lines;
  }
};

/** One cell for all of a chosen block; a block is laid down as it is. */
export const spread = (grid: readonly (readonly string[])[], { top, bottom, left, right }: Block): readonly (readonly string[])[] => {
  const [only] = grid.length === 1 && grid[0]?.length === 1 ? grid[0] : [];
  if (only === undefined) return grid;
  return Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => only));
};
