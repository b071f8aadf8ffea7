/** The numbered events of a room (operation 8) and what is new in all of them (operation 9). */
import { ok, type Result } from "../../../shared/result.ts";
import { badRequest, type Problem } from "./problems.ts";
import type { FeedEntry, Region, Room, StoredEvent, Widget, World } from "./types.ts";

/** Items per batch (specification §8). */
export const PAGE = 100;
/** How far back operation 9 reaches, ms (public facts §2). */
export const HORIZON_MS = 3_600_000;

/** Adds an event; one that is not `numbered` takes no number and carries none. */
export const emit = (world: World, room: Room, cmd: number, data: unknown, numbered = true, widget?: Widget): void => {
  const sequence = numbered ? room.nextSequence++ : null;
  const wire = { roomUuid: room.roomUuid, cmd, ...(sequence === null ? {} : { sequence }), version: 1, data };
  const event: StoredEvent = { sequence, cmd, at: world.now, ...(widget === undefined ? {} : { widget }), json: JSON.stringify(wire) };
  room.events.push(event);
  world.eventText += event.json.length;
  world.feed.push({ room, event });
  world.changed.add(room);
};

/** Whether a client may cause one more event here. What a proctor needs to end things (operations 2 and 3, stopping a recording) is never refused. */
export const hasSpace = (world: World, room: Room): boolean =>
  room.events.length < world.limits.eventsOfRoom && world.eventText < world.limits.eventText;

/** Something that clients see in the stream and the interface does not: it takes a number, which leaves a hole. */
export const passUnseen = (room: Room): void => {
  room.nextSequence += 1;
};

/** The first position whose event has at least this number. */
const positionOf = (events: readonly StoredEvent[], sequence: number): number => {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // An event without a number stands with the numbered one before it.
    let probe = middle;
    while (probe > low && events[probe]?.sequence === null) probe -= 1;
    const found = events[probe]?.sequence ?? null;
    if (found !== null && found >= sequence) high = probe;
    else low = middle + 1;
  }
  return low;
};

/** Where a page that begins at `from` ends. The next one must begin with a number, since that is all that `nextId` can say. */
const endOfPage = (events: readonly StoredEvent[], from: number, count: number): number => {
  const numbered = (at: number): boolean => at >= events.length || events[at]?.sequence !== null;
  let end = Math.min(from + count, events.length);
  while (end > from && !numbered(end)) end -= 1;
  if (end > from) return end;
  end = Math.min(from + count, events.length);
  while (!numbered(end)) end += 1;
  return end;
};

export const parseNextId = (text: string | undefined): number | null => {
  if (text === undefined || text === "" || text === "null") return 0;
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

export type FeedTrouble = {
  /** Events are held back for so long, ms. */
  lateMs: number;
  /** Of operation 9 the last answer comes once more, of operation 8 the last event of the page. */
  again: boolean;
};
const NO_TROUBLE: FeedTrouble = { lateMs: 0, again: false };

/** JSON of `{ total, count, list, nextId }`; `wanted` null: all events. `nextId` is inclusive. */
export const readPage = (
  room: Room,
  nextId: string | undefined,
  wanted: ((event: StoredEvent) => boolean) | null,
  count: number,
  trouble: FeedTrouble & { now?: number } = NO_TROUBLE,
): Result<string, Problem> => {
  const from = parseNextId(nextId);
  if (from === null) return badRequest("nextId must be a sequence number");
  const until = (trouble.now ?? 0) - trouble.lateMs;
  const told = trouble.lateMs === 0 ? room.events : room.events.filter((event) => event.at <= until);
  const events = wanted === null ? told : told.filter(wanted);
  const start = from === 0 ? 0 : positionOf(events, from);
  const end = endOfPage(events, start, count);
  const next = events[end]?.sequence ?? null;
  let list = "";
  for (let at = start; at < end; at += 1) list += `${at === start ? "" : ","}${events[at]?.json ?? ""}`;
  const again = trouble.again && end > start;
  if (again) list += `,${events[end - 1]?.json ?? ""}`;
  const following = next === null ? "null" : `"${next}"`;
  return ok(`{"total":${events.length},"count":${end - start + (again ? 1 : 0)},"list":[${list}],"nextId":${following}}`);
};

/** JSON array of what operation 9 has not delivered yet; reading consumes it, for all readers of the app. */
export const consumeFeed = (world: World, region: Region, trouble: FeedTrouble = NO_TROUBLE): string => {
  const ready = (entry: FeedEntry): boolean => entry.room.region === region && entry.event.at <= world.now - trouble.lateMs;
  const fresh = world.feed.filter(ready);
  const mine = trouble.again ? [...world.lastFed.filter(({ room }) => room.region === region), ...fresh] : fresh;
  world.feed = world.feed.filter((entry) => !ready(entry));
  world.lastFed = fresh;
  const since = world.now - HORIZON_MS;
  world.fedUntil.set(region, world.now - trouble.lateMs);
  return `[${mine
    .filter((entry) => !entry.room.destroyed && entry.event.at >= since)
    .map((entry) => entry.event.json)
    .join(",")}]`;
};

/** Forgets what operation 9 may no longer deliver. Entries are in the order of their times. */
export const pruneFeed = (world: World): void => {
  const since = world.now - HORIZON_MS;
  const keep = world.feed.findIndex((entry) => entry.event.at >= since);
  if (keep !== 0) world.feed = keep === -1 ? [] : world.feed.slice(keep);
};
