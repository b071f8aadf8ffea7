/** What must hold after every step (reliability 1, 2, 6, 7, 11, 12) and at the end (2, 11), checked on the disk and in what is shown, against the model of the service. */
import { isDeepStrictEqual } from "node:util";
import { openStore } from "../../electron/store/index.ts";
import { type CommandRow, isTerminal } from "../../shared/model/command.ts";
import type { RoomEvent } from "../../shared/model/event.ts";
import { asOf } from "../../shared/model/freshness.ts";
import type { RoomSummary } from "../../shared/model/room.ts";
import type { Database, Log } from "../../shared/ports.ts";
import { applyEvent, emptyView, summaryOf } from "../../shared/projection/index.ts";
import type { VirtualClock } from "../fakes/clock.ts";
import type { ServiceEvent } from "../fakes/service.ts";
import type { Classes } from "./classes.ts";
import type { Disk } from "./disk.ts";
import type { Workstation } from "./workstation.ts";

export type World = { clock: VirtualClock; service: Classes; disk: Disk; workstation: Workstation };

const quiet: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, child: () => quiet };

/** Answers whether anything was written to the database since it was asked last. */
const createNews = (database: () => Database) => {
  let seen = -1;
  return (): boolean => {
    const changes = Number(database().prepare("SELECT total_changes() AS changes").get()?.["changes"]);
    const fresh = changes !== seen;
    seen = changes;
    return fresh;
  };
};

/** What of the service's events is on disk: room → the event as it came → how often, over all incarnations. Reads only what is new. */
export const createTold = (journal: () => Database) => {
  const rooms = new Map<string, Map<string, number>>();
  const written = createNews(journal);
  let read = 0;
  return {
    count: (): number => read,
    /** Whether the journal has changed since. */
    look: (): boolean => {
      if (!written()) return false;
      const rows = journal()
        .prepare("SELECT events.id AS id, uuid, raw FROM events JOIN rooms ON rooms.id = room_id WHERE events.id > ? ORDER BY events.id")
        .all(read);
      for (const { id, uuid, raw } of rows) {
        read = Number(id);
        const room = rooms.get(String(uuid)) ?? new Map<string, number>();
        rooms.set(String(uuid), room.set(String(raw), (room.get(String(raw)) ?? 0) + 1));
      }
      return true;
    },
    often: (roomUuid: string, text: string): number => rooms.get(roomUuid)?.get(text) ?? 0,
  };
};
export type Told = ReturnType<typeof createTold>;

/** 6: no value looks fresher than an answer proved. What was checked of a life stays so: nothing is ever taken from the journal. */
export const createFreshness = ({ service, workstation }: World, told: Told) => {
  const lives = new Map<string, { bornAt: number; checked: number; wanted: Map<string, number> }>();

  /** The life of the room that the service had at `at`, if it still has it. */
  const lifeAt = (roomUuid: string, at: number): { bornAt: number; events: readonly ServiceEvent[] } | null => {
    const bornAt = service.bornAt(roomUuid);
    if (bornAt !== null && bornAt <= at) return { bornAt, events: service.events(roomUuid) };
    const ended = service.past(roomUuid).at(-1);
    // What a room did in its last moments may be gone with it.
    return ended !== undefined && ended.bornAt <= at && at < ended.endedAt ? ended : null;
  };

  return (rooms: readonly RoomSummary[]): string | null => {
    const { chain } = workstation.connection();
    for (const room of rooms) {
      const { roomUuid } = room;
      const at = asOf(room.proof, chain);
      const life = at === null ? null : lifeAt(roomUuid, at);
      if (at === null || life === null) continue;
      let state = lives.get(roomUuid);
      if (state?.bornAt !== life.bornAt) {
        state = { bornAt: life.bornAt, checked: 0, wanted: new Map() };
        lives.set(roomUuid, state);
      }
      for (let event = life.events[state.checked]; event !== undefined && event.madeAt < at; event = life.events[state.checked]) {
        const count = (state.wanted.get(event.text) ?? 0) + 1;
        if (told.often(roomUuid, event.text) < count)
          return `${roomUuid} says it is proved until ${at}, and lacks event ${event.sequence} (kind ${event.cmd}) of ${event.madeAt}`;
        state.wanted.set(event.text, count);
        state.checked += 1;
      }
    }
    return null;
  };
};

