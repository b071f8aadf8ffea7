/** The service's answers, read tolerantly: every "not shown" is kept as it came, and what cannot be read is counted, never thrown. */
import { z } from "zod";
import { asObject, readInteger } from "../../shared/projection/readers.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { type ItemText, itemTexts } from "./itemTexts.ts";
import type { RecordPage, RoomFacts, SequencePage, WireEvent } from "./types.ts";

/** Numbers come as numbers or as digits. */
const Digits = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);
const Numeric = z.union([z.number(), Digits]);

const Envelope = z.object({
  code: Numeric.nullish().catch(null),
  ts: Numeric.nullish().catch(null),
  msg: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  data: z.unknown().optional(),
});

export type ReadEnvelope = {
  code: number | null;
  /** Server time, ms. */
  ts: number | null;
  /** What the server says in words, cut. */
  message: string;
  data: unknown;
};

const MAX_MESSAGE = 200;

/** The standard body; null where the text is not JSON. JSON of another shape has no code. */
export const readEnvelope = (text: string): ReadEnvelope | null => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = Envelope.safeParse(json);
  if (!parsed.success) return { code: null, ts: null, message: "the body is not an object", data: undefined };
  const { code, ts, data, msg, message } = parsed.data;
  return { code: code ?? null, ts: ts && ts > 0 ? ts : null, message: (msg ?? message ?? "").slice(0, MAX_MESSAGE), data };
};

/** What every event of a page goes through, written out: a schema library costs more here than all else that the client does. */
const readItem = (value: unknown, roomOfPage: string | null, text: ItemText): WireEvent | null => {
  const item = asObject(value);
  const cmd = readInteger(item?.["cmd"]);
  if (item === null || cmd === null) return null;
  // Some samples spell it otherwise. `roomOfPage`: the room that was asked for; null where the page is about all rooms.
  const roomUuid = filledText(item["roomUuid"]) ?? filledText(item["roomUUid"]) ?? roomOfPage;
  if (roomUuid === null) return null;
  return { roomUuid, cmd, sequence: readInteger(item["sequence"]), data: item["data"], raw: text ?? Buffer.from(JSON.stringify(item)) };
};

const filledText = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** null, nothing, "", "null" and 0 all say that this was the end. */
const NextId = z
  .union([z.string(), z.int()])
  .nullish()
  .catch(null)
  .transform((id) => (id === null || id === undefined || ["", "null", "0"].includes(String(id)) ? null : String(id)));

const ListPage = z.object({ list: z.custom<unknown[]>(Array.isArray).nullable(), nextId: NextId });

const pageOf = (items: readonly unknown[], nextId: string | null, roomOfPage: string | null, body: Uint8Array | null): SequencePage => {
  const cut = body === null || items.length === 0 ? null : itemTexts(body);
  const texts = cut?.length === items.length ? cut : null;
  const events = items.map((item, index) => readItem(item, roomOfPage, texts?.[index] ?? null));
  const readable = events.filter((event) => event !== null);
  return { events: readable, nextId, unreadable: events.length - readable.length };
};

/**
 * Operations 8 and 9: an object with a list, or the bare list. An absent list is no empty one: it would prove that nothing happened.
 * `body`: the UTF-8 whose `data` it is; null: not at hand, then the texts of the events are made anew.
 */
export const readSequences = (data: unknown, roomOfPage: string | null, body: Uint8Array | null = null): Result<SequencePage, string> => {
  if (Array.isArray(data)) return ok(pageOf(data, null, roomOfPage, body));
  // A list that nothing was put into is written as null by some servers.
  if (data === null && roomOfPage === null) return ok(pageOf([], null, null, null));
  const parsed = ListPage.safeParse(data);
  return parsed.success ? ok(pageOf(parsed.data.list ?? [], parsed.data.nextId, roomOfPage, body)) : err("data has no list of events");
};

/** Operations 6, 16 and 17: an object with a list, or the bare list. */
export const readRecords = <T>(data: unknown, read: (raw: unknown) => T | null): Result<RecordPage<T>, string> => {
  const parsed = Array.isArray(data)
    ? { success: true as const, data: { list: data as unknown[], nextId: null } }
    : ListPage.safeParse(data);
  if (!parsed.success) return err("data has no list of records");
  const all = (parsed.data.list ?? []).map(read);
  const records = all.filter((record) => record !== null);
  return ok({ records, nextId: parsed.data.nextId, unreadable: all.length - records.length });
};

const NumberOrNull = Numeric.nullish().catch(null);
const TextOrNull = z.string().nullish().catch(null);
const Schedule = z.object({ startTime: NumberOrNull, duration: NumberOrNull, closeDelay: NumberOrNull }).nullish().catch(null);
const RoomData = z.object({
  roomName: TextOrNull,
  state: NumberOrNull,
  roomProperties: z.object({ state: NumberOrNull, schedule: Schedule }).nullish().catch(null),
});

/** "Get one room" (public facts §2). */
export const readRoom = (data: unknown): Result<RoomFacts, string> => {
  const parsed = RoomData.safeParse(data);
  if (!parsed.success) return err("data is not a room");
  const { roomName, state, roomProperties } = parsed.data;
  const schedule = roomProperties?.schedule;
  return ok({
    roomName: roomName ?? null,
    state: state ?? roomProperties?.state ?? null,
    schedule: schedule
      ? { startTime: schedule.startTime ?? null, duration: schedule.duration ?? null, closeDelay: schedule.closeDelay ?? null }
      : null,
    raw: data,
  });
};

/** Operations whose answer tells nothing beyond its code. */
export const readNothing = (): Result<null, string> => ok(null);
