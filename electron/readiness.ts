/** Hosting scenes and the check before the exam, joined to the session whose rooms they look at. */
import { z } from "zod";
import type { BoardScope, Finding, PlannedRoom } from "../shared/model/boardCheck.ts";
import type { CommandRow } from "../shared/model/command.ts";
import type { RowMeaning } from "../shared/model/exam.ts";
import type { ProfileStatus } from "../shared/model/profile.ts";
import { ROOM_STATE, type RoomSummary } from "../shared/model/room.ts";
import type { Clock, Files, Http, Log, Random } from "../shared/ports.ts";
import { type Board, createBoard, KeptBoard } from "./board/board.ts";
import { clockFinding, type Seen, tokenFinding } from "./board/verdicts.ts";
import type { RoomReads } from "./cloud/roomReads.ts";
import { createHosting, type Hosting, type SceneRoom } from "./hosting/index.ts";
import type { Sync } from "./sync/index.ts";

const BOARD_FILE = "board.json";

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

export type Readiness = { board: Board; hosting: Hosting; look(): void; start(): void; stop(): void };

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
});

const keepIn = ({ files, log }: Pick<Deps, "files" | "log">, path: string) => ({
  load: (): KeptBoard | null => {
    const text = files.readText(path);
    if (!text.ok) return null;
    try {
      const read = z.safeParse(KeptBoard, JSON.parse(text.value));
      if (read.success) return read.data;
    } catch {
      // Told below.
    }
    log.warn({ path }, "the last check is not readable; the next one has nothing to differ from");
    return null;
  },
  save: (board: KeptBoard): void => {
    const written = files.writeText(path, `${JSON.stringify(board)}\n`);
    if (!written.ok) log.warn({ fault: written.error }, "the check cannot be kept");
  },
});

export const createReadiness = (deps: Deps): Readiness => {
  const { clock, random, http, sync } = deps;
  const now = sync.serverNow;
  const hosting = createHosting({ http, clock, random, now });

  const readBack = async (roomUuid: string): Promise<Seen> => {
    const read = await deps.reads.facts(roomUuid);
    if (!read.ok) return read.error.code === "notFound" ? { kind: "absent" } : { kind: "failed", problem: problemOf(read.error.params) };
    const { facts } = read.value;
    if (facts === null) return { kind: "lacking" };
    return { kind: "present", state: facts.state, schedule: facts.schedule, createdAt: facts.createdAt };
  };

  const planned = ({ examId, roomUuids }: BoardScope): PlannedRoom[] => {
    const only = roomUuids && new Set(roomUuids);
    const rooms = examId === null ? sync.rooms.list().filter((room) => room.visibility === "shown" && !isOver(room)) : null;
    const all =
      rooms?.map((room) => plannedOf(room, sync.plan(room.roomUuid))) ??
      (deps.exams.meanings(examId ?? "") ?? []).map(({ meaning }) => meantBy(meaning));
    return all.filter(({ roomUuid }) => roomUuid !== "" && (only === null || only.has(roomUuid)));
  };

  const board = createBoard({
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
    kept: keepIn(deps, deps.files.join(deps.folder, BOARD_FILE)),
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
    board,
    hosting,
    look: () => {
      hosting.look(scenes());
      board.look();
    },
    start: board.start,
    stop: () => {
      board.close();
      hosting.stop();
    },
  };
};

const problemOf = (params: Readonly<Record<string, string | number>> | undefined): string => String(params?.["problem"] ?? "network");
