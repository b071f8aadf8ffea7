/** What clients may pile up, and what the service says beyond it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LIMITS, MAX_DEPTH } from "../../../electron/practice/engine/limits.ts";
import { type Answer, expectDone, expectRefusal, startTestCloud, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud({
    limits: { rooms: 2, peopleOfRoom: 2, eventsOfRoom: 6, extAppsOfRoom: 1, resourcesOfRoom: 1, recordsOfRoom: 1, chatUsers: 1 },
  });
  await cloud.room("r1", {}, ["t1"]);
});
afterEach(() => cloud.close());

const put = (path: string, body: unknown, uid?: string): Promise<Answer> => cloud.call("PUT", `/v2/rooms/r1${path}`, body, uid);
const enter = (uid: string, body: object = { role: 2 }): Promise<Answer> => cloud.call("PUT", `/v3/rooms/r1/users/${uid}`, body, uid);
const text = (length: number): string => "x".repeat(length);

describe("a limit on", () => {
  it("classrooms, made by operation 1 or by entering", async () => {
    await cloud.room("r2");
    expectRefusal(await cloud.call("POST", "/v2/rooms/r3", { roomType: "4", roomName: "Third" }), 400, 400);
    expectRefusal(await cloud.call("PUT", "/v3/rooms/r3/users/s1", { role: 2, roomName: "Third", roomType: 4 }, "s1"), 400, 400);
  });

  it("people of a room; who is known may come back", async () => {
    expectDone(await cloud.call("DELETE", "/v3/rooms/r1/users/t1", undefined, "t1"));
    expect((await enter("s1")).status).toBe(200);
    expectRefusal(await enter("s2"), 403, 20403002);
    expect((await enter("t1", { role: 1 })).status).toBe(200);
  });

  it("events of a room; it can still be ended, its people removed, its recording stopped", async () => {
    expectDone(await put("/records/states/1", {}));
    for (let number = 0; number < 4; number += 1)
      expectDone(await cloud.call("POST", "/v2/rooms/r1/from/t1/chat", { message: `${number}` }, "t1"));
    for (const refused of [
      await cloud.call("POST", "/v2/rooms/r1/from/t1/chat", { message: "one more" }, "t1"),
      await put("/properties", { properties: { a: 1 } }),
      await put("/groups/states/0", undefined),
      await enter("s1"),
    ])
      expectRefusal(refused, 400, 400);
    expectDone(await put("/records/states/0", {}));
    expectRefusal(await put("/records/states/1", {}), 400, 400);
    expectDone(await put("/states/1", undefined));
    expectDone(await cloud.call("POST", "/v2/rooms/r1/users/t1/exit", {}));
    expectDone(await put("/states/2", undefined));
  });

  it.each([
    ["a room", "/properties", LIMITS.propertyText],
    ["a user", "/users/t1/properties", LIMITS.userPropertyText],
    ["an extApp", "/extApps/x/properties", LIMITS.propertyText],
  ])("the properties of %s, together; a refused change leaves them as they were", async (_of, path, limit) => {
    expectDone(await put(path, { properties: { a: text(limit - 100) } }));
    const before = (await cloud.call("GET", "/v2/rooms/r1")).text.replace(/"ts":\d+/, "");
    expectRefusal(await put(path, { properties: { b: text(100), "a.c": 1, d: text(limit) } }), 400, 400);
    expect((await cloud.call("GET", "/v2/rooms/r1")).text.replace(/"ts":\d+/, "")).toBe(before);
    expectDone(await put(path, { properties: { a: 1 } }));
  });

  it("properties at creation, at entry, and of a raised hand", async () => {
    const roomProperties = { flexProps: text(LIMITS.propertyText) };
    expectRefusal(await cloud.call("POST", "/v2/rooms/r2", { roomType: "4", roomName: "Long", roomProperties }), 400, 400);
    expectRefusal(await enter("s1", { role: 2, userProperties: { a: text(LIMITS.userPropertyText) } }), 400, 400);
    expectRefusal(await cloud.call("POST", "/v2/rooms/r1/processes/handsUp/progress", { payload: { a: text(5_000) } }, "t1"), 400, 400);
  });

  it("the parts of a dotted key", async () => {
    const key = (parts: number): string => Array.from({ length: parts }, () => "k").join(".");
    expectDone(await put("/properties", { properties: { [key(MAX_DEPTH)]: 1 } }));
    expectRefusal(await put("/properties", { properties: { [key(MAX_DEPTH + 1)]: 1 } }), 400, 400);
    expectRefusal(await put("/properties", { properties: { [key(100_000)]: 1 } }), 400, 400);
  });

  it("the depth of a body; brackets inside text do not count", async () => {
    const nested = (depth: number): string => `{"properties":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    expectDone(await put("/properties", nested(MAX_DEPTH - 2)));
    expectRefusal(await put("/properties", nested(MAX_DEPTH)), 400, 400);
    expectRefusal(await put("/properties", nested(200_000)), 400, 400);
    expectDone(await put("/properties", { properties: { a: `"${"[{".repeat(MAX_DEPTH)}` } }));
  });

  it("extApps, resources, recordings and chat users", async () => {
    expectDone(await put("/extApps/x/properties", { properties: {} }));
    expectRefusal(await put("/extApps/y/properties", { properties: { a: 1 } }), 400, 400);
    const resource = (resourceUuid: string) => put("/resources", { resources: [{ resourceUuid, resourceName: "Paper" }] }, "t1");
    expectDone(await resource("f1"));
    expectDone(await resource("f1"));
    expectRefusal(await resource("f2"), 400, 400);
    expectDone(await put("/records/states/1", {}));
    expectDone(await put("/records/states/0", {}));
    expectRefusal(await put("/records/states/1", {}), 400, 400);
    expect((await cloud.chat("POST", "/users", { username: "ann", password: "x" })).status).toBe(200);
    expect((await cloud.chat("POST", "/users", { username: "bob", password: "x" })).body.error).toBe("reach_limit");
  });
});
