import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cloud, ProblemCode, Sending, SendOptions } from "../../../electron/cloud/types.ts";
import type { HttpRequest } from "../../../shared/ports.ts";
import { createCloudWorld } from "./world.ts";

const COMMAND: SendOptions = { class: "command" };
const POLL: SendOptions = { class: "open" };
const ROOM = "/ap/edu/apps/a1/v2/rooms/r1";

/** An operation as it leaves (specification §4), and which refusals say that its goal is reached. */
type Row = {
  ask: (cloud: Cloud, id?: string) => Sending<unknown>;
  method: HttpRequest["method"];
  path: string;
  body?: unknown;
  /** Where the public preset differs. */
  publicly?: { method?: HttpRequest["method"]; path?: string; body?: unknown };
  repeatable: boolean;
  reachedBy?: [status: number, code: number, ProblemCode][];
};

const change = { properties: { seat: 7, "a.b": null }, cause: { why: "late" } };
const removal = { properties: ["seat", "a.b"], cause: { why: "late" } };

const OPERATIONS: Record<string, Row> = {
  "1": {
    ask: (cloud, id = "r1") =>
      cloud.createRoom(id, { roomType: 4, roomName: "Exam", roomProperties: { schedule: { startTime: 5 } } }, COMMAND),
    method: "POST",
    path: ROOM,
    body: { roomType: "4", roomName: "Exam", roomProperties: { schedule: { startTime: 5 } } },
    publicly: { body: { roomType: 4, roomName: "Exam", roomProperties: { schedule: { startTime: 5 } } } },
    repeatable: false,
    reachedBy: [[409, 20409100, "roomExists"]],
  },
  "2, may come back": {
    ask: (cloud, id = "s1") => cloud.removeUser("r1", id, {}, COMMAND),
    method: "POST",
    path: `${ROOM}/users/s1/exit`,
    body: {},
    repeatable: false,
    reachedBy: [
      [404, 20404200, "userAbsent"],
      [410, 20410200, "userOffline"],
    ],
  },
  "2, kept out for a while": {
    ask: (cloud, id = "s1") => cloud.removeUser("r1", id, { dirty: { state: 1, duration: 600 } }, COMMAND),
    method: "POST",
    path: `${ROOM}/users/s1/exit`,
    body: { dirty: { state: 1, duration: 600 } },
    repeatable: false,
    reachedBy: [],
  },
  "3, start": {
    ask: (cloud, id = "r1") => cloud.setRoomState(id, 1, COMMAND),
    method: "PUT",
    path: `${ROOM}/states/1`,
    repeatable: true,
    reachedBy: [[409, 30409100, "alreadyStarted"]],
  },
  "3, end": {
    ask: (cloud, id = "r1") => cloud.setRoomState(id, 2, COMMAND),
    method: "PUT",
    path: `${ROOM}/states/2`,
    repeatable: true,
    reachedBy: [
      [409, 30409101, "alreadyEnded"],
      [410, 30410100, "classOver"],
    ],
  },
  "3, close": {
    ask: (cloud, id = "r1") => cloud.setRoomState(id, 3, COMMAND),
    method: "PUT",
    path: `${ROOM}/states/3`,
    repeatable: true,
    reachedBy: [],
  },
  "4, start": {
    ask: (cloud, id = "r1") =>
      cloud.startRecording(id, { mode: "web", webRecordConfig: { rootUrl: "https://x" }, retryTimeout: 60 }, COMMAND),
    method: "PUT",
    path: `${ROOM}/records/states/1`,
    body: { mode: "web", webRecordConfig: { rootUrl: "https://x" }, retryTimeout: 60 },
    repeatable: true,
    reachedBy: [[409, 30409411, "recordingNotEnded"]],
  },
  "4, stop": {
    ask: (cloud, id = "r1") => cloud.stopRecording(id, COMMAND),
    method: "PUT",
    path: `${ROOM}/records/states/0`,
    body: {},
    repeatable: true,
    reachedBy: [[409, 30409410, "recordingNotStarted"]],
  },
  "5": {
    ask: (cloud, id = "r1") => cloud.updateRecording(id, { webRecordConfig: { onhold: false } }, COMMAND),
    method: "PUT",
    path: `${ROOM}/records/states/1`,
    body: { webRecordConfig: { onhold: false } },
    publicly: { method: "PATCH" },
    repeatable: false,
  },
  "6": {
    ask: (cloud, id = "r1") => cloud.recordings(id, { nextId: "n&1" }, POLL),
    method: "GET",
    path: `${ROOM}/records?nextId=n%261`,
    repeatable: true,
  },
  "7": {
    ask: (cloud, id = "s1") => cloud.user("r1", id, POLL),
    method: "GET",
    path: "/ap/edu/polling/apps/a1/v2/rooms/r1/users/s1",
    publicly: { path: `${ROOM}/users/s1` },
    repeatable: true,
  },
  "8": {
    ask: (cloud, id = "r1") => cloud.roomSequences(id, { nextId: "50", cmd: 1 }, POLL),
    method: "GET",
    path: `${ROOM}/sequences?nextId=50&cmd=1`,
    repeatable: true,
  },
  "9": {
    ask: (cloud) => cloud.appSequences({ class: "app" }),
    method: "GET",
    path: "/ap/edu/polling/apps/a1/v2/rooms/sequences",
    repeatable: false,
  },
  "10": {
    ask: (cloud, id = "r1") => cloud.setRoomProperties(id, { ...change, examinationUrl: "https://exam" }, COMMAND),
    method: "PUT",
    path: `${ROOM}/properties`,
    body: { ...change, roomProperties: { examinationUrl: "https://exam" } },
    repeatable: true,
  },
  "10, the address of the papers alone": {
    ask: (cloud, id = "r1") => cloud.setRoomProperties(id, { properties: {}, examinationUrl: "https://exam" }, COMMAND),
    method: "PUT",
    path: `${ROOM}/properties`,
    body: { properties: {}, cause: {}, roomProperties: { examinationUrl: "https://exam" } },
    repeatable: true,
  },
  "11": {
    ask: (cloud, id = "r1") => cloud.deleteRoomProperties(id, removal, COMMAND),
    method: "DELETE",
    path: `${ROOM}/properties`,
    body: removal,
    repeatable: true,
  },
  "12": {
    ask: (cloud, id = "s1") => cloud.setUserProperties("r1", id, change, COMMAND),
    method: "PUT",
    path: `${ROOM}/users/s1/properties`,
    body: change,
    repeatable: true,
  },
  "13": {
    ask: (cloud, id = "s1") => cloud.deleteUserProperties("r1", id, removal, COMMAND),
    method: "DELETE",
    path: `${ROOM}/users/s1/properties`,
    body: removal,
    repeatable: true,
  },
  "14": {
    ask: (cloud, id = "io.x") => cloud.setExtAppProperties("r1", id, { ...change, common: { state: 1 } }, COMMAND),
    method: "PUT",
    path: `${ROOM}/extApps/io.x/properties`,
    body: { ...change, common: { state: 1 } },
    repeatable: true,
  },
  "15": {
    ask: (cloud, id = "io.x") => cloud.deleteExtAppProperties("r1", id, { properties: ["a"] }, COMMAND),
    method: "DELETE",
    path: `${ROOM}/extApps/io.x/properties`,
    body: { properties: ["a"], cause: {} },
    repeatable: true,
  },
  "16": {
    ask: (cloud, id = "r1") => cloud.quizRecords(id, { nextId: "5", count: 20 }, POLL),
    method: "GET",
    path: "/edu/apps/a1/v2/rooms/r1/widgets/popupQuiz/sequences?nextId=5&count=20",
    repeatable: true,
  },
  "17": {
    ask: (cloud, id = "r1") => cloud.pollRecords(id, {}, POLL),
    method: "GET",
    path: "/edu/apps/a1/v2/rooms/r1/widgets/poll/sequences",
    repeatable: true,
  },
  "18, groups with names of their own": {
    ask: (cloud, id = "r1") => cloud.createGroups(id, [{ groupUuid: "g1", groupName: "One", users: [{ userUuid: "学生" }] }], COMMAND),
    method: "PUT",
    path: `${ROOM}/groups/states/1`,
    body: { groups: [{ groupUuid: "g1", groupName: "One", users: [{ userUuid: "学生" }] }] },
    repeatable: true,
  },
  "18, groups that the service names": {
    ask: (cloud, id = "r1") => cloud.createGroups(id, [{ users: [{ userUuid: "s1" }] }], COMMAND),
    method: "PUT",
    path: `${ROOM}/groups/states/1`,
    body: { groups: [{ users: [{ userUuid: "s1" }] }] },
    repeatable: false,
  },
  "18, none": {
    ask: (cloud, id = "r1") => cloud.removeGroups(id, COMMAND),
    method: "PUT",
    path: `${ROOM}/groups/states/0`,
    repeatable: true,
  },
  "get one room": { ask: (cloud, id = "r1") => cloud.room(id, POLL), method: "GET", path: ROOM, repeatable: true },
};

