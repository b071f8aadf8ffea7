/** Times, ages and durations as words. Pure; the zone and the language come from the settings. */
import type { EventTime } from "../../shared/model/time.ts";

export type TimeFormat = {
  /** `09:41:07` */
  clock(at: number): string;
  /** `09:41` */
  hour(at: number): string;
  /** `21 Nov` with the clock, for another day than `now`'s; else the clock alone. */
  moment(at: number, now: number): string;
  /** With its date and year, for what outlives the day: `Nov 21, 2026, 09:41`. */
  dated(at: number): string;
  /** A whole date and time, for details: `21 Nov 2026, 09:41:07.250`. */
  full(at: number): string;
};

const formats = new Map<string, TimeFormat>();

/** `zone`: an IANA name or "system". An unknown name falls back to the system's. */
export const timeFormat = (language: string, zone: string): TimeFormat => {
  const key = `${language} ${zone}`;
  const known = formats.get(key);
  if (known) return known;
  const timeZone = zone === "system" || !isTimeZone(zone) ? {} : { timeZone: zone };
  const make = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { hourCycle: "h23", ...timeZone, ...options });
  const clock = make({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const hour = make({ hour: "2-digit", minute: "2-digit" });
  const day = make({ year: "numeric", month: "2-digit", day: "2-digit" });
  const dayAndClock = make({ month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
  const dated = make({ year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
  const full = make({
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
  });
  const format: TimeFormat = {
    clock: (at) => clock.format(at),
    hour: (at) => hour.format(at),
    moment: (at, now) => (day.format(at) === day.format(now) ? clock.format(at) : dayAndClock.format(at)),
    dated: (at) => dated.format(at),
    full: (at) => full.format(at),
  };
  formats.set(key, format);
  return format;
};

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** `0:48`, `3:10`, `1:11:04`; never negative. */
export const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

/** The largest whole unit of an age: what a cell as narrow as the wall's can say without overstating it. */
export type AgePart = { value: number; unit: "seconds" | "minutes" | "hours" | "days" };
export const agePart = (ms: number): AgePart => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 120) return { value: seconds, unit: "seconds" };
  if (seconds < 7_200) return { value: Math.floor(seconds / 60), unit: "minutes" };
  return seconds < 172_800 ? { value: Math.floor(seconds / 3_600), unit: "hours" } : { value: Math.floor(seconds / 86_400), unit: "days" };
};

/** An interval wider than this says only its end in a list, ms. */
const NARROW_INTERVAL_MS = 60_000;

/**
 * When it happened, for a list. An interval is never shown as an instant: `≤ 09:07:42` where its beginning is unknown
 * or long before, `09:07:40–42` where it is near; within one second, that second is the whole truth.
 */
export const when = (time: EventTime, format: TimeFormat): string => {
  if (time.kind === "exact") return format.clock(time.at);
  const end = format.clock(time.notAfter);
  if (time.notBefore === null || time.notAfter - time.notBefore > NARROW_INTERVAL_MS) return `≤ ${end}`;
  const start = format.clock(time.notBefore);
  if (start === end) return end;
  return start.slice(0, -2) === end.slice(0, -2) ? `${start}–${end.slice(-2)}` : `≤ ${end}`;
};

/** When it happened, for a column as narrow as the wall's: an instant, or the end of the interval. */
export const whenShort = (time: EventTime, format: TimeFormat): string =>
  time.kind === "exact" ? format.clock(time.at) : `≤ ${format.clock(time.notAfter)}`;
