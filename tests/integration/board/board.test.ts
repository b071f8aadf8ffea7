import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Board } from "../../../electron/board/board.ts";
import { type Boards, createBoards } from "../../../electron/board/boards.ts";
import type { Seen } from "../../../electron/board/verdicts.ts";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createHttp } from "../../../electron/platform/http.ts";
import { finding, type PlannedRoom } from "../../../shared/model/boardCheck.ts";
import type { Http } from "../../../shared/ports.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { startTestCloud, type TestCloud } from "../practice/cloud.ts";

const MINUTE = 60_000;
const EXAM = "0190b6a4-5b7e-4c3a-9f10-0a1b2c3d4e50";
let cloud: TestCloud;
let http: Http;
let boards: Boards;
let board: Board;
beforeAll(async () => {
  cloud = await startTestCloud();
  http = createHttp({ clock: createSystemClock() });
});
afterEach(() => boards.close());
afterAll(async () => {
  await Promise.all([http.close(), cloud.close()]);
});

const clock = createVirtualClock();
const START = clock.wall() + 60 * MINUTE;
const planned = (number: number, more: Partial<PlannedRoom> = {}): PlannedRoom => ({
  roomUuid: `r${number}`,
  name: `Room ${number}`,
  startTime: START,
  duration: 7_200,
  closeDelay: 600,
  examinationUrl: `${cloud.baseUrl}/exam/r${number}`,
  videoURL: `${cloud.baseUrl}/media/recorded/7200/index.m3u8`,
  reserveVideoURL: null,
  recording: null,
  unread: false,
  ...more,
});
const NO_PLAN = { examinationUrl: null, videoURL: null, reserveVideoURL: null, createdAt: clock.wall() };
const seen: Seen = { kind: "present", state: 0, schedule: { startTime: START, duration: 7_200, closeDelay: 600 }, plan: NO_PLAN };

/** Boards over rooms that the test may change, and what they have put on disk. Of the exam is the last of the rooms, while it is there. */
const over = (rooms: PlannedRoom[], readBack: (roomUuid: string) => Promise<Seen> = async () => seen) => {
  const disk = new Map<string, unknown>();
  const exam = { isThere: true };
  const open = (): void => {
    boards = createBoards({
      http,
      clock,
      now: clock.wall,
      planned: (examId) => (examId === null ? rooms : exam.isThere ? rooms.slice(-1) : undefined),
      known: () => undefined,
      createdAt: () => null,
      readBack,
      commands: () => [],
      station: () => ({ token: finding("unknown", "tokenUnmade"), clock: finding("unknown", "clockUnread") }),
      soundOn: () => true,
      keep: {
        load: (name, schema) => (disk.has(name) ? schema.parse(disk.get(name)) : null),
        save: (name, value) => void disk.set(name, structuredClone(value)),
        drop: (name) => void disk.delete(name),
      },
    });
    boards.start();
    board = boardOf(null);
  };
  open();
  return {
    disk,
    exam,
    restart: (): void => {
      boards.close();
      open();
    },
  };
};
const boardOf = (examId: string | null): Board => {
  const found = boards.of(examId);
  if (found === undefined) throw new Error("no such exam");
  return found;
};
const ended = () => expect.poll(() => board.status.read().running).toBeNull();
const verdicts = (roomUuid: string): string[] =>
  Object.values(board.rows.get(roomUuid)?.findings ?? {}).map(({ verdict, reason }) => `${verdict} ${reason}`);

test("each room has a verdict for each thing, and a second run tells only what is otherwise", async () => {
  const rooms = [planned(1), planned(2)];
  const { disk, restart } = over(rooms);
  expect(board.run().ok).toBe(true);
  await ended();
  const whole = [
    "good roomWaits",
    "good scheduleRight",
    "good reservationHolds",
    "good pageAnswers",
    "good filePlays",
    "none streamNone",
    "none recordingNone",
  ];
  expect(verdicts("r1")).toEqual(whole);
  expect(board.rows.list().flatMap(({ changed }) => changed)).toEqual([]);

  rooms[1] = planned(2, { examinationUrl: `${cloud.baseUrl}/nowhere` });
  // What was there before is on disk: a console that was started anew differs from it just as well.
  restart();
  board.run();
  await ended();
  expect(board.rows.get("r2")).toMatchObject({ changed: ["page"], findings: { page: { verdict: "bad", reason: "pageStatus" } } });
  expect(board.rows.get("r1")?.changed).toEqual([]);
  expect(board.status.read().formerEndedAt).not.toBeNull();
  expect(disk.get("check-all")).toMatchObject({ rows: { length: 2 } });
});

