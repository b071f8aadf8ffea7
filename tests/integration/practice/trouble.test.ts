/** Trouble on demand. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Answer, startTestCloud, T0, type TestCloud, tokenFor } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

const ask = (): Promise<Answer> => cloud.call("GET", "/v2/rooms/r1/sequences");

describe("trouble", () => {
  beforeEach(() => cloud.room("r1", {}, ["s1"]));

  const ANSWERS: Record<string, readonly [order: object, status: number, text: RegExp]> = {
    "a refused token": [{ kind: "unauthorized" }, 401, /^\{"message":"invalid token"\}$/],
    "too many requests": [{ kind: "tooMany" }, 429, /message/],
    "an internal error": [{ kind: "internal" }, 500, /"code":500/],
    "an unavailable upstream": [{ kind: "unavailable" }, 503, /message/],
    "a captive portal": [{ kind: "body", body: "html" }, 200, /<!doctype html>/],
    "what is no JSON": [{ kind: "body", body: "notJson" }, 200, /^\{"code":0,"msg":"Succ$/],
    "an empty body": [{ kind: "body", body: "empty" }, 200, /^$/],
    "a huge body": [{ kind: "body", body: "huge", bytes: 100_000 }, 200, /x{100000}/],
  };
  it.each(Object.entries(ANSWERS))("answers with %s as often as it is told to", async (_what, [order, status, text]) => {
    await cloud.trouble({ ...order, count: 1 });
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
    expect((await ask()).status).toBe(200);
  });

  it.each(["reset", "lost", "half"])("cuts the connection by %s", async (kind) => {
    await cloud.trouble({ kind, count: 1 });
    await expect(ask()).rejects.toThrow();
    expect((await ask()).status).toBe(200);
  });

  it("loses an answer after the call has taken effect, a reset before it", async () => {
    const start = (): Promise<Answer> => cloud.call("PUT", "/v2/rooms/r1/states/1");
    await cloud.trouble({ kind: "reset", count: 1 });
    await expect(start()).rejects.toThrow();
    await cloud.trouble({ kind: "lost", count: 1 });
    await expect(start()).rejects.toThrow();
    expect((await start()).body.code).toBe(30409100);
  });

  it.each(["hang", "hangAfterHeaders"])("gives no answer by %s", async (kind) => {
    await cloud.trouble({ kind, count: 1 });
    const url = `${cloud.baseUrl}${cloud.edu}/v2/rooms/r1/sequences`;
    await expect(fetch(url, { signal: AbortSignal.timeout(200) }).then((answer) => answer.text())).rejects.toThrow(/abort|timeout/i);
  });

  it("asks for patience by seconds or by a date", async () => {
    await cloud.trouble([
      { kind: "tooMany", retryAfter: 7, count: 1 },
      { kind: "tooMany", retryAfter: 7, asDate: true, count: 1, path: "sequences" },
    ]);
    expect((await ask()).headers.get("retry-after")).toBe("7");
    expect(Date.parse((await ask()).headers.get("retry-after") ?? "")).toBe(T0 + 7000);
  });

  it("meets only the paths, methods and times that it names", async () => {
    await cloud.trouble([
      { kind: "internal", path: "/v2/rooms/r1/seq", method: "get", afterMs: 1000, durationMs: 1000 },
      { kind: "unavailable", chance: 0 },
    ]);
    expect((await ask()).status).toBe(200);
    cloud.pass(1);
    expect((await ask()).status).toBe(500);
    expect((await cloud.call("GET", "/v2/rooms/r1")).status).toBe(200);
    cloud.pass(1);
    expect((await ask()).status).toBe(200);
  });

  it("puts the clock off", async () => {
    await cloud.trouble({ kind: "clock", offsetMs: -90_000 });
    const answer = await ask();
    expect(answer.body.ts).toBe(T0 - 90_000);
    expect(Date.parse(answer.headers.get("date") ?? "")).toBe(T0 - 90_000);
    await cloud.trouble({ kind: "clock", offsetMs: 11 * 86_400_000 });
    expect((await ask()).status).toBe(401);
    await cloud.raw("DELETE", "/practice/trouble");
    expect((await ask()).body.ts).toBe(T0);
  });

  it("delivers operation 9's events late, or twice", async () => {
    const poll = async (): Promise<number> => (await cloud.call("GET", `${cloud.polling}/v2/rooms/sequences`)).body.data.length;
    await cloud.trouble({ kind: "late", ms: 5000, durationMs: 60_000 });
    expect(await poll()).toBe(0);
    cloud.pass(5);
    expect(await poll()).toBe(1);
    await cloud.trouble({ kind: "duplicate", count: 1 });
    expect(await poll()).toBe(1);
    expect(await poll()).toBe(0);
  });

  it("delivers operation 8's events late, or one twice", async () => {
    const page = async () => (await ask()).body.data;
    const whole = await page();
    await cloud.trouble({ kind: "late", ms: 5000, durationMs: 5000 });
    expect(await page()).toMatchObject({ total: 0, count: 0, list: [], nextId: null });
    cloud.pass(5);
    expect(await page()).toEqual(whole);
    await cloud.trouble({ kind: "duplicate", count: 1 });
    expect(await page()).toMatchObject({ total: 1, count: 2, list: [whole.list[0], whole.list[0]] });
    expect(await page()).toEqual(whole);
  });

  it("lets all tokens expire that were issued before; new ones are good", async () => {
    cloud.pass(10);
    await cloud.trouble({ kind: "expiredTokens", durationMs: 60_000 });
    expect(await ask()).toMatchObject({ status: 401, body: { message: "invalid token" } });
    const renewed = tokenFor("proctor", { issuedAt: T0 / 1000 + 10 });
    const headers = { "x-service-token": renewed, "x-service-uid": "proctor" };
    expect((await cloud.raw("GET", `${cloud.edu}/v2/rooms/r1/sequences`, { headers })).status).toBe(200);
    cloud.pass(60);
    expect((await ask()).status).toBe(200);
  });

  it("lets one host die while the other lives, until the trouble is lifted", async () => {
    const at = (baseUrl: string): Promise<string> =>
      fetch(`${baseUrl}/practice/trouble`).then(
        (answer) => `answers ${answer.status}`,
        () => "refuses",
      );
    const both = async (): Promise<string[]> => [await at(cloud.baseUrl), await at(cloud.alternateUrl)];
    const soon = { interval: 20, timeout: 60_000 };
    expect(await both()).toEqual(["answers 200", "answers 200"]);
    for (const [host, expected] of [
      ["primary", ["refuses", "answers 200"]],
      ["alternate", ["answers 200", "refuses"]],
    ] as const) {
      await cloud.trouble({ kind: "stop", host, durationMs: 3_600_000 });
      await expect.poll(both, soon).toEqual(expected);
      const alive = host === "primary" ? cloud.alternateUrl : cloud.baseUrl;
      await fetch(`${alive}/practice/trouble`, { method: "DELETE" });
      await expect.poll(both, soon).toEqual(["answers 200", "answers 200"]);
    }
  });

  it("is listed where the cloud itself can do nothing: names that cannot be resolved", async () => {
    await cloud.trouble({ kind: "names", durationMs: 1000 });
    const { troubles } = (await cloud.raw("GET", "/practice/rehearsal")).body;
    expect(troubles).toMatchObject([{ name: "names", active: true, scheduled: false }]);
    expect((await ask()).status).toBe(200);
  });

  it("stops the whole cloud for a while", async () => {
    await cloud.trouble({ kind: "stop", durationMs: 300_000 });
    await expect
      .poll(
        () =>
          ask().then(
            () => "answers",
            () => "refuses",
          ),
        { interval: 10, timeout: 60_000 },
      )
      .toBe("refuses");
    cloud.pass(300);
    await expect
      .poll(
        () =>
          ask().then(
            (answer) => answer.status,
            () => 0,
          ),
        { interval: 30, timeout: 60_000 },
      )
      .toBe(200);
  });

  it("is listed and lifted one by one, and refused where it makes no sense", async () => {
    const { ids } = (await cloud.trouble([{ kind: "latency", ms: 1 }, { kind: "internal" }])).body;
    expect((await cloud.raw("GET", "/practice/trouble")).body.troubles).toMatchObject([
      { id: ids[0], kind: "latency" },
      { kind: "internal" },
    ]);
    await cloud.raw("DELETE", `/practice/trouble/${ids[1]}`);
    expect((await ask()).status).toBe(200);
    for (const order of [{ kind: "nonsense" }, { kind: "latency" }, { kind: "reset", path: "(" }, { kind: "stop" }, 5]) {
      expect((await cloud.trouble(order)).status).toBe(400);
    }
  });
});
