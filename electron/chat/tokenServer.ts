/** The token endpoints for chat clients (specification §4): plain texts over HTTP, exactly those of the public facts §7. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MAX_USERNAME_BYTES } from "../../shared/model/chatUser.ts";
import { utf8Bytes } from "../../shared/model/ids.ts";
import type { TokenRequest } from "../../shared/model/tokenServer.ts";
import type { Clock, Http, Log, Random } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { allowedOrigin, createKeyCheck, createRequestLimit, hostAllowed, isLoopback } from "./access.ts";
import { createChatTokens } from "./appTokens.ts";
import { type ChatAppFault, chatAppOf, createChatClient } from "./chatClient.ts";
import { createUserTokens, type UserTokenFault } from "./userTokens.ts";

export type TokenServerConfig = {
  port: number;
  listenHost: string;
  appId: string;
  /** "": there is none. Asked for each time a token is built, kept nowhere. */
  certificate: () => Promise<string>;
  validSeconds: number;
  appKey: string;
  domain: string;
  /** "": none. Beyond loopback there must be one. */
  accessKey: string;
  /** Left out: random for each user that is registered. */
  registrationPassword?: string | undefined;
  corsOrigins: readonly string[];
  /** Requests a second, of whatever kind. */
  requestsPerSecond?: number;
};

export type RunningTokenServer = { url: string; port: number; close(): Promise<void> };
export type TokenServerFault = { code: "portInUse" | "portDenied" | "noSuchAddress" | "noAccessKey" | "other"; detail: string };

/** What a request came to, for the list of requests. */
export type Served = Pick<TokenRequest, "kind" | "user" | "status" | "outcome" | "ms"> & { registered: boolean };

const TEXTS = {
  missingApplication: "appid or appcert is not empty",
  missingChat: "appkey or domain is not empty",
  illegalAppKey: "appkey is illegal",
  emptyName: "chatUserName is not empty",
} as const;

const DEFAULT_PER_SECOND = 1_000;
const MAX_CONNECTIONS = 2_000;
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_BODY = 16 * 1024;
/** Names are judged here, not by the router. */
const MAX_SEGMENT = 16 * 1024;
const SHOWN_NAME = 64;
const TEXT = "text/plain; charset=utf-8";

type Reply = { status: number; text: string; outcome: TokenRequest["outcome"]; user?: string; registered?: boolean };
const said = (outcome: keyof typeof TEXTS, user?: string): Reply => ({
  status: 200,
  text: TEXTS[outcome],
  outcome,
  ...(user !== undefined && { user }),
});

const CHAT_APP_FAULT: Readonly<Record<ChatAppFault, Reply>> = {
  missing: said("missingChat"),
  illegalAppKey: said("illegalAppKey"),
  illegalDomain: { status: 502, text: "the chat domain cannot be read", outcome: "chatFailed" },
};

const USER_FAULT: Readonly<Record<UserTokenFault["kind"], (detail: string) => Reply>> = {
  build: () => ({ status: 200, text: "", outcome: "buildFailed" }),
  registration: (detail) => ({ status: 500, text: `register chat user error : ${detail}`, outcome: "registrationFailed" }),
  lookUp: (detail) => ({ status: 502, text: `look up chat user error : ${detail}`, outcome: "chatFailed" }),
  tooLate: (detail) => ({ status: 502, text: `look up chat user error : ${detail}`, outcome: "tooLate" }),
  limited: (detail) => ({ status: 429, text: detail, outcome: "limited" }),
};

const LISTEN_FAULT: Readonly<Record<string, TokenServerFault["code"]>> = {
  EADDRINUSE: "portInUse",
  EACCES: "portDenied",
  EADDRNOTAVAIL: "noSuchAddress",
  ENOTFOUND: "noSuchAddress",
};

/** The user's name in a path; null: this is no path of the user endpoint. A name that is not well escaped is taken as it stands. */
const nameIn = (url: string): string | null => {
  const path = url.split("?", 1)[0] ?? "";
  const found = /^\/chat\/user\/([^/]*)\/token$/.exec(path)?.[1];
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
};

type Deps = { http: Http; clock: Clock; random: Random; log: Log; onServed?: (served: Served) => void };

/** What the endpoints answer, without the server around them. */
const createEndpoints = ({ http, clock, random }: Deps, config: TokenServerConfig) => {
  const tokens = createChatTokens({
    appId: config.appId,
    certificate: async () => ok(await config.certificate()),
    validSeconds: config.validSeconds,
    clock,
    random,
    now: () => clock.wall(),
  });
  const chatApp = chatAppOf(config);
  const users = chatApp.ok
    ? createUserTokens({
        client: createChatClient({ http, app: chatApp.value, appToken: tokens.app }),
        tokens,
        clock,
        random,
        password: config.registrationPassword,
      })
    : null;

  const appToken = async (): Promise<Reply> => {
    if (config.appId.trim() === "") return said("missingApplication");
    const token = await tokens.app();
    if (token.ok) return { status: 200, text: token.value, outcome: "token" };
    if ((await config.certificate()).trim() === "") return said("missingApplication");
    return { status: 200, text: "", outcome: "buildFailed" };
  };

  const userToken = async (username: string): Promise<Reply> => {
    if (config.appId.trim() === "" || (await config.certificate()).trim() === "") return said("missingApplication");
    if (!chatApp.ok && chatApp.error !== "illegalDomain") return CHAT_APP_FAULT[chatApp.error];
    if (username.trim() === "" || utf8Bytes(username) > MAX_USERNAME_BYTES) return said("emptyName", username);
    if (!chatApp.ok || users === null) return CHAT_APP_FAULT.illegalDomain;
    // What cannot be built is known before anybody is asked.
    const possible = await tokens.app();
    if (!possible.ok) return { ...USER_FAULT.build(possible.error), user: username };
    const issued = await users.issue(username);
    if (!issued.ok) return { ...USER_FAULT[issued.error.kind](issued.error.detail), user: username };
    return { status: 200, text: issued.value.token, outcome: "token", user: username, registered: issued.value.registered };
  };

  return { appToken, userToken };
};

