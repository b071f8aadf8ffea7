/** Recordings (operations 4 to 6). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Answer, expectDone, expectRefusal, NEEDS_OWN_CLOUD, startTestCloud, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

const record = (state: string | number, body?: unknown, method = "PUT"): Promise<Answer> =>
  cloud.call(method, `/v2/rooms/r1/records/states/${state}`, body);

const states = async (): Promise<unknown[]> => (await cloud.events("r1", 1001)).map((event) => [event.data.state, event.data.reason]);

describe("operations 4 and 5", () => {
  const web = { mode: "web", webRecordConfig: { rootUrl: "https://e.example" } };
  beforeEach(() => cloud.room("r1", {}, ["t1"]));

  it("start and stop a recording, as event 1001 tells", async () => {
    expectDone(await record(1));
    expectDone(await record(0));
    expect(await states()).toEqual([
      [1, 1],
      [2, 2],
    ]);
    const [started, stopped] = await cloud.events("r1", 1001);
    expect(started.data).toMatchObject({
      recordId: expect.any(String),
      sid: expect.any(String),
      resourceId: expect.any(String),
      startTime: cloud.now(),
    });
    expect(stopped.data).not.toHaveProperty("recordId");
  });

  it("say what stands against it", async () => {
    expectRefusal(await record(0), 409, 30409410);
    expectRefusal(await record(1, { webRecordConfig: { onhold: false } }, "PATCH"), 409, 30409410);
    await record(1);
    expectRefusal(await record(1), 409, 30409411);
  });

  it.each(["PUT", "PATCH"])("change a running recording by %s", async (method) => {
    await record(1, { ...web, webRecordConfig: { ...web.webRecordConfig, onhold: true } });
    expectDone(await record(1, { webRecordConfig: { onhold: false } }, method));
    expect(await states()).toEqual([[1, 1]]);
  });

  it("try again twice where the page does not report, then give up", NEEDS_OWN_CLOUD, async () => {
    await record(1, { ...web, retryTimeout: 30 });
    cloud.pass(95);
    expect(await states()).toEqual([
      [1, 1],
      [2, 4],
      [1, 3],
      [2, 4],
      [1, 3],
      [2, 5],
    ]);
    expect((await cloud.call("GET", "/v2/rooms/r1/records")).body.data.list[0]).toMatchObject({ status: 2, unready: true });
  });

  it.each(["with", "without"])("go on where the page reports, %s a region", async (region) => {
    await record(1, { ...web, retryTimeout: 30 });
    expectDone(await cloud.call("PUT", `${region === "with" ? "" : cloud.regionless}/v2/rooms/r1/records/ready`));
    cloud.pass(300);
    expect(await states()).toEqual([[1, 1]]);
  });

  it("end with the class", async () => {
    await record(1);
    await cloud.call("PUT", "/v2/rooms/r1/states/3");
    expect((await states()).at(-1)).toEqual([2, 2]);
    expectRefusal(await record(1), 409, 30409101);
  });

  const BAD: Record<string, readonly [string, unknown, number]> = {
    "state 2": ["2", {}, 400],
    "a mode that is no text": ["1", { mode: 1 }, 400],
    "a negative retryTimeout": ["1", { retryTimeout: -1 }, 400],
    "web without a page": ["1", { mode: "web" }, 30400412],
    "too many frames": ["1", { mode: "web", webRecordConfig: { rootUrl: "u", videoFps: 61 } }, 400],
    "too few kilobits": ["1", { mode: "web", webRecordConfig: { rootUrl: "u", videoBitrate: 49 } }, 400],
  };
  it.each(Object.entries(BAD))("refuse %s", async (_what, [state, body, code]) => {
    expectRefusal(await record(state, body), 400, code);
  });
});

describe("operation 6", () => {
  it("lists recordings in batches of 100; the last one has no nextId", async () => {
    await cloud.room("r1");
    for (let number = 0; number < 101; number += 1) {
      await cloud.call("PUT", "/v2/rooms/r1/records/states/1");
      await cloud.call("PUT", "/v2/rooms/r1/records/states/0");
    }
    const first = (await cloud.call("GET", "/v2/rooms/r1/records?nextId=null")).body.data;
    expect(first).toMatchObject({ total: 101, count: 100, nextId: expect.any(String) });
    const second = (await cloud.call("GET", `/v2/rooms/r1/records?nextId=${first.nextId}`)).body.data;
    expect(second).toMatchObject({ total: 101, count: 1 });
    expect(second).not.toHaveProperty("nextId");
    expect(new Set([...first.list, ...second.list].map((item: { recordId: string }) => item.recordId)).size).toBe(101);
    expect(second.list[0]).toMatchObject({ roomUuid: "r1", status: 2, endTime: cloud.now(), url: expect.stringContaining(".m3u8") });
    expectRefusal(await cloud.call("GET", "/v2/rooms/r1/records?nextId=nonsense"), 400, 400);
  });
});
