/** Values of cells as they are told to a person. Pure. */
import { localText } from "../localTime.ts";
import type { Column } from "../model/exam.ts";

const UNITS = [
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const;

/** `5400` → `1h30m`, as it may be typed. */
const spanText = (seconds: number): string => {
  const parts = UNITS.map(([unit, size], index) => {
    const above = UNITS[index - 1]?.[1] ?? Number.POSITIVE_INFINITY;
    return [unit, Math.floor((seconds % above) / size)] as const;
  });
  return parts.flatMap(([unit, count]) => (count === 0 ? [] : `${count}${unit}`)).join("") || "0s";
};

/** A start time in the exam's zone, a length with its units; what is neither, or cannot be read, as it stands. */
export const readable = (column: Column, text: string, timeZone: string): string => {
  if (column === "startTime") return Number.isNaN(Date.parse(text)) ? text : localText(Date.parse(text), timeZone).replace("T", " ");
  if ((column === "duration" || column === "closeDelay") && /^\d{1,9}$/.test(text)) return spanText(Number(text));
  return text;
};
