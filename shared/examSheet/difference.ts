/** A row against what cloud and journal say of its room: what would be created or changed, and what no longer can be. Pure. */
import type { Column, Drift, FieldDifference, Finding, RowDifference, RowMeaning } from "../model/exam.ts";
import { valueAt } from "../projection/readers.ts";
import { endOf, hasError } from "./check.ts";

/** A value of a room and when it was so, server time ms. `seen`: the service told it; otherwise it accepted it, and nobody has looked since. */
export type KnownValue = { value: unknown; at: number; seen: boolean };

/** What is known of a room. */
export type KnownRoom = {
  /** `closed`: for good, and its id is not free before it is destroyed. `destroyed`: it was there, and its id is free. */
  standing: "absent" | "exists" | "closed" | "destroyed";
  fields: Partial<Record<Column, KnownValue>>;
  /** When it was created, Unix ms; null: not told. */
  createdAt: number | null;
};

/** A created classroom is reserved so long, ms (specification §8). */
export const RESERVED_MS = 5 * 86_400_000;
const MS = 1_000;

/** What operation 10 can still change. */
const CHANGEABLE: readonly Column[] = ["examinationUrl", "properties"];
/** What only operation 1 sets. */
export const FIXED: readonly Column[] = [
  "roomName",
  "roomType",
  "startTime",
  "duration",
  "closeDelay",
  "maxAccept",
  "videoURL",
  "reserveVideoURL",
  "finishType",
];
const COMPARED: readonly Column[] = [...CHANGEABLE, ...FIXED];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inside: unknown) =>
    isObject(inside) ? Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1))) : inside,
  ) ?? "";

/** Of the wanted properties those that differ: names and dotted paths as operation 10 takes them. */
export const changedProperties = (wanted: Readonly<Record<string, unknown>>, known: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(wanted).filter(([path, value]) => canonical(valueAt(known, path)) !== canonical(value)));

/** A sheet tells times by the second; what the service adds to it is no difference. */
export const isSameSecond = (left: number, right: number): boolean => Math.floor(left / MS) === Math.floor(right / MS);

const wantedOf = (meaning: RowMeaning, column: Column): unknown => {
  const value = meaning[column];
  return value === "" ? null : value;
};

/** As a person reads it in a cell. */
export const valueText = (column: Column, value: unknown): string => {
  if (value === null || value === undefined) return "";
  if (column === "startTime" && typeof value === "number") return new Date(value).toISOString();
  return typeof value === "string" ? value : canonical(value);
};

const differs = (column: Column, wanted: unknown, known: unknown): boolean => {
  if (column === "properties" && isObject(wanted)) return Object.keys(changedProperties(wanted, known)).length > 0;
  if (column === "startTime" && typeof wanted === "number" && typeof known === "number") return !isSameSecond(wanted, known);
  return canonical(wanted) !== canonical(known);
};

const asDifference = (column: Column, wanted: unknown, known: KnownValue | undefined): FieldDifference => {
  const to = column === "properties" && isObject(wanted) ? changedProperties(wanted, known?.value) : wanted;
  const before =
    column === "properties" && isObject(to) ? Object.keys(to).map((path) => [path, valueAt(known?.value, path) ?? null]) : null;
  const from = before === null ? known?.value : Object.fromEntries(before);
  return { column, from: known === undefined ? null : valueText(column, from), to: valueText(column, to) };
};

const NOTHING: Omit<RowDifference, "action"> = { changes: [], fixed: [], unseen: [] };

/** Whether its class was, and its room is no more. */
const isOver = ({ startTime }: RowMeaning, known: KnownRoom | undefined, now: number): boolean =>
  known?.standing === "closed" || (known?.standing === "destroyed" && startTime !== null && startTime <= now);

/** `known` undefined: nobody has heard of the room. `now`: server time, ms. */
export const differenceOf = (
  meaning: RowMeaning,
  findings: readonly Finding[],
  known: KnownRoom | undefined,
  now: number,
): RowDifference => {
  if (hasError(findings)) return { action: "none", ...NOTHING };
  if (isOver(meaning, known, now)) return { action: "gone", ...NOTHING };
  if (known?.standing !== "exists") return { action: "create", ...NOTHING };
  const difference: RowDifference = { action: "unchanged", changes: [], fixed: [], unseen: [] };
  for (const column of COMPARED) {
    const wanted = wantedOf(meaning, column);
    if (wanted === null) continue;
    const told = known.fields[column];
    if (told === undefined && FIXED.includes(column)) difference.unseen.push(column);
    else if (told === undefined || differs(column, wanted, told.value))
      difference[CHANGEABLE.includes(column) ? "changes" : "fixed"].push(asDifference(column, wanted, told));
  }
  if (difference.changes.length > 0) return { ...difference, action: "change" };
  return difference.fixed.length > 0 ? { ...difference, action: "fixed" } : difference;
};

/** What the clock says of a row, asked anew whenever something is to be done. `now`: server time, ms. */
export const timely = (meaning: RowMeaning, known: KnownRoom | undefined, now: number): Finding[] => {
  if (isOver(meaning, known, now)) return [];
  const end = endOf(meaning);
  const exists = known?.standing === "exists";
  const findings: Finding[] = [];
  if (!exists && meaning.startTime !== null && meaning.startTime <= now)
    findings.push({ column: "startTime", level: "error", code: "past", params: { at: meaning.startTime } });
  const createdAt = exists ? known.createdAt : now;
  const closes = end === null ? null : end + (meaning.closeDelay ?? 0) * MS;
  if (closes !== null && createdAt !== null && closes > createdAt + RESERVED_MS) {
    const params = { ends: closes, earliest: closes - RESERVED_MS };
    findings.push({ column: "startTime", level: exists ? "warning" : "error", code: exists ? "outlivesReservation" : "outlives", params });
  }
  return findings;
};

/** What was seen otherwise than `wanted`, later than `since` (when it was applied). What nobody has shown is not claimed. */
export const driftOf = (wanted: RowMeaning, known: KnownRoom | undefined, since: number): Drift[] => {
  if (known?.standing !== "exists") return [];
  return COMPARED.flatMap((column): Drift[] => {
    const value = wantedOf(wanted, column);
    const told = known.fields[column];
    if (value === null || told === undefined || !told.seen || told.at < since || !differs(column, value, told.value)) return [];
    const { from, to } = asDifference(column, value, told);
    return [{ column, wanted: to, seen: from ?? "", seenAt: told.at }];
  });
};
