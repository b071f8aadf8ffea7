/** The chat service: its users over REST, and the token endpoints for its clients. May know certificates only as something tokens are built with. */

import { z } from "zod";
import type { ChatUser } from "../../shared/model/chatUser.ts";
import type { Http, HttpAnswer, HttpFault } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";

/** Where an application's users are. */
export type ChatApp = { origin: string; path: string };
export type ChatAppFault = "missing" | "illegalAppKey" | "illegalDomain";

/** `<org>#<app>` and a host (then https) or a URL. Blank counts as missing; any other number of '#' than one, or an empty half, is illegal. */
export const chatAppOf = ({ appKey, domain }: { appKey: string; domain: string }): Result<ChatApp, ChatAppFault> => {
  if (appKey.trim() === "" || domain.trim() === "") return err("missing");
  const [org = "", app = "", ...more] = appKey.trim().split("#");
  if (org.trim() === "" || app.trim() === "" || more.length > 0) return err("illegalAppKey");
  const text = domain.trim();
  try {
    const url = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
    const base = url.pathname.replace(/\/+$/, "");
    return ok({ origin: url.origin, path: `${base}/${encodeURIComponent(org)}/${encodeURIComponent(app)}` });
  } catch {
    return err("illegalDomain");
  }
};

/** Why the chat service gave no usable answer. `maybeDone`: the request left, and nothing tells that it had no effect. */
export type ChatFault = {
  kind: "noToken" | "unauthorized" | "limited" | "timeout" | "network" | "refused" | "badAnswer";
  status: number | null;
  /** The service's own name for it, where it told one. */
  error: string | null;
  /** One line without secrets. */
  detail: string;
  maybeDone: boolean;
};

export type NewChatUser = { username: string; password: string; nickname?: string | undefined };
export type Registered = { username: string; user: ChatUser | null; detail: string };

export type ChatClient = {
  /** null: the service says that there is no such user. Every other answer than the user is a fault. */
  lookUp(username: string): Promise<Result<ChatUser | null, ChatFault>>;
  /** One object or a list of them, as the service takes both. A user without entity was refused: `detail` says why. */
  register(users: readonly NewChatUser[]): Promise<Result<Registered[], ChatFault>>;
};

/** Well below the 25 s within which a token endpoint answers: a look-up, a registration and a second look-up fit. */
const LIMITS = { connectMs: 3_000, headersMs: 6_000, bodyMs: 3_000, maxBytes: 1024 * 1024 } as const;

const Entity = z.looseObject({
  uuid: z.string().min(1),
  username: z.string(),
  nickname: z.string().optional(),
  created: z.number().optional(),
});
const Envelope = z.looseObject({
  entities: z.array(z.unknown()),
  data: z.array(z.unknown()).optional(),
});
const Refused = z.looseObject({ username: z.string(), registerUserFailReason: z.string() });
const Fault = z.looseObject({ error: z.string().optional(), error_description: z.string().optional() });

const MAX_DETAIL = 200;
const NOT_FOUND = "service_resource_not_found";

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const entities = (text: string): { users: ChatUser[]; refused: z.infer<typeof Refused>[] } | null => {
  const envelope = Envelope.safeParse(parse(text));
  if (!envelope.success) return null;
  const users = envelope.data.entities.flatMap((one) => {
    const read = Entity.safeParse(one);
    if (!read.success) return [];
    const { username, uuid, nickname, created } = read.data;
    return [{ username, uuid, nickname: nickname ?? null, createdAt: created ?? null }];
  });
  const refused = (envelope.data.data ?? []).flatMap((one) => {
    const read = Refused.safeParse(one);
    return read.success ? [read.data] : [];
  });
  return { users, refused };
};

const faultOfHttp = (fault: HttpFault): ChatFault => ({
  kind: fault.kind === "timeout" ? "timeout" : "network",
  status: null,
  error: null,
  detail: fault.kind === "timeout" ? "no answer in time" : `${fault.kind}: ${fault.detail}`.slice(0, MAX_DETAIL),
  maybeDone: fault.sent,
});

