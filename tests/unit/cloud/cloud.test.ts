import { describe, expect, test } from "vitest";
import type { AttemptReport, Cloud, Route, SendOptions } from "../../../electron/cloud/types.ts";
import type { Service } from "../../../shared/model/profile.ts";
import type { HttpRequest } from "../../../shared/ports.ts";
import { err, ok } from "../../../shared/result.ts";
import type { ScriptedReply } from "../../fakes/http.ts";
import { createCloudWorld } from "./world.ts";

const TS = 1_700_000_000_123;
const GOOD: ScriptedReply = { status: 200, json: { code: 0, msg: "Success", ts: TS, data: { list: [], nextId: null } } };

const busy = (_request: HttpRequest, number: number): ScriptedReply =>
  number === 1 ? { status: 429, json: { message: "slow down" }, headers: { "retry-after": "300" } } : GOOD;
const none = async () => err({ kind: "noCertificate" as const, detail: "none saved" });

const FIRST: Route = { attempt: 1, waitedMs: 0, tookMs: 0, timeLeftMs: null };

const COMMAND: SendOptions = { class: "command" };
const POLL: SendOptions = { class: "sweep" };

describe("what is sent", () => {
  test.each<[string, (world: ReturnType<typeof createCloudWorld>) => { done: Promise<unknown> }, Partial<HttpRequest>]>([
    [
      "operation 1",
      ({ cloud }) => cloud.createRoom("exam 7", { roomType: "4", roomName: "Exam" }, COMMAND),
      { method: "POST", path: "/ap/edu/apps/a1/v2/rooms/exam%207", body: '{"roomType":"4","roomName":"Exam"}' },
    ],
    ["operation 3", ({ cloud }) => cloud.setRoomState("r1", 1, COMMAND), { method: "PUT", path: "/ap/edu/apps/a1/v2/rooms/r1/states/1" }],
    [
      "operation 8 from the beginning",
      ({ cloud }) => cloud.roomSequences("r1", {}, POLL),
      { method: "GET", path: "/ap/edu/apps/a1/v2/rooms/r1/sequences" },
    ],
    [
      "operation 8 from a place, one kind",
      ({ cloud }) => cloud.roomSequences("r/1", { nextId: "50&x", cmd: 1 }, POLL),
      { method: "GET", path: "/ap/edu/apps/a1/v2/rooms/r%2F1/sequences?nextId=50%26x&cmd=1" },
    ],
    [
      "operation 9",
      ({ cloud }) => cloud.appSequences({ class: "app" }),
      { method: "GET", path: "/ap/edu/polling/apps/a1/v2/rooms/sequences" },
    ],
    ["get one room", ({ cloud }) => cloud.room("教室", POLL), { method: "GET", path: "/ap/edu/apps/a1/v2/rooms/%E6%95%99%E5%AE%A4" }],
  ])("%s", async (_name, ask, expected) => {
    const world = createCloudWorld(() => GOOD);
    await world.settled(ask(world).done);
    expect(world.http.requests).toHaveLength(1);
    expect(world.http.requests[0]).toMatchObject({ origin: "https://one", ...expected });
    expect(world.http.requests[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "x-service-token": "token1",
      "x-service-uid": "u1",
    });
    if (!("body" in expected)) expect(world.http.requests[0]).not.toHaveProperty("body");
  });

  test.each([".", "..", "", "x".repeat(64), "\uD800"])("an id like %j never leaves", async (id) => {
    const world = createCloudWorld(() => GOOD);
    expect(await world.cloud.roomSequences(id, {}, POLL).done).toMatchObject({ ok: false, error: { code: "rejected", maybeDone: false } });
    expect(world.http.requests).toHaveLength(0);
  });

  test("a new room may only have the service's characters; a room that is seen may have any", async () => {
    const world = createCloudWorld(() => GOOD);
    expect(await world.cloud.createRoom("教室", { roomType: "4", roomName: "x" }, COMMAND).done).toMatchObject({
      ok: false,
      error: { code: "rejected" },
    });
    expect(await world.settled(world.cloud.setRoomState("教室", 1, COMMAND).done)).toMatchObject({ ok: true });
  });
});

test("an answer tells its time, its host, and that there is a way", async () => {
  const world = createCloudWorld(() => GOOD);
  expect(await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done)).toEqual({
    ok: true,
    value: { value: null, ts: TS, host: "one", hostRole: "primary", route: FIRST },
  });
  expect(world.answers).toEqual([
    { host: "one", hostRole: "primary", serverTime: TS, wallAt: world.clock.wall(), status: 200, route: FIRST },
  ]);
});

