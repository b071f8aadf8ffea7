/** The cloud's state on disk: JSON lines, each the newest state of one room and its new events; what an answer says is written before it leaves. */
import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { err, ok, type Result } from "../../shared/result.ts";
import {
  type ChatUser,
  type LedgerEntry,
  type Region,
  type Room,
  type Run,
  roomKey,
  type StoredEvent,
  type User,
  type World,
} from "./engine/types.ts";
import type { KeptTrouble } from "./trouble/desk.ts";

const FILE = "practice-cloud.jsonl";
/** Beyond this the file is written anew, with one line per room, bytes. */
const REWRITE_AT = 64 * 1_048_576;
/** After a change that the disk did not take, everything is written anew, tried this often, ms of the world's time. */
const AGAIN_MS = 1_000;

type RoomLine = Omit<Room, "users" | "events"> & { users: User[] };
type Line =
  | { kind: "room"; room: RoomLine; events: StoredEvent[] }
  | { kind: "gone"; key: string }
  /** Operation 9 has delivered this region's events up to this time. */
  | { kind: "fed"; region: Region; at: number }
  | { kind: "chatUser"; user: ChatUser }
  /** Since when what is played. */
  | { kind: "run"; run: Run }
  /** The newest of an incident counts. */
  | { kind: "incident"; entry: LedgerEntry }
  /** All that there are. */
  | { kind: "troubles"; troubles: KeptTrouble[] }
  | { kind: "time"; now: number };

export type Restored = {
  chatUsers: ChatUser[];
  rooms: Room[];
  now: number;
  fedUntil: Partial<Record<Region, number>>;
  /** null: written before there were rehearsals. */
  run: Run | null;
  ledger: LedgerEntry[];
  troubles: KeptTrouble[];
};

export type Diary = {
  /** Null: there was nothing on disk. */
  readonly restored: Restored | null;
  /** Writes everything anew. */
  rewrite(world: World, troubles: readonly KeptTrouble[]): void;
  /** Writes what has changed since. `troubles` null: they have not. */
  keep(world: World, troubles: KeptTrouble[] | null): void;
};

const roomLine = (room: Room, events: StoredEvent[]): Line => {
  const { users, events: _events, ...rest } = room;
  return { kind: "room", room: { ...rest, users: [...users.values()] }, events };
};

const read = (text: string): Restored => {
  const rooms = new Map<string, Room>();
  const restored: Restored = { chatUsers: [], rooms: [], now: 0, fedUntil: {}, run: null, ledger: [], troubles: [] };
  const incidents = new Map<number, LedgerEntry>();
  for (const written of text.split("\n")) {
    let line: Line;
    try {
      line = JSON.parse(written) as Line;
    } catch {
      // The last line of a process that was killed may be cut; nothing behind it was promised to anybody.
      continue;
    }
    if (line.kind === "time") restored.now = line.now;
    else if (line.kind === "fed") restored.fedUntil[line.region] = line.at;
    else if (line.kind === "chatUser") restored.chatUsers.push(line.user);
    else if (line.kind === "run") restored.run = line.run;
    else if (line.kind === "incident") incidents.set(line.entry.id, line.entry);
    else if (line.kind === "troubles") restored.troubles = line.troubles;
    else if (line.kind === "gone") rooms.delete(line.key);
    else {
      const key = roomKey(line.room.region, line.room.roomUuid);
      const events = rooms.get(key)?.events ?? [];
      for (const event of line.events) events.push(event);
      rooms.set(key, { ...line.room, users: new Map(line.room.users.map((user) => [user.userUuid, user])), events });
    }
  }
  restored.rooms = [...rooms.values()];
  restored.ledger = [...incidents.values()];
  return restored;
};

/** Opens the folder's diary. The error is one sentence for a person. */
export const openDiary = (folder: string, complain: (sentence: string) => void): Result<Diary, string> => {
  const path = join(folder, FILE);
  /** How many events of a room are on disk. */
  const written = new WeakMap<Room, number>();
  const fed = new Map<Region, number>();
  let size = 0;
  let chatUsers = 0;
  /** When the disk did not take a change, time of the world, ms; null: all that is known is on it. */
  let failedAt: number | null = null;

  /** What a rewriting in between puts down again. */
  let lastTroubles: readonly KeptTrouble[] = [];

  const rewrite = (world: World, troubles: readonly KeptTrouble[]): void => {
    lastTroubles = troubles;
    const beside = `${path}.new`;
    const file = openSync(beside, "w");
    try {
      size = 0;
      const put = (line: Line): void => {
        size += writeSync(file, `${JSON.stringify(line)}\n`);
      };
      put({ kind: "time", now: world.now });
      put({ kind: "run", run: world.run });
      for (const entry of world.ledger) put({ kind: "incident", entry });
      put({ kind: "troubles", troubles: [...troubles] });
      for (const [region, at] of world.fedUntil) put({ kind: "fed", region, at });
      for (const user of world.chatUsers.values()) put({ kind: "chatUser", user });
      chatUsers = world.chatUsers.size;
      for (const room of world.rooms.values()) {
        put(roomLine(room, room.events));
        written.set(room, room.events.length);
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  };

  const changes = (world: World, troubles: KeptTrouble[] | null): string => {
    const lines: Line[] = [];
    for (const entry of world.changedEntries) lines.push({ kind: "incident", entry });
    if (troubles !== null) {
      lines.push({ kind: "troubles", troubles });
      lastTroubles = troubles;
    }
    for (const room of world.changed) {
      if (room.destroyed) lines.push({ kind: "gone", key: roomKey(room.region, room.roomUuid) });
      else lines.push(roomLine(room, room.events.slice(written.get(room) ?? 0)));
      written.set(room, room.events.length);
    }
    for (const [region, at] of world.fedUntil) {
      if (fed.get(region) !== at) lines.push({ kind: "fed", region, at });
      fed.set(region, at);
    }
    // Chat users are only ever added, so those behind the known count are new.
    for (const user of [...world.chatUsers.values()].slice(chatUsers)) lines.push({ kind: "chatUser", user });
    chatUsers = world.chatUsers.size;
    if (lines.length === 0) return "";
    lines.push({ kind: "time", now: world.now });
    return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  };

  try {
    mkdirSync(folder, { recursive: true });
    const restored = existsSync(path) ? read(readFileSync(path, "utf8")) : null;
    closeSync(openSync(path, "a"));
    return ok({
      restored,
      rewrite,
      keep: (world, troubles) => {
        const text = changes(world, troubles);
        if (text === "" && failedAt === null) return;
        if (failedAt !== null && world.now - failedAt < AGAIN_MS) return;
        try {
          // A line that was cut, or never came, is made good by writing everything.
          if (failedAt !== null || size > REWRITE_AT) rewrite(world, lastTroubles);
          else appendFileSync(path, text);
          size += text.length;
          failedAt = null;
        } catch (error) {
          if (failedAt === null) complain(`The practice cloud cannot write ${path}: ${(error as Error).message}`);
          failedAt = world.now;
        }
      },
    });
  } catch (error) {
    return err(`The folder ${folder} cannot be used for the practice cloud's data: ${(error as Error).message}`);
  }
};
