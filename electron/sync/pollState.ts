/** How the console stands with one room: state × event → state. Pure; no answer of any kind ends the asking. */
import type { RoomPhase } from "../../shared/model/room.ts";
import type { ProblemCode } from "../cloud/types.ts";
import { backoff } from "./backoff.ts";

/** `store`: the answer came, and could not be written down. `tailMissing`: known events are no longer listed, others are the same. */
export type RoomProblem = ProblemCode | "store" | "tailMissing";

export type PollState = {
  phase: RoomPhase;
  problem: RoomProblem | null;
  /** Failures in a row. */
  attempts: number;
  /** Not asked before, monotonic ms; null: when the scheduler's order says so. */
  retryAt: number | null;
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
  /** The machine woke, the network returned, or profile or clock changed: what failed may now work. */
  | { kind: "wake" | "networkBack" | "worldChanged" }
  /** The app-wide poll named the room. */
  | { kind: "named" }
  | { kind: "pause" }
  | { kind: "resume" };

/** A failed room is still asked this often, ms. */
export const FAILED_MS = 60_000;
/** A destroyed room is asked rarely, ms; at once when it is named. */
export const DESTROYED_MS = 120_000;

export const freshState = (phase: RoomPhase): PollState => ({ phase, problem: null, attempts: 0, retryAt: null });

const afterProblem = (state: PollState, code: RoomProblem, now: number, unit: number, retryAfterMs: number | null): PollState => {
  const attempts = state.attempts + 1;
  const wait = backoff(attempts, unit, retryAfterMs);
  switch (problemClass(code)) {
    case "aborted":
      return { ...state, retryAt: state.retryAt === null ? null : now };
    case "absent":
      return { phase: "destroyed", problem: null, attempts: 0, retryAt: now + DESTROYED_MS };
    case "refused":
      // That it is gone is known; that it cannot be asked just now does not undo it.
      if (state.phase === "destroyed") return { ...state, problem: code, attempts, retryAt: now + FAILED_MS };
      return { phase: "failed", problem: code, attempts, retryAt: now + Math.max(FAILED_MS, retryAfterMs ?? 0) };
    case "transient":
      if (state.phase === "destroyed") return { ...state, problem: code, attempts, retryAt: now + wait };
      return { phase: "backingOff", problem: code, attempts, retryAt: now + wait };
  }
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
    case "networkBack":
    case "worldChanged":
      return state.retryAt === null ? state : { ...state, attempts: 0, retryAt: now };
    case "named":
      return state.phase === "destroyed" ? { ...state, retryAt: now } : state;
    case "pause":
      return freshState("paused");
    case "resume":
      return state;
  }
};
