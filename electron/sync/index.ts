/** From the cloud's answers to what is stored and shown: polls, judges, journals, and proves the age of everything. May not send commands, nor know the window. */
import type { AddVerdict } from "../../shared/contract/rooms.ts";
import type { Connection } from "../../shared/model/connection.ts";
import type { RoomEvent, TimelineEntry } from "../../shared/model/event.ts";
import type { RoomDetail, RoomSummary, Schedule, SilentDetail } from "../../shared/model/room.ts";
import type { RoomPlan } from "../../shared/model/roomPlan.ts";
import type { Clock, Log, Random } from "../../shared/ports.ts";
import { emptyView } from "../../shared/projection/index.ts";
import type { Watch } from "../../shared/signal.ts";
import type { AnswerSeen, Cloud, RequestBudget } from "../cloud/types.ts";
import type { Journal, Recorded } from "../store/journalTypes.ts";
import type { Registry, Visibility } from "../store/registry.ts";
import { createAdding } from "./adding.ts";
import { createAppReader } from "./appReader.ts";
import { createConnection } from "./connection.ts";
import { createCore } from "./core.ts";
import { createFacts } from "./facts.ts";
import { createLoops, type SyncLoop } from "./loops.ts";
import { createRefolding } from "./refolding.ts";
import { createRoomReader } from "./roomReader.ts";

export type SyncDeps = {
  cloud: Cloud;
  budget: RequestBudget;
  journal: Journal;
  registry: Registry;
  clock: Clock;
  random: Random;
  log: Log;
  /** Of the profile, for the header. */
  region: string;
  /** Interval of operation 9, seconds. */
  pollSeconds: number;
};

export interface Sync {
  start(): void;
  /** Gives up what is under way; settles when all is quiet. The store may be closed then. */
  stop(): Promise<void>;
  /** The computer woke: requests go out at once. */
  wake(): void;
  /** The operating system says that there is a network again. */
  networkBack(): void;
  /** Somebody looks at this room: it is asked first until `close`. */
  openRoom(roomUuid: string): { close(): void };
  /** Each id is checked by operation 8; waits some 10 s at most. */
  addRooms(roomUuids: readonly string[]): Promise<AddVerdict[]>;
  /** A room that was created from here: read from now on, and called as it was named until the service tells. */
  adoptRoom(roomUuid: string, facts: { name: string | null; schedule: Schedule | null; plan: RoomPlan | null }): Promise<void>;
  /** What the room was made with, where anybody told. */
  plan(roomUuid: string): RoomPlan | null;
  setVisibility(roomUuids: readonly string[], visibility: Visibility): void;
  /** Nobody looks at this room, and no request for it is under way. */
  idle(roomUuid: string): boolean;
  /** What is stored of this room is being taken away: should it be read again, then from its beginning. */
  readAnew(roomUuid: string): void;
  /** A room that is idle and of which nothing is stored any more is known no longer. */
  forgetRoom(roomUuid: string): void;
  rooms: { list(): RoomSummary[]; get(roomUuid: string): RoomSummary | undefined; watch: Watch<string> };
  /** Undefined for a room that is not known. */
  detail(roomUuid: string): RoomDetail | undefined;
  /** The same without chat, from memory: for whoever asks of many rooms. */
  silent(roomUuid: string): SilentDetail | undefined;
  timeline: {
    /** The newest entries, newest first. */
    tail(roomUuid: string, limit: number): TimelineEntry[];
    page(roomUuid: string, before: string | null, limit: number): { entries: TimelineEntry[]; more: boolean };
    /** One entry by its key; undefined where it is gone. */
    entry(roomUuid: string, key: string): TimelineEntry | undefined;
    watch: Watch<Recorded>;
  };
  /** Events that are on disk and were not before, in the order of their rooms' sequences. */
  events: Watch<RoomEvent[]>;
  connection: {
    /** Looks at every room. */
    read(): Connection;
    /** The part of it by which rooms are proved, without that. */
    chain(): Connection["chain"];
    /** How long no host has answered, ms; null while the last answer is not late. */
    silentFor(): number | null;
    watch: Watch<void>;
  };
  /** Tell every answer of any host here. */
  answerSeen(seen: AnswerSeen): void;
  /** Unix ms on the server's clock. */
  serverNow(): number;
  /** Its loops, for the watchdog. */
  loops: Readonly<Record<SyncLoop, { turnedAt(): number | null; revive(before: number): void }>>;
  /** Errors nobody foresaw, and answers that could not be stored, in this run. */
  errors(): number;
}

