/** What applying would ask: the steps of a sheet, and each step's command. Pure. */
import type { CommandInput } from "../contract.ts";
import type { DifferenceAction, PlanStep, RowDifference, RowMeaning, SheetRow } from "../model/exam.ts";
import { COLUMNS } from "../model/exam.ts";

/** Steps that ask something of the cloud. */
export const isAsked = (action: DifferenceAction): boolean => action === "create" || action === "change";

export type Judged = { rowId: string; index: number; meaning: RowMeaning; difference: RowDifference };

export const stepOf = ({ rowId, meaning, difference }: Judged): PlanStep => ({
  rowId,
  roomUuid: meaning.roomUuid,
  action: difference.action,
  changes: difference.changes,
});

export const countActions = (actions: Iterable<DifferenceAction>): Partial<Record<DifferenceAction, number>> => {
  const counts: Partial<Record<DifferenceAction, number>> = {};
  for (const action of actions) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
};

/** One text for one sheet, whatever the rows are called and in which order their cells were typed: what is hashed. */
export const sheetText = (timeZone: string, rows: readonly SheetRow[]): string =>
  JSON.stringify([timeZone, rows.map(({ cells }) => COLUMNS.map((column) => cells[column] ?? ""))]);

const set = <K extends string, V>(key: K, value: V | null): { [P in K]?: V } =>
  value === null ? {} : ({ [key]: value } as { [P in K]: V });

/** Operation 1, with the hosting scene. */
export const creationOf = (meaning: RowMeaning): CommandInput<"room.create"> => {
  const { startTime, duration, closeDelay, maxAccept, examinationUrl, videoURL, reserveVideoURL, finishType } = meaning;
  const schedule = { ...set("startTime", startTime), ...set("duration", duration), ...set("closeDelay", closeDelay) };
  const hostingScene = { ...set("videoURL", videoURL), ...set("reserveVideoURL", reserveVideoURL), ...set("finishType", finishType) };
  const roomProperties = {
    ...(Object.keys(schedule).length > 0 && { schedule }),
    ...(maxAccept !== null && { processes: { handsUp: { maxAccept } } }),
    ...set("examinationUrl", examinationUrl),
    ...(Object.keys(hostingScene).length > 0 && { hostingScene }),
  };
  return {
    roomType: meaning.roomType ?? 0,
    roomName: meaning.roomName,
    ...(Object.keys(roomProperties).length > 0 && { roomProperties }),
  };
};

/** Why a property changed, for everybody who hears of it: the sheet and its row (operation 10, `cause`). */
export type SheetCause = { source: "exam sheet"; sheet: string; row: number };
export const causeOf = (sheet: string, index: number): SheetCause => ({ source: "exam sheet", sheet, row: index + 1 });

/** Operation 10; null: nothing is to be changed. */
export const changeOf = (difference: RowDifference, meaning: RowMeaning, cause: SheetCause): CommandInput<"roomProperties.set"> | null => {
  const columns = new Set(difference.changes.map(({ column }) => column));
  if (columns.size === 0) return null;
  const told = difference.changes.find(({ column }) => column === "properties");
  return {
    properties: told === undefined ? {} : (JSON.parse(told.to) as Record<string, unknown>),
    ...(columns.has("examinationUrl") && meaning.examinationUrl !== null && { examinationUrl: meaning.examinationUrl }),
    cause,
  };
};
