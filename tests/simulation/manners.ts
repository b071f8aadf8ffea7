/** How requests must behave, written from the specification and the design and not from the code: hosts, waits, tokens, budget, lanes (reliability 3, 4, 8, 9). */
import { parseAccessToken2 } from "../../electron/tokens/accessToken2.ts";
import type { CommandRow } from "../../shared/model/command.ts";
import type { VirtualClock } from "../fakes/clock.ts";
import type { Attempt } from "./internet.ts";

/** Specification §4: 1 s, 3 s, 6 s; the design allows a fifth of jitter. */
const SHORTEST_WAITS_MS = [800, 2_400, 4_800];
const MAX_BUSY = 3;
const POLL_PATIENCE_MS = 60_000;
/** A dangerous command needs a word younger than this, ms. */
const WORD_MS = 60_000;
const HOSTS_IN_ALL = 4;

type Failure = "dns" | "network" | "server" | "busy" | "refused" | "done";
const NETWORK: ReadonlySet<unknown> = new Set(["otherText", "tls", "refused", "reset", "timeout", "truncated", "network"]);
const failureOf = (end: Attempt["end"]): Failure => {
  if (end === "dns") return "dns";
  if (NETWORK.has(end)) return "network";
  if (end === 429) return "busy";
  if (typeof end !== "number") return "refused";
  return end >= 500 ? "server" : end < 300 ? "done" : "refused";
};

/** Why `next` may not follow `before` (attempts of one command, oldest first, all ended); null: it may. */
const outOfOrder = (before: readonly Attempt[], next: Attempt): string | null => {
  const last = before.at(-1);
  if (last === undefined) return null;
  // A refused token is renewed, and the same host asked again at once.
  if (last.end === 401) return next.role === last.role ? null : `after a 401 ${last.role} is asked again, not ${next.role}`;
  const failed = before.filter(({ end }) => end !== 401);
  const failure = failureOf(last.end);
  if (failure === "refused" || failure === "done") return `attempt after ${last.end}, which ends the plan`;
  const alike = failed.filter(({ end }) => (failureOf(end) === "busy") === (failure === "busy"));
  const shortest = Math.max(SHORTEST_WAITS_MS[alike.length - 1] ?? 0, last.retryAfterMs ?? 0);
  const waited = next.leftAt - (last.endedAt ?? 0);
  if (waited < shortest - 1) return `waited ${waited} ms where ${shortest} are the least`;
  if (failure === "busy") {
    if (alike.length > MAX_BUSY) return `a host that is busy was asked ${alike.length + 1} times`;
    return next.role === last.role ? null : `429 stays on its host, ${last.role}, and went to ${next.role}`;
  }
  if (alike.length === 1) return next.role === "primary" ? null : `the second attempt is the primary's, not ${next.role}'s`;
  const tried = alike.map(({ role }) => role);
  if (next.role !== "primary" && tried.includes(next.role)) return `${next.role} was asked twice`;
  if (alike.length === 2 && tried[0] === "primary") {
    const wanted = failure === "network" ? "regional" : "alternate";
    return next.role === wanted ? null : `after ${last.end} at the second attempt comes ${wanted}, not ${next.role}`;
  }
  if (alike.length === 3 && tried[0] === "primary" && next.role !== "regional")
    return `the last attempt is the regional host's, not ${next.role}'s`;
  return alike.length < HOSTS_IN_ALL ? null : `a plan of ${alike.length + 1} attempts`;
};