/** 6: the cursor never passes what is stored. */
export const cursorAhead = ({ workstation }: World): string | null => {
  const ahead = workstation
    .journal()
    .prepare(
      `SELECT uuid, at FROM (SELECT *, anchor AS at FROM rooms UNION ALL SELECT *, last_sequence AS at FROM rooms) AS cursor
       WHERE at > 0 AND NOT EXISTS (
         SELECT 1 FROM events WHERE room_id = cursor.id AND incarnation = cursor.incarnation AND sequence = at AND ordinal = 0)`,
    )
    .get();
  return ahead === undefined ? null : `${String(ahead["uuid"])}: cursor at ${Number(ahead["at"])}, which is not stored`;
};

/** A room as another program would read it from the same disk. */
type OnDisk = { incarnation: number; events: RoomEvent[]; view: unknown };
export type Stored = ReadonlyMap<string, OnDisk>;

export const readDisk = ({ clock, disk, workstation }: World): Stored => {
  const opened = openStore({ driver: disk.driver, files: disk.files, clock, log: quiet }, workstation.folder());
  if (!opened.ok) throw new Error(opened.error.message);
  const { journal } = opened.value;
  const rooms = new Map<string, OnDisk>();
  for (const { roomUuid, incarnation } of journal.rooms()) {
    const events = journal
      .page(roomUuid, null, 1_000_000)
      .entries.toReversed()
      .flatMap((entry) => (entry.kind === "event" && entry.event.incarnation === incarnation ? [entry.event] : []));
    rooms.set(roomUuid, { incarnation, events, view: journal.view(roomUuid) });
  }
  opened.value.close();
  return rooms;
};

/** 7: what is stored as a view, and what is shown of it, is the fold of the stored events. */
export const notTheFold = (disk: Stored, shown: readonly RoomSummary[]): string | null => {
  const rows = new Map(shown.map((row) => [row.roomUuid, row]));
  for (const [roomUuid, { events, view, incarnation }] of disk) {
    const folded = events.reduce(applyEvent, emptyView());
    if (!isDeepStrictEqual(folded, view)) return `${roomUuid}: the stored view is not the fold of the stored events`;
    const row = rows.get(roomUuid);
    // An id that was added by hand and that the service does not know is not kept.
    if (row === undefined && events.length === 0) continue;
    if (row === undefined) return `${roomUuid} is stored and not shown`;
    const summary = summaryOf(folded);
    const shownOf = Object.fromEntries(Object.keys(summary).map((name) => [name, row[name as keyof typeof summary]]));
    if (row.incarnation !== incarnation || !isDeepStrictEqual(summary, shownOf))
      return `${roomUuid}: what is shown is not the fold of what is stored`;
  }
  return null;
};

/** How long after it was accepted a command may be neither seen nor called overdue, ms: the longest that a sign is waited for, and a look. */
const OVERDUE_BY_MS = 33_000;

/** 1, 2 and 11: what was acknowledged is there, what has ended on disk never changes, what is called observed came about, and what is not seen in time is told. */
export const createCommandWatch = (deps: {
  workstation: Workstation;
  clock: VirtualClock;
  /** Whether the service has done it, or shows that it is so. */
  cameAbout: (row: CommandRow) => boolean;
}) => {
  const { workstation, clock } = deps;
  const acknowledged = new Map<string, number>();
  const ended = new Map<string, string>();
  const observed = new Set<string>();
  /** Since when each is shown as accepted, monotonic ms. */
  const accepted = new Map<string, number>();
  const written = createNews(workstation.outbox);

  const untold = (row: CommandRow): string | null => {
    if (row.state === "observed" && !observed.has(row.id)) {
      observed.add(row.id);
      if (!deps.cameAbout(row)) return `command ${row.number} (${row.name}) is called observed, and nothing has come about`;
    }
    if (row.state !== "accepted" || row.sign === null) {
      accepted.delete(row.id);
      return null;
    }
    const since = accepted.get(row.id) ?? clock.monotonic();
    accepted.set(row.id, since);
    if (clock.monotonic() - since < OVERDUE_BY_MS) return null;
    if (!row.overdue)
      return `command ${row.number} (${row.name}) was accepted ${clock.monotonic() - since} ms ago, and nobody says that it is not seen`;
    return workstation.alarms().some(({ rule }) => rule === "commandNotObserved")
      ? null
      : `no alarm says that command ${row.number} is not seen`;
  };

  return {
    /** A new program waits anew. */
    begun: (): void => accepted.clear(),
    /** By its id, or the id of the many that it was asked with, which are `many`. */
    acknowledged: (id: string, many = 1): void => void acknowledged.set(id, many),
    violation: (): string | null => {
      const busy = new Set<string>();
      for (const row of workstation.commands()) {
        const { id, number, state, roomUuid } = row;
        const before = ended.get(id);
        if (before !== undefined && before !== state) return `command ${number} ended as ${before}, and is shown as ${state}`;
        const wrong = untold(row);
        if (wrong !== null) return wrong;
        if (state !== "sending") continue;
        if (busy.has(roomUuid)) return `two commands are under way in ${roomUuid}`;
        busy.add(roomUuid);
      }
      if (!written()) return null;
      const stored = workstation
        .outbox()
        .prepare("SELECT id, state, ended, json_extract(body, '$.row.bulk.id') AS bulk FROM commands")
        .all();
      const there = new Map<unknown, number>();
      for (const row of stored) {
        const [id, state] = [String(row["id"]), String(row["state"])];
        const before = ended.get(id);
        if (before !== undefined && before !== state) return `command ${id} ended as ${before}, and is ${state} on disk`;
        if (row["ended"] === 1) ended.set(id, state);
        for (const one of [id, row["bulk"]]) there.set(one, (there.get(one) ?? 0) + 1);
      }
      for (const [id, many] of acknowledged)
        if (there.get(id) !== many) return `${many} commands of ${id} were acknowledged, and ${there.get(id) ?? 0} are there`;
      return null;
    },
  };
};

