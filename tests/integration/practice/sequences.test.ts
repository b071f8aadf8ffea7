/** Events of a room and of all rooms (operations 8 and 9). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Answer, expectRefusal, NEEDS_OWN_CLOUD, startTestCloud, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

const page = (query: string): Promise<Answer> => cloud.call("GET", `/v2/rooms/r1/sequences?${query}`);

const poll = async (): Promise<{ roomUuid: string; cmd: number; data: { message?: string } }[]> =>
  (await cloud.call("GET", `${cloud.polling}/v2/rooms/sequences`)).body.data;

describe("operation 8", () => {
  beforeEach(async () => {
    await cloud.room("r1", {}, ["t1", "s1"]);
    for (let number = 0; number < 120; number += 1)
      await cloud.call("POST", "/v2/rooms/r1/from/s1/chat", { message: `line ${number}` }, "s1");
  });

  it.each(["", "nextId=", "nextId=null", "null&count=100"])("begins at the beginning by %j", async (query) => {
    const { data } = (await page(query)).body;
    expect(data).toMatchObject({ total: 122, count: 100, nextId: expect.stringMatching(/^\d+$/) });
    expect(data.list[0]).toMatchObject({ roomUuid: "r1", cmd: 20, sequence: 1, version: 1 });
  });

  it("goes on from nextId, which is part of the next page", async () => {
    const first = (await page("")).body.data;
    const second = (await page(`nextId=${first.nextId}`)).body.data;
    expect(String(second.list[0].sequence)).toBe(first.nextId);
    expect(second).toMatchObject({ total: 122, count: 22, nextId: null });
    expect(first.list.length + second.list.length).toBe(122);
  });

  it("skips a hole, and is empty behind the end", async () => {
    // 2 and 4 belong to streams, which this interface does not show.
    expect((await page("nextId=2&count=1")).body.data.list[0].sequence).toBe(3);
    expect((await page("nextId=100000")).body.data).toMatchObject({ count: 0, list: [], nextId: null });
  });

  it("shows one kind only", async () => {
    expect((await page("cmd=20")).body.data).toMatchObject({ total: 2, count: 2, nextId: null });
    const chat = (await page("cmd=3&count=7")).body.data;
    expect(chat).toMatchObject({ total: 120, count: 7 });
    expect((await page("cmd=77")).body.data).toMatchObject({ total: 0, list: [] });
  });

  it.each(["nextId=x", "nextId=-1", "nextId=1.5", "cmd=x", "cmd=-1", "count=0", "count=x"])("refuses %s", async (query) => {
    expectRefusal(await page(query), 400, 400);
  });
});

describe("operation 9", () => {
  it("delivers each event once, to whoever asks first", NEEDS_OWN_CLOUD, async () => {
    await cloud.room("r1", {}, ["s1"]);
    await cloud.room("r2", {}, ["s1"]);
    expect((await poll()).map((event) => [event.roomUuid, event.cmd])).toEqual([
      ["r1", 20],
      ["r2", 20],
    ]);
    expect(await poll()).toEqual([]);
  });

  it("reaches back one hour", NEEDS_OWN_CLOUD, async () => {
    await cloud.room("r1", {}, ["s1"]);
    cloud.pass(1800);
    await cloud.call("POST", "/v2/rooms/r1/from/s1/chat", { message: "later" }, "s1");
    cloud.pass(1801);
    expect((await poll()).map((event) => event.cmd)).toEqual([3]);
  });

  it("says nothing of a room that is destroyed", NEEDS_OWN_CLOUD, async () => {
    await cloud.room("r1", {}, ["s1"]);
    await cloud.call("PUT", "/v2/rooms/r1/states/3");
    cloud.pass(3600);
    expect(await poll()).toEqual([]);
  });
});
