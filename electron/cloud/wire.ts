/** The service's answers, read tolerantly: every "not shown" is kept as it came, and what cannot be read is counted, never thrown. */
import { asObject, field, readInteger } from "../../shared/projection/readers.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { type ItemText, itemTexts } from "./itemTexts.ts";
import type { RecordPage, RoomFacts, SequencePage, WireEvent } from "./types.ts";

// What every answer and every event goes through is written out: a schema library costs more here than all else that the client does.

/** Numbers come as numbers or as digits. */
const DIGITS = /^-?\d{1,15}$/;
const readNumeric = (value: unknown): number | null => {
  if (typeof value === "string") return DIGITS.test(value) ? Number(value) : null;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};

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
  const body = asObject(json);
  if (body === null) return { code: null, ts: null, message: "the body is not an object", data: undefined };
  const ts = readNumeric(field(body, "ts"));
  const message = [field(body, "msg"), field(body, "message")].find((said) => typeof said === "string") ?? "";
  return {
    code: readNumeric(field(body, "code")),
    ts: ts !== null && ts > 0 ? ts : null,
    message: message.slice(0, MAX_MESSAGE),
    data: field(body, "data"),
  };
};

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
const readNextId = (value: unknown): string | null => {
  const id = typeof value === "string" || Number.isSafeInteger(value) ? String(value) : "";
  return ["", "null", "0"].includes(id) ? null : id;
};

/** null: there is no list, and none that is written as null. */
const readListPage = (data: unknown): { list: readonly unknown[]; nextId: string | null } | null => {
  if (Array.isArray(data)) return { list: data, nextId: null };
  const page = asObject(data);
  const list = field(page, "list");
  if (list !== null && !Array.isArray(list)) return null;
  return { list: list ?? [], nextId: readNextId(field(page, "nextId")) };
};

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
  // A list that nothing was put into is written as null by some servers.
  const page = data === null && roomOfPage === null ? { list: [], nextId: null } : readListPage(data);
  return page === null ? err("data has no list of events") : ok(pageOf(page.list, page.nextId, roomOfPage, body));
};

/** Operations 6, 16 and 17: an object with a list, or the bare list. */
export const readRecords = <T>(data: unknown, read: (raw: unknown) => T | null): Result<RecordPage<T>, string> => {
  const page = readListPage(data);
  if (page === null) return err("data has no list of records");
  const all = page.list.map(read);
  const records = all.filter((record) => record !== null);
  return ok({ records, nextId: page.nextId, unreadable: all.length - records.length });
};

/** "Get one room" (public facts §2). */
export const readRoom = (data: unknown): Result<RoomFacts, string> => {
  const room = asObject(data);
  if (room === null) return err("data is not a room");
  const properties = asObject(field(room, "roomProperties"));
  const schedule = asObject(field(properties, "schedule"));
  const roomName = field(room, "roomName");
  return ok({
    roomName: typeof roomName === "string" ? roomName : null,
    state: readNumeric(field(room, "state")) ?? readNumeric(field(properties, "state")),
    schedule: schedule && {
      startTime: readNumeric(field(schedule, "startTime")),
      duration: readNumeric(field(schedule, "duration")),
      closeDelay: readNumeric(field(schedule, "closeDelay")),
    },
    raw: data,
  });
};

/** Operations whose answer tells nothing beyond its code. */
export const readNothing = (): Result<null, string> => ok(null);
