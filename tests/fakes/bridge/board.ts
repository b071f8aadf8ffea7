/** An invented check before the exam: every kind of verdict in some room, and a run that takes a moment. */
import type { CallInput, CallName, CallOutput } from "../../../shared/contract.ts";
import { type BoardRow, type BoardScope, type BoardStatus, finding } from "../../../shared/model/boardCheck.ts";
import type { RoomSummary } from "../../../shared/model/room.ts";
import type { SceneStatus, StreamStatus } from "../../../shared/model/stream.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { createListTopic, createValueTopic } from "./topics.ts";

type BoardCall = Extract<CallName, `board.${string}`>;
type Calls = { [N in BoardCall]: (input: CallInput<N>) => Result<CallOutput<N>> };

const DAY_MS = 86_400_000;
const STREAM = { codecs: "h264, aac", age: 3 };

const rowOf = ({ roomUuid, name }: Pick<RoomSummary, "roomUuid" | "name">, index: number, at: number): BoardRow => ({
  roomUuid,
  name,
  findings: {
    exists: index === 3 ? finding("bad", "roomAbsent") : finding("good", "roomWaits"),
    schedule:
      index === 4
        ? finding("bad", "scheduleStartDiffers", { plannedAt: at, foundAt: at + 600_000 })
        : finding("good", "scheduleRight", { startAt: at }),
    reservation: finding("good", "reservationHolds", { reservedAt: at + 4 * DAY_MS, neededAt: at + DAY_MS }),
    page:
      index === 1
        ? finding("bad", "certificateExpired", { host: "exam.example" })
        : index === 2
          ? finding("attention", "certificateEnds", { status: 200, host: "exam.example", redirects: 0, days: 6, title: "Finals" })
          : finding("good", "pageAnswers", { status: 200, host: "exam.example", redirects: 0, days: 80, title: "Finals" }),
    mainStream: index === 0 ? finding("bad", "streamStalls", { ...STREAM, seconds: 42 }) : finding("good", "streamMoves", STREAM),
    reserveStream: index === 5 ? finding("unknown", "streamRtmp") : finding("good", "filePlays", { codecs: "h264, aac", length: 7_200 }),
    recording: index % 2 === 0 ? finding("none", "recordingNone") : finding("attention", "recordingByHand", { mode: "web" }),
  },
  changed: index === 0 ? ["mainStream"] : [],
  checkedAt: at,
});

type RoomsOf = (examId: BoardScope) => readonly RoomSummary[];

const createOne = (rooms: () => readonly RoomSummary[], now: () => number) => {
  const status = createValueTopic<BoardStatus>({
    running: null,
    endedAt: null,
    formerEndedAt: null,
    everyMinutes: null,
    nextAt: null,
    station: {
      token: finding("good", "tokenRenews", { expiresAt: now() + DAY_MS }),
      clock: finding("good", "clockRight", { seconds: 0.2 }),
      sound: finding("attention", "soundUntested"),
    },
  });
  const found = new Map<string, BoardRow>();
  const rows = createListTopic(
    () => [...found.values()],
    (key) => found.get(key),
  );
  const change = (part: Partial<BoardStatus>): void => status.set({ ...status.read(), ...part });
  const run = (): void => {
    const all = rooms();
    change({ running: { done: 0, of: all.length }, nextAt: null });
    setTimeout(() => {
      for (const [index, room] of all.entries()) {
        found.set(room.roomUuid, rowOf(room, index, now()));
        rows.changed(room.roomUuid);
      }
      const { endedAt, everyMinutes } = status.read();
      change({
        running: null,
        formerEndedAt: endedAt ?? now() - 900_000,
        endedAt: now(),
        nextAt: everyMinutes === null ? null : now() + everyMinutes * 60_000,
      });
    }, 100);
  };
  return { status, rows, change, run };
};

/** One for every room, and one for each exam. */
export const createFakeBoards = (rooms: RoomsOf, now: () => number) => {
  const boards = new Map<BoardScope, ReturnType<typeof createOne>>();
  const of = (examId: BoardScope): ReturnType<typeof createOne> => {
    const board = boards.get(examId) ?? createOne(() => rooms(examId), now);
    boards.set(examId, board);
    return board;
  };
  const calls: Calls = {
    "board.run": ({ examId }) => {
      of(examId).run();
      return ok({});
    },
    "board.stop": ({ examId }) => {
      of(examId).change({ running: null });
      return ok({});
    },
    "board.repeat": ({ examId, minutes }) => {
      of(examId).change({ everyMinutes: minutes, nextAt: minutes === null ? null : now() + minutes * 60_000 });
      return ok({});
    },
    "board.soundTested": ({ heard }) => {
      const sound = finding(heard ? "good" : "bad", heard ? "soundHeard" : "soundUnheard", { testedAt: now() });
      for (const { status, change } of boards.values()) change({ station: { ...status.read().station, sound } });
      return ok({});
    },
  };
  return { of, calls };
};

/** A main stream that stands still, and a reserve that cannot be shown here. */
export const createFakeScene = (roomUuid: string, now: number) => {
  const stream: StreamStatus = {
    side: "main",
    url: "https://cdn.example/exam/main.m3u8",
    form: "hls",
    phase: "stalled",
    since: now - 30_000,
    movedAt: now - 42_000,
    madeAt: now - 45_000,
    targetSeconds: 4,
    lengthSeconds: null,
    codecs: "h264, aac",
    size: "1280×720",
    encrypted: false,
    fault: null,
    preview: null,
  };
  const reserve: StreamStatus = {
    ...stream,
    side: "reserve",
    url: "rtmp://cdn.example/exam",
    form: "rtmp",
    phase: "unwatchable",
    movedAt: null,
    madeAt: null,
    codecs: null,
    size: null,
  };
  return createValueTopic<SceneStatus>({ roomUuid, main: stream, reserve });
};