export const createSync = (deps: SyncDeps): Sync => {
  const core = createCore(deps);
  const { book, journal, registry } = core;
  const pollMs = deps.pollSeconds * 1_000;
  const connection = createConnection(core, { budget: deps.budget, region: deps.region, pollMs });
  const loops = createLoops({
    core,
    budget: deps.budget,
    pollMs,
    connection,
    rooms: createRoomReader(core),
    app: createAppReader(core),
    facts: createFacts(core),
    adding: () => adding,
  });
  const adding = createAdding(core, loops.nudgeRooms);

  const refolding = createRefolding(core);

  const summary = (roomUuid: string): RoomSummary | undefined => {
    const room = book.get(roomUuid);
    return room === undefined ? undefined : book.summary(room);
  };

  const watched = (name: SyncLoop) => ({
    turnedAt: () => loops.turnedAt(name),
    revive: (before: number) => loops.revive(name, before),
  });

  return {
    start: () => {
      loops.start();
      refolding.start();
    },
    stop: () => {
      refolding.stop();
      return loops.stop();
    },
    wake: () => loops.again({ kind: "wake" }),
    networkBack: () => loops.again({ kind: "networkBack" }),
    openRoom: (roomUuid) => {
      const room = book.get(roomUuid);
      if (room === undefined) return { close: () => undefined };
      room.open += 1;
      loops.nudgeRooms();
      let closed = false;
      return {
        close: () => {
          if (!closed) room.open -= 1;
          closed = true;
        },
      };
    },
    addRooms: adding.add,
    adoptRoom: async (roomUuid, facts) => {
      await adding.add([roomUuid]);
      if (registry.room(roomUuid)?.name !== null) return;
      registry.setFacts(roomUuid, { ...facts, incarnation: 0 });
      book.touch(roomUuid);
    },
    plan: (roomUuid) => registry.room(roomUuid)?.plan ?? null,
    setVisibility: (roomUuids, visibility) => {
      registry.setVisibility(roomUuids, visibility);
      for (const roomUuid of roomUuids) {
        const room = book.get(roomUuid);
        if (room === undefined) continue;
        core.advance(room, { kind: visibility === "archived" ? "pause" : "resume" });
        book.touch(roomUuid);
      }
      loops.nudgeRooms();
    },
    idle: (roomUuid) => {
      const room = book.get(roomUuid);
      return room === undefined || (room.open === 0 && !room.busy);
    },
    readAnew: (roomUuid) => {
      const room = book.get(roomUuid);
      if (room === undefined) return;
      room.reading = null;
      room.life = null;
      book.touch(roomUuid);
    },
    forgetRoom: (roomUuid) => {
      registry.forget(roomUuid);
      book.drop(roomUuid);
    },
    rooms: { list: () => [...book.all()].map(book.summary), get: summary, watch: book.watch },
    detail: (roomUuid) => {
      const row = summary(roomUuid);
      return row === undefined ? undefined : { summary: row, view: journal.view(roomUuid) ?? emptyView() };
    },
    silent: (roomUuid) => {
      const row = summary(roomUuid);
      return row === undefined ? undefined : { summary: row, view: journal.silentView(roomUuid) ?? emptyView() };
    },
    timeline: {
      tail: (roomUuid, limit) => journal.page(roomUuid, null, limit).entries,
      page: journal.page,
      entry: journal.entry,
      watch: core.timelineChanged.watch,
    },
    events: core.stored.watch,
    connection: { read: connection.read, chain: connection.chain, silentFor: connection.silentFor, watch: core.connectionChanged.watch },
    answerSeen: connection.answerSeen,
    serverNow: core.server.now,
    loops: { app: watched("app"), rooms: watched("rooms") },
    errors: core.errors,
  };
};
