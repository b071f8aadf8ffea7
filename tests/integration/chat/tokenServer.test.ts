/** The token endpoints, asked by a real HTTP client: each row of the specification's failure table, and what the chat service can do to them. */
import { request } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { startTokenServer, type TokenServerConfig } from "../../../electron/chat/tokenServer.ts";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createHttp } from "../../../electron/platform/http.ts";
import { createSystemRandom } from "../../../electron/platform/random.ts";
import { PRACTICE_KEYS, startPracticeCloud } from "../../../electron/practice/practiceCloud.ts";
import { inspectToken } from "../../../electron/tokens/inspect.ts";
import { PRACTICE_APP_KEY } from "../../../shared/model/practice.ts";
import { createMemoryLog } from "../../contract/harness.ts";
import { startTrickServer, type TrickRequest } from "../../fakes/trickServer.ts";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const practice = async (): Promise<string> => {
  const started = await startPracticeCloud({ port: 0, scenario: "none", seed: 1, speed: 1, ...PRACTICE_KEYS });
  if (!started.ok) throw new Error(started.error);
  open.push(started.value.close);
  return started.value.baseUrl;
};

type Answer = { status: number; text: string; headers: Record<string, string | string[] | undefined> };
/** The path goes out exactly as given: no client library rewrites it. */
const ask = (url: string, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => void parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8"), headers: answer.headers }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });

const serve = async (more: Partial<Omit<TokenServerConfig, "certificate">> & { certificate?: string }) => {
  const { certificate = PRACTICE_KEYS.appCertificate, ...config } = more;
  const clock = createSystemClock();
  const http = createHttp({ clock });
  const started = await startTokenServer(
    { http, clock, random: createSystemRandom(), log: createMemoryLog() },
    {
      port: 0,
      listenHost: "127.0.0.1",
      appId: PRACTICE_KEYS.appId,
      certificate: async () => certificate,
      validSeconds: 600,
      appKey: PRACTICE_APP_KEY,
      domain: "",
      accessKey: "",
      corsOrigins: [],
      ...config,
    },
  );
  if (!started.ok) throw new Error(started.error.detail);
  open.push(async () => {
    await started.value.close();
    await http.close();
  });
  const { url } = started.value;
  return {
    url,
    get: (path: string, headers?: Record<string, string>) => ask(url, path, headers),
    user: (name: string) => ask(url, `/chat/user/${encodeURIComponent(name)}/token`),
  };
};

/** A chat service that answers as told, and keeps what it was asked. */
const fakeChat = async (reply: (request: TrickRequest) => { status: number; body: unknown } | "silence") => {
  const server = await startTrickServer((socket, asked) => {
    const made = reply(asked);
    if (made === "silence") return;
    const body = typeof made.body === "string" ? made.body : JSON.stringify(made.body);
    socket.end(
      `HTTP/1.1 ${made.status} x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
  open.push(server.close);
  return server;
};
const absent = { status: 404, body: { error: "service_resource_not_found" } };
const found = (uuid: string) => ({ status: 200, body: { entities: [{ uuid, username: "ann" }] } });

const read = (token: string) => {
  const inspected = inspectToken(token, { certificate: PRACTICE_KEYS.appCertificate });
  if (!inspected.ok) throw new Error(`${inspected.error.detail}: ${token}`);
  return inspected.value;
};

describe("the failure table", () => {
  const APP = "/chat/app/token";
  const USER = "/chat/user/ann/token";
  const rows: [string, Parameters<typeof serve>[0], string[], string][] = [
    ["an empty application id", { appId: "" }, [APP, USER], "appid or appcert is not empty"],
    ["a blank application id", { appId: "  " }, [APP, USER], "appid or appcert is not empty"],
    ["an empty certificate", { certificate: "" }, [APP, USER], "appid or appcert is not empty"],
    [
      "an empty certificate, before anything else",
      { certificate: "", appKey: "" },
      [USER, "/chat/user//token"],
      "appid or appcert is not empty",
    ],
    ["an empty app key", { appKey: "", domain: "x.example" }, [USER, "/chat/user//token"], "appkey or domain is not empty"],
    ["an empty domain", { domain: " " }, [USER], "appkey or domain is not empty"],
    ["an app key without '#'", { appKey: "school", domain: "x.example" }, [USER, "/chat/user//token"], "appkey is illegal"],
    ["an app key with two", { appKey: "a#b#c", domain: "x.example" }, [USER], "appkey is illegal"],
    ["an app key whose first half is empty", { appKey: "#b", domain: "x.example" }, [USER], "appkey is illegal"],
    ["an app key whose second half is empty", { appKey: "a#", domain: "x.example" }, [USER], "appkey is illegal"],
    ["an empty user name", { domain: "x.example" }, ["/chat/user//token"], "chatUserName is not empty"],
    ["a blank user name", { domain: "x.example" }, ["/chat/user/%20%09/token"], "chatUserName is not empty"],
    ["a user name of 65 bytes", { domain: "x.example" }, [`/chat/user/${"a".repeat(65)}/token`], "chatUserName is not empty"],
    ["a user name of 3,000 characters", { domain: "x.example" }, [`/chat/user/${"a".repeat(3_000)}/token`], "chatUserName is not empty"],
    ["an application id that is no hex", { appId: "not hex", domain: "x.example" }, [APP, USER], ""],
    ["a certificate that is no hex", { certificate: "not hex", domain: "x.example" }, [APP, USER], ""],
    ["a validity of 0", { validSeconds: 0, domain: "x.example" }, [APP, USER], ""],
    ["a negative validity", { validSeconds: -1, domain: "x.example" }, [APP, USER], ""],
    ["a validity above 24 hours", { validSeconds: 86_401, domain: "x.example" }, [APP, USER], ""],
    ["a validity that is no number", { validSeconds: Number.NaN, domain: "x.example" }, [APP, USER], ""],
  ];
  test.each(rows)("%s", async (_what, config, paths, text) => {
    const server = await serve(config);
    for (const path of paths) {
      const answer = await server.get(path);
      expect({ path, status: answer.status, text: answer.text }).toEqual({ path, status: 200, text });
      expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
    }
  });

  test("a registration that fails is 500 and named", async () => {
    const chat = await fakeChat(({ method }) =>
      method === "GET" ? absent : { status: 400, body: { error: "illegal_argument", error_description: "username is not legal" } },
    );
    const answer = await (await serve({ domain: chat.origin })).user("ann");
    expect(answer.status).toBe(500);
    expect(answer.text).toMatch(/^register chat user error : .*username is not legal/);
  });
});

describe("a token", () => {
  test("with app privileges is accepted by the chat service, and lives as long as its privilege", async () => {
    const domain = await practice();
    const { text } = await (await serve({ domain })).get("/chat/app/token");
    expect(read(text)).toMatchObject({
      expiresIn: 600,
      signatureValid: true,
      services: [{ type: 5, privileges: { 2: 600 }, account: "" }],
    });
    const asked = await fetch(`${domain}/${PRACTICE_APP_KEY.replace("#", "/")}/users/nobody`, {
      headers: { authorization: `Bearer ${text}` },
    });
    expect(asked.status).toBe(404);
  });

  test.each(["ann", "a/b", "a?b=c", "100%", "two words", "王小明", "a".repeat(64), "a%2Fb", "../users", "#", "+&;"])(
    "for %j is for the UUID of that user, registered at the first time and only looked up at the second",
    async (name) => {
      const domain = await practice();
      const server = await serve({ domain });
      const first = await server.user(name);
      expect(first.status).toBe(200);
      const { services } = read(first.text);
      expect(services).toEqual([
        { type: 5, name: "chat", privileges: { 1: 600 }, account: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
      ]);
      const app = (await server.get("/chat/app/token")).text;
      const user = await fetch(`${domain}/${PRACTICE_APP_KEY.replace("#", "/")}/users/${encodeURIComponent(name)}`, {
        headers: { authorization: `Bearer ${app}` },
      });
      const { entities } = (await user.json()) as { entities: { uuid: string; username: string }[] };
      expect(entities[0]).toMatchObject({ username: name, uuid: services[0]?.account });
      expect(read((await server.user(name)).text).services[0]?.account).toBe(services[0]?.account);
    },
  );

  test("for a name that is not escaped as it should be is for the name as it stands", async () => {
    const server = await serve({ domain: await practice() });
    expect((await server.get("/chat/user/100%/token")).status).toBe(200);
  });
});

describe("the chat service", () => {
  const failures: [string, { status: number; body: unknown }][] = [
    ["refuses the app token", { status: 401, body: { error: "auth_bad_access_token", error_description: "corrupt access token" } }],
    ["asks for less", { status: 429, body: { error: "reach_limit" } }],
    ["is broken", { status: 500, body: { error: "internal" } }],
    ["knows no such application", { status: 404, body: { error: "organization_application_not_found" } }],
    ["answers something else", { status: 200, body: "<html>" }],
    ["names no user", { status: 200, body: { entities: [] } }],
  ];
  test.each(failures)("that %s is told as 502, and nobody is registered", async (_what, reply) => {
    const chat = await fakeChat(() => reply);
    const answer = await (await serve({ domain: chat.origin })).user("ann");
    expect(answer.status).toBe(502);
    expect(answer.text).toMatch(/^look up chat user error : /);
    expect(answer.text).not.toMatch(/007|[0-9a-f]{32}/);
    expect(chat.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("that keeps silent is told within 25 s, and nobody is registered", async () => {
    const chat = await fakeChat(() => "silence");
    const startedAt = performance.now();
    const answer = await (await serve({ domain: chat.origin })).user("ann");
    expect(answer.status).toBe(502);
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    expect(chat.requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  test("is asked once for any number of parallel requests of one user", async () => {
    const chat = await fakeChat(({ method }) => (method === "GET" ? absent : found("6a1c1e2a-0000-4000-8000-000000000001")));
    const server = await serve({ domain: chat.origin });
    const answers = await Promise.all(Array.from({ length: 200 }, () => server.user("ann")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(chat.requests.map(({ method }) => method)).toEqual(["GET", "POST"]);
  });

  test("gets a password of its own for each user, or the one that is configured, and no nickname", async () => {
    const chat = await fakeChat(({ method }) => (method === "GET" ? absent : found("u")));
    const random = await serve({ domain: chat.origin });
    for (const name of ["ann", "bob"]) await random.user(name);
    await (await serve({ domain: chat.origin, registrationPassword: "school-1" })).user("cid");
    const bodies = chat.requests
      .filter(({ method }) => method === "POST")
      .map(({ body }) => JSON.parse(body) as { username: string; password: string });
    expect(bodies.map(({ username }) => username)).toEqual(["ann", "bob", "cid"]);
    expect(new Set(bodies.map(({ password }) => password)).size).toBe(3);
    expect(bodies[2]).toEqual({ username: "cid", password: "school-1" });
    expect(bodies[0]?.password.length).toBeGreaterThanOrEqual(20);
  });

  test("where somebody else was faster with the registration, the user is looked up again", async () => {
    let looked = 0;
    const chat = await fakeChat(({ method }) => {
      if (method === "POST") return { status: 400, body: { error: "duplicate_unique_property_exists" } };
      looked += 1;
      return looked === 1 ? absent : found("u-1");
    });
    const answer = await (await serve({ domain: chat.origin })).user("ann");
    expect(read(answer.text).services[0]?.account).toBe("u-1");
  });

  test("is tried once more with a new app token when it refuses the old one", async () => {
    let refused = false;
    const chat = await fakeChat(() => {
      if (refused) return found("u-1");
      refused = true;
      return { status: 401, body: { error: "unauthorized", error_description: "Unable to authenticate due to expired access token." } };
    });
    const answer = await (await serve({ domain: chat.origin })).user("ann");
    expect(answer.status).toBe(200);
    const [first, second] = chat.requests.map(({ headers }) => headers["authorization"]);
    expect(first).not.toBe(second);
  });
});

describe("the server", () => {
  test("serves no page that gives it a name of its own, and no unknown path", async () => {
    const server = await serve({});
    for (const host of ["evil.example", "evil.example:8090", "127.0.0.1.evil.example"])
      expect((await server.get("/chat/app/token", { host })).status).toBe(403);
    for (const host of ["localhost", "127.0.0.1:1", "[::1]:8090"]) expect((await server.get("/chat/app/token", { host })).status).toBe(200);
    expect((await server.get("/")).status).toBe(404);
    expect((await server.get("/chat/user/a/b/token")).status).toBe(404);
    expect((await ask(server.url, "/chat/app/token", {}, "DELETE")).status).toBe(405);
  });

  test("answers the origins that are configured, and no others", async () => {
    const server = await serve({ corsOrigins: ["https://class.example"] });
    const asked = async (origin: string) => (await server.get("/chat/app/token", { origin })).headers["access-control-allow-origin"];
    expect(await asked("https://class.example")).toBe("https://class.example");
    expect(await asked("https://evil.example")).toBeUndefined();
    const preflight = await ask(
      server.url,
      "/chat/app/token",
      { origin: "https://class.example", "access-control-request-method": "GET" },
      "OPTIONS",
    );
    expect(preflight).toMatchObject({ status: 204, headers: { "access-control-allow-headers": "authorization" } });
  });

  test("with an access key serves those who bring it as Bearer, and does not listen beyond loopback without one", async () => {
    const server = await serve({ accessKey: "geheim", listenHost: "0.0.0.0" });
    const local = server.url.replace("0.0.0.0", "127.0.0.1");
    const asked = async (authorization?: string) => (await ask(local, "/chat/app/token", authorization ? { authorization } : {})).status;
    expect(await asked()).toBe(401);
    expect(await asked("Bearer wrong")).toBe(401);
    expect(await asked("Basic geheim")).toBe(401);
    expect(await asked("Bearer geheim")).toBe(200);
    await expect(serve({ listenHost: "0.0.0.0" })).rejects.toThrow(/access key/);
  });

  test("bounds requests", async () => {
    const server = await serve({ requestsPerSecond: 5 });
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await server.get("/chat/app/token")).status));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
    expect(statuses).toContain(429);
  });

  test("says so where its port is in use", async () => {
    const first = await serve({});
    await expect(serve({ port: Number(new URL(first.url).port) })).rejects.toThrow(/EADDRINUSE/);
  });
});