const rows = Object.entries(OPERATIONS);
const GOOD = { status: 200, json: { code: 0, msg: "Success", ts: 5, data: { list: [], nextId: null, userUuid: "s1" } } };

describe.each(rows)("operation %s", (name, row) => {
  test.each(["specification", "public"] as const)("leaves as the %s has it", async (preset) => {
    const world = createCloudWorld(() => GOOD, { preset });
    expect(await world.settled(row.ask(world.cloud).done)).toMatchObject({ ok: true });
    const expected = { method: row.method, path: row.path, body: row.body, ...(preset === "public" ? row.publicly : {}) };
    const { method, path, body } = world.http.requests[0] ?? {};
    expect({ method, path, body: body === undefined ? undefined : JSON.parse(body) }).toEqual(expected);
    expect(world.http.requests).toHaveLength(1);
  });

  test("is sent again after an ambiguous loss only where that does no harm", async () => {
    const world = createCloudWorld((_request, number) => (number === 1 ? { fault: "reset" } : GOOD));
    const result = await world.settled(row.ask(world.cloud).done);
    expect(world.http.requests).toHaveLength(row.repeatable ? 2 : 1);
    expect(result.ok).toBe(row.repeatable);
    if (!result.ok) expect(result.error).toMatchObject({ code: "reset", maybeDone: true, repeatSafe: false, goalReached: false });
  });

  test("is sent again where it surely never arrived", async () => {
    const world = createCloudWorld((_request, number) => (number === 1 ? { fault: "refused" } : GOOD));
    expect(await world.settled(row.ask(world.cloud).done)).toMatchObject({ ok: true });
  });

  test.each(row.reachedBy ?? [])("%d with %d is %s: what was wanted is so", async (status, code, problem) => {
    const world = createCloudWorld(() => ({ status, json: { code, msg: "x", ts: 5 } }));
    const result = await world.settled(row.ask(world.cloud).done);
    expect(result).toMatchObject({ error: { code: problem, goalReached: true, maybeDone: false, repeatSafe: true } });
  });

  test("any other refusal reaches nothing", async () => {
    const reached = new Set(row.reachedBy?.map(([, code]) => code) ?? []);
    for (const code of [20409100, 30409100, 30409101, 30409410, 30409411, 20404200, 20404100].filter((one) => !reached.has(one))) {
      const world = createCloudWorld(() => ({ status: 409, json: { code, msg: "x", ts: 5 } }));
      const result = await world.settled(row.ask(world.cloud).done);
      expect(result, `${name} ${code}`).toMatchObject({ ok: false, error: { goalReached: false, maybeDone: false } });
    }
  });

  if (name !== "9") {
    test.each([".", "..", "", "x".repeat(64), "教".repeat(22), "\uD800"])("an id like %j never leaves", async (id) => {
      const world = createCloudWorld(() => GOOD);
      expect(await row.ask(world.cloud, id).done).toMatchObject({
        ok: false,
        error: { code: "rejected", maybeDone: false, repeatSafe: true },
      });
      expect(world.http.requests).toHaveLength(0);
    });
  }

  if (name !== "9" && name !== "1") {
    test("any id that fits is one segment of the path, and comes back as it was", async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1, maxLength: 15 }), async (id) => {
          fc.pre(id !== "." && id !== ".." && new TextEncoder().encode(id).length < 64 && id.isWellFormed());
          const world = createCloudWorld(() => GOOD);
          await world.settled(row.ask(world.cloud, id).done);
          const segments = (world.http.requests[0]?.path ?? "").split("?")[0]?.split("/").map(decodeURIComponent) ?? [];
          expect(segments).toContain(id);
          expect(segments).toHaveLength(row.path.split("?")[0]?.split("/").length ?? 0);
        }),
        { numRuns: 20 },
      );
    });
  }
});

