/** Removing and looking up people (operations 2 and 7). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Answer, expectDone, expectRefusal, NEEDS_OWN_CLOUD, startTestCloud, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

const exit = (userUuid: string, body?: unknown): Promise<Answer> => cloud.call("POST", `/v2/rooms/r1/users/${userUuid}/exit`, body);

const enter = (): Promise<Answer> => cloud.call("PUT", "/v3/rooms/r1/users/s1", { role: 2, userName: "Ann" }, "s1");

describe("operation 2", () => {
  beforeEach(() => cloud.room("r1", {}, ["s1", "s2"]));

  it("puts a person out, as event 20 tells", async () => {
    expectDone(await exit("s1"));
    const last = (await cloud.events("r1", 20)).at(-1);
    expect(last.data).toMatchObject({ total: 1, onlineUsers: [], offlineUsers: [{ userUuid: "s1", type: 2 }] });
    expect((await enter()).status).toBe(200);
  });

  it("keeps a person out for a time", NEEDS_OWN_CLOUD, async () => {
    expectDone(await exit("s1", { dirty: { state: 1, duration: 600 } }));
    expectRefusal(await enter(), 403, 30403100);
    cloud.pass(599);
    expectRefusal(await enter(), 403, 30403100);
    cloud.pass(1);
    expect((await enter()).status).toBe(200);
  });

  it.each([{ state: 1 }, { state: 1, duration: -1 }])("keeps a person out for good by %j", async (dirty) => {
    expectDone(await exit("s1", { dirty }));
    cloud.pass(4 * 86_400);
    expectRefusal(await enter(), 403, 30403100);
    expectDone(await exit("s1", { dirty: { state: 0, duration: 0 } }));
    expect((await enter()).status).toBe(200);
  });

  it("says that a person is not there", async () => {
    expectRefusal(await exit("nobody"), 404, 20404200);
    await exit("s1");
    expectRefusal(await exit("s1"), 404, 20404200);
  });

  it.each([{ dirty: 1 }, { dirty: { state: 2 } }, { dirty: { state: 1, duration: -2 } }, { dirty: {} }])("refuses %j", async (body) => {
    expectRefusal(await exit("s1", body), 400, 400);
  });
});

describe("operation 7", () => {
  it.each(["polling", "edu"] as const)("tells of a person by the path of %s", async (path) => {
    await cloud.room("r1", {}, ["s1"]);
    const url = `${path === "polling" ? cloud.polling : ""}/v2/rooms/r1/users/`;
    const expected = {
      userUuid: "s1",
      userName: "S1",
      role: "2",
      streamUuid: expect.any(String),
      state: 1,
      userProperties: {},
      updateTime: cloud.now(),
    };
    expect((await cloud.call("GET", `${url}s1`)).body.data).toEqual(expected);
    await cloud.call("DELETE", "/v3/rooms/r1/users/s1", undefined, "s1");
    expect((await cloud.call("GET", `${url}s1`)).body.data.state).toBe(0);
    expectRefusal(await cloud.call("GET", `${url}nobody`), 404, 20404200);
  });
});
