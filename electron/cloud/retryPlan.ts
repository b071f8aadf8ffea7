/** Which host comes next after a failed attempt, and when: the specification's host selection (§4), pure. */
import type { HostRole, ProblemCode } from "./types.ts";

/** What kind of failure an attempt ended with; `final` is never repeated. */
export type Failure = "dns" | "network" | "server" | "busy" | "final";

export const FAILURE: Readonly<Record<ProblemCode, Failure>> = {
  dns: "dns",
  refused: "network",
  reset: "network",
  timeout: "network",
  tls: "network",
  network: "network",
  truncated: "network",
  notJson: "network",
  serverError: "server",
  unavailable: "server",
  rateLimited: "busy",
  tooBig: "final",
  badShape: "final",
  noToken: "final",
  unauthorized: "final",
  forbidden: "final",
  notFound: "final",
  roomAbsent: "final",
  userAbsent: "final",
  userOffline: "final",
  roomExists: "final",
  roomTypeConflict: "final",
  roomFull: "final",
  mayNotEnter: "final",
  muted: "final",
  stageFull: "final",
  alreadyStarted: "final",
  alreadyEnded: "final",
  recordingNotStarted: "final",
  recordingNotEnded: "final",
  roleFull: "final",
  classOver: "final",
  tenantMissing: "final",
  rootUrlMissing: "final",
  sequenceAbsent: "final",
  notOnStage: "final",
  processConflict: "final",
  screenNotShared: "final",
  handConflict: "final",
  alreadyInvited: "final",
  conflict: "final",
  rejected: "final",
  aborted: "final",
  expired: "final",
};

export type Try = { role: HostRole; failure: Failure };
/** The hosts that a profile has beside its primary. */
export type OtherHosts = { alternate: boolean; regional: boolean };

/** Back-off before the first, second and third retry, ms (specification §4). */
export const WAITS_MS = [1_000, 3_000, 6_000] as const;
/** A wait is this share shorter or longer, so that many consoles do not come back at one instant. */
export const JITTER = 0.2;
/** A host that asks for patience (429) is asked again so often. */
const MAX_BUSY_RETRIES = WAITS_MS.length;

const roleAfter = (failures: readonly Try[], others: OtherHosts): HostRole | null => {
  const last = failures.at(-1);
  if (last === undefined || failures.length === 1) return "primary";
  const tried = (role: HostRole): number => failures.filter((attempt) => attempt.role === role).length;
  // A network fault that is not one of name resolution leads past the other primary.
  const candidates: HostRole[] = [];
  if (failures.length === 2 && others.alternate && last.failure !== "network") candidates.push("alternate");
  if (failures.length <= 3 && others.regional) candidates.push("regional");
  // Where the plan began elsewhere after a fail-over, the primary still gets its second attempt.
  if (failures.length === 2 && tried("primary") < 2) candidates.push("primary");
  return candidates.find((role) => role === "primary" || tried(role) === 0) ?? null;
};

/**
 * The next attempt after `tries` (all failed, oldest first), or null to give up. `unit` in [0, 1) is the jitter, `retryAfterMs` a floor
 * that the server set, `longestWaitMs` a cap on that floor.
 */
export const nextTry = (
  tries: readonly Try[],
  others: OtherHosts,
  wait: { unit: number; retryAfterMs: number | null; longestWaitMs: number },
): { role: HostRole; waitMs: number } | null => {
  const last = tries.at(-1);
  if (last === undefined) return { role: "primary", waitMs: 0 };
  if (last.failure === "final") return null;
  const alike = tries.filter((attempt) => (attempt.failure === "busy") === (last.failure === "busy"));
  if (last.failure === "busy" && alike.length > MAX_BUSY_RETRIES) return null;
  const role = last.failure === "busy" ? last.role : roleAfter(alike, others);
  if (role === null) return null;
  const usual = (WAITS_MS[alike.length - 1] ?? WAITS_MS[2]) * (1 - JITTER + 2 * JITTER * wait.unit);
  return { role, waitMs: Math.round(Math.max(usual, Math.min(wait.retryAfterMs ?? 0, wait.longestWaitMs))) };
};

/** How many attempts there will have been if every further one fails like the last. */
export const plannedTries = (tries: readonly Try[], others: OtherHosts): number => {
  const last: Try = tries.at(-1) ?? { role: "primary", failure: "server" };
  let all: readonly Try[] = tries.length === 0 ? [last] : tries;
  for (;;) {
    const next = nextTry(all, others, { unit: 0, retryAfterMs: null, longestWaitMs: 0 });
    if (next === null) return all.length;
    all = all.concat({ role: next.role, failure: last.failure });
  }
};
