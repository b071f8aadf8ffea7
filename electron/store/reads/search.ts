/** Searches events by text, kind, person and time. The database narrows the rows down by their raw text; what a person would read decides. */
import type { TimelineEntry } from "../../../shared/model/event.ts";
import type { Found, KindChoice, KnownPerson } from "../../../shared/model/past.ts";
import { latest } from "../../../shared/model/time.ts";
import type { Database, SqlRow, SqlValue } from "../../../shared/ports.ts";
import { eventKey, parseKey } from "../../../shared/projection/index.ts";
import { ok } from "../../../shared/result.ts";
import { dataOf, EVENT_COLUMNS, eventOf } from "../journalRows.ts";
import { onReadOnly, type ReadJob } from "./job.ts";

export type SearchInput = {
  path: string;
  /** null: every room in which `userUuid` was met. */
  roomUuid: string | null;
  text: string;
  kinds: KindChoice | null;
  userUuid: string | null;
  /** Server time, ms, inclusive; an event whose time is an interval counts where that touches. */
  from: number | null;
  to: number | null;
  /** A timeline key of the room: older ones alone. */
  before: string | null;
  limit: number;
};

/** Rows of the index that one step goes through. */
const STEP = 10_000;

/** Values of an event's data as text: names of fields are not what was said. */
const textsOf = (value: unknown, into: string[] = []): string[] => {
  if (typeof value === "string") into.push(value);
  else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) textsOf(inner, into);
  return into;
};

/** As it stands inside JSON, without the quotes. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const likeLiteral = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (one) => `\\${one}`)}%`;

/** Nothing beyond ASCII. */
const PLAIN = /^[\x20-\x7e]*$/;

/** What a field may be called, or the end of it. */
const NAME = /^\w+$/;

/** LIKE takes A for a, but É for é only where it is told. */
const variants = (text: string): string[] => {
  if (PLAIN.test(text)) return [text];
  const lower = text.toLowerCase();
  const capital = lower.slice(0, 1).toUpperCase() + lower.slice(1);
  return [...new Set([text, lower, text.toUpperCase(), capital])];
};

const narrowing = (input: SearchInput): { sql: string; values: SqlValue[] } => {
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const add = (sql: string, ...more: SqlValue[]): void => {
    parts.push(sql);
    values.push(...more);
  };
  if (input.text !== "") {
    const likes = variants(input.text).map((one) => likeLiteral(inJson(one)));
    add(`(${likes.map(() => "raw LIKE ? ESCAPE '\\'").join(" OR ")})`, ...likes);
    // Where it is the name of a field it stands in most rows, and nobody said it: those are left out before they are read.
    if (NAME.test(input.text)) add(`replace(raw, ?, '') LIKE ? ESCAPE '\\'`, `${input.text}":`, likeLiteral(input.text));
  }
  if (input.userUuid !== null) add("instr(raw, ?) > 0", JSON.stringify(input.userUuid));
  if (input.kinds !== null) {
    const [not, cmds] = "only" in input.kinds ? ["", input.kinds.only] : ["NOT ", input.kinds.except];
    add(`cmd ${not}IN (${cmds.map(() => "?").join(", ")})`, ...cmds);
  }
  if (input.from !== null) add("coalesce(exact_at, not_after) >= ?", input.from);
  if (input.to !== null) add("coalesce(exact_at, not_before, 0) <= ?", input.to);
  return { sql: parts.map((part) => ` AND ${part}`).join(""), values };
};

/**
 * Whether a text stands in a row only as a part of names of fields, which nobody said: told without reading the row's JSON. `needle`, in
 * small letters, stands inside a name where the next quote, not one in escapes, has a colon behind it. False: it cannot be told so.
 */
const onlyInNames = (raw: string, needle: string): boolean => {
  const text = raw.toLowerCase();
  let at = text.indexOf(needle);
  if (at === -1) return false;
  for (; at !== -1; at = text.indexOf(needle, at + 1)) {
    const quote = text.indexOf('"', at + needle.length);
    if (quote === -1 || text[quote - 1] === "\\" || text[quote + 1] !== ":") return false;
  }
  return true;
};

const END = { incarnation: Number.MAX_SAFE_INTEGER, sequence: 0, ordinal: 0 };

