/** Custom properties (operations 10 to 15) and breakout rooms (operation 18). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Answer, expectDone, expectRefusal, startTestCloud, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

const properties = async (): Promise<Record<string, unknown>> => {
  const {
    roomType: _t,
    state: _s,
    schedule: _c,
    extApps: _e,
    groups: _g,
    ...rest
  } = (await cloud.call("GET", "/v2/rooms/r1")).body.data.roomProperties;
  return rest;
};

const put = (body: unknown): Promise<Answer> => cloud.call("PUT", "/v2/rooms/r1/properties", body);

const remove = (body: unknown): Promise<Answer> => cloud.call("DELETE", "/v2/rooms/r1/properties", body);

const groups = (state: string, body?: unknown): Promise<Answer> => cloud.call("PUT", `/v2/rooms/r1/groups/states/${state}`, body);

const present = async (): Promise<unknown> => (await cloud.call("GET", "/v2/rooms/r1")).body.data.roomProperties.groups;

describe("operations 10 and 11", () => {
  beforeEach(() => cloud.room("r1"));

  it("replace a whole value by a plain key and one leaf by a dotted key", async () => {
    expectDone(await put({ properties: { exam: { part: "A", page: 1 }, note: "x" }, cause: {} }));
    expectDone(await put({ properties: { "exam.part": "B" } }));
    expect(await properties()).toEqual({ exam: { part: "B", page: 1 }, note: "x" });
    expectDone(await put({ properties: { exam: { part: "C" } } }));
    expect(await properties()).toEqual({ exam: { part: "C" }, note: "x" });
    expectDone(await remove({ properties: ["exam.part", "note", "never.was"] }));
    expect(await properties()).toEqual({ exam: {} });
  });

  it("tell of it by event 4 or 5, the cause as it came", async () => {
    await put({ properties: { a: 1 }, cause: { why: "test" } });
    await put({ properties: { a: 2, "b.c": 3 } });
    await remove({ properties: ["b.c"] });
    const told = (await cloud.events("r1")).map((event) => [event.cmd, event.data.action, event.data.changeProperties, event.data.cause]);
    expect(told).toEqual([
      [4, 1, { a: 1 }, { why: "test" }],
      [5, 1, { a: 2, "b.c": 3 }, undefined],
      [4, 2, { "b.c": "deleted" }, undefined],
    ]);
  });

  it("set the examination URL", async () => {
    expectDone(await put({ properties: {}, roomProperties: { examinationUrl: "https://e.example/p" }, cause: {} }));
    expect((await properties())["examinationUrl"]).toBe("https://e.example/p");
  });

  it("are not harmed by hostile keys", async () => {
    expectDone(await cloud.call("PUT", "/v2/rooms/r1/properties", '{"properties":{"constructor.prototype.x":1,"toString":2}}'));
    expectDone(await cloud.call("PUT", "/v2/rooms/r1/properties", '{"properties":{"__proto__.polluted":1}}'));
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(await properties()).toMatchObject({ constructor: { prototype: { x: 1 } }, toString: 2 });
  });

  const BAD: Record<string, readonly ["PUT" | "DELETE", unknown]> = {
    "no properties to set": ["PUT", {}],
    "a list to set": ["PUT", { properties: ["a"] }],
    "a cause as text": ["PUT", { properties: {}, cause: "why" }],
    "an object to delete": ["DELETE", { properties: { a: 1 } }],
    "nothing to delete": ["DELETE", undefined],
    "numbers to delete": ["DELETE", { properties: [1] }],
  };
  it.each(Object.entries(BAD))("refuse %s", async (_what, [method, body]) => {
    expectRefusal(await cloud.call(method, "/v2/rooms/r1/properties", body), 400, 400);
  });
});

describe("operations 12 and 13", () => {
  const path = "/v2/rooms/r1/users/s1/properties";
  beforeEach(() => cloud.room("r1", {}, ["s1"]));

  it("change what operation 7 and events 22 and 23 show", async () => {
    expectDone(await cloud.call("PUT", path, { properties: { seat: 4, "flags.late": true }, cause: { by: "proctor" } }));
    expect((await cloud.call("GET", "/v2/rooms/r1/users/s1")).body.data.userProperties).toEqual({ seat: 4, flags: { late: true } });
    expectDone(await cloud.call("DELETE", path, { properties: ["seat"], cause: {} }));
    expect((await cloud.call("GET", "/v2/rooms/r1/users/s1")).body.data.userProperties).toEqual({ flags: { late: true } });
    const told = (await cloud.events("r1"))
      .filter((event) => event.cmd !== 20)
      .map((event) => [event.cmd, event.data.fromUser.userUuid, event.data.cause]);
    expect(told).toEqual([
      [23, "s1", { by: "proctor" }],
      [22, "s1", {}],
    ]);
  });

  it.each(["PUT", "DELETE"])("%s says that a person is not there", async (method) => {
    const body = { properties: method === "PUT" ? {} : [] };
    expectRefusal(await cloud.call(method, path.replace("s1", "nobody"), body), 404, 20404200);
    expectRefusal(await cloud.call(method, path, { properties: 1 }), 400, 400);
  });
});

describe("operations 14 and 15", () => {
  const path = "/v2/rooms/r1/extApps/io.example.timer/properties";
  beforeEach(() => cloud.room("r1"));

  it("change an extApp's properties and what is common", async () => {
    expectDone(await cloud.call("PUT", path, { properties: { left: 60 }, common: { state: 1 }, cause: {} }));
    expect((await cloud.call("GET", "/v2/rooms/r1")).body.data.roomProperties.extApps).toEqual({
      io_example_timer: { properties: { left: 60 }, common: { state: 1 } },
    });
    expect((await cloud.events("r1"))[0].data.changeProperties).toEqual({
      "extApps.io_example_timer.left": 60,
      "extAppsCommon.io_example_timer.state": 1,
    });
    expectDone(await cloud.call("DELETE", path, { properties: ["left"], cause: {} }));
    expect((await cloud.events("r1"))[1].data).toMatchObject({
      action: 2,
      changeProperties: { "extApps.io_example_timer.left": "deleted" },
    });
  });

  it("refuse what is not the specification", async () => {
    expectRefusal(await cloud.call("PUT", path, { properties: [], cause: {} }), 400, 400);
    expectRefusal(await cloud.call("PUT", path, { properties: {}, common: 1 }), 400, 400);
    const absent = await cloud.call("DELETE", path, { properties: ["left"] });
    expect({ status: absent.status, body: absent.body }).toEqual({ status: 404, body: { message: expect.any(String) } });
  });
});

describe("operation 18", () => {
  beforeEach(() => cloud.room("r1"));

  it("makes breakout rooms and removes them", async () => {
    expectDone(await groups("1", { groups: [{ groupUuid: "g1", groupName: "One", users: [{ userUuid: "s1" }] }, { users: [] }] }));
    expect(await present()).toMatchObject({ state: 1, details: { g1: { groupName: "One", users: [{ userUuid: "s1" }] } } });
    expectDone(await groups("0"));
    expect(await present()).toEqual({ state: 0, details: {} });
  });

  it.each([
    undefined,
    {},
    { groups: [] },
    { groups: [{}] },
    {
      groups: [
        { groupUuid: "a", users: [] },
        { groupUuid: "a", users: [] },
      ],
    },
  ])("refuses %j", async (body) => {
    expectRefusal(await groups("1", body), 400, 400);
  });
  it("refuses another state", async () => expectRefusal(await groups("2"), 400, 400));
});