test("an answer tells the way it took: the attempt, how long it waited to leave, and the time that is left", async () => {
  const world = createCloudWorld((_request, number) => (number < 3 ? { fault: "dns" } : GOOD));
  const result = await world.settled(world.cloud.setRoomState("r1", 1, { ...COMMAND, deadline: 30_000 }).done);
  const route: Route = { attempt: 3, waitedMs: 4_000, tookMs: 0, timeLeftMs: 26_000 };
  expect(result).toMatchObject({ ok: true, value: { host: "two", hostRole: "alternate", route } });
  expect(world.answers).toMatchObject([{ host: "two", route }]);
});

describe("a regional host where only some services are deployed", () => {
  const RECORDING_ONLY = { url: "https://three", services: ["recording" as const] };
  const failing = () => ({ status: 500, json: { code: 500, msg: "Internal Server Error", ts: TS } });
  const asks: Record<Service, (cloud: Cloud) => { done: Promise<unknown> }> = {
    rooms: (cloud) => cloud.setRoomState("r", 1, COMMAND),
    users: (cloud) => cloud.user("r", "u", COMMAND),
    recording: (cloud) => cloud.stopRecording("r", COMMAND),
    events: (cloud) => cloud.roomSequences("r", {}, COMMAND),
    properties: (cloud) => cloud.setRoomProperties("r", { properties: { a: 1 } }, COMMAND),
    widgets: (cloud) => cloud.quizRecords("r", {}, COMMAND),
    groups: (cloud) => cloud.removeGroups("r", COMMAND),
  };
  test.each(Object.entries(asks) as [Service, (typeof asks)[Service]][])("is asked for %s as deployed", async (service, ask) => {
    const world = createCloudWorld(failing, { regional: RECORDING_ONLY });
    await world.settled(ask(world.cloud).done);
    expect(world.hosts()).toEqual(service === "recording" ? ["one", "one", "two", "three"] : ["one", "one", "two"]);
  });

  test("is not begun with, for another service, after it alone has answered", async () => {
    const world = createCloudWorld(({ origin }) => (origin === "https://three" ? GOOD : failing()), { regional: RECORDING_ONLY });
    expect(await world.settled(world.cloud.stopRecording("r", COMMAND).done)).toMatchObject({ value: { hostRole: "regional" } });
    const before = world.http.requests.length;
    await world.settled(world.cloud.setRoomState("r", 1, COMMAND).done);
    await world.settled(world.cloud.stopRecording("r", COMMAND).done);
    expect(world.hosts().slice(before)).toEqual(["one", "one", "two", "three"]);
  });
});