/** The hits of one room, newest first. */
function* searchRoom(database: Database, room: { id: number; uuid: string }, input: SearchInput): Generator<void, TimelineEntry[]> {
  const needle = input.text.toLowerCase();
  const eventAt = database.prepare(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE room_id = ? AND incarnation = ? AND sequence = ? AND ordinal = ?`,
  );
  /** `row`: a place and its text; the rest is read of hits alone. */
  const speaks = (row: SqlRow): TimelineEntry[] => {
    const raw = String(row["raw"]);
    if (needle !== "" && onlyInNames(raw, needle)) return [];
    const texts = textsOf(dataOf(raw));
    const said = needle === "" || texts.some((text) => text.toLowerCase().includes(needle));
    if (!said || (input.userUuid !== null && !texts.includes(input.userUuid))) return [];
    const whole = eventAt.get(room.id, row["incarnation"] ?? 0, row["sequence"] ?? 0, row["ordinal"] ?? 0);
    if (whole === undefined) return [];
    const event = eventOf(room.uuid, whole);
    return [{ kind: "event", key: eventKey(event), event }];
  };
  const narrowed = narrowing(input);
  const inRange = `FROM events WHERE room_id = ? AND (incarnation, sequence, ordinal) < (?, ?, ?)`;
  const newestFirst = "ORDER BY incarnation DESC, sequence DESC, ordinal DESC";
  const edge = database.prepare(`SELECT incarnation, sequence, ordinal ${inRange} ${newestFirst} LIMIT 1 OFFSET ${STEP}`);
  const matching = database.prepare(
    `SELECT incarnation, sequence, ordinal, raw ${inRange} AND (incarnation, sequence, ordinal) >= (?, ?, ?)${narrowed.sql} ${newestFirst}`,
  );
  const hits: TimelineEntry[] = [];
  let below = (input.before === null ? null : parseKey(input.before)) ?? END;
  for (;;) {
    const at = [below.incarnation, below.sequence, below.ordinal] as const;
    const row = edge.get(room.id, ...at);
    const low = [Number(row?.["incarnation"] ?? 0), Number(row?.["sequence"] ?? 0), Number(row?.["ordinal"] ?? 0)] as const;
    for (const one of matching.all(room.id, ...at, ...low, ...narrowed.values)) {
      hits.push(...speaks(one));
      if (hits.length > input.limit) return hits;
    }
    if (row === undefined) return hits;
    below = { incarnation: low[0], sequence: low[1], ordinal: low[2] };
    yield;
  }
}

const roomsOf = (database: Database, input: SearchInput): { id: number; uuid: string }[] => {
  const rows =
    input.roomUuid !== null
      ? database.prepare("SELECT id, uuid FROM rooms WHERE uuid = ?").all(input.roomUuid)
      : database
          .prepare("SELECT r.id, r.uuid FROM room_people p JOIN rooms r ON r.id = p.room_id WHERE p.user_uuid = ?")
          .all(input.userUuid);
  return rows.map((row) => ({ id: Number(row["id"]), uuid: String(row["uuid"]) }));
};

const whenOf = ({ entry }: Found): number => (entry.kind === "event" ? latest(entry.event.time) : 0);

/** Newest first, at most `limit`; `more`: there are others. */
export const search: ReadJob<SearchInput, { hits: Found[]; more: boolean }> = (world, input) =>
  onReadOnly(world, input.path, function* (database) {
    const found: Found[] = [];
    for (const room of roomsOf(database, input)) {
      const entries = yield* searchRoom(database, room, input);
      found.push(...entries.map((entry) => ({ roomUuid: room.uuid, entry })));
      yield;
    }
    // One room's stand in the order of its own sequence.
    if (input.roomUuid === null) found.sort((a, b) => whenOf(b) - whenOf(a));
    return ok({ hits: found.slice(0, input.limit), more: found.length > input.limit });
  });

const PEOPLE_SHOWN = 50;
const ROOMS_SHOWN = 1_000;

/** People by a part of their name or id, those with the shortest names first. */
export const people: ReadJob<{ path: string; text: string }, { people: KnownPerson[]; more: boolean }> = (world, { path, text }) =>
  onReadOnly(world, path, function* (database) {
    const likes = variants(text).map(likeLiteral);
    const either = likes.map(() => "user_name LIKE ? ESCAPE '\\' OR user_uuid LIKE ? ESCAPE '\\'").join(" OR ");
    const rows = database
      .prepare(
        `SELECT user_uuid, max(user_name) AS name FROM room_people WHERE ${either} GROUP BY user_uuid ORDER BY length(name), name, user_uuid LIMIT ${PEOPLE_SHOWN + 1}`,
      )
      .all(...likes.flatMap((like) => [like, like]));
    yield;
    const inRooms = database.prepare(
      `SELECT r.uuid FROM room_people p JOIN rooms r ON r.id = p.room_id WHERE p.user_uuid = ? ORDER BY r.uuid LIMIT ${ROOMS_SHOWN}`,
    );
    const found = rows.slice(0, PEOPLE_SHOWN).map((row) => ({
      userUuid: String(row["user_uuid"]),
      userName: String(row["name"]),
      roomUuids: inRooms.all(row["user_uuid"] ?? "").map(({ uuid }) => String(uuid)),
    }));
    return ok({ people: found, more: rows.length > PEOPLE_SHOWN });
  });
