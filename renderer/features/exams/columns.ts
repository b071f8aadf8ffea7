/** How wide the columns of a sheet are drawn, rem, and which hold numbers. */
import { COLUMNS, type Column } from "../../../shared/model/exam.ts";

export const WIDTHS: Readonly<Record<Column, number>> = {
  roomUuid: 11,
  roomName: 13,
  roomType: 6,
  startTime: 14,
  duration: 6.5,
  closeDelay: 7,
  maxAccept: 6.5,
  examinationUrl: 20,
  videoURL: 16,
  reserveVideoURL: 16,
  finishType: 6.5,
  recordingMode: 8,
  properties: 14,
  candidates: 14,
  proctor: 9,
};
/** The row's number and its verdict, before the first column. */
export const NUMBER_REM = 3.75;
export const NUMERIC: ReadonlySet<Column> = new Set<Column>(["roomType", "duration", "closeDelay", "maxAccept", "finishType"]);
export const template = `${NUMBER_REM}rem ${COLUMNS.map((column) => `${WIDTHS[column]}rem`).join(" ")}`;
export const totalRem = NUMBER_REM + COLUMNS.reduce((sum, column) => sum + WIDTHS[column], 0);

/** Where a column begins and ends behind the pinned ones, rem. */
export const extentOf = (index: number): { from: number; to: number } => {
  const from = NUMBER_REM + COLUMNS.slice(0, index).reduce((sum, column) => sum + WIDTHS[column], 0);
  const column = COLUMNS[index];
  return { from, to: from + (column === undefined ? 0 : WIDTHS[column]) };
};
/** The number and the room's id stay in sight. */
export const PINNED_REM = NUMBER_REM + WIDTHS.roomUuid;
