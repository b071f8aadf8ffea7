/** The way to the service and the service itself, spoken to in HTTP: three hosts, tokens that are looked at, and whatever may befall a request. */
import { parseAccessToken2, signatureMatches } from "../../electron/tokens/accessToken2.ts";
import type { Http, HttpAnswer, HttpFault, HttpRequest } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { VirtualClock } from "../fakes/clock.ts";
import type { ServiceEvent } from "../fakes/service.ts";
import type { Classes, Order } from "./classes.ts";

export const HOSTS = { primary: "https://primary.test", alternate: "https://alternate.test", regional: "https://regional.test" } as const;
export type HostRole = keyof typeof HOSTS;
export const REGION = "eu";
export const APP_ID = "0123456789abcdef0123456789abcdef";
export const CERTIFICATE = "fedcba9876543210fedcba9876543210";
const ROOMS = `/${REGION}/edu/apps/${APP_ID}/v2/rooms/`;
const POLLED = `/${REGION}/edu/polling/apps/${APP_ID}/v2/rooms/`;

/** What befalls a request. `worked`: the service does its work all the same. */
export type Trouble =
  | { kind: "unsent"; fault: "dns" | "refused" | "tls" }
  | { kind: "lost"; fault: "reset" | "timeout" | "truncated" | "tooBig"; worked: boolean }
  | { kind: "status"; status: 403 | 429 | 500 | 502 | 503; worked: boolean; retryAfter?: number }
  /** It never ends, and does not listen to being given up: a fault of what carries requests. */
  | { kind: "deaf" }
  /** Another page than was asked for: of somebody in between, or cut, or of another shape. */
  | { kind: "text"; text: string; worked: boolean };

export type Fate = {
  /** Ms to the service, and back. */
  there: number;
  back: number;
  trouble: Trouble | null;
  /** A request that was given up under way arrives all the same. */
  stray: boolean;
  /** Of operation 9: told again by the next answer; told in another order. */
  twice: boolean;
  shuffle: ((events: ServiceEvent[]) => ServiceEvent[]) | null;
};

export type Attempt = {
  readonly number: number;
  readonly role: HostRole;
  readonly method: HttpRequest["method"];
  /** "app": operation 9; "room": 8; "user": 7; "recordings": 6; "facts": get one room; "command": what changes something. */
  readonly operation: "app" | "room" | "user" | "recordings" | "facts" | "command" | "other";
  readonly roomUuid: string;
  /** What is ordered, of a command; of whom, in operation 7. */
  readonly order: Order | null;
  readonly userUuid: string;
  readonly token: string;
  /** Monotonic ms. */
  readonly leftAt: number;
  endedAt: number | null;
  /** Whether it gets there. */
  readonly sent: boolean;
  /** How it ended, as the caller learns it: an HTTP status, or a fault. */
  end: number | HttpFault["kind"] | "otherText" | null;
  /** Whether the service has done what was ordered. */
  obeyed: boolean;
  retryAfterMs: number | null;
};

export type Internet = {
  /** One program's connection. Nothing reaches it once `alive` answers false. */
  connect(alive: () => boolean): Http;
  /** From now on no token that was ever shown here is good. */
  revokeTokens(): void;
  /** Every attempt of the present program. */
  attempts(): readonly Attempt[];
  /** Whether anything that left until this instant (monotonic ms) is still on its way, there or back. */
  underWay(until: number): boolean;
};

type Reply = { status: number; json: string };
const envelope = (ts: number, data: string): Reply => ({ status: 200, json: `{"code":0,"msg":"Success","ts":${ts},"data":${data}}` });
const refusal = (status: number, code: number | null, ts: number): Reply => ({
  status,
  json: code === null ? `{"msg":"refused","ts":${ts}}` : `{"code":${code},"msg":"refused","ts":${ts}}`,
});

const NO_ROOM = 20_404_100;
const NO_USER = 20_404_200;

type Target = Pick<Attempt, "operation" | "roomUuid" | "order" | "userUuid"> & { nextId: string | undefined };

