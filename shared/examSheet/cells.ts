/** What a single cell may be: numbers, times, spans, enumerations, lists, JSON; and what is wrong with text that came through a spreadsheet. Pure. */
import type { z } from "zod";
import { NewId, StreamAddress, Values, WebAddress } from "../contract/fields.ts";
import { instantOf } from "../localTime.ts";
import type { Column, Finding } from "../model/exam.ts";

export type Fault = Pick<Finding, "code" | "params"> & { level?: Finding["level"] };
/** A cell's value, or what is wrong with it; a value may come with a warning. */
export type Read<T> = { value: T | null; faults: Fault[] };

export const good = <T>(value: T | null, ...faults: Fault[]): Read<T> => ({ value, faults });
export const bad = (code: string, params: Fault["params"] = {}): Read<never> => ({ value: null, faults: [{ code, params }] });

/** Room types that are publicly known (public facts §1). */
export const ROOM_TYPES = [0, 2, 4, 6, 7, 10] as const;
/** s. A lesson shorter than this has probably been typed in minutes. */
const SHORT_SPAN = 300;
const DAY = 86_400;

/** A spreadsheet's own errors, in English and as Chinese versions write them (they are the same). */
const EXCEL_ERROR = /^#(?:N\/A|VALUE!|REF!|DIV\/0!|NUM!|NAME\?|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|GETTING_DATA|#+)$/i;
const FORMULA = /^[=＝]/;
const FULL_WIDTH = /[\uFF01-\uFF5E\u3000]/;
/** Characters that nobody sees: zero-width, direction marks, no-break space, control characters. */
const INVISIBLE = /[\u00A0\u00AD\u200B-\u200F\u2028-\u202F\u2060-\u2064\uFEFF]|\p{Cc}/u;
/** Columns whose text is for machines: nothing full-width or invisible belongs there. */
const STRICT: ReadonlySet<Column> = new Set([
  "roomUuid",
  "roomType",
  "startTime",
  "duration",
  "closeDelay",
  "maxAccept",
  "examinationUrl",
  "videoURL",
  "reserveVideoURL",
  "finishType",
  "recordingMode",
]);

/** What a spreadsheet, or a hand on another keyboard, has done to a cell; null: nothing. */
export const damageOf = (column: Column, text: string): Fault | null => {
  const trimmed = text.trim();
  if (EXCEL_ERROR.test(trimmed)) return { code: "excelError", params: { text: trimmed } };
  if (FORMULA.test(trimmed)) return { code: "formula", params: { text: trimmed.slice(0, 40) } };
  if (!STRICT.has(column)) return null;
  if (FULL_WIDTH.test(trimmed)) return { code: "fullWidth", params: { normal: trimmed.normalize("NFKC") } };
  const hidden = INVISIBLE.exec(trimmed)?.[0];
  if (hidden === undefined) return null;
  return { code: "invisible", params: { character: `U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}` } };
};

/** The first complaint of a schema of the contract, by the name that it gives. */
const bySchema = <T>(schema: z.ZodType<T>, text: string): Read<T> => {
  const parsed = schema.safeParse(text);
  if (parsed.success) return good(parsed.data);
  const issue = parsed.error.issues[0];
  if (issue?.code === "too_big") return bad("tooLong", { max: Number(issue.maximum) });
  if (issue?.code !== "custom") return bad("notValid");
  const { reason, ...figures } = issue.params ?? {};
  const params = Object.fromEntries(
    Object.entries(figures).filter((pair): pair is [string, string | number] => ["string", "number"].includes(typeof pair[1])),
  );
  return bad(typeof reason === "string" ? reason : "notValid", params);
};

export const readId = (text: string): Read<string> => bySchema(NewId, text);

