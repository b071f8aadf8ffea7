import { createServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createHttp } from "../../../electron/platform/http.ts";
import type { Http, HttpFault, HttpRequest } from "../../../shared/ports.ts";
import {
  announcedHugeBody,
  answer,
  answerJson,
  badGzip,
  cutBody,
  cutChunks,
  gzipBomb,
  hangAfterHeaders,
  hangBeforeHeaders,
  hugeBody,
  notHttp,
  reset,
  slowBytes,
  startTrickServer,
  type Trick,
  type TrickServer,
} from "../../fakes/trickServer.ts";

const clock = createSystemClock();
let http: Http;
let server: TrickServer;
beforeAll(async () => {
  http = createHttp({ clock });
  server = await startTrickServer(answer(200, ""));
});
afterAll(async () => {
  await http.close();
  await server.close();
});

/** Limits that no answer on loopback meets, however busy the machine; who tests that time ends takes `SOON`. */
const LIMITS = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000, maxBytes: 1024 * 1024 };
const SOON = { ...LIMITS, headersMs: 150, bodyMs: 150 };
const ask = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: "GET",
  origin: server.origin,
  path: "/",
  headers: {},
  limits: LIMITS,
  ...more,
});

const freePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
};

test("path, headers and body reach the server exactly as given", async () => {
  server.play(answerJson(200, { code: 0 }, { "X-Twice": "a", Date: "Tue, 14 Nov 2023 22:13:20 GMT" }));
  const got = await http.send(
    ask({ method: "PUT", path: "/a/%2e%2e/b%2Fc?x=%E6%95%99", headers: { "x-service-token": "t" }, body: '{"教":1}' }),
  ).done;
  expect(got).toMatchObject({
    ok: true,
    value: { status: 200, text: '{"code":0}', headers: { "x-twice": "a", date: "Tue, 14 Nov 2023 22:13:20 GMT" } },
  });
  const seen = server.requests.at(-1);
  expect(seen).toMatchObject({ method: "PUT", path: "/a/%2e%2e/b%2Fc?x=%E6%95%99", body: '{"教":1}' });
  expect(seen?.headers).toMatchObject({ "x-service-token": "t", "accept-encoding": "identity" });
});

test.each([
  ["gzip", gzipSync("教室")],
  ["x-gzip", gzipSync("教室")],
  ["deflate", deflateSync("教室")],
  ["br", brotliCompressSync("教室")],
  ["identity", Buffer.from("教室")],
  ["gzip, br", brotliCompressSync(gzipSync("教室"))],
])("an answer in %s is read although it was not asked for", async (encoding, body) => {
  server.play(answer(200, body, { "content-encoding": encoding }));
  expect(await http.send(ask()).done).toMatchObject({ ok: true, value: { text: "教室" } });
});

test("a redirect is an answer, not a new request", async () => {
  const before = server.requests.length;
  server.play(answer(302, "", { location: "/elsewhere" }));
  expect(await http.send(ask()).done).toMatchObject({ ok: true, value: { status: 302 } });
  expect(server.requests.length).toBe(before + 1);
});

