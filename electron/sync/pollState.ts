/** How the console stands with one room: state × event → state. Pure; no answer of any kind ends the asking. */
import type { RoomPhase } from "../../shared/model/room.ts";
import type { ProblemCode } from "../cloud/types.ts";
import { backoff, wished } from "./backoff.ts";

/** `store`: the answer came, and could not be written down. `tailMissing`: known events are no longer listed, others are the same. */
export type RoomProblem = ProblemCode | "store" | "tailMissing";

export type PollState = {
  phase: RoomPhase;
  problem: RoomProblem | null;
  /** Failures in a row. */
  attempts: number;
  /** Not asked before, monotonic ms; null: when the scheduler's order says so. */
  retryAt: number | null;
  /** The server's own wish, monotonic ms: that others are answered again does not undo it, only waking does. */
  floorAt: number | null;
};

/** `aborted`: this program broke the request off, to ask again at once. */
export type ProblemClass = "absent" | "transient" | "refused" | "aborted";

const CLASS: Record<RoomProblem, ProblemClass> = {
  dns: "transient",
  refused: "transient",
  reset: "transient",
  timeout: "transient",
  tls: "transient",
  network: "transient",
  truncated: "transient",
  tooBig: "transient",
  notJson: "transient",
  badShape: "transient",
  noToken: "refused",
  unauthorized: "refused",
  forbidden: "refused",
  notFound: "refused",
  roomAbsent: "absent",
  userAbsent: "refused",
  userOffline: "refused",
  roomExists: "refused",
  roomTypeConflict: "refused",
  roomFull: "refused",
  mayNotEnter: "refused",
  muted: "refused",
  stageFull: "refused",
  alreadyStarted: "refused",
  alreadyEnded: "refused",
  recordingNotStarted: "refused",
  recordingNotEnded: "refused",
  roleFull: "refused",
  classOver: "refused",
  tenantMissing: "refused",
  rootUrlMissing: "refused",
  sequenceAbsent: "refused",
  notOnStage: "refused",
  processConflict: "refused",
  screenNotShared: "refused",
  handConflict: "refused",
  alreadyInvited: "refused",
  conflict: "refused",
  rejected: "refused",
  rateLimited: "transient",
  serverError: "transient",
  unavailable: "transient",
  aborted: "aborted",
  expired: "transient",
  store: "transient",
  tailMissing: "transient",
};
export const problemClass = (code: RoomProblem): ProblemClass => CLASS[code];

export type PollEvent =
  /** A page arrived, and more follows. */
  | { kind: "more" }
  /** Read to the end. */
  | { kind: "end" }
  | { kind: "problem"; code: RoomProblem; retryAfterMs?: number | null }
  /** The machine woke, the network returned, another request got through, or the clock was set: what failed may now work. */
  | { kind: "wake" | "networkBack" | "recovered" | "worldChanged" }
  /** The app-wide poll named the room. */
  | { kind: "named" }
  | { kind: "pause" }
  | { kind: "resume" };

/** A failed room is still asked this often, ms. */
export const FAILED_MS = 60_000;
/** A destroyed room is asked rarely, ms; at once when it is named. */
export const DESTROYED_MS = 120_000;

export const freshState = (phase: RoomPhase): PollState => ({ phase, problem: null, attempts: 0, retryAt: null, floorAt: null });

const afterProblem = (state: PollState, code: RoomProblem, now: number, unit: number, retryAfterMs: number | null): PollState => {
  const kind = problemClass(code);
  const floorAt = retryAfterMs === null ? null : now + wished(retryAfterMs);
  if (kind === "aborted") return { ...state, retryAt: floorAt ?? (state.retryAt === null ? null : now), floorAt };
  if (kind === "absent") return { phase: "destroyed", problem: null, attempts: 0, retryAt: now + DESTROYED_MS, floorAt: null };
  const attempts = state.attempts + 1;
  const refused = kind === "refused";
  const wait = refused ? FAILED_MS : backoff(attempts, unit, retryAfterMs);
  return {
    // That it is gone is known; that it cannot be asked just now does not undo it.
    phase: state.phase === "destroyed" ? "destroyed" : refused ? "failed" : "backingOff",
    problem: code,
    attempts,
    retryAt: now + wait,
    floorAt,
  };
};

/** `now` in monotonic ms; `unit` random in [0, 1), for jitter. */
export const step = (state: PollState, event: PollEvent, now: number, unit: number): PollState => {
  if (state.phase === "paused") return event.kind === "resume" ? freshState("catchingUp") : state;
  switch (event.kind) {
    case "more":
      return freshState("catchingUp");
    case "end":
      return freshState("live");
    case "problem":
      return afterProblem(state, event.code, now, unit, event.retryAfterMs ?? null);
    case "wake":
      return state.retryAt === null ? state : { ...state, attempts: 0, retryAt: now, floorAt: null };
    case "networkBack":
    case "recovered":
    case "worldChanged":
      return state.retryAt === null ? state : { ...state, attempts: 0, retryAt: Math.max(now, state.floorAt ?? now) };
    case "named":
      return state.phase === "destroyed" ? { ...state, retryAt: Math.max(now, state.floorAt ?? now) } : state;
    case "pause":
      return freshState("paused");
    case "resume":
      return state;
  }
};