const readTarget = (request: HttpRequest): Target => {
  const [path = "", search = ""] = request.path.split("?");
  const nothing: Target = { operation: "other", roomUuid: "", order: null, userUuid: "", nextId: undefined };
  const polled = path.startsWith(POLLED);
  if (!polled && !path.startsWith(ROOMS)) return nothing;
  const [roomUuid = "", ...rest] = path
    .slice((polled ? POLLED : ROOMS).length)
    .split("/")
    .map(decodeURIComponent);
  const [kind, userUuid = ""] = rest;
  if (request.method !== "GET")
    return { ...nothing, operation: "command", roomUuid, order: { method: request.method, path: rest.join("/"), body: bodyOf(request) } };
  if (polled && roomUuid === "sequences" && kind === undefined) return { ...nothing, operation: "app" };
  if (kind === "users") return { ...nothing, operation: "user", roomUuid, userUuid };
  if (polled) return nothing;
  if (kind === "sequences")
    return { ...nothing, operation: "room", roomUuid, nextId: new URLSearchParams(search).get("nextId") ?? undefined };
  if (kind === "records") return { ...nothing, operation: "recordings", roomUuid };
  return { ...nothing, roomUuid, operation: kind === undefined ? "facts" : "other" };
};
const bodyOf = ({ body }: HttpRequest): Order["body"] => (body === undefined ? {} : (JSON.parse(body) as Order["body"]));

