/** The practice cloud, and whatever CONTRACT_BASE_URL names, judged by what the specification and the public facts say, through the console's own client. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pagesOf } from "../../../electron/cloud/pages.ts";
import type { Cloud, ProblemCode, Sending } from "../../../electron/cloud/types.ts";
import type { RoomEvent } from "../../../shared/model/event.ts";
import { applyEvent, emptyView } from "../../../shared/projection/index.ts";
import { quizzesOf } from "../../../shared/projection/questions.ts";
import { createContractWorld } from "./contractWorld.ts";

const COMMAND = { class: "command" } as const;
const POLL = { class: "open" } as const;

let world: Awaited<ReturnType<typeof createContractWorld>>;
let cloud: Cloud;
beforeAll(async () => {
  world = await createContractWorld();
  ({ cloud } = world);
});
afterAll(() => world.close());

const done = async <T>(sending: Sending<T>): Promise<T> => {
  const result = await sending.done;
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail}`);
  expect(result.value.ts).toBeGreaterThan(1_600_000_000_000);
  return result.value.value;
};
type Refusal = { code: ProblemCode; httpStatus: number; businessCode: number | null; goalReached?: boolean };
const refuses = async (sending: Sending<unknown>, refusal: Refusal): Promise<void> => {
  const result = await sending.done;
  expect(result).toMatchObject({ ok: false, error: { maybeDone: false, repeatSafe: true, goalReached: false, ...refusal } });
};
const ROOM_ABSENT: Refusal = { code: "roomAbsent", httpStatus: 404, businessCode: 20404100 };
const USER_ABSENT: Refusal = { code: "userAbsent", httpStatus: 404, businessCode: 20404200 };
const BAD: Refusal = { code: "rejected", httpStatus: 400, businessCode: 400 };

describe("every operation of a room that does not exist", () => {
  test.each<[string, (room: string) => Sending<unknown>]>([
    ["2", (room) => cloud.removeUser(room, "s1", {}, COMMAND)],
    ["3", (room) => cloud.setRoomState(room, 1, COMMAND)],
    ["4", (room) => cloud.startRecording(room, {}, COMMAND)],
    ["5", (room) => cloud.updateRecording(room, {}, COMMAND)],
    ["6", (room) => cloud.recordings(room, {}, POLL)],
    ["7", (room) => cloud.user(room, "s1", POLL)],
    ["8", (room) => cloud.roomSequences(room, {}, POLL)],
    ["10", (room) => cloud.setRoomProperties(room, { properties: {} }, COMMAND)],
    ["11", (room) => cloud.deleteRoomProperties(room, { properties: ["a"] }, COMMAND)],
    ["12", (room) => cloud.setUserProperties(room, "s1", { properties: {} }, COMMAND)],
    ["13", (room) => cloud.deleteUserProperties(room, "s1", { properties: ["a"] }, COMMAND)],
    ["14", (room) => cloud.setExtAppProperties(room, "x", { properties: {} }, COMMAND)],
    ["15", (room) => cloud.deleteExtAppProperties(room, "x", { properties: ["a"] }, COMMAND)],
    ["16", (room) => cloud.quizRecords(room, {}, POLL)],
    ["17", (room) => cloud.pollRecords(room, {}, POLL)],
    ["18", (room) => cloud.removeGroups(room, COMMAND)],
    ["get one room", (room) => cloud.room(room, POLL)],
  ])("%s", (_name, ask) => refuses(ask(world.newRoomId()), ROOM_ABSENT));
});

test("a token by another certificate is refused, without a business code", async () => {
  const stranger = world.clientOf({ certificate: "f".repeat(32) });
  await refuses(stranger.appSequences({ class: "app" }), { code: "unauthorized", httpStatus: 401, businessCode: null });
});

test("a room of one region is not there in another", async () => {
  const room = await world.room();
  await refuses(world.clientOf({ region: "na" }).roomSequences(room, {}, POLL), ROOM_ABSENT);
});

describe("operation 1", () => {
  test("makes a room once, whether its type comes as text or as a number", async () => {
    for (const preset of ["specification", "public"] as const) {
      const room = world.newRoomId();
      const make = () => world.clientOf({ preset }).createRoom(room, { roomType: 4, roomName: "Exam" }, COMMAND);
      await done(make());
      await refuses(make(), { code: "roomExists", httpStatus: 409, businessCode: 20409100, goalReached: true });
    }
  });

  test("does not change a room's type", async () => {
    const other = cloud.createRoom(await world.room(), { roomType: "0", roomName: "Exam" }, COMMAND);
    await refuses(other, { code: "roomTypeConflict", httpStatus: 409, businessCode: 30409104 });
  });

  test.each([
    ["an unknown type", { roomType: "99", roomName: "x" }],
    ["an empty name", { roomType: "4", roomName: "" }],
    ["a class longer than a day", { roomType: "4", roomName: "x", roomProperties: { schedule: { duration: 86_401 } } }],
  ])("refuses %s", (_name, body) => refuses(cloud.createRoom(world.newRoomId(), body, COMMAND), BAD));

  test("keeps name and schedule, as get one room shows", async () => {
    const room = world.newRoomId();
    const schedule = { startTime: Date.now() + 3_600_000, duration: 1_800, closeDelay: 60 };
    await done(cloud.createRoom(room, { roomType: "4", roomName: "Algebra", roomProperties: { schedule } }, COMMAND));
    expect(await done(cloud.room(room, POLL))).toMatchObject({ roomName: "Algebra", state: 0, schedule });
  });
});

describe("operation 2", () => {
  test("puts a person out, and tells so", async () => {
    const room = await world.room(["s1"]);
    await done(cloud.removeUser(room, "s1", {}, COMMAND));
    expect((await world.events(room, 20)).at(-1)?.data).toMatchObject({ total: 0, offlineUsers: [{ userUuid: "s1", type: 2 }] });
    expect(await done(cloud.user(room, "s1", POLL))).toMatchObject({ online: false });
    expect((await world.enter(room, "s1")).status).toBe(200);
  });

  test("keeps a person out for good, until somebody lets them in", async () => {
    const room = await world.room(["s1"]);
    await done(cloud.removeUser(room, "s1", { dirty: { state: 1 } }, COMMAND));
    expect(await world.enter(room, "s1")).toMatchObject({ status: 403, code: 30403100 });
    await done(cloud.removeUser(room, "s1", { dirty: { state: 0 } }, COMMAND));
    expect((await world.enter(room, "s1")).status).toBe(200);
  });

  test("says that somebody is not there", async () => {
    const room = await world.room();
    await refuses(cloud.removeUser(room, "nobody", {}, COMMAND), { ...USER_ABSENT, goalReached: true });
    await refuses(cloud.removeUser(room, "nobody", { dirty: { state: 1, duration: 60 } }, COMMAND), USER_ABSENT);
  });
});

describe("operation 3", () => {
  test("starts, ends and closes a class, each once, and tells so", async () => {
    const room = await world.room();
    await done(cloud.setRoomState(room, 1, COMMAND));
    await refuses(cloud.setRoomState(room, 1, COMMAND), {
      code: "alreadyStarted",
      httpStatus: 409,
      businessCode: 30409100,
      goalReached: true,
    });
    await done(cloud.setRoomState(room, 2, COMMAND));
    await refuses(cloud.setRoomState(room, 2, COMMAND), {
      code: "alreadyEnded",
      httpStatus: 409,
      businessCode: 30409101,
      goalReached: true,
    });
    await refuses(cloud.setRoomState(room, 1, COMMAND), { code: "alreadyEnded", httpStatus: 409, businessCode: 30409101 });
    await done(cloud.setRoomState(room, 3, COMMAND));
    const told = (await world.events(room, 1)).map(({ data }) => data as { state: number; startTime: number });
    expect(told.map(({ state }) => state)).toEqual([1, 2, 3]);
    expect(told.every(({ startTime }) => startTime > 1_600_000_000_000)).toBe(true);
    expect(cloud.capabilities().closedState).toBe("present");
  });

  test("refuses a state that is none", async () => refuses(cloud.setRoomState(await world.room(), 9, COMMAND), BAD));
});

describe("operations 4 to 6", () => {
  test("a recording is started and stopped once, told, and listed", async () => {
    const room = await world.room();
    await refuses(cloud.stopRecording(room, COMMAND), {
      code: "recordingNotStarted",
      httpStatus: 409,
      businessCode: 30409410,
      goalReached: true,
    });
    await done(cloud.startRecording(room, {}, COMMAND));
    await refuses(cloud.startRecording(room, {}, COMMAND), {
      code: "recordingNotEnded",
      httpStatus: 409,
      businessCode: 30409411,
      goalReached: true,
    });
    expect((await done(cloud.recordings(room, {}, POLL))).records).toMatchObject([
      { running: true, type: "composite", endTime: null, files: [] },
    ]);
    await done(cloud.stopRecording(room, COMMAND));
    const [started, stopped] = (await world.events(room, 1001)).map(({ data }) => data);
    expect(started).toMatchObject({ state: 1, recordId: expect.any(String), sid: expect.any(String), resourceId: expect.any(String) });
    expect(stopped).not.toMatchObject({ state: 1 });
    const { records, nextId } = await done(cloud.recordings(room, {}, POLL));
    expect(records).toMatchObject([{ running: false, endTime: expect.any(Number), url: expect.any(String), files: [expect.any(String)] }]);
    expect(nextId).toBeNull();
  });

  test.each(["specification", "public"] as const)("a running page recording takes another configuration, by the %s", async (preset) => {
    const room = await world.room();
    const client = world.clientOf({ preset });
    await done(
      client.startRecording(room, { mode: "web", webRecordConfig: { rootUrl: "https://x.test", onhold: true }, retryTimeout: 60 }, COMMAND),
    );
    await done(client.updateRecording(room, { webRecordConfig: { onhold: false } }, COMMAND));
    expect((await done(client.recordings(room, {}, POLL))).records).toMatchObject([{ running: true, type: "web" }]);
  });

  test("there is nothing to configure where nothing is recorded", async () =>
    refuses(world.clientOf({ preset: "public" }).updateRecording(await world.room(), { webRecordConfig: {} }, COMMAND), {
      code: "recordingNotStarted",
      httpStatus: 409,
      businessCode: 30409410,
    }));

  test("a page recording needs a page", async () =>
    refuses(cloud.startRecording(await world.room(), { mode: "web" }, COMMAND), {
      code: "rootUrlMissing",
      httpStatus: 400,
      businessCode: 30400412,
    }));

  test("the list comes in pages of a hundred", async () => {
    const room = await world.room();
    for (let number = 0; number < 101; number += 1) {
      await done(cloud.startRecording(room, {}, COMMAND));
      await done(cloud.stopRecording(room, COMMAND));
    }
    const counts: number[] = [];
    for await (const step of pagesOf((nextId) => cloud.recordings(room, nextId === undefined ? {} : { nextId }, POLL)).steps)
      counts.push(step.ok ? step.answer.value.records.length : -1);
    expect(counts).toEqual([100, 1]);
  });
});

describe("operation 7", () => {
  test.each(["specification", "public"] as const)("tells of a person, by the %s", async (preset) => {
    const room = await world.room(["t1"]);
    const client = world.clientOf({ preset });
    expect(await done(client.user(room, "t1", POLL))).toMatchObject({ userUuid: "t1", userName: "T1", role: "teacher", online: true });
    await refuses(client.user(room, "s9", POLL), USER_ABSENT);
  });
});

describe("operations 8 and 9", () => {
  test("numbers rise within a room, the next page begins where it says, and one kind can be asked for", async () => {
    const room = await world.room(["t1"]);
    for (let number = 0; number < 105; number += 1)
      await world.act("t1", "POST", `/v2/rooms/${room}/from/t1/chat`, { message: `${number}`, type: 1 });
    const pages: number[][] = [];
    const firsts: (string | null)[] = [];
    for await (const step of pagesOf((nextId) => cloud.roomSequences(room, nextId === undefined ? {} : { nextId }, POLL)).steps) {
      if (!step.ok) throw new Error(step.problem.detail);
      pages.push(step.answer.value.events.flatMap(({ sequence }) => sequence ?? []));
      firsts.push(step.resumeAt);
    }
    expect(pages.map((page) => page.length)).toEqual([100, 6]);
    expect(String(pages[1]?.[0])).toBe(firsts[0]);
    const all = pages.flat();
    expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
    expect(await world.events(room, 3)).toHaveLength(100);
    expect((await world.events(room, 20)).map(({ cmd }) => cmd)).toEqual([20]);
    const last = await done(cloud.roomSequences(room, { nextId: String(all.at(-1)) }, POLL));
    expect(last.events.map(({ sequence }) => sequence)).toEqual([all.at(-1)]);
  });

  test("a place that is none is refused", async () => refuses(cloud.roomSequences(await world.room(), { nextId: "x" }, POLL), BAD));

  test("what is new in all rooms is told once", async () => {
    await done(cloud.appSequences({ class: "app" }));
    const room = await world.room(["s1"]);
    const mine = async () => (await done(cloud.appSequences({ class: "app" }))).events.filter(({ roomUuid }) => roomUuid === room);
    expect((await mine()).map(({ cmd }) => cmd)).toEqual([20]);
    expect(await mine()).toEqual([]);
  });
});

describe("operations 10 to 15", () => {
  const propertiesOf = async (room: string) =>
    ((await done(cloud.room(room, POLL))).raw as { roomProperties: Record<string, unknown> }).roomProperties;

  test("of a room: a plain key replaces, a dotted key reaches inside, a removed one is gone, and the cause is heard", async () => {
    const room = await world.room();
    await done(
      cloud.setRoomProperties(
        room,
        { properties: { seat: { row: 1, place: 2 } }, cause: { why: "late" }, examinationUrl: "https://exam.test" },
        COMMAND,
      ),
    );
    expect(await propertiesOf(room)).toMatchObject({ seat: { row: 1, place: 2 }, examinationUrl: "https://exam.test" });
    await done(cloud.setRoomProperties(room, { properties: { "seat.row": 3 } }, COMMAND));
    expect(await propertiesOf(room)).toMatchObject({ seat: { row: 3, place: 2 } });
    await done(cloud.setRoomProperties(room, { properties: { seat: { row: 4 } } }, COMMAND));
    expect((await propertiesOf(room))["seat"]).toEqual({ row: 4 });
    await done(cloud.deleteRoomProperties(room, { properties: ["seat.row"], cause: { why: "moved" } }, COMMAND));
    expect((await propertiesOf(room))["seat"]).toEqual({});
    const told = (await world.events(room)).filter(({ cmd }) => cmd === 4 || cmd === 5).map(({ data }) => data);
    expect(told[0]).toMatchObject({ action: 1, cause: { why: "late" } });
    expect(told.at(-1)).toMatchObject({ action: 2, changeProperties: { "seat.row": "deleted" }, cause: { why: "moved" } });
    expect(cloud.capabilities().propertyEvents).toBe("present");
  });

  test("of a person", async () => {
    const room = await world.room(["s1"]);
    await done(cloud.setUserProperties(room, "s1", { properties: { seat: 7, desk: 1 }, cause: {} }, COMMAND));
    expect(await done(cloud.user(room, "s1", POLL))).toMatchObject({ properties: { seat: 7, desk: 1 } });
    await done(cloud.deleteUserProperties(room, "s1", { properties: ["desk"] }, COMMAND));
    expect((await done(cloud.user(room, "s1", POLL))).properties).toEqual({ seat: 7 });
    await refuses(cloud.setUserProperties(room, "s9", { properties: {} }, COMMAND), USER_ABSENT);
    await refuses(cloud.deleteUserProperties(room, "s9", { properties: ["a"] }, COMMAND), USER_ABSENT);
    expect((await world.events(room)).map(({ cmd }) => cmd).filter((cmd) => cmd === 22 || cmd === 23)).toEqual([23, 22]);
  });

  test("of an embedded app, with what all share", async () => {
    const room = await world.room();
    await done(cloud.setExtAppProperties(room, "io.x.timer", { properties: { left: 60 }, common: { state: 1 } }, COMMAND));
    expect((await propertiesOf(room))["extApps"]).toMatchObject({ io_x_timer: { properties: { left: 60 }, common: { state: 1 } } });
    await done(cloud.deleteExtAppProperties(room, "io.x.timer", { properties: ["left"] }, COMMAND));
    expect((await propertiesOf(room))["extApps"]).toMatchObject({ io_x_timer: { properties: {} } });
  });
});

describe("operations 16 and 17", () => {
  test("a quiz from its start to its end", async () => {
    const room = await world.room(["t1", "s1"]);
    const begun = await world.act("t1", "POST", `/v2/rooms/${room}/widgets/popupQuizs/start`, {
      items: ["A", "B"],
      correctItems: ["A"],
      position: {},
    });
    const quizId = String(begun.data["popupQuizId"]);
    await world.act("s1", "PUT", `/v2/rooms/${room}/widgets/popupQuizs/${quizId}/users/s1`, { selectedItems: ["A"] });
    await world.act("t1", "POST", `/v2/rooms/${room}/widgets/popupQuizs/${quizId}/stop`);
    const { records, unreadable } = await done(cloud.quizRecords(room, {}, POLL));
    expect(unreadable).toBe(0);
    expect(records.map(({ phase, quizId: of }) => [phase, of])).toEqual(
      ["started", "submitted", "summary", "ended"].map((phase) => [phase, quizId]),
    );
    expect(records).toMatchObject([
      { active: true, running: true, items: ["A", "B"], correctItems: ["A"], totalCount: 1 },
      { from: { userUuid: "s1", role: "student" }, answer: { selectedItems: ["A"], isCorrect: true } },
      { selectedCount: 1, correctCount: 1, averageAccuracy: 1 },
      { running: false },
    ]);
    const counts: number[] = [];
    for await (const step of pagesOf((nextId) => cloud.quizRecords(room, { count: 3, ...(nextId !== undefined && { nextId }) }, POLL))
      .steps)
      counts.push(step.ok ? step.answer.value.records.length : -1);
    expect(counts).toEqual([3, 1]);
    expect((await done(cloud.pollRecords(room, {}, POLL))).records).toEqual([]);
  });

  test("a list of records tells the same as the room's events", async () => {
    const room = await world.room(["t1", "s1", "s2"]);
    const start = { items: ["A", "B"], correctItems: ["A"], position: {} };
    const begun = await world.act("t1", "POST", `/v2/rooms/${room}/widgets/popupQuizs/start`, start);
    const path = `/v2/rooms/${room}/widgets/popupQuizs/${String(begun.data["popupQuizId"])}`;
    await world.act("s1", "PUT", `${path}/users/s1`, { selectedItems: ["B"] });
    await world.act("s1", "PUT", `${path}/users/s1`, { selectedItems: ["A"] });
    await world.act("t1", "POST", `${path}/stop`);
    const [listed] = quizzesOf((await done(cloud.quizRecords(room, {}, POLL))).records);
    const events = (await world.events(room)).map(
      ({ roomUuid, cmd, sequence, data }): RoomEvent => ({
        roomUuid,
        incarnation: 1,
        sequence: sequence ?? 0,
        ordinal: 0,
        cmd,
        data,
        time: { kind: "exact", at: 1 },
        receivedAt: 1,
        via: "room",
      }),
    );
    const told = events.reduce(applyEvent, emptyView()).quiz;
    expect(told).toMatchObject({
      answeredCount: 1,
      askedCount: 2,
      correctCount: 1,
      asked: ["s1", "s2"],
      answers: { s1: { items: ["A"] } },
    });
    const untimed = { asked: [], startedAt: null, endedAt: null, changedAt: null };
    expect({ ...listed, ...untimed }).toEqual({ ...told, ...untimed });
  });

  test("a poll from its start to its end", async () => {
    const room = await world.room(["t1", "s1", "s2"]);
    const begun = await world.act("t1", "POST", `/v2/rooms/${room}/widgets/polls/start`, {
      mode: 2,
      pollTitle: "When?",
      pollItems: ["now", "later"],
      position: {},
    });
    const pollId = String(begun.data["pollId"]);
    await world.act("s1", "POST", `/v2/rooms/${room}/widgets/polls/${pollId}/users/s1`, { selectIndex: [0, 1] });
    await world.act("s2", "POST", `/v2/rooms/${room}/widgets/polls/${pollId}/users/s2`, { selectIndex: [1] });
    await world.act("t1", "POST", `/v2/rooms/${room}/widgets/polls/${pollId}/stop`);
    const { records, unreadable } = await done(cloud.pollRecords(room, {}, POLL));
    expect(unreadable).toBe(0);
    expect(records.map(({ phase }) => phase)).toEqual(["started", "submitted", "summary", "submitted", "summary", "ended"]);
    expect(records[0]).toMatchObject({ pollId, mode: "multiple", running: true, active: true, items: ["now", "later"] });
    expect(records[1]).toMatchObject({ from: { userUuid: "s1" }, choice: [0, 1] });
    expect(records.at(-1)).toMatchObject({
      running: false,
      details: [
        { index: 0, count: 1, share: 0.5 },
        { index: 1, count: 2, share: 1 },
      ],
    });
  });
});

describe("operation 18", () => {
  test("makes breakout rooms, and removes them", async () => {
    const room = await world.room(["s1"]);
    await done(cloud.createGroups(room, [{ groupUuid: "g1", groupName: "One", users: [{ userUuid: "s1" }] }], COMMAND));
    await done(cloud.createGroups(room, [{ users: [{ userUuid: "s1" }] }], COMMAND));
    await done(cloud.removeGroups(room, COMMAND));
    await done(cloud.removeGroups(room, COMMAND));
  });

  test("refuses two of one name", async () => {
    const twins = [
      { groupUuid: "g1", users: [] },
      { groupUuid: "g1", users: [] },
    ];
    await refuses(cloud.createGroups(await world.room(), twins, COMMAND), BAD);
  });
});