test("an exam has a check of its own, repeated by its own timer over a restart, until that is taken back", async () => {
  const { restart } = over([planned(1), planned(2)]);
  const ofExam = (): Board => boardOf(EXAM);
  const examEnded = () => expect.poll(() => ofExam().status.read().running).toBeNull();
  ofExam().run();
  await examEnded();
  expect([
    board.rows.list(),
    ofExam()
      .rows.list()
      .map(({ roomUuid }) => roomUuid),
  ]).toEqual([[], ["r2"]]);
  boards.repeat(EXAM, 10);
  expect([board.status.read().nextAt, ofExam().status.read().nextAt]).toEqual([null, clock.wall() + 10 * MINUTE]);
  const first = ofExam().status.read();
  restart();
  await clock.advance(10 * MINUTE);
  expect(ofExam().status.read().running).toEqual({ done: 0, of: 1 });
  await examEnded();
  expect(ofExam().status.read()).toMatchObject({ endedAt: (first.endedAt ?? 0) + 10 * MINUTE, formerEndedAt: first.endedAt });
  boards.repeat(EXAM, null);
  expect([ofExam().status.read().nextAt, clock.pending()]).toEqual([null, 0]);
});

test("the check of an exam goes with the exam, its timer and what is on disk as well", async () => {
  const { exam, disk } = over([planned(1)]);
  boardOf(EXAM).run();
  await expect.poll(() => boardOf(EXAM).status.read().running).toBeNull();
  boards.repeat(EXAM, 5);
  exam.isThere = false;
  boards.look();
  expect([boards.of(EXAM), clock.pending(), [...disk.keys()]]).toEqual([undefined, 0, ["checks"]]);
});

test("a room of which nobody has told what is planned is looked at as the service has it", async () => {
  const unread = planned(1, { startTime: null, duration: null, examinationUrl: null, videoURL: null, unread: true });
  const plan = { ...NO_PLAN, examinationUrl: `${cloud.baseUrl}/exam/r1`, videoURL: `${cloud.baseUrl}/media/recorded/7200/index.m3u8` };
  over([unread], async () => ({ ...seen, plan }));
  board.run();
  await ended();
  expect(verdicts("r1").slice(1, 6)).toEqual([
    "good scheduleRight",
    "good reservationHolds",
    "good pageAnswers",
    "good filePlays",
    "none streamNone",
  ]);
});

test("one run at a time; without rooms there is none", async () => {
  const rooms: PlannedRoom[] = [];
  over(rooms);
  expect(board.run()).toMatchObject({ ok: false, error: { reason: "noRooms" } });
  rooms.push(planned(1));
  board.run();
  expect(board.run()).toMatchObject({ ok: false, error: { reason: "boardRuns" } });
  await ended();
});

test("a run that is stopped says nothing more, whatever comes", async () => {
  const late = Promise.withResolvers<Seen>();
  const { disk } = over([planned(1), planned(2)], (roomUuid) => (roomUuid === "r1" ? late.promise : Promise.resolve(seen)));
  board.run();
  await expect.poll(() => board.status.read().running).toEqual({ done: 1, of: 2 });
  board.stop();
  late.resolve(seen);
  await clock.settle();
  expect(board.rows.list().map(({ roomUuid }) => roomUuid)).toEqual(["r2"]);
  expect([board.status.read().running, board.status.read().endedAt, disk.size]).toEqual([null, null, 0]);
});

test("what a person said of the sound stays said over a restart, and counts for every check", () => {
  const { restart } = over([planned(1)]);
  expect(board.status.read().station.sound.reason).toBe("soundUntested");
  boards.soundTested(true);
  restart();
  for (const one of [board, boardOf(EXAM)])
    expect(one.status.read().station.sound).toMatchObject({ verdict: "good", reason: "soundHeard" });
});