export const createInternet = (deps: {
  service: Classes;
  clock: VirtualClock;
  /** The service's clock, ms. */
  serverTime: () => number;
  fate: (role: HostRole, operation: Attempt["operation"]) => Fate;
  /** Before a request leaves. */
  leaving: (attempt: Attempt) => void;
  /** When the service has done what was ordered. */
  obeyed?: (attempt: Attempt) => void;
  /** Names and schedules can be asked for. */
  tellsFacts: boolean;
}): Internet => {
  const { service, clock, serverTime } = deps;
  const tokens = new Map<string, { good: boolean; endsAt: number }>();
  let attempts: Attempt[] = [];
  /** How many legs of each attempt are to come. */
  const legs = new Map<Attempt, number>();

  const known = (token: string): { good: boolean; endsAt: number } => {
    const seen = tokens.get(token);
    if (seen !== undefined) return seen;
    const parsed = parseAccessToken2(token);
    const good = parsed.ok && parsed.value.appId === APP_ID && signatureMatches(parsed.value, CERTIFICATE);
    const endsAt = parsed.ok ? (parsed.value.issuedAt + parsed.value.expiresIn) * 1_000 : 0;
    const entry = { good, endsAt };
    tokens.set(token, entry);
    return entry;
  };

  const list = (events: readonly ServiceEvent[], nextId: string | null): string =>
    `{"total":${events.length},"list":[${events.map(({ text }) => text).join(",")}],"nextId":${JSON.stringify(nextId)}}`;

  const ofRoom = ({ roomUuid }: Attempt, ts: number, data: (roomUuid: string) => unknown): Reply =>
    service.exists(roomUuid) ? envelope(ts, JSON.stringify(data(roomUuid))) : refusal(404, NO_ROOM, ts);

  const serve = (attempt: Attempt, nextId: string | undefined, fate: Fate): Reply => {
    const ts = serverTime();
    const token = known(attempt.token);
    if (!token.good || token.endsAt <= ts) return refusal(401, null, ts);
    switch (attempt.operation) {
      case "app": {
        const drained = service.drain();
        if (fate.twice) service.putBack(drained.filter((event) => service.exists(event.roomUuid)));
        return envelope(ts, list(fate.shuffle?.(drained) ?? drained, null));
      }
      case "room": {
        const page = service.page(attempt.roomUuid, nextId);
        return page === null ? refusal(404, NO_ROOM, ts) : envelope(ts, list(page.events, page.nextId));
      }
      case "command": {
        const refused = attempt.order === null ? null : service.obey(attempt.roomUuid, attempt.order);
        if (refused !== null) return refusal(refused.status, refused.code, ts);
        attempt.obeyed = true;
        deps.obeyed?.(attempt);
        return envelope(ts, "{}");
      }
      case "facts":
        if (!deps.tellsFacts) return refusal(404, null, ts);
        return ofRoom(attempt, ts, service.facts);
      case "recordings":
        return ofRoom(attempt, ts, service.recordings);
      case "user": {
        if (!service.exists(attempt.roomUuid)) return refusal(404, NO_ROOM, ts);
        const person = service.person(attempt.roomUuid, attempt.userUuid);
        return person === null ? refusal(404, NO_USER, ts) : envelope(ts, JSON.stringify(person));
      }
      case "other":
        return refusal(404, null, ts);
    }
  };

  const answerOf = (reply: Reply, retryAfter: number | undefined): HttpAnswer => ({
    status: reply.status,
    headers: {
      "content-type": "application/json",
      date: new Date(serverTime()).toUTCString(),
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    },
    text: reply.json,
    utf8: Buffer.from(reply.json),
  });

  const roleOf = (origin: string): HostRole => {
    for (const role of Object.keys(HOSTS) as HostRole[]) if (HOSTS[role] === origin) return role;
    throw new Error(`nobody knows ${origin}`);
  };

  const send = (request: HttpRequest, alive: () => boolean): ReturnType<Http["send"]> => {
    const { promise: done, resolve } = Promise.withResolvers<Result<HttpAnswer, HttpFault>>();
    // What a killed program had still in hand does not leave.
    if (!alive()) return { done, abort: () => undefined };
    const { nextId, ...target } = readTarget(request);
    const role = roleOf(request.origin);
    const fate = deps.fate(role, target.operation);
    const { trouble } = fate;
    const attempt: Attempt = {
      number: attempts.length,
      role,
      method: request.method,
      ...target,
      token: request.headers["x-service-token"] ?? "",
      leftAt: clock.monotonic(),
      endedAt: null,
      sent: trouble?.kind !== "unsent",
      end: null,
      obeyed: false,
      retryAfterMs: null,
    };
    deps.leaving(attempt);
    attempts.push(attempt);
    if (trouble?.kind === "deaf") return { done, abort: () => undefined };

    const later = (ms: number, task: () => void): void => {
      legs.set(attempt, (legs.get(attempt) ?? 0) + 1);
      clock.after(ms, () => {
        task();
        const left = (legs.get(attempt) ?? 0) - 1;
        if (left > 0) legs.set(attempt, left);
        else legs.delete(attempt);
      });
    };
    const settle = (end: NonNullable<Attempt["end"]>, result: Result<HttpAnswer, HttpFault>): void => {
      if (attempt.end !== null || !alive()) return;
      attempt.end = end;
      attempt.endedAt = clock.monotonic();
      resolve(result);
    };
    const fail = (kind: HttpFault["kind"], sent: boolean): void => settle(kind, err({ kind, sent, detail: kind }));

    const arrive = (): void => {
      if (attempt.end !== null && !(attempt.end === "aborted" && fate.stray)) return;
      if (trouble?.kind === "unsent") return fail(trouble.fault, false);
      const reply = trouble === null || trouble.worked ? serve(attempt, nextId, fate) : null;
      if (trouble?.kind === "lost" && trouble.fault === "timeout") {
        later(request.limits.headersMs, () => fail("timeout", true));
        return;
      }
      later(fate.back, () => {
        if (trouble?.kind === "lost") return fail(trouble.fault, true);
        // What the service refuses it does not call a success, however strangely it speaks.
        if (trouble?.kind === "text" && (reply === null || reply.status === 200))
          return settle("otherText", ok({ ...answerOf({ status: 200, json: trouble.text }, undefined) }));
        const refused = trouble?.kind === "status" ? trouble : null;
        const answered = refused === null ? reply : refusal(refused.status, null, serverTime());
        if (answered === null) return;
        // Nobody hears what is said after they have gone.
        if (attempt.end === null) attempt.retryAfterMs = refused?.retryAfter === undefined ? null : refused.retryAfter * 1_000;
        settle(answered.status, ok(answerOf(answered, refused?.retryAfter)));
      });
    };
    later(fate.there, arrive);
    return { done, abort: () => fail("aborted", attempt.sent) };
  };

  return {
    connect: (alive) => {
      attempts = [];
      return { send: (request) => send(request, alive), close: async () => undefined };
    },
    revokeTokens: () => {
      for (const token of tokens.values()) token.good = false;
    },
    attempts: () => attempts,
    underWay: (until) => [...legs.keys()].some(({ leftAt }) => leftAt <= until),
  };
};