describe("what is refused before it leaves", () => {
  test.each<[string, (cloud: Cloud) => Sending<unknown>]>([
    [
      "a new room with a character that the service does not take",
      (cloud) => cloud.createRoom("a/b", { roomType: "4", roomName: "x" }, COMMAND),
    ],
    ["a new group with such a character", (cloud) => cloud.createGroups("r1", [{ groupUuid: "a*", users: [] }], COMMAND)],
    ["a group whose person has no id", (cloud) => cloud.createGroups("r1", [{ users: [{ userUuid: "" }] }], COMMAND)],
    ["no groups", (cloud) => cloud.createGroups("r1", [], COMMAND)],
    ["half a state", (cloud) => cloud.setRoomState("r1", 1.5, COMMAND)],
    ["a state below zero", (cloud) => cloud.setRoomState("r1", -1, COMMAND)],
    ["an empty page", (cloud) => cloud.quizRecords("r1", { count: 0 }, POLL)],
    ["more than a page", (cloud) => cloud.pollRecords("r1", { count: 101 }, POLL)],
    ["properties that are a list", (cloud) => cloud.setRoomProperties("r1", { properties: [] as never }, COMMAND)],
    ["a bad room beside a good person", (cloud) => cloud.user("..", "s1", POLL)],
  ])("%s", async (_name, ask) => {
    const world = createCloudWorld(() => GOOD);
    expect(await ask(world.cloud).done).toMatchObject({ ok: false, error: { code: "rejected", httpStatus: null } });
    expect(world.http.requests).toHaveLength(0);
  });
});

