import { describe, expect, test } from "vitest";
import type { SendOptions } from "../../../electron/cloud/types.ts";
import type { HttpRequest } from "../../../shared/ports.ts";
import type { ScriptedReply } from "../../fakes/http.ts";
import { createCloudWorld } from "./world.ts";

const POLL: SendOptions = { class: "open" };
const COMMAND: SendOptions = { class: "command" };
const NO_ROUTE: ScriptedReply = { status: 404, json: { message: "no Route matched with those values" } };
const ROOM_ABSENT: ScriptedReply = { status: 404, json: { code: 20404100, msg: "Room not exists!", ts: 5 } };
const done = (data?: unknown, ts = 1_000): ScriptedReply => ({ status: 200, json: { code: 0, msg: "Success", ts, data } });
const page = (events: unknown[], more: { nextId?: string; ts?: number } = {}): ScriptedReply =>
  done({ list: events, nextId: more.nextId ?? null }, more.ts);
const event = (cmd: number, data: unknown = {}) => ({ roomUuid: "r1", cmd, sequence: 1, data });

/** Answers in order, the last for ever. */
const inOrder =
  (...replies: ScriptedReply[]) =>
  (_request: HttpRequest, number: number): ScriptedReply =>
    replies[Math.min(number, replies.length) - 1] ?? NO_ROUTE;

test("nothing is known before anything was answered", () => {
  expect(createCloudWorld(inOrder(done())).cloud.capabilities()).toEqual({
    getRoom: "unknown",
    propertyEvents: "unknown",
    closedState: "unknown",
  });
});

describe("get one room", () => {
  test("a service without it is asked once, by whomever, and never again", async () => {
    const world = createCloudWorld(inOrder(NO_ROUTE));
    const all = ["r1", "r2", "r3"].map((room) => world.cloud.room(room, POLL).done);
    for (const one of all) expect(await world.settled(one)).toMatchObject({ ok: false, error: { code: "notFound" } });
    expect(await world.cloud.room("r4", POLL).done).toMatchObject({ ok: false, error: { code: "notFound", maybeDone: false } });
    expect(world.http.requests).toHaveLength(1);
    expect(world.cloud.capabilities().getRoom).toBe("lacking");
  });

  test("a service that has it answers everybody who waited for the first answer", async () => {
    const world = createCloudWorld(inOrder(done({ roomName: "Exam" })));
    const all = ["r1", "r2", "r3"].map((room) => world.cloud.room(room, POLL).done);
    for (const one of all) expect(await world.settled(one)).toMatchObject({ value: { value: { roomName: "Exam" } } });
    expect(world.cloud.capabilities().getRoom).toBe("present");
  });

  test("an absent room shows that the service has the call", async () => {
    const world = createCloudWorld(inOrder(ROOM_ABSENT, NO_ROUTE, done({ roomName: "Exam" })));
    await world.settled(world.cloud.room("r1", POLL).done);
    expect(world.cloud.capabilities().getRoom).toBe("present");
    await world.settled(world.cloud.room("r1", POLL).done);
    expect(await world.settled(world.cloud.room("r1", POLL).done)).toMatchObject({ ok: true });
  });

  test("trouble on the way tells nothing: the next one asks again", async () => {
    const world = createCloudWorld((_request, number) => (number <= 4 ? { status: 500, json: { code: 500 } } : done({ roomName: "Exam" })));
    await world.settled(world.cloud.room("r1", COMMAND).done);
    expect(world.cloud.capabilities().getRoom).toBe("unknown");
    expect(await world.settled(world.cloud.room("r1", POLL).done)).toMatchObject({ ok: true });
  });

  test("who waits for the first answer can give up; the others do not notice", async () => {
    const world = createCloudWorld(() => ({ ...(done({ roomName: "Exam" }) as { status: number }), afterMs: 500 }));
    const [first, second, third] = ["r1", "r2", "r3"].map((room) => world.cloud.room(room, POLL));
    second?.abort();
    expect(await second?.done).toMatchObject({ error: { code: "aborted", maybeDone: false } });
    expect(await world.settled(first?.done ?? Promise.reject())).toMatchObject({ ok: true });
    expect(await world.settled(third?.done ?? Promise.reject())).toMatchObject({ ok: true });
    expect(world.http.requests.map(({ path }) => path.at(-1))).toEqual(["1", "3"]);
  });
});

