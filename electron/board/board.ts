/** One board: each of its rooms looked at, a few dozen side by side, again by a timer, and what is otherwise than the time before. */
import { z } from "zod";
import { BoardRow, type BoardStatus, type Finding, type PlannedRoom, ROOM_CHECKS, type RoomCheck } from "../../shared/model/boardCheck.ts";
import type { CommandRow } from "../../shared/model/command.ts";
import type { RoomSummary } from "../../shared/model/room.ts";
import type { Clock, Http } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import { hostOf } from "../hosting/address.ts";
import { createVisitor, type Visited, type VisitFault } from "../hosting/visits.ts";
import { createStreamWatch } from "../hosting/watch.ts";
import type { Watched } from "../hosting/watching.ts";
import { MOST_OF_PAGE, pageFinding } from "./page.ts";
import {
  classEndOf,
  completed,
  existsFinding,
  neededUntil,
  recordingFinding,
  reservationFinding,
  type Seen,
  scheduleFinding,
  streamFinding,
} from "./verdicts.ts";

const ROOMS_SIDE_BY_SIDE = 64;
/** A stream that has neither moved nor stalled by then is left undecided, ms. */
const STREAM_PATIENCE_MS = 25_000;
const MINUTE_MS = 60_000;

/** What outlives the session. */
export const KeptBoard = z.object({ rows: z.array(BoardRow), endedAt: z.number().nullable() });
export type KeptBoard = z.infer<typeof KeptBoard>;

export type Board = {
  status: { read(): BoardStatus; watch: Watch<void> };
  rows: { list(): BoardRow[]; get(roomUuid: string): BoardRow | undefined; watch: Watch<string> };
  run(): Result<void>;
  stop(): void;
  repeat(minutes: number | null): void;
  /** Tells of the workstation's own findings where they have changed; called again and again. */
  look(): void;
  close(): void;
};

export type BoardDeps = {
  http: Http;
  clock: Clock;
  /** Server time, ms. */
  now: () => number;
  planned: () => readonly PlannedRoom[];
  known: (roomUuid: string) => RoomSummary | undefined;
  /** When the room was made, as far as it was ever told. */
  createdAt: (roomUuid: string) => number | null;
  readBack: (roomUuid: string) => Promise<Seen>;
  commands: () => readonly CommandRow[];
  /** `endsAt`: when the last of its classes is over, server time ms. */
  station: (endsAt: number | null) => BoardStatus["station"];
  kept: { load(): KeptBoard | null; save(board: KeptBoard): void };
  /** How often it is repeated, as it was wished the last time. */
  everyMinutes: number | null;
};

/** Whether a person would read the two as the same news; a figure alone is none. */
const isSame = (left: Finding | undefined, right: Finding | undefined): boolean =>
  left?.verdict === right?.verdict && left?.reason === right?.reason;

/** The checks whose verdict or reason differs; none for a room that was not looked at before. */
export const changedChecks = (before: BoardRow["findings"] | undefined, after: BoardRow["findings"]): RoomCheck[] =>
  before === undefined ? [] : ROOM_CHECKS.filter((check) => !isSame(before[check], after[check]));

/** Each asked once in a run, however many rooms name it. */
const onceEach = <T>(ask: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const asked = new Map<string, Promise<T>>();
  return (key) => {
    const known = asked.get(key) ?? ask(key);
    asked.set(key, known);
    return known;
  };
};

/** One run's own eyes, which are shut with it. */
const createEyes = ({ http, clock, now }: Pick<BoardDeps, "http" | "clock" | "now">, rooms: readonly PlannedRoom[]) => {
  const visitor = createVisitor({ http, clock });
  const hosts = new Set(rooms.flatMap(streamHosts));
  const mayAsk = (host: string): boolean => hosts.has(host);
  const streams = createStreamWatch({ visitor, clock, now, mayAsk });
  const waits = new Set<() => void>();

  const stream = (url: string): Promise<Watched | null> =>
    new Promise((resolve) => {
      const release = streams.hold(url);
      const end = (): void => {
        const state = streams.read(url) ?? null;
        cancel();
        stopWatching();
        waits.delete(end);
        release();
        resolve(state);
      };
      const cancel = clock.after(STREAM_PATIENCE_MS, end);
      const stopWatching = streams.watch((changed) => {
        if (changed === url && streams.read(url)?.phase !== "starting") end();
      });
      waits.add(end);
    });

  return {
    /** A room of which only now is known what was planned. */
    learn: (room: PlannedRoom): void => {
      for (const host of streamHosts(room)) hosts.add(host);
    },
    page: onceEach((url): Promise<Result<Visited, VisitFault>> => visitor.visit({ url, most: MOST_OF_PAGE, start: true })),
    stream: onceEach(stream),
    shut: (): void => {
      visitor.stop();
      for (const end of waits) end();
      streams.stop();
    },
  };
};

const streamHosts = ({ videoURL, reserveVideoURL }: PlannedRoom): string[] =>
  [videoURL, reserveVideoURL].flatMap((url) => (url === null ? [] : (hostOf(url) ?? [])));