describe("the plan", () => {
  test("a command walks primary, primary, alternate, regional at 1, 3 and 6 s, and reports each attempt before it leaves", async () => {
    const reports: AttemptReport[] = [];
    const world = createCloudWorld(() => ({ status: 500, json: { code: 500, msg: "Internal Server Error", ts: TS } }));
    const result = await world.settled(world.cloud.setRoomState("r1", 1, { ...COMMAND, onAttempt: (report) => reports.push(report) }).done);
    expect(result).toMatchObject({ ok: false, error: { code: "serverError", httpStatus: 500, businessCode: 500, maybeDone: true } });
    expect(world.hosts()).toEqual(["one", "one", "two", "three"]);
    expect(world.sentAt).toEqual([0, 1_000, 4_000, 10_000]);
    expect(reports).toEqual([
      { number: 1, of: 4, host: "one", hostRole: "primary", waitMs: 0, timeLeftMs: null },
      { number: 2, of: 4, host: "one", hostRole: "primary", waitMs: 1_000, timeLeftMs: null },
      { number: 3, of: 4, host: "two", hostRole: "alternate", waitMs: 3_000, timeLeftMs: null },
      { number: 4, of: 4, host: "three", hostRole: "regional", waitMs: 6_000, timeLeftMs: null },
    ]);
  });

  test("each attempt is told with the time that is left for it", async () => {
    const left: (number | null)[] = [];
    const world = createCloudWorld(() => ({ status: 500, json: { code: 500, msg: "Internal Server Error", ts: TS } }));
    const options: SendOptions = { ...COMMAND, deadline: 5_000, onAttempt: ({ timeLeftMs }) => left.push(timeLeftMs) };
    expect(await world.settled(world.cloud.setRoomState("r1", 1, options).done)).toMatchObject({ error: { code: "expired" } });
    expect(left).toEqual([5_000, 5_000, 4_000, 1_000]);
    expect(world.sentAt).toEqual([0, 1_000, 4_000]);
  });

  test("an attempt that was lost on its way leaves its mark on a later certain answer", async () => {
    const world = createCloudWorld((_request, number) =>
      number === 1 ? { fault: "reset" } : { status: 409, json: { code: 30409100, msg: "started", ts: TS } },
    );
    expect(await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done)).toMatchObject({
      ok: false,
      error: { code: "alreadyStarted", maybeDone: true },
    });
  });

  test("creating a room is not repeated once it may have left", async () => {
    const lost = createCloudWorld(() => ({ fault: "reset" }));
    expect(await lost.settled(lost.cloud.createRoom("r", { roomType: "4", roomName: "r" }, COMMAND).done)).toMatchObject({
      error: { code: "reset", maybeDone: true },
    });
    expect(lost.http.requests).toHaveLength(1);
    const refused = createCloudWorld((_request, number) =>
      number === 1 ? { fault: "refused" } : { status: 200, json: { code: 0, ts: TS } },
    );
    expect(await refused.settled(refused.cloud.createRoom("r", { roomType: "4", roomName: "r" }, COMMAND).done)).toMatchObject({
      ok: true,
    });
    expect(refused.http.requests).toHaveLength(2);
  });

  test("operation 9 is not repeated once it may have left", async () => {
    const world = createCloudWorld(() => ({ status: 503, json: { message: "timeout" } }));
    expect(await world.settled(world.cloud.appSequences({ class: "app" }).done)).toMatchObject({
      error: { code: "unavailable", maybeDone: true },
    });
    expect(world.http.requests).toHaveLength(1);
  });

  test("a command waits as long as Retry-After asks, a poll a minute at most", async () => {
    const command = createCloudWorld(busy);
    expect(await command.settled(command.cloud.setRoomState("r1", 1, COMMAND).done)).toMatchObject({ ok: true });
    expect(command.sentAt).toEqual([0, 300_000]);
    const poll = createCloudWorld(busy);
    await poll.settled(poll.cloud.roomSequences("r1", {}, POLL).done);
    expect(poll.sentAt).toEqual([0, 60_000]);
  });

  test("a date in Retry-After is read against the server's own clock", async () => {
    const date = "Tue, 14 Nov 2023 22:13:20 GMT";
    const world = createCloudWorld((_request, number) =>
      number === 1 ? { status: 503, text: "", headers: { date, "retry-after": "Tue, 14 Nov 2023 22:13:50 GMT" } } : GOOD,
    );
    await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done);
    expect(world.sentAt).toEqual([0, 30_000]);
    expect(world.answers[0]).toMatchObject({ status: 503, serverTime: Date.parse(date) });
  });
});

describe("401", () => {
  test("renews the token once and asks the same host again at once", async () => {
    const world = createCloudWorld(({ headers }) =>
      headers["x-service-token"] === "token1" ? { status: 401, json: { message: "invalid token" } } : GOOD,
    );
    expect(await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done)).toMatchObject({ ok: true });
    expect(world.hosts()).toEqual(["one", "one"]);
    expect(world.sentAt).toEqual([0, 0]);
    expect(world.answers.map(({ status }) => status)).toEqual([401, 200]);
  });

  test("takes the token once it may leave, not when it was renewed: the computer may have slept in between", async () => {
    let present = "token1";
    const credential = async () => ok({ token: present, uid: "u1" });
    const renewAfter = async () => {
      present = "token2";
      return credential();
    };
    const refused = { status: 401, json: { message: "invalid token" } };
    const world = createCloudWorld(({ headers }) => (headers["x-service-token"] === "token1" ? refused : GOOD), {
      tokens: { credential, renewAfter, expiresAt: () => null },
      requestsPerSecond: 1,
    });
    world.clock.after(500, () => {
      present = "token3";
    });
    await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done);
    expect(world.http.requests.map(({ headers }) => headers["x-service-token"])).toEqual(["token1", "token3"]);
  });

  test("a second refusal is the end, and tells nobody's token", async () => {
    const world = createCloudWorld(({ headers }) => ({ status: 401, json: { message: `invalid token ${headers["x-service-token"]}` } }));
    const result = await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done);
    expect(result).toMatchObject({
      ok: false,
      error: { code: "unauthorized", businessCode: null, maybeDone: false, detail: "HTTP 401, invalid token [token]" },
    });
    expect(world.http.requests).toHaveLength(2);
  });

  test("without a token nothing is sent", async () => {
    const world = createCloudWorld(() => GOOD, { tokens: { credential: none, renewAfter: none, expiresAt: () => null } });
    expect(await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done)).toMatchObject({
      error: { code: "noToken", maybeDone: false },
    });
    expect(world.http.requests).toHaveLength(0);
  });
});

