import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onlyHostsOf } from "../../../electron/hosting/address.ts";
import { createPreviews } from "../../../electron/hosting/previews.ts";
import { lookAtStream } from "../../../electron/hosting/reading.ts";
import { createVisitor, type Visitor } from "../../../electron/hosting/visits.ts";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createHttp } from "../../../electron/platform/http.ts";
import { APP_ORIGIN, serveBundle } from "../../../electron/security/protocol.ts";
import type { Http } from "../../../shared/ports.ts";
import { createSeededRandom } from "../../fakes/random.ts";
import { startTestCloud, type TestCloud } from "../practice/cloud.ts";

/** A host that no sheet names. */
let elsewhere = "";
const strange: RequestListener = (request, response) => {
  const playlist = (...lines: string[]): void =>
    void response
      .writeHead(200, { "content-type": "application/x-mpegurl" })
      .end(["#EXTM3U", "#EXT-X-TARGETDURATION:2", ...lines].join("\n"));
  const { pathname } = new URL(request.url ?? "/", "http://here");
  if (pathname === "/far.m3u8") playlist("#EXTINF:2,", `${elsewhere}/piece.ts`);
  else if (pathname === "/gone.m3u8") playlist("#EXTINF:2,", "gone.ts");
  // A recording of five pieces, one of which is gone.
  else if (pathname.startsWith("/film-")) {
    const gone = Number(pathname.slice("/film-".length, -".m3u8".length));
    const piece = (number: number): string => (number === gone ? "gone.ts" : `${cloud.baseUrl}/media/pieces/0.ts?n=${number}`);
    playlist(...[0, 1, 2, 3, 4].flatMap((number) => ["#EXTINF:2,", piece(number)]), "#EXT-X-ENDLIST");
  } else if (pathname === "/page.m3u8") response.end("<html>");
  else if (pathname === "/lies.m3u8") playlist("#EXTINF:2,", "page");
  else if (pathname === "/page") response.writeHead(200, { "content-type": "text/html" }).end("<script>alert(1)</script>");
  else if (pathname === "/locked.m3u8") playlist('#EXT-X-KEY:METHOD=AES-128,URI="key"', "#EXTINF:2,", "page");
  else if (pathname === "/live") response.write("FLV\u0001\u0005");
  else if (pathname === "/live.flv") response.write(`FLV\u0001\u0005${"on and ".repeat(10_000)}`);
  else if (pathname === "/moved.m3u8") response.writeHead(302, { location: `${elsewhere}/moved.m3u8` }).end();
  else response.writeHead(404).end();
};
const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`)));

const server = createServer(strange);
const other = createServer((_request, response) => response.end("never asked"));
let cloud: TestCloud;
let http: Http;
let visitor: Visitor;
let here = "";
beforeAll(async () => {
  cloud = await startTestCloud();
  [here, elsewhere] = await Promise.all([listen(server), listen(other)]);
  const clock = createSystemClock();
  http = createHttp({ clock });
  visitor = createVisitor({ http, clock });
});
afterAll(async () => {
  visitor.stop();
  for (const one of [server, other]) {
    one.closeAllConnections();
    one.close();
  }
  await Promise.all([http.close(), cloud.close()]);
});

const mayAsk = (host: string): boolean => onlyHostsOf([cloud.baseUrl, here])(host);
const look = (url: string) => lookAtStream(visitor, { url, mayAsk }, { pieces: true });
const practice = (path: string) => look(`${cloud.baseUrl}/media/${path}`);

describe("the practice cloud's streams, of real pieces", () => {
  test("a live one goes on, says how old it is and what is in it", async () => {
    const first = await practice("live/0/index.m3u8");
    expect(first).toMatchObject({
      ok: true,
      value: { form: "hls", kind: "live", targetSeconds: 2, codecs: "h264, aac", encrypted: false },
    });
    cloud.pass(4);
    const second = await practice("live/0/index.m3u8");
    if (!first.ok || !second.ok) throw new Error("no look");
    expect((second.value.sequence ?? 0) - (first.value.sequence ?? 0)).toBe(2);
    expect((second.value.madeAt ?? 0) - cloud.now()).toBe(0);
  });
  test("one that stops at a time stands still from then on", async () => {
    const at = `live/${cloud.now()}/index.m3u8`;
    const before = await practice(at);
    cloud.pass(60);
    expect(await practice(at)).toEqual(before);
  });
  test("one that is over is a recording with a length", async () => {
    expect(await practice("recorded/3600/index.m3u8")).toMatchObject({
      ok: true,
      value: { kind: "ended", lengthSeconds: 3_600, codecs: "h264, aac" },
    });
  });
  test("an MP4 tells its length and codecs by its beginning alone", async () => {
    const found = await practice("recording.mp4");
    expect(found).toMatchObject({ ok: true, value: { form: "mp4", kind: "whole", codecs: "h264, aac" } });
    expect(found.ok && found.value.lengthSeconds).toBeCloseTo(6, 0);
  });
});

test.each([
  ["whose pieces lie at a host that the sheet does not name", "/far.m3u8", { reason: "foreign" }],
  ["that moved to such a host", "/moved.m3u8", { reason: "foreign" }],
  ["whose piece is gone", "/gone.m3u8", { reason: "status", params: { status: 404 } }],
  ["that is a page", "/page.m3u8", { reason: "notPlaylist" }],
  ["whose piece is a page", "/lies.m3u8", { reason: "pieceUnknown" }],
  ["that is not there", "/none.m3u8", { reason: "status", params: { status: 404 } }],
  ["that is no stream at all", "/page", { reason: "notStream" }],
])("a stream %s is told by name", async (_name, path, error) => {
  expect(await look(`${here}${path}`)).toMatchObject({ ok: false, error });
});

test.each([
  ["first", 0],
  ["middle", 2],
  ["last", 4],
])("a recording whose %s piece is gone does not play", async (_which, number) => {
  expect(await look(`${here}/film-${number}.m3u8`)).toMatchObject({ ok: false, error: { reason: "status", params: { status: 404 } } });
});

test("of a recording no other piece is asked", async () => {
  expect(await look(`${here}/film-1.m3u8`)).toMatchObject({ ok: true, value: { kind: "ended", lengthSeconds: 10, codecs: "h264, aac" } });
});

test("what is encrypted is said, without its key", async () => {
  expect(await look(`${here}/locked.m3u8`)).toMatchObject({ ok: true, value: { encrypted: true, codecs: null } });
});

test("FLV is known by its beginning, be it long or short, though it never ends; RTMP is not asked", async () => {
  expect(await look(`${here}/live.flv`)).toMatchObject({ ok: true, value: { form: "flv" } });
  expect(await look(`${here}/live`)).toMatchObject({ ok: true, value: { form: "flv" } });
  expect(await look("rtmp://127.0.0.1:1/live")).toMatchObject({ ok: true, value: { form: "rtmp" } });
});

describe("on its way to the page", () => {
  const previews = createPreviews({ visitor: { visit: (visit) => visitor.visit(visit) }, random: createSeededRandom(1), mayAsk });
  const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    serveBundle("renderer", previews.serve)({ url: `${APP_ORIGIN}${path}`, method: "GET", headers: new Headers(headers) });
  const linesOf = async (answer: Response): Promise<string[]> =>
    (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));

  test("a playlist names only the console's own addresses, and each brings its piece", async () => {
    const { path, close } = previews.open(`${cloud.baseUrl}/media/live/0/index.m3u8`);
    const playlist = await ask(path);
    expect(playlist.headers.get("content-type")).toBe("application/vnd.apple.mpegurl");
    const pieces = await linesOf(playlist);
    expect(pieces).toHaveLength(4);
    for (const piece of pieces) expect(piece).toMatch(/^\/media\/[\w-]+\/\d+$/);
    const piece = await ask(pieces[0] ?? "");
    expect([piece.status, piece.headers.get("content-type")]).toEqual([200, "video/mp2t"]);
    expect(new Uint8Array(await piece.arrayBuffer())[0]).toBe(0x47);
    cloud.pass(2);
    expect((await linesOf(await ask(path))).slice(0, 3)).toEqual(pieces.slice(1));
    close();
    expect((await ask(pieces[0] ?? "")).status).toBe(404);
  });

  test("a file is fetched in the ranges that are asked for, a megabyte at most", async () => {
    const { path, close } = previews.open(`${cloud.baseUrl}/media/recording.mp4`);
    const answer = await ask(path, { range: "bytes=100-199" });
    expect([answer.status, answer.headers.get("content-range")?.split("/")[0]]).toEqual([206, "bytes 100-199"]);
    expect((await answer.arrayBuffer()).byteLength).toBe(100);
    close();
  });

  test("a page that calls itself a piece is bytes without a name, and may do nothing", async () => {
    const { path, close } = previews.open(`${here}/page`);
    const answer = await ask(path);
    expect([
      answer.headers.get("content-type"),
      answer.headers.get("content-security-policy"),
      answer.headers.get("x-content-type-options"),
    ]).toEqual(["application/octet-stream", "default-src 'none'; sandbox", "nosniff"]);
    close();
  });

  test("nothing else can be had that way", async () => {
    const { path, close } = previews.open(`${here}/far.m3u8`);
    const [foreign = ""] = await linesOf(await ask(path));
    expect((await ask(foreign)).status).toBe(502);
    const guesses = [
      `${path}9`,
      `${path}/x`,
      "/media/x/0",
      "/media/",
      `${path}?url=${encodeURIComponent(here)}`,
      "/media/%2e%2e/index.html",
    ];
    for (const guess of guesses) expect([guess, (await ask(guess)).status]).toEqual([guess, 404]);
    close();
  });
});