const faultOfAnswer = ({ status, text }: HttpAnswer): ChatFault => {
  const told = Fault.safeParse(parse(text));
  const error = told.success ? (told.data.error ?? null) : null;
  const words = told.success ? (told.data.error_description ?? "") : "";
  return {
    kind: status === 401 ? "unauthorized" : status === 429 ? "limited" : status < 300 ? "badAnswer" : "refused",
    status,
    error,
    detail: [`HTTP ${status}`, error ?? "", words]
      .filter((part) => part !== "")
      .join(", ")
      .slice(0, MAX_DETAIL),
    maybeDone: status < 300 || status >= 500,
  };
};

/** A 404 of the service about this user; one about the application, or of somebody in between, is not. */
const saysAbsent = ({ status, headers, text }: HttpAnswer): boolean => {
  if (status !== 404 || (headers["content-type"] ?? "").includes("html")) return false;
  const told = Fault.safeParse(parse(text));
  return !told.success || told.data.error === undefined || told.data.error === NOT_FOUND;
};

export const createChatClient = (deps: {
  http: Http;
  app: ChatApp;
  /** A token with app privileges that is valid now; `rejected`: one that the service has just refused. */
  appToken: (rejected?: string) => Promise<Result<string, string>>;
}): ChatClient => {
  const { http, app, appToken } = deps;

  const attempt = async (method: "GET" | "POST", path: string, token: string, body?: unknown): Promise<Result<HttpAnswer, HttpFault>> =>
    http.send({
      method,
      origin: app.origin,
      path: `${app.path}${path}`,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      limits: LIMITS,
    }).done;

  /** A token that is refused is made anew once: the service may know that it has ended before this clock does. */
  const call = async (method: "GET" | "POST", path: string, body?: unknown): Promise<Result<HttpAnswer, ChatFault>> => {
    let rejected: string | undefined;
    for (;;) {
      const token = await appToken(rejected);
      if (!token.ok) return err({ kind: "noToken", status: null, error: null, detail: token.error, maybeDone: false });
      const answered = await attempt(method, path, token.value, body);
      if (!answered.ok) {
        const fault = faultOfHttp(answered.error);
        return err({ ...fault, detail: fault.detail.replaceAll(token.value, "[token]") });
      }
      if (answered.value.status !== 401 || rejected !== undefined) return ok(answered.value);
      rejected = token.value;
    }
  };

  return {
    lookUp: async (username) => {
      // A name of '.' or '..' would leave the path of users, escaped or not.
      if (username === "." || username === "..")
        return err({ kind: "refused", status: null, error: null, detail: "such a name cannot be asked for", maybeDone: false });
      const answered = await call("GET", `/users/${encodeURIComponent(username)}`);
      if (!answered.ok) return answered;
      if (saysAbsent(answered.value)) return ok(null);
      if (answered.value.status !== 200) return err(faultOfAnswer(answered.value));
      const user = entities(answered.value.text)?.users[0];
      return user === undefined ? err({ ...faultOfAnswer(answered.value), detail: "the answer names no user" }) : ok(user);
    },
    register: async (users) => {
      const [only, ...more] = users;
      const answered = await call("POST", "/users", more.length === 0 ? only : users);
      if (!answered.ok) return answered;
      if (answered.value.status !== 200) return err(faultOfAnswer(answered.value));
      const read = entities(answered.value.text);
      if (read === null) return err({ ...faultOfAnswer(answered.value), detail: "the answer is not the service's" });
      // The service may write a name in lower case.
      const named = (username: string, other: string): boolean => username.toLowerCase() === other.toLowerCase();
      return ok(
        users.map(({ username }) => ({
          username,
          user: read.users.find((user) => named(user.username, username)) ?? (users.length === 1 ? (read.users[0] ?? null) : null),
          detail: read.refused.find((one) => named(one.username, username))?.registerUserFailReason ?? "",
        })),
      );
    },
  };
};

/** Whether a refused registration says that the name is taken. */
export const isTaken = (fault: ChatFault): boolean => fault.status === 400 && fault.error === "duplicate_unique_property_exists";