export const createManners = (deps: {
  clock: VirtualClock;
  serverTime: () => number;
  requestsPerSecond: number;
  /** The rows that the outbox file calls `sending` now, in this room. */
  sendingOnDisk: (roomUuid: string) => CommandRow[];
  /** Whether a request that left at or after this (monotonic ms) was answered. */
  answeredSince: (monotonic: number) => boolean;
}) => {
  const { clock, serverTime } = deps;
  const broken: string[] = [];
  const recent: number[] = [];
  /** Command → the attempts of its present plan. */
  const plans = new Map<string, { attempts: Attempt[]; leasedAt: number | null }>();
  /** Command → when a person asked for it or confirmed it, and whether its age can be told: server time ms. */
  const words = new Map<string, { asked: number; word: number; certain: boolean }>();
  const tokens = new Map<string, number>();
  /** New tokens for which there is a reason: the first, and one more once the server's time is known. */
  let allowed = 2;
  let certainOfServerTime = false;
  let clockSetAt = 0;
  let lastApp: Attempt | null = null;
  const rooms = new Map<string, Attempt>();

  const endOf = (token: string): number | null => {
    const known = tokens.get(token);
    if (known !== undefined) return known;
    const parsed = parseAccessToken2(token);
    if (!parsed.ok) return null;
    const endsAt = (parsed.value.issuedAt + parsed.value.expiresIn) * 1_000;
    tokens.set(token, endsAt);
    allowed -= 1;
    if (allowed < 0) broken.push("a token was renewed where the one before it served");
    return endsAt;
  };
  const checkToken = ({ token }: Attempt): void => {
    const endsAt = endOf(token);
    if (endsAt === null) broken.push("a request carries no token");
    else if (endsAt <= serverTime() && certainOfServerTime && deps.answeredSince(clockSetAt))
      broken.push(`a token was used ${serverTime() - endsAt} ms past its end`);
  };

  const checkBudget = (attempt: Attempt): void => {
    while ((recent[0] ?? attempt.leftAt) <= attempt.leftAt - 1_000) recent.shift();
    recent.push(attempt.leftAt);
    if (recent.length > deps.requestsPerSecond)
      broken.push(`${recent.length} requests left within a second; ${deps.requestsPerSecond} may`);
  };

  const checkCommand = (attempt: Attempt): void => {
    const sending = deps.sendingOnDisk(attempt.roomUuid);
    // How an earlier one ended may not be on disk yet, where the disk is full.
    const row = sending.at(-1);
    if (row === undefined || row.input["state"] !== attempt.state) {
      broken.push(`a command left for ${attempt.roomUuid}, and the outbox does not say that it is being sent`);
      return;
    }
    const plan = plans.get(row.id);
    const again = plan !== undefined && plan.leasedAt === row.sentAt;
    const before = again ? plan.attempts : [];
    plans.set(row.id, { attempts: [...before, attempt], leasedAt: row.sentAt });
    const under = before.find(({ end }) => end === null);
    if (under !== undefined) broken.push(`${row.id} left twice at once`);
    const wrong = outOfOrder(before, attempt);
    if (wrong !== null) broken.push(`command ${row.number}: ${wrong}`);
    const word = words.get(row.id);
    if (word === undefined) broken.push(`command ${row.number} was never asked`);
    else if (word.certain) {
      const age = serverTime() - word.asked;
      const life = row.expiresAt - row.askedAt;
      if (age > life + 1) broken.push(`command ${row.number} left ${age} ms after it was asked; it lives ${life}`);
      if (row.danger !== "safe" && serverTime() - word.word > WORD_MS + 1)
        broken.push(`dangerous command ${row.number} left ${serverTime() - word.word} ms after a person's word`);
    }
  };

  /** A server that asked for patience is not asked before; waking is a reason of its own. */
  const checkPatience = (last: Attempt | undefined | null, next: Attempt): void => {
    if (last === undefined || last === null || last.retryAfterMs === null || last.endedAt === null) return;
    const least = Math.min(last.retryAfterMs, POLL_PATIENCE_MS);
    const waited = next.leftAt - last.endedAt;
    if (waited < least)
      broken.push(`operation ${next.operation} ${next.roomUuid} was asked ${waited} ms after a Retry-After of ${last.retryAfterMs}`);
  };

  return {
    leaving: (attempt: Attempt): void => {
      checkToken(attempt);
      checkBudget(attempt);
      if (attempt.operation === "state") checkCommand(attempt);
      if (attempt.operation === "app") {
        checkPatience(lastApp, attempt);
        lastApp = attempt;
      }
      if (attempt.operation === "room") {
        checkPatience(rooms.get(attempt.roomUuid), attempt);
        rooms.set(attempt.roomUuid, attempt);
      }
    },
    asked: (id: string): void => void words.set(id, { asked: serverTime(), word: serverTime(), certain: true }),
    confirmed: (id: string): void => {
      const known = words.get(id);
      if (known !== undefined) words.set(id, { ...known, word: serverTime() });
    },
    /** The workstation's clock was set: nobody can tell any more how old what waits is, and a new token may be due. */
    clockSet: (): void => {
      for (const word of words.values()) word.certain = false;
      allowed = Number.POSITIVE_INFINITY;
      clockSetAt = clock.monotonic();
    },
    /** A new token is due: tokens were revoked, or the program began anew. */
    tokenDue: (): void => {
      if (allowed < Number.POSITIVE_INFINITY) allowed = certainOfServerTime ? 1 : 2;
    },
    /** The workstation knows the server's time from now on. */
    serverTimeKnown: (): void => {
      if (!certainOfServerTime) allowed = Math.min(allowed, 1);
      certainOfServerTime = true;
    },
    /** A new program counts anew. */
    begun: (): void => {
      recent.length = 0;
      allowed = 2;
      certainOfServerTime = false;
      lastApp = null;
      rooms.clear();
    },
    /** The machine woke: what was to be waited for is asked at once. */
    impatient: (): void => {
      lastApp = null;
      rooms.clear();
    },
    broken: (): string | null => broken[0] ?? null,
    /** Whether a request carried this token. */
    tokens: (): Iterable<string> => tokens.keys(),
  };
};
