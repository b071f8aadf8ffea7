/** The wall's columns, their widths, and the order in which they leave when there is less room. */
import type { ColumnId, WidthClass } from "../../state/ui.ts";

type Column = {
  id: ColumnId;
  width: string;
  numeric?: boolean;
  /** Its text may be longer than the column and ends in dots then. Not where it cannot: every cell that cuts costs each frame of a scroll. */
  cut?: boolean;
  /** The narrowest width class that still shows it. */
  until: WidthClass;
};

const COLUMNS: readonly Column[] = [
  { id: "name", width: "minmax(13rem, 30fr)", cut: true, until: "tiny" },
  { id: "state", width: "6.375rem", cut: true, until: "tiny" },
  { id: "people", width: "4.25rem", numeric: true, until: "narrow" },
  { id: "hands", width: "7.75rem", cut: true, until: "narrow" },
  { id: "stage", width: "4rem", numeric: true, until: "wide" },
  { id: "recording", width: "6.875rem", until: "tiny" },
  { id: "event", width: "minmax(0, 40fr)", cut: true, until: "compact" },
  { id: "age", width: "6rem", numeric: true, until: "tiny" },
  { id: "alarm", width: "3rem", until: "tiny" },
];

const ROOMIEST_FIRST: readonly WidthClass[] = ["wide", "compact", "narrow", "tiny"];

export const columnsFor = (width: WidthClass): readonly Column[] =>
  COLUMNS.filter(({ until }) => ROOMIEST_FIRST.indexOf(width) <= ROOMIEST_FIRST.indexOf(until));

/** With the mark's own column in front, for `grid-template-columns`. */
export const columnTemplate = (width: WidthClass): string => ["1.875rem", ...columnsFor(width).map((column) => column.width)].join(" ");

/** Row height in rem; `--row` says the same to the style sheet. */
export const rowRem = (width: WidthClass): number => (width === "wide" ? 2 : 1.8125);