describe("an attempt that brings no answer names its fault, and says truthfully whether it left", () => {
  const afterLeaving: Record<string, { trick: Trick; kind: HttpFault["kind"] }> = {
    "connection reset": { trick: reset, kind: "reset" },
    "silence before the headers": { trick: hangBeforeHeaders, kind: "timeout" },
    "silence after the headers": { trick: hangAfterHeaders, kind: "timeout" },
    "a body cut short": { trick: cutBody, kind: "truncated" },
    "a chunked body cut short": { trick: cutChunks, kind: "truncated" },
    "bytes that trickle without an end": { trick: slowBytes, kind: "timeout" },
    "50 MB": { trick: hugeBody, kind: "tooBig" },
    "50 MB announced": { trick: announcedHugeBody, kind: "tooBig" },
    "50 MB in few bytes": { trick: gzipBomb, kind: "tooBig" },
    "gzip that is none": { trick: badGzip, kind: "badEncoding" },
    "an encoding that nobody knows": { trick: answer(200, "x", { "content-encoding": "rot13" }), kind: "badEncoding" },
    "something that is not HTTP": { trick: notHttp, kind: "network" },
  };
  test.each(Object.entries(afterLeaving))("%s", async (_name, { trick, kind }) => {
    server.play(trick);
    const limits = kind === "timeout" ? SOON : LIMITS;
    expect(await http.send(ask({ limits })).done).toMatchObject({ ok: false, error: { kind, sent: true } });
  });

  const beforeLeaving: Record<string, { origin: () => Promise<string> | string; kind: HttpFault["kind"] }> = {
    "a name that does not exist": { origin: () => "http://nowhere.invalid", kind: "dns" },
    "a port where nobody listens": { origin: async () => `http://127.0.0.1:${await freePort()}`, kind: "refused" },
    "TLS with a server that has none": { origin: () => server.origin.replace("http:", "https:"), kind: "timeout" },
  };
  test.each(Object.entries(beforeLeaving))("%s", async (_name, { origin, kind }) => {
    const limits = kind === "timeout" ? { ...LIMITS, connectMs: 100 } : LIMITS;
    expect(await http.send(ask({ origin: await origin(), limits })).done).toMatchObject({ ok: false, error: { kind, sent: false } });
  });

  test("TLS with a server that answers in clear text", async () => {
    const talker = createServer((socket) => socket.on("error", () => undefined).end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((resolve) => talker.listen(0, "127.0.0.1", resolve));
    const { port } = talker.address() as { port: number };
    expect(await http.send(ask({ origin: `https://127.0.0.1:${port}` })).done).toMatchObject({
      ok: false,
      error: { kind: "tls", sent: false },
    });
    talker.close();
  });

  test("a path that is none never leaves", async () => {
    expect(await http.send(ask({ path: "with blank" })).done).toMatchObject({ ok: false, error: { sent: false } });
  });
});

test("giving up settles at once, and the connection is not used again", async () => {
  server.play(hangBeforeHeaders);
  const before = server.requests.length;
  const sending = http.send(ask());
  while (server.requests.length === before) await new Promise((resolve) => setTimeout(resolve, 1));
  sending.abort();
  expect(await sending.done).toMatchObject({ ok: false, error: { kind: "aborted", sent: true } });
  server.play(answer(200, "fine"));
  expect(await http.send(ask()).done).toMatchObject({ ok: true, value: { text: "fine" } });
});

test("what is given up before there is a connection never leaves", async () => {
  server.play(answer(200, ""));
  const before = server.requests.length;
  const sending = http.send(ask());
  sending.abort();
  expect(await sending.done).toMatchObject({ ok: false, error: { kind: "aborted", sent: false } });
  expect(await http.send(ask({ path: "/after" })).done).toMatchObject({ ok: true });
  expect(server.requests.slice(before).map((request) => request.path)).toEqual(["/after"]);
});

describe("proxies", () => {
  test("loopback never goes through one", async () => {
    const direct = createHttp({ clock, resolveProxy: () => "http://127.0.0.1:1" });
    server.play(answer(200, "direct"));
    expect(await direct.send(ask()).done).toMatchObject({ ok: true, value: { text: "direct" } });
    await direct.close();
  });

  test("another origin goes through the proxy that was resolved", async () => {
    const proxied = createHttp({ clock, resolveProxy: async () => server.origin });
    server.play(answer(200, "by the proxy"));
    expect(await proxied.send(ask({ origin: "http://cloud.invalid" })).done).toMatchObject({ ok: true, value: { text: "by the proxy" } });
    await proxied.close();
  });

  test("a proxy that refuses the tunnel is a fault before leaving", async () => {
    const proxied = createHttp({ clock, resolveProxy: () => server.origin });
    server.play(answer(407, ""));
    expect(await proxied.send(ask({ origin: "https://cloud.invalid" })).done).toMatchObject({ ok: false, error: { sent: false } });
    await proxied.close();
  });

  test("a proxy search that never ends ends with the time for connecting", async () => {
    const waiting = createHttp({ clock, resolveProxy: () => new Promise(() => undefined) });
    const limits = { ...LIMITS, connectMs: 50 };
    expect(await waiting.send(ask({ origin: "http://cloud.invalid", limits })).done).toMatchObject({
      ok: false,
      error: { kind: "timeout", sent: false },
    });
    await waiting.close();
  });
});
