import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Board, createBoard, type KeptBoard } from "../../../electron/board/board.ts";
import type { Seen } from "../../../electron/board/verdicts.ts";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createHttp } from "../../../electron/platform/http.ts";
import { finding, type PlannedRoom } from "../../../shared/model/boardCheck.ts";
import type { Http } from "../../../shared/ports.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { startTestCloud, type TestCloud } from "../practice/cloud.ts";

const MINUTE = 60_000;
const ALL = { examId: null, roomUuids: null };
let cloud: TestCloud;
let http: Http;
let board: Board;
beforeAll(async () => {
  cloud = await startTestCloud();
  http = createHttp({ clock: createSystemClock() });
});
afterEach(() => board.close());
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
  ...more,
});
const seen: Seen = { kind: "present", state: 0, schedule: { startTime: START, duration: 7_200, closeDelay: 600 }, createdAt: clock.wall() };

/** A board over rooms that the test may change, and what it has put on disk. */
const over = (rooms: PlannedRoom[], readBack: (roomUuid: string) => Promise<Seen> = async () => seen) => {
  const disk: { kept: KeptBoard | null } = { kept: null };
  const open = (): Board =>
    createBoard({
      http,
      clock,
      now: clock.wall,
      planned: ({ roomUuids }) => rooms.filter(({ roomUuid }) => roomUuids?.includes(roomUuid) ?? true),
      known: () => undefined,
      createdAt: () => null,
      readBack,
      commands: () => [],
      station: () => ({ token: finding("unknown", "tokenUnmade"), clock: finding("unknown", "clockUnread") }),
      soundOn: () => true,
      kept: { load: () => disk.kept, save: (kept) => void (disk.kept = structuredClone(kept)) },
    });
  board = open();
  return { disk, open };
};
const ended = () => expect.poll(() => board.status.read().running).toBeNull();
const verdicts = (roomUuid: string): string[] =>
  Object.values(board.rows.get(roomUuid)?.findings ?? {}).map(({ verdict, reason }) => `${verdict} ${reason}`);

test("each room has a verdict for each thing, and a second run tells only what is otherwise", async () => {
  const rooms = [planned(1), planned(2)];
  const { disk, open } = over(rooms);
  expect(board.run(ALL).ok).toBe(true);
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
  board.close();
  board = open();
  board.run(ALL);
  await ended();
  expect(board.rows.get("r2")).toMatchObject({ changed: ["page"], findings: { page: { verdict: "bad", reason: "pageStatus" } } });
  expect(board.rows.get("r1")?.changed).toEqual([]);
  expect(board.status.read().formerEndedAt).not.toBeNull();
  expect(disk.kept?.rows).toHaveLength(2);
});

test("a run is repeated by its timer, over the same rooms, until that is taken back", async () => {
  const { disk } = over([planned(1), planned(2)]);
  board.run({ examId: null, roomUuids: ["r2"] });
  await ended();
  board.repeat(10);
  const first = board.status.read();
  expect(first.nextAt).toBe(clock.wall() + 10 * MINUTE);
  await clock.advance(10 * MINUTE);
  expect(board.status.read().running).toEqual({ done: 0, of: 1 });
  await ended();
  expect(board.status.read().endedAt).toBe((first.endedAt ?? 0) + 10 * MINUTE);
  expect(board.rows.list().map(({ roomUuid }) => roomUuid)).toEqual(["r2"]);
  board.repeat(null);
  expect([board.status.read().nextAt, disk.kept?.everyMinutes, clock.pending()]).toEqual([null, null, 0]);
});

test("one run at a time; without rooms there is none", async () => {
  over([planned(1)]);
  expect(board.run({ examId: null, roomUuids: ["elsewhere"] })).toMatchObject({ ok: false, error: { reason: "noRooms" } });
  board.run(ALL);
  expect(board.run(ALL)).toMatchObject({ ok: false, error: { reason: "boardRuns" } });
  await ended();
});

test("a run that is stopped says nothing more, whatever comes", async () => {
  const late = Promise.withResolvers<Seen>();
  const { disk } = over([planned(1), planned(2)], (roomUuid) => (roomUuid === "r1" ? late.promise : Promise.resolve(seen)));
  board.run(ALL);
  await expect.poll(() => board.status.read().running).toEqual({ done: 1, of: 2 });
  board.stop();
  late.resolve(seen);
  await clock.settle();
  expect(board.rows.list().map(({ roomUuid }) => roomUuid)).toEqual(["r2"]);
  expect([board.status.read().running, board.status.read().endedAt, disk.kept]).toEqual([null, null, null]);
});

test("what a person said of the sound stays said over a restart", () => {
  const { open } = over([]);
  expect(board.status.read().station.sound.reason).toBe("soundUntested");
  board.soundTested(true);
  expect(open().status.read().station.sound).toMatchObject({ verdict: "good", reason: "soundHeard" });
});