describe("property events", () => {
  test.each([4, 5, 22, 23])("one event of kind %d shows them", async (cmd) => {
    const world = createCloudWorld(inOrder(page([event(cmd)])));
    await world.settled(world.cloud.appSequences({ class: "app" }).done);
    expect(world.cloud.capabilities().propertyEvents).toBe("present");
  });

  test("a change that the room's events do not show, long after it was accepted, says that there are none", async () => {
    const world = createCloudWorld(inOrder(done(undefined, 1_000), page([event(1)], { ts: 5_000 }), page([event(1)], { ts: 20_000 })));
    await world.settled(world.cloud.setRoomProperties("r1", { properties: { a: 1 } }, COMMAND).done);
    await world.settled(world.cloud.roomSequences("r1", {}, POLL).done);
    expect(world.cloud.capabilities().propertyEvents).toBe("unknown");
    await world.settled(world.cloud.roomSequences("r1", {}, POLL).done);
    expect(world.cloud.capabilities().propertyEvents).toBe("lacking");
  });

  test.each<[string, ScriptedReply, { room: string; cmd?: number }]>([
    ["another room", page([], { ts: 20_000 }), { room: "r2" }],
    ["one kind of event only", page([], { ts: 20_000 }), { room: "r1", cmd: 1 }],
    ["a page that was not the last", page([], { ts: 20_000, nextId: "9" }), { room: "r1" }],
    ["an answer without a time", { status: 200, json: { code: 0, data: { list: [] } } }, { room: "r1" }],
  ])("%s says nothing of it", async (_name, reply, { room, cmd }) => {
    const world = createCloudWorld(inOrder(done(undefined, 1_000), reply));
    await world.settled(world.cloud.setUserProperties("r1", "s1", { properties: { a: 1 } }, COMMAND).done);
    await world.settled(world.cloud.roomSequences(room, cmd === undefined ? {} : { cmd }, POLL).done);
    expect(world.cloud.capabilities().propertyEvents).toBe("unknown");
  });
});

describe("closed for good", () => {
  test("a room that was closed, or is seen closed, shows the state", async () => {
    const set = createCloudWorld(inOrder(done()));
    await set.settled(set.cloud.setRoomState("r1", 3, COMMAND).done);
    const seen = createCloudWorld(inOrder(page([event(1, { state: "3" })])));
    await seen.settled(seen.cloud.roomSequences("r1", {}, POLL).done);
    const told = createCloudWorld(inOrder(done({ state: 3 })));
    await told.settled(told.cloud.room("r1", POLL).done);
    for (const world of [set, seen, told]) expect(world.cloud.capabilities().closedState).toBe("present");
  });

  test("a refusal of the value shows that it is lacking; any other refusal shows nothing", async () => {
    const refused = createCloudWorld(inOrder({ status: 400, json: { code: 400, msg: "state is not a state", ts: 5 } }));
    await refused.settled(refused.cloud.setRoomState("r1", 3, COMMAND).done);
    expect(refused.cloud.capabilities().closedState).toBe("lacking");
    const absent = createCloudWorld(inOrder(ROOM_ABSENT));
    await absent.settled(absent.cloud.setRoomState("r1", 3, COMMAND).done);
    const other = createCloudWorld(inOrder({ status: 400, json: { code: 400, msg: "x", ts: 5 } }));
    await other.settled(other.cloud.setRoomState("r1", 1, COMMAND).done);
    for (const world of [absent, other]) expect(world.cloud.capabilities().closedState).toBe("unknown");
  });
});