describe("giving up", () => {
  test("in flight: what had left may have been done", async () => {
    const world = createCloudWorld(() => ({ never: true }));
    const sending = world.cloud.setRoomState("r1", 1, COMMAND);
    await world.clock.advance(10);
    sending.abort();
    expect(await sending.done).toMatchObject({ error: { code: "aborted", maybeDone: true } });
  });

  test("while waiting for the next attempt: no further one leaves", async () => {
    const world = createCloudWorld(() => ({ fault: "refused" }));
    const sending = world.cloud.setRoomState("r1", 1, COMMAND);
    await world.clock.advance(500);
    sending.abort();
    expect(await sending.done).toMatchObject({ error: { code: "aborted", maybeDone: false } });
    await world.clock.advance(60_000);
    expect(world.http.requests).toHaveLength(1);
    expect(world.clock.pending()).toBe(0);
  });

  test("while waiting for the budget: nothing leaves", async () => {
    const world = createCloudWorld(() => GOOD, { requestsPerSecond: 1 });
    await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done);
    const second = world.cloud.setRoomState("r2", 1, COMMAND);
    second.abort();
    expect(await second.done).toMatchObject({ error: { code: "aborted" } });
    expect(world.http.requests).toHaveLength(1);
  });

  test("a deadline before the next attempt ends it at once; nothing leaves after it", async () => {
    const world = createCloudWorld(() => ({ fault: "reset" }));
    const result = await world.settled(world.cloud.setRoomState("r1", 1, { ...COMMAND, deadline: 2_500 }).done);
    expect(result).toMatchObject({ error: { code: "expired", maybeDone: true } });
    expect(world.sentAt).toEqual([0, 1_000]);
    expect(world.clock.monotonic()).toBe(1_000);
  });

  test("a deadline that comes while the budget is used up lets nothing leave", async () => {
    const world = createCloudWorld(() => GOOD, { requestsPerSecond: 1 });
    await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done);
    expect(await world.settled(world.cloud.setRoomState("r2", 1, { ...COMMAND, deadline: 500 }).done)).toMatchObject({
      error: { code: "expired", maybeDone: false },
    });
    expect(world.http.requests).toHaveLength(1);
  });
});

describe("polls and trouble", () => {
  test("their retries are a tenth of the requests, while commands have their whole plan", async () => {
    const world = createCloudWorld(() => ({ status: 500, json: { code: 500 } }));
    const polls = 200;
    for (let number = 0; number < polls; number += 1) await world.settled(world.cloud.roomSequences("r1", {}, POLL).done);
    const retries = world.http.requests.length - polls;
    expect(retries).toBeGreaterThan(polls / 10 - 3);
    expect(retries).toBeLessThanOrEqual(polls / 10 + 1);
    const before = world.http.requests.length;
    await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done);
    expect(world.http.requests.length - before).toBe(4);
  });

  test("a dead primary does not keep polls without retries from the living host", async () => {
    const world = createCloudWorld(({ origin }) => (origin === "https://three" ? GOOD : { fault: "dns" }));
    for (let number = 0; number < 4; number += 1) await world.settled(world.cloud.appSequences({ class: "app" }).done);
    expect(world.hosts().at(-1)).toBe("three");
    expect(await world.settled(world.cloud.roomSequences("r1", {}, POLL).done)).toMatchObject({ value: { hostRole: "regional" } });
  });

  test("after a fail-over requests go to the host that answered, and a poll tries the primary each minute until it is back", async () => {
    let dead = true;
    const world = createCloudWorld(({ origin }) => (origin === "https://one" && dead ? { fault: "refused" } : GOOD));
    await world.settled(world.cloud.setRoomState("r1", 1, COMMAND).done);
    expect(world.hosts()).toEqual(["one", "one", "three"]);
    const next = async (options: SendOptions): Promise<string[]> => {
      const before = world.hosts().length;
      await world.settled(world.cloud.roomSequences("r1", {}, options).done);
      return world.hosts().slice(before);
    };
    expect(await next(POLL)).toEqual(["three"]);
    await world.clock.advance(60_000);
    expect(await next(COMMAND)).toEqual(["three"]);
    expect((await next(POLL))[0]).toBe("one");
    expect(await next(COMMAND)).toEqual(["three"]);
    dead = false;
    await world.clock.advance(60_000);
    expect(await next(POLL)).toEqual(["one"]);
    expect(await next(COMMAND)).toEqual(["one"]);
  });
});