/** 2: each command that has ended passed exactly one end, and passed it last. */
export const endedTwice = ({ workstation }: World): string | null => {
  const wrong = workstation
    .outbox()
    .prepare(
      `SELECT commands.id AS id, commands.state AS state, count(feed.seq) AS ends,
         (SELECT state FROM feed WHERE command_id = commands.id ORDER BY seq DESC LIMIT 1) AS last
       FROM commands LEFT JOIN feed ON feed.command_id = commands.id
         AND feed.state IN ('observed', 'failed', 'expired', 'cancelled', 'superseded')
       WHERE commands.ended = 1 GROUP BY commands.id
       HAVING ends <> (commands.state <> 'accepted') OR last <> commands.state`,
    )
    .get();
  return wrong === undefined
    ? null
    : `command ${String(wrong["id"])} is ${String(wrong["state"])}, passed ${Number(wrong["ends"])} ends and last ${String(wrong["last"])}`;
};

/** The events of a list by the sequence they stand behind; the order of unnumbered ones behind the same sequence is nobody's to tell. */
const shape = (list: readonly { sequence: number | null; cmd: number; data: unknown }[]): string[] => {
  let behind = 0;
  return list
    .map(({ sequence, cmd, data }) => {
      if (sequence !== null) behind = sequence;
      return `${String(behind).padStart(9, "0")}|${sequence === null ? 1 : 0}|${cmd}|${JSON.stringify(data)}`;
    })
    .sort();
};

/** 11, as it is shown: every room that the service has is live, the header says so, and the outbox has drained. */
export const unfinished = ({ service, workstation }: World, lost: (row: CommandRow) => boolean): string | null => {
  const rooms = new Map(workstation.rooms().map((row) => [row.roomUuid, row]));
  for (const roomUuid of service.roomUuids()) {
    const room = rooms.get(roomUuid);
    if (room === undefined && service.events(roomUuid).length > 0) return `${roomUuid} is not known`;
    if (room === undefined) continue;
    if (room.phase !== "live") return `${roomUuid} is ${room.phase} (${room.problem})`;
    const there = service.events(roomUuid).length;
    if (room.eventCount !== there) return `${roomUuid} shows ${room.eventCount} events of ${there}`;
  }
  const { phase, problem, catchUp } = workstation.connection();
  if (problem !== null || phase !== "live") return `the header says ${phase}, ${problem?.code}, catching up ${JSON.stringify(catchUp)}`;
  const waiting = workstation.commands().find((row) => !isTerminal(row) && !lost(row));
  return waiting === undefined
    ? null
    : `command ${waiting.number} (${waiting.roomUuid}) is still ${waiting.state}: ${JSON.stringify(waiting)}`;
};

/** 11, as it is stored: the journal of every room is the service's own list, event by event. */
export const notTheList = ({ service }: World, disk: Stored): string | null => {
  for (const roomUuid of service.roomUuids()) {
    const stored = (disk.get(roomUuid)?.events ?? []).map(({ ordinal, sequence, cmd, data }) => ({
      sequence: ordinal === 0 ? sequence : null,
      cmd,
      data,
    }));
    const mine = shape(stored);
    const theirs = shape(service.events(roomUuid));
    if (mine.length !== theirs.length || mine.some((line, index) => line !== theirs[index])) {
      const extra = mine.find((line) => !theirs.includes(line));
      const missing = theirs.find((line) => !mine.includes(line));
      return `${roomUuid}: ${mine.length} stored, ${theirs.length} at the service; extra ${extra}, missing ${missing}`;
    }
  }
  return null;
};
