import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MOST_OF_PAGE, pageFinding } from "../../../electron/board/page.ts";
import { createVisitor, type Visitor } from "../../../electron/hosting/visits.ts";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createHttp } from "../../../electron/platform/http.ts";
import type { Finding } from "../../../shared/model/boardCheck.ts";
import type { Http } from "../../../shared/ports.ts";

const fixture = (name: string): string => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url), "utf8");
const trusted = getCACertificates("default");
const GOOD = fixture("certificate.pem");
const EXPIRED = fixture("expired.pem");

const asked: IncomingMessage[] = [];
const answer: RequestListener = (request, response) => {
  asked.push(request);
  const redirect = (location: string): void => void response.writeHead(302, { location, "set-cookie": "session=s3cret" }).end();
  const page = (body: string | Buffer, type = "text/html; charset=utf-8"): void =>
    void response.writeHead(200, { "content-type": type }).end(body);
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://here");
  if (pathname === "/paper") page("<html><head><title> Finals &amp;\n maths &#8211; B </title></head></html>");
  else if (pathname === "/gbk")
    page(Buffer.from([...Buffer.from("<title>"), 0xbf, 0xbc, 0xca, 0xd4, ...Buffer.from("</title>")]), "text/html; charset=gb2312");
  else if (pathname === "/long") page(`<title>Long</title>${"x".repeat(1_000_000)}`);
  else if (pathname === "/loop") redirect("/loop");
  else if (pathname === "/to") redirect(searchParams.get("url") ?? "");
  else if (pathname === "/login") response.writeHead(403).end();
  else if (pathname === "/silent") request.resume();
  else response.writeHead(Number(pathname.slice(1)) || 404).end();
};

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)));

const servers = {
  plain: createHttpServer(answer),
  good: createHttpsServer({ key: fixture("key.pem"), cert: GOOD }, answer) as unknown as Server,
  expired: createHttpsServer({ key: fixture("key.pem"), cert: EXPIRED }, answer) as unknown as Server,
};
const ports = { plain: 0, good: 0, expired: 0 };
const at = (name: keyof typeof servers, path: string): string => `http${name === "plain" ? "" : "s"}://127.0.0.1:${ports[name]}${path}`;

let http: Http;
let visitor: Visitor;
beforeAll(async () => {
  for (const name of Object.keys(servers) as (keyof typeof servers)[]) ports[name] = await listen(servers[name]);
});
beforeEach(() => {
  setDefaultCACertificates([...trusted, GOOD, EXPIRED]);
  const clock = createSystemClock();
  http = createHttp({ clock });
  visitor = createVisitor({ http, clock });
  asked.length = 0;
});
afterEach(async () => {
  await http.close();
  setDefaultCACertificates(trusted);
});
afterAll(() => {
  for (const server of Object.values(servers)) {
    server.closeAllConnections();
    server.close();
  }
});

const look = async (url: string, endsAt: number | null = null): Promise<Finding> =>
  pageFinding({ examinationUrl: url, unread: false }, await visitor.visit({ url, most: MOST_OF_PAGE, start: true }), Date.now(), endsAt);

test("a page that answers is told with its title and the days of its certificate", async () => {
  const found = await look(at("good", "/paper"));
  expect(found).toMatchObject({
    verdict: "good",
    reason: "pageAnswers",
    params: { status: 200, title: "Finals & maths – B", redirects: 0 },
  });
  expect(found.params["days"]).toBeGreaterThan(10_000);
});

describe("a certificate is told by name, and nothing is sent to whom nobody vouches for", () => {
  test("expired", async () => {
    expect(await look(at("expired", "/paper"))).toMatchObject({ verdict: "bad", reason: "certificateExpired" });
    expect(asked).toEqual([]);
  });
  test("self-signed", async () => {
    setDefaultCACertificates(trusted);
    expect(await look(at("good", "/paper"))).toMatchObject({ verdict: "bad", reason: "certificateSelfSigned" });
    expect(asked).toEqual([]);
  });
  test("for another name", async () => {
    expect(await look(at("good", "/paper").replace("127.0.0.1", "[::ffff:127.0.0.1]"))).toMatchObject({ reason: "certificateName" });
  });
  test("one that ends before the exam does", async () => {
    expect(await look(at("good", "/paper"), Date.parse("2130-01-01"))).toMatchObject({ verdict: "bad", reason: "certificateEndsBefore" });
  });
});

describe("redirects", () => {
  test("are followed to another host, without the cookie that was set on the way", async () => {
    const found = await look(at("good", `/to?url=${encodeURIComponent(at("good", "/paper").replace("127.0.0.1", "localhost"))}`));
    expect(found).toMatchObject({ verdict: "good", reason: "pageRedirected", params: { redirects: 1, host: `localhost:${ports.good}` } });
  });
  test("are followed a few times only", async () => {
    expect(await look(at("plain", "/loop"))).toMatchObject({ verdict: "bad", reason: "redirects" });
    expect(asked).toHaveLength(6);
  });
  test("to what is no address of the web end there", async () => {
    expect(await look(at("plain", `/to?url=${encodeURIComponent("file:///etc/passwd")}`))).toMatchObject({ reason: "redirects" });
  });
});

test("no credentials leave: neither those in the address nor cookies nor tokens", async () => {
  await look(at("plain", "/paper").replace("://", "://ana:pw@"));
  await look(at("plain", `/to?url=${encodeURIComponent(at("plain", "/paper"))}`));
  for (const { headers } of asked)
    expect(Object.keys(headers).toSorted()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
  expect(asked).toHaveLength(3);
});

test.each([
  ["no page at all", "/404", "bad", "pageStatus"],
  ["a broken server", "/503", "bad", "pageStatus"],
  ["a page behind a login", "/login", "attention", "pageLogin"],
])("%s", async (_name, path, verdict, reason) => {
  expect(await look(at("plain", path))).toMatchObject({ verdict, reason });
});

test("a page of a megabyte is read only at its beginning", async () => {
  expect(await look(at("plain", "/long"))).toMatchObject({ verdict: "good", params: { title: "Long" } });
});

test("a title in Chinese is read in the page's own encoding", async () => {
  expect((await look(at("plain", "/gbk"))).params["title"]).toBe("考试");
});

test("what cannot be reached, and what is no address", async () => {
  expect(await look("http://127.0.0.1:1/")).toMatchObject({ verdict: "bad", reason: "refused" });
  expect(await look("ftp://exam.example/paper")).toMatchObject({ verdict: "bad", reason: "address" });
  expect(pageFinding({ examinationUrl: null, unread: false }, null, 0, null)).toMatchObject({ verdict: "none", reason: "pageNone" });
  expect(pageFinding({ examinationUrl: null, unread: true }, null, 0, null)).toMatchObject({ verdict: "unknown", reason: "planUnread" });
});

test("a run that is stopped waits for nobody", async () => {
  const silent = look(at("plain", "/silent"));
  await expect.poll(() => asked.length).toBe(1);
  visitor.stop();
  expect(await silent).toMatchObject({ verdict: "unknown", reason: "aborted" });
  expect(await look(at("plain", "/paper"))).toMatchObject({ verdict: "unknown" });
});
