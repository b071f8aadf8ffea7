/** Hosting scenes and the check before the exam, joined to the session whose rooms they look at. */
import { z } from "zod";
import type { BoardScope, Finding, PlannedRoom } from "../shared/model/boardCheck.ts";
import type { CommandRow } from "../shared/model/command.ts";
import type { RowMeaning } from "../shared/model/exam.ts";
import type { ProfileStatus } from "../shared/model/profile.ts";
import { ROOM_STATE, type RoomSummary } from "../shared/model/room.ts";
import { readRoomPlan } from "../shared/model/roomPlan.ts";
import type { Clock, Files, Http, Log, Random } from "../shared/ports.ts";
import { type Boards, createBoards, type Keep } from "./board/boards.ts";
import { clockFinding, type Seen, tokenFinding } from "./board/verdicts.ts";
import type { RoomReads } from "./cloud/roomReads.ts";
import { createHosting, type Hosting, type SceneRoom } from "./hosting/index.ts";
import type { Sync } from "./sync/index.ts";

type Deps = {
  clock: Clock;
  random: Random;
  http: Http;
  files: Files;
  log: Log;
  folder: string;
  sync: Pick<Sync, "rooms" | "plan" | "serverNow" | "connection">;
  reads: Pick<RoomReads, "facts">;
  commands: () => readonly CommandRow[];
  exams: { meanings(examId: string): readonly { meaning: RowMeaning }[] | undefined };
  certificate: () => ProfileStatus["certificate"];
  token: () => { expiresAt: number | null; renewable: boolean };
  soundOn: () => boolean;
};

export type Readiness = { boards: Boards; hosting: Hosting; look(): void; start(): void; stop(): void };

const isOver = ({ state }: RoomSummary): boolean => state !== null && state >= ROOM_STATE.ended;

/** What is known to be meant with a room, from whatever has told it. */
const plannedOf = (room: RoomSummary, plan: ReturnType<Sync["plan"]>): PlannedRoom => ({
  roomUuid: room.roomUuid,
  name: room.name,
  startTime: room.schedule?.startTime ?? null,
  duration: room.schedule?.duration ?? null,
  closeDelay: room.schedule?.closeDelay ?? null,
  examinationUrl: room.examinationUrl ?? plan?.examinationUrl ?? null,
  videoURL: plan?.videoURL ?? null,
  reserveVideoURL: plan?.reserveVideoURL ?? null,
  recording: null,
  unread: plan === null,
});

/** As a row of a sheet means it. */
const meantBy = (row: RowMeaning): PlannedRoom => ({
  roomUuid: row.roomUuid,
  name: row.roomName || null,
  startTime: row.startTime,
  duration: row.duration,
  closeDelay: row.closeDelay,
  examinationUrl: row.examinationUrl,
  videoURL: row.videoURL,
  reserveVideoURL: row.reserveVideoURL,
  recording: row.recordingMode === "none" ? null : row.recordingMode,
  unread: false,
});

const keepIn = ({ files, log }: Pick<Deps, "files" | "log">, folder: string): Keep => {
  const pathOf = (name: string): string => files.join(folder, `${name}.json`);
  return {
    load: (name, schema) => {
      const text = files.readText(pathOf(name));
      if (!text.ok) return null;
      try {
        const read = z.safeParse(schema, JSON.parse(text.value));
        if (read.success) return read.data;
      } catch {
        // Told below.
      }
      log.warn({ name }, "the last check is not readable; the next one has nothing to differ from");
      return null;
    },
    save: (name, value) => {
      const written = files.writeText(pathOf(name), `${JSON.stringify(value)}\n`);
      if (!written.ok) log.warn({ fault: written.error }, "the check cannot be kept");
    },
    drop: (name) => void files.remove(pathOf(name)),
  };
};

export const createReadiness = (deps: Deps): Readiness => {
  const { clock, random, http, sync } = deps;
  const now = sync.serverNow;
  const hosting = createHosting({ http, clock, random, now });

  const readBack = async (roomUuid: string): Promise<Seen> => {
    const read = await deps.reads.facts(roomUuid);
    if (!read.ok) return read.error.code === "notFound" ? { kind: "absent" } : { kind: "failed", problem: problemOf(read.error.params) };
    const { facts } = read.value;
    if (facts === null) return { kind: "lacking" };
    return { kind: "present", state: facts.state, schedule: facts.schedule, plan: readRoomPlan(facts.properties, facts.createdAt) };
  };

  const planned = (examId: BoardScope): PlannedRoom[] | undefined => {
    if (examId !== null)
      return deps.exams
        .meanings(examId)
        ?.filter(({ meaning }) => meaning.roomUuid !== "")
        .map(({ meaning }) => meantBy(meaning));
    const rooms = sync.rooms.list().filter((room) => room.visibility === "shown" && !isOver(room));
    return rooms.map((room) => plannedOf(room, sync.plan(room.roomUuid)));
  };

  const boards = createBoards({
    http,
    clock,
    now,
    planned,
    known: sync.rooms.get,
    createdAt: (roomUuid) => sync.plan(roomUuid)?.createdAt ?? null,
    readBack,
    commands: deps.commands,
    station: (endsAt): Record<"token" | "clock", Finding> => ({
      token: tokenFinding(deps.certificate(), deps.token(), endsAt),
      clock: clockFinding(sync.connection.read().clockOffset),
    }),
    soundOn: deps.soundOn,
    keep: keepIn(deps, deps.folder),
  });

  const scenes = (): SceneRoom[] =>
    sync.rooms.list().flatMap((room) => {
      const plan = sync.plan(room.roomUuid);
      if (plan === null || room.visibility !== "shown") return [];
      const { videoURL, reserveVideoURL } = plan;
      const started = room.state === ROOM_STATE.started && room.phase !== "destroyed";
      return [{ roomUuid: room.roomUuid, name: room.name, videoURL, reserveVideoURL, started }];
    });

  return {
    boards,
    hosting,
    look: () => {
      hosting.look(scenes());
      boards.look();
    },
    start: boards.start,
    stop: () => {
      boards.close();
      hosting.stop();
    },
  };
};

const problemOf = (params: Readonly<Record<string, string | number>> | undefined): string => String(params?.["problem"] ?? "network");