/** Listens, or says why it cannot. Blank and ill-formed configuration is answered request by request. */
export const startTokenServer = async (
  deps: Deps,
  config: TokenServerConfig,
  /** More routes, before it listens. */
  extend: (app: FastifyInstance) => void = () => undefined,
): Promise<Result<RunningTokenServer, TokenServerFault>> => {
  if (!isLoopback(config.listenHost) && config.accessKey === "")
    return err({ code: "noAccessKey", detail: `an access key is needed to listen on ${config.listenHost}` });
  const { clock, log } = deps;
  const { fastify } = await import("fastify");
  const endpoints = createEndpoints(deps, config);
  const keyGiven = createKeyCheck(config.accessKey);
  const withinLimit = createRequestLimit(clock, config.requestsPerSecond ?? DEFAULT_PER_SECOND);

  const app = fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAX_SEGMENT },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      void (async () => {
        const { status, text } = await answer(request.raw.url ?? "", request, reply);
        for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
        reply.raw.writeHead(status, { "content-type": TEXT, "content-length": Buffer.byteLength(text) }).end(text);
        request.raw.resume();
      })();
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;

  const tell = (kind: TokenRequest["kind"], reply: Reply, startedAt: number): void =>
    deps.onServed?.({
      kind,
      user: reply.user === undefined ? null : reply.user.slice(0, SHOWN_NAME),
      status: reply.status,
      outcome: reply.outcome,
      ms: Math.round(clock.monotonic() - startedAt),
      registered: reply.registered ?? false,
    });

  /** What stands before every endpoint; null: nothing. */
  const barred = (request: FastifyRequest, reply: FastifyReply): Reply | null => {
    reply.header("cache-control", "no-store");
    if (!hostAllowed(config.listenHost, request.headers.host))
      return { status: 403, text: "this Host is not served here", outcome: "forbiddenHost" };
    const origin = allowedOrigin(config.corsOrigins, request.headers.origin);
    if (config.corsOrigins.length > 0) reply.header("vary", "Origin");
    if (origin !== null) reply.header("access-control-allow-origin", origin);
    if (!withinLimit()) {
      reply.header("retry-after", "1");
      return { status: 429, text: "too many requests", outcome: "limited" };
    }
    if (request.method === "OPTIONS") return null;
    if (keyGiven(request.headers.authorization)) return null;
    reply.header("www-authenticate", "Bearer");
    return { status: 401, text: "an access key is needed", outcome: "noKey" };
  };

  const answer = async (url: string, request: FastifyRequest, reply: FastifyReply): Promise<Reply> => {
    const startedAt = clock.monotonic();
    const path = url.split("?", 1)[0];
    const name = path === "/chat/app/token" ? null : nameIn(url);
    const kind = path === "/chat/app/token" ? "app" : name === null ? "other" : "user";
    const work = async (): Promise<Reply> => {
      const bar = barred(request, reply);
      if (bar !== null) return bar;
      if (kind !== "other" && request.method !== "GET" && request.method !== "HEAD")
        return { status: 405, text: "only GET is served here", outcome: "notFound" };
      if (kind === "app") return endpoints.appToken();
      return name === null ? { status: 404, text: "there is nothing here", outcome: "notFound" } : endpoints.userToken(name);
    };
    let made: Reply;
    try {
      made = await work();
    } catch (error) {
      log.error({ error }, "the token server failed");
      made = { status: 500, text: "something unexpected went wrong", outcome: "internal" };
    }
    tell(kind, made, startedAt);
    return made;
  };

  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const made = await answer(request.raw.url ?? "", request, reply);
    return reply.code(made.status).type(TEXT).send(made.text);
  };

  app.options("*", async (request, reply) => {
    const bar = barred(request, reply);
    if (bar !== null) return reply.code(bar.status).type(TEXT).send(bar.text);
    reply.header("access-control-allow-methods", "GET").header("access-control-allow-headers", "authorization");
    return reply.code(204).send();
  });
  app.get("/chat/app/token", serve);
  app.get("/chat/user/*", serve);
  app.setNotFoundHandler(serve);
  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    return reply
      .code(status)
      .type(TEXT)
      .send(status < 500 ? "the request cannot be read" : "something unexpected went wrong");
  });

  extend(app);
  try {
    await app.listen({ port: config.port, host: config.listenHost });
  } catch (error) {
    await app.close();
    const { code = "", message } = error as NodeJS.ErrnoException;
    return err({ code: LISTEN_FAULT[code] ?? "other", detail: message });
  }
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  const host = config.listenHost.includes(":") ? `[${config.listenHost.replace(/^\[|\]$/g, "")}]` : config.listenHost;
  return ok({ url: `http://${host}:${port}`, port, close: () => app.close() });
};