describe("the two paths of operation 7", () => {
  const user = { userUuid: "s1", userName: "Ann", role: "2", state: 1 };
  const only =
    (kept: "polling" | "plain") =>
    ({ path }: HttpRequest) =>
      path.includes("/polling/") === (kept === "polling")
        ? { status: 200, json: { code: 0, data: user } }
        : { status: 404, json: { message: "no Route matched with those values" } };

  test.each([
    ["specification", "plain"],
    ["public", "polling"],
  ] as const)("by the %s preset the other is tried where the first is unknown, and remembered", async (preset, kept) => {
    const world = createCloudWorld(only(kept), { preset });
    expect(await world.settled(world.cloud.user("r1", "s1", POLL).done)).toMatchObject({
      value: { value: { userUuid: "s1", online: true } },
    });
    expect(world.http.requests).toHaveLength(2);
    await world.settled(world.cloud.user("r1", "s1", POLL).done);
    expect(world.http.requests).toHaveLength(3);
  });

  test("the second request takes a share of the budget of its own", async () => {
    const world = createCloudWorld(only("plain"), { requestsPerSecond: 1 });
    await world.settled(world.budget.take("open").granted);
    await world.settled(world.cloud.user("r1", "s1", { ...POLL, prepaid: true }).done);
    expect(world.sentAt[0]).toBe(0);
    expect(world.sentAt[1]).toBeGreaterThanOrEqual(1_000);
  });

  test("an absent person is an answer, not a missing path", async () => {
    const world = createCloudWorld(() => ({ status: 404, json: { code: 20404200, msg: "User not exists!", ts: 5 } }));
    for (let time = 0; time < 2; time += 1) await world.settled(world.cloud.user("r1", "s1", POLL).done);
    expect(world.http.requests).toHaveLength(2);
  });

  test("where neither exists the service lacks it", async () => {
    const world = createCloudWorld(() => ({ status: 404, text: "<html>" }));
    expect(await world.settled(world.cloud.user("r1", "s1", POLL).done)).toMatchObject({ error: { code: "notFound" } });
    expect(world.http.requests).toHaveLength(2);
  });
});
