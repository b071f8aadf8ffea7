/** How requests must behave, written from the specification and the design and not from the code: tokens, budget, patience (reliability 8, 9). */
import { parseAccessToken2 } from "../../electron/tokens/accessToken2.ts";
import type { VirtualClock } from "../fakes/clock.ts";
import type { Attempt } from "./internet.ts";

const POLL_PATIENCE_MS = 60_000;
/** Of all requests so many may be polls that are tried again, and one more. */
const RETRIES = 0.1;

export const createManners = (deps: {
  clock: VirtualClock;
  serverTime: () => number;
  requestsPerSecond: number;
  /** Whether a request that left at or after this (monotonic ms) was answered. */
  answeredSince: (monotonic: number) => boolean;
  /** Whether a command to create this room is open. */
  beingMade: (roomUuid: string) => boolean;
  broken: (what: string) => void;
}) => {
  const { clock, serverTime, broken } = deps;
  const recent: number[] = [];
  const tokens = new Map<string, number>();
  /** New tokens for which there is a reason: the first, and one more once the server's time is known. */
  let allowed = 2;
  let certainOfServerTime = false;
  let clockSetAt = 0;
  let lastApp: Attempt | null = null;
  const rooms = new Map<string, Attempt>();
  /** Of the present program. */
  let left = 0;
  let retries = 0;

  const endOf = (token: string): number | null => {
    const known = tokens.get(token);
    if (known !== undefined) return known;
    const parsed = parseAccessToken2(token);
    if (!parsed.ok) return null;
    const endsAt = (parsed.value.issuedAt + parsed.value.expiresIn) * 1_000;
    tokens.set(token, endsAt);
    allowed -= 1;
    if (allowed < 0) broken("a token was renewed where the one before it served");
    return endsAt;
  };
  const checkToken = ({ token }: Attempt): void => {
    const endsAt = endOf(token);
    if (endsAt === null) broken("a request carries no token");
    else if (endsAt <= serverTime() && certainOfServerTime && deps.answeredSince(clockSetAt))
      broken(`a token was used ${serverTime() - endsAt} ms past its end`);
  };

  const checkBudget = (attempt: Attempt): void => {
    while ((recent[0] ?? attempt.leftAt) <= attempt.leftAt - 1_000) recent.shift();
    recent.push(attempt.leftAt);
    if (recent.length > deps.requestsPerSecond) broken(`${recent.length} requests left within a second; ${deps.requestsPerSecond} may`);
  };

  /** A server that asked for patience is not asked before; waking is a reason of its own. */
  const checkPatience = (last: Attempt | undefined | null, next: Attempt): void => {
    if (last === undefined || last === null || last.retryAfterMs === null || last.endedAt === null) return;
    const least = Math.min(last.retryAfterMs, POLL_PATIENCE_MS);
    const waited = next.leftAt - last.endedAt;
    if (waited < least)
      broken(`operation ${next.operation} ${next.roomUuid} was asked ${waited} ms after a Retry-After of ${last.retryAfterMs}`);
  };

  return {
    leaving: (attempt: Attempt): void => {
      left += 1;
      checkToken(attempt);
      checkBudget(attempt);
      if (attempt.operation === "app") {
        checkPatience(lastApp, attempt);
        lastApp = attempt;
      }
      if (attempt.operation === "room") {
        // Whether it is there is asked beside the polls while it is being made.
        if (deps.beingMade(attempt.roomUuid)) rooms.delete(attempt.roomUuid);
        else {
          checkPatience(rooms.get(attempt.roomUuid), attempt);
          rooms.set(attempt.roomUuid, attempt);
        }
      }
    },
    /** An attempt of this number in its plan has failed, as the program says itself: on the wire a retry looks like the next poll. */
    failed: (path: string, number: number): void => {
      if (number > 1 && path.includes("/sequences")) retries += 1;
      if (retries > 1 + RETRIES * left) broken(`${retries} of ${left} requests were polls that were tried again`);
    },
    /** The workstation's clock was set: a new token may be due. */
    clockSet: (): void => {
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
      left = 0;
      retries = 0;
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
    /** Whether a request carried this token. */
    tokens: (): Iterable<string> => tokens.keys(),
  };
};
