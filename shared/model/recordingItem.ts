/** An item of a room's list of recordings (operation 6). The specification shows none of its fields; these are the public facts', §2. */
import { z } from "zod";
import { asObject, field, readArray, readInteger, readText, readTime } from "../projection/readers.ts";

export const RecordingItem = z.object({
  recordId: z.string(),
  roomUuid: z.string().nullable(),
  sid: z.string().nullable(),
  resourceId: z.string().nullable(),
  startTime: z.number().nullable(),
  endTime: z.number().nullable(),
  /** By `status`: 1 is running; 2, and 0 as some write it, is ended. null: not told, or a value that nobody has named. */
  running: z.boolean().nullable(),
  /** individual, composite, web, or the wire's own value. */
  type: z.string().nullable(),
  /** Main file; null while there is none. */
  url: z.string().nullable(),
  /** Every file of the recording. */
  files: z.array(z.string()),
  /** It ended because the recorded page never reported that it was ready. */
  unready: z.boolean(),
  /** What to append to the page's address to see what was recorded. */
  webRecordUrlQuery: z.string().nullable(),
  /** The record as it came. */
  raw: z.unknown(),
});
export type RecordingItem = z.infer<typeof RecordingItem>;

const TYPES: Readonly<Record<string, string>> = { "1": "individual", "2": "composite", "3": "web" };

/** 1 is running, 0 and 2 both say ended (public facts §1); anything else is nobody's word. */
export const readRunning = (value: unknown): boolean | null => {
  const state = readInteger(value);
  return state === 1 ? true : state === 0 || state === 2 ? false : null;
};

const readFilled = (value: unknown): string | null => readText(value) || null;

/** null: not a record that can be named. */
export const readRecordingItem = (raw: unknown): RecordingItem | null => {
  const record = asObject(raw);
  const recordId = readFilled(field(record, "recordId"));
  if (recordId === null) return null;
  const type = readFilled(field(record, "type"));
  const files = (readArray(field(record, "recordDetails")) ?? []).flatMap((detail) => readFilled(field(asObject(detail), "url")) ?? []);
  return {
    recordId,
    roomUuid: readFilled(field(record, "roomUuid")),
    sid: readFilled(field(record, "sid")),
    resourceId: readFilled(field(record, "resourceId")),
    startTime: readTime(field(record, "startTime")),
    endTime: readTime(field(record, "endTime")),
    running: readRunning(field(record, "status")),
    type: type !== null && Object.hasOwn(TYPES, type) ? (TYPES[type] ?? type) : type,
    url: readFilled(field(record, "url")),
    files,
    unready: field(record, "unready") === true,
    // A table of the public documentation spells it otherwise than its samples.
    webRecordUrlQuery: readFilled(field(record, "webRecordUrlQuery")) ?? readFilled(field(record, "webRecordingUrlQuery")),
    raw,
  };
};