export const createBoard = (deps: BoardDeps): Board => {
  const { clock, now } = deps;
  const statusChanged = createSignal<void>();
  const rowChanged = createSignal<string>();
  const kept = deps.kept.load();
  let rows = new Map((kept?.rows ?? []).map((row) => [row.roomUuid, row]));
  let endedAt = kept?.endedAt ?? null;
  let formerEndedAt: number | null = null;
  let { everyMinutes } = deps;
  let running: { done: number; of: number; shut: () => void } | null = null;
  let nextAt: number | null = null;
  let cancelNext = (): void => undefined;
  let told = "";

  const latestEnd = (): number | null => {
    const ends = deps.planned().flatMap((room) => classEndOf(room) ?? []);
    return ends.length === 0 ? null : Math.max(...ends);
  };
  const read = (): BoardStatus => ({
    running: running && { done: running.done, of: running.of },
    endedAt,
    formerEndedAt,
    everyMinutes,
    nextAt,
    station: deps.station(latestEnd()),
  });

  const appoint = (): void => {
    cancelNext();
    cancelNext = () => undefined;
    nextAt = null;
    if (everyMinutes === null || running !== null) return;
    nextAt = now() + everyMinutes * MINUTE_MS;
    cancelNext = clock.after(everyMinutes * MINUTE_MS, () => {
      if (!run().ok) appoint();
    });
  };

  type Eyes = ReturnType<typeof createEyes>;
  const check = async (planned: PlannedRoom, eyes: Eyes): Promise<BoardRow> => {
    const { roomUuid } = planned;
    const reading = deps.readBack(roomUuid);
    const room = planned.unread ? completed(planned, await reading) : planned;
    eyes.learn(room);
    const { videoURL, reserveVideoURL, examinationUrl } = room;
    const [seen, page, main, reserve] = await Promise.all([
      reading,
      examinationUrl === null ? null : eyes.page(examinationUrl),
      videoURL === null ? null : eyes.stream(videoURL),
      reserveVideoURL === null ? null : eyes.stream(reserveVideoURL),
    ]);
    const at = now();
    const known = deps.known(roomUuid);
    const state = seen.kind === "present" ? seen.state : (known?.state ?? null);
    const findings = {
      exists: existsFinding(seen, known),
      schedule: scheduleFinding(room, seen, state, at),
      reservation: reservationFinding(room, (seen.kind === "present" ? seen.plan.createdAt : null) ?? deps.createdAt(roomUuid)),
      page: pageFinding(room, page, at, neededUntil(room)),
      mainStream: streamFinding(videoURL, main, room, at),
      reserveStream: streamFinding(reserveVideoURL, reserve, room, at),
      recording: recordingFinding(room, known, deps.commands()),
    };
    return { roomUuid, name: known?.name ?? room.name ?? roomUuid, findings, changed: [], checkedAt: at };
  };

  const look = async (rooms: readonly PlannedRoom[]): Promise<void> => {
    const eyes = createEyes(deps, rooms);
    const mine = { done: 0, of: rooms.length, shut: eyes.shut };
    running = mine;
    cancelNext();
    nextAt = null;
    statusChanged.emit();
    const before = rows;
    const wanted = new Set(rooms.map(({ roomUuid }) => roomUuid));
    rows = new Map([...before].filter(([roomUuid]) => wanted.has(roomUuid)));
    for (const roomUuid of before.keys()) if (!wanted.has(roomUuid)) rowChanged.emit(roomUuid);

    const left = rooms.values();
    const takeTurns = async (): Promise<void> => {
      for (const room of left) {
        const row = await check(room, eyes);
        if (running !== mine) return;
        mine.done += 1;
        rows.set(room.roomUuid, { ...row, changed: changedChecks(before.get(room.roomUuid)?.findings, row.findings) });
        rowChanged.emit(room.roomUuid);
        statusChanged.emit();
      }
    };
    await Promise.all(Array.from({ length: ROOMS_SIDE_BY_SIDE }, takeTurns));
    eyes.shut();
    if (running !== mine) return;
    running = null;
    formerEndedAt = endedAt;
    endedAt = now();
    deps.kept.save({ rows: [...rows.values()], endedAt });
    appoint();
    statusChanged.emit();
  };

  const run = (): Result<void> => {
    if (running !== null) return err(appError("conflict", "a check is under way", { reason: "boardRuns" }));
    const rooms = deps.planned();
    if (rooms.length === 0) return err(appError("conflict", "there is no room to look at", { reason: "noRooms" }));
    void look(rooms);
    return ok(undefined);
  };

  const stop = (): void => {
    const { shut } = running ?? { shut: () => undefined };
    running = null;
    shut();
    appoint();
    statusChanged.emit();
  };

  appoint();
  return {
    status: { read, watch: statusChanged.watch },
    rows: { list: () => [...rows.values()], get: (roomUuid) => rows.get(roomUuid), watch: rowChanged.watch },
    run,
    stop: () => {
      if (running !== null) stop();
    },
    repeat: (minutes) => {
      everyMinutes = minutes;
      appoint();
      statusChanged.emit();
    },
    look: () => {
      const station = JSON.stringify(read().station);
      if (station === told) return;
      told = station;
      statusChanged.emit();
    },
    close: () => {
      everyMinutes = null;
      stop();
      cancelNext();
    },
  };
};