const addressed =
  (schema: z.ZodType<string>) =>
  (text: string): Read<string> => {
    const read = bySchema(schema, text);
    if (read.value === null) return read;
    const authority = /^[^:]*:\/\/([^/?#]*)/.exec(read.value)?.[1] ?? "";
    // A password in a sheet would be shown, stored and sent to everybody in the room.
    if (authority.includes("@")) return bad("credentials");
    if (!/^(?:\[[0-9a-f:.]+\]|[^\s:[\]\\{}]+)(?::\d{1,5})?$/iu.test(authority)) return bad("host", { host: authority.slice(0, 80) });
    return read;
  };
export const readWebAddress = addressed(WebAddress);
export const readStreamAddress = addressed(StreamAddress);

const whole = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;

export const readInteger =
  (min: number, max: number) =>
  (text: string): Read<number> => {
    if (SCIENTIFIC.test(text)) return bad("scientific", { text });
    const value = whole(text.replace(/\.0+$/, ""));
    if (value === null) return bad("notInteger");
    return value < min || value > max ? bad("outOfRange", { min, max }) : good(value);
  };

export const readRoomType = (text: string): Read<number> => {
  const read = readInteger(0, 1_000)(text);
  if (read.value === null || ROOM_TYPES.some((type) => type === read.value)) return read;
  return bad("enum", { known: ROOM_TYPES.join(", ") });
};
export const readFinishType = (text: string): Read<number> => (/^[01]$/.test(text) ? good(Number(text)) : bad("enum", { known: "0, 1" }));

const MODES: Readonly<Record<string, "none" | "composite" | "web">> = {
  none: "none",
  no: "none",
  无: "none",
  不录制: "none",
  composite: "composite",
  合流: "composite",
  web: "web",
  网页: "web",
  页面: "web",
};
export const readMode = (text: string): Read<"none" | "composite" | "web"> => {
  const mode = MODES[text.toLowerCase()];
  return mode === undefined ? bad("enum", { known: "none, composite, web" }) : good(mode);
};

const CLOCK = /^(\d{1,2}):(\d{2}):(\d{2})$/;
const PARTS =
  /^(?:(\d{1,3})\s*(?:h|hours?|小时|时))?\s*(?:(\d{1,4})\s*(?:m|min|minutes?|分钟|分))?\s*(?:(\d{1,5})\s*(?:s|sec|seconds?|秒))?$/i;

/** s: plain seconds as the service has them, `1h30m`, `90 min`, `1:30:00`. */
const spanOf = (text: string): number | null => {
  const plain = whole(text);
  if (plain !== null) return plain;
  const [, hours, minutes, seconds] = CLOCK.exec(text) ?? PARTS.exec(text) ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return null;
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
};
export const readSpan =
  (min: number, warnShort: boolean) =>
  (text: string): Read<number> => {
    if (SCIENTIFIC.test(text)) return bad("scientific", { text });
    const value = spanOf(text);
    if (value === null) return bad("span");
    if (value < min || value > DAY) return bad("outOfRange", { min, max: DAY });
    const short = warnShort && value < SHORT_SPAN;
    return good(value, ...(short ? [{ code: "shortSpan", level: "warning" as const, params: { seconds: value } }] : []));
  };

const TIME =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?\s*(Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|\[?[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+\]?)?$/i;
const OFFSET = /^(?:UTC|GMT)?([+-])(\d{1,2}?)(?::?(\d{2}))?$/i;

/** Minutes east of Greenwich; null: it is a zone's name. */
const offsetOf = (zone: string): number | null => {
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return 0;
  const found = OFFSET.exec(zone);
  if (found === null) return null;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return found[1] === "-" ? -minutes : minutes;
};

/** Rooms of an exam begin together: what a time is in a zone is worked out once. */
const instants = new Map<string, number | null>();
const MOST_INSTANTS = 1_000;
/** null: no such time; undefined: no such zone. */
const instantIn = (local: string, zone: string): number | null | undefined => {
  const key = `${zone} ${local}`;
  const known = instants.get(key);
  if (known !== undefined) return known;
  try {
    const at = instantOf(local, zone);
    if (instants.size >= MOST_INSTANTS) instants.clear();
    instants.set(key, at);
    return at;
  } catch {
    return undefined;
  }
};

/** Unix ms: a date and time with an offset or a zone's name, without either in the exam's own zone; or plain Unix ms as the service has them. */
export const readTime =
  (timeZone: string) =>
  (text: string): Read<number> => {
    if (SCIENTIFIC.test(text)) return bad("scientific", { text });
    if (/^\d{13}$/.test(text)) return good(Number(text));
    const found = TIME.exec(text);
    if (found === null) return bad("time");
    const [year = "", month = "", day = "", hour = "", minute = "", second = "00", zone] = found.slice(1);
    const two = (part: string): string => part.padStart(2, "0");
    const local = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;
    const offset = zone === undefined ? null : offsetOf(zone);
    if (offset !== null) {
      const at = instantIn(local, "UTC") ?? null;
      return at === null || Math.abs(offset) > 14 * 60
        ? bad(at === null ? "noSuchTime" : "zone", { zone: zone ?? "" })
        : good(at - offset * 60_000);
    }
    const named = (zone ?? timeZone).replace(/^\[|\]$/g, "");
    const at = instantIn(local, named);
    if (at === undefined) return bad("zone", { zone: named });
    if (at === null) return bad("noSuchTime", { zone: named });
    return good(at);
  };

/** Ids one under the other or parted by `;` `；` `、` `|`. */
export const readList = (text: string): string[] =>
  text
    .split(/[;；、|\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

const plainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const readProperties = (text: string): Read<Record<string, unknown>> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return bad(/[“”‘’]/.test(text) ? "jsonQuotes" : "json");
  }
  if (!plainObject(parsed)) return bad("notObject");
  const checked = Values.safeParse(parsed);
  if (checked.success) return good(checked.data);
  return bad("notValid");
};
