/** Making rooms and setting their state (operations 1 and 3), and the refusals that every operation on a room shares. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Answer, expectDone, expectRefusal, NEEDS_OWN_CLOUD, startTestCloud, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

/** Operations that need a room, for the refusal that all of them share. */
const ON_ROOM: Record<string, readonly [method: string, path: string, body?: unknown]> = {
  "2": ["POST", "/v2/rooms/nowhere/users/s1/exit"],
  "3": ["PUT", "/v2/rooms/nowhere/states/1"],
  "4": ["PUT", "/v2/rooms/nowhere/records/states/1"],
  "5": ["PATCH", "/v2/rooms/nowhere/records/states/1", { webRecordConfig: {} }],
  "6": ["GET", "/v2/rooms/nowhere/records"],
  "7": ["GET", "/v2/rooms/nowhere/users/s1"],
  "8": ["GET", "/v2/rooms/nowhere/sequences"],
  "10": ["PUT", "/v2/rooms/nowhere/properties", { properties: { a: 1 } }],
  "11": ["DELETE", "/v2/rooms/nowhere/properties", { properties: ["a"] }],
  "12": ["PUT", "/v2/rooms/nowhere/users/s1/properties", { properties: { a: 1 } }],
  "13": ["DELETE", "/v2/rooms/nowhere/users/s1/properties", { properties: ["a"] }],
  "14": ["PUT", "/v2/rooms/nowhere/extApps/x/properties", { properties: { a: 1 } }],
  "15": ["DELETE", "/v2/rooms/nowhere/extApps/x/properties", { properties: ["a"] }],
  "16": ["GET", "/v2/rooms/nowhere/widgets/popupQuiz/sequences"],
  "17": ["GET", "/v2/rooms/nowhere/widgets/poll/sequences"],
  "18": ["PUT", "/v2/rooms/nowhere/groups/states/0"],
};

const create = (roomUuid: string, body: unknown): Promise<Answer> => cloud.call("POST", `/v2/rooms/${roomUuid}`, body);

const set = (state: string | number): Promise<Answer> => cloud.call("PUT", `/v2/rooms/r1/states/${state}`);

describe("every operation on a room", () => {
  it.each(Object.entries(ON_ROOM))(
    "operation %s answers 20404100 where there is no such room",
    async (_operation, [method, path, body]) => {
      expectRefusal(await cloud.call(method, path, body), 404, 20404100);
    },
  );

  it.each(Object.entries(ON_ROOM))("operation %s answers 20404100 in another region", async (_operation, [method, path, body]) => {
    await cloud.room("nowhere", {}, ["s1"]);
    expectRefusal(await cloud.call(method, `!${cloud.edu.replace("/ap/", "/eu/")}${path}`, body), 404, 20404100);
  });

  it.each(Object.entries(ON_ROOM))("operation %s refuses an id of 64 bytes", async (_operation, [method, path, body]) => {
    expectRefusal(await cloud.call(method, path.replace("nowhere", "r".repeat(64)), body), 400, 400);
  });
});

describe("operation 1", () => {
  it.each(["4", 4, "0", 0, 2, 10])("makes a room of type %j", async (roomType) => {
    expectDone(await create("r1", { roomType, roomName: "Room 1" }));
    expect(await cloud.events("r1")).toEqual([]);
  });

  it("takes an id of 63 bytes with every character that is allowed", NEEDS_OWN_CLOUD, async () => {
    const id = "aZ09 !#$%&()+-:;<=.>?@[]^_{}|~,".padEnd(63, "x");
    expectDone(await create(encodeURIComponent(id), { roomType: "4", roomName: "All characters" }));
    expect((await cloud.call("GET", `/v2/rooms/${encodeURIComponent(id)}`)).body.data.roomUuid).toBe(id);
  });

  it("refuses the same room again, and the same id with another type differently", async () => {
    await cloud.room("r1");
    expectRefusal(await create("r1", { roomType: "4", roomName: "Again" }), 409, 20409100);
    expectRefusal(await create("r1", { roomType: "0", roomName: "Again" }), 409, 30409104);
  });

  const BAD: Record<string, unknown> = {
    "no body": undefined,
    "no type": { roomName: "x" },
    "no name": { roomType: "4" },
    "an empty name": { roomType: "4", roomName: "" },
    "a name of 65 characters": { roomType: "4", roomName: "x".repeat(65) },
    "an unknown type": { roomType: "3", roomName: "x" },
    "a type that is no number": { roomType: "large", roomName: "x" },
    "a duration above a day": { roomType: "4", roomName: "x", roomProperties: { schedule: { duration: 86_401 } } },
    "a start time as text": { roomType: "4", roomName: "x", roomProperties: { schedule: { startTime: "now" } } },
    "an unknown finishType": { roomType: "4", roomName: "x", roomProperties: { hostingScene: { finishType: 2 } } },
    "an array": [],
    "text that is not JSON": "{",
    "a bare null": "null",
  };
  it.each(Object.entries(BAD))("refuses %s", async (_what, body) => {
    expectRefusal(await create("r1", body), 400, 400);
  });

  it.each(["é", "a/b", "a'b", "*", '"', "`", "\\", "教室"])("refuses the id %j", async (id) => {
    expectRefusal(await create(encodeURIComponent(id), { roomType: "4", roomName: "x" }), 400, 400);
  });
});

describe("operation 3", () => {
  beforeEach(() => cloud.room("r1"));

  it("starts and ends a class, as event 1 tells", async () => {
    expectDone(await set(1));
    const startTime = cloud.now();
    cloud.pass(60);
    expectDone(await set(2));
    const [first, second] = await cloud.events("r1", 1);
    expect(first).toEqual({ roomUuid: "r1", cmd: 1, sequence: 1, version: 1, data: { state: 1, startTime } });
    expect(second.data).toEqual({ state: 2, startTime, endTime: cloud.now() });
  });

  it("never goes back", async () => {
    await set(1);
    expectRefusal(await set(1), 409, 30409100);
    expectRefusal(await set(0), 409, 30409100);
    await set(2);
    expectRefusal(await set(1), 409, 30409101);
    expectRefusal(await set(2), 409, 30409101);
    expectDone(await set(3));
    expectRefusal(await set(3), 409, 30409101);
  });

  it("closes for good: everybody is out and nobody comes in", async () => {
    await cloud.call("PUT", "/v3/rooms/r1/users/s1", { role: 2 }, "s1");
    expectDone(await set(3));
    expect((await cloud.events("r1", 1)).at(-1).data).toMatchObject({ state: 3, closeTime: cloud.now() });
    expect((await cloud.events("r1", 20)).at(-1).data).toMatchObject({ total: 0, offlineUsers: [{ userUuid: "s1", type: 2 }] });
    expectRefusal(await cloud.call("PUT", "/v3/rooms/r1/users/s1", { role: 2 }, "s1"), 410, 30410100);
  });

  it("takes an empty body that says it is JSON", async () => {
    expectDone(await cloud.call("PUT", "/v2/rooms/r1/states/1", ""));
  });

  it.each(["4", "x", "-1", "1.5", "01x"])("refuses the state %s", async (state) => {
    expectRefusal(await set(state), 400, 400);
  });
});
