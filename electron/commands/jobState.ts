/** A command's life as a pure machine: state × event → state. Does no IO, knows no clock. */
import { type CommandFailure, type CommandRow, type CommandState, isTerminal } from "../../shared/model/command.ts";

export type JobEvent =
  /** Its time has come. */
  | "due"
  /** The hold is over, or there was none. */
  | "released"
  /** Its turn in the lane: written before the request leaves. */
  | "leaving"
  | "accepted"
  /** The refusal says that what was wanted is so already. */
  | "reached"
  /** Refused for good. */
  | "refused"
  /** The whole plan failed, and surely nothing took effect. */
  | "notSent"
  /** No answer, and it may have taken effect. */
  | "lost"
  /** The room shows it. */
  | "signSeen"
  | "lifeOver"
  | "cancelled"
  | "confirmed"
  | "superseded"
  /** At start: the row says sending, and nobody is. */
  | "foundSending"
  /** The person's word is too old for something dangerous. */
  | "needsWord"
  /** A reading shows that it had no effect, and it may be sent again. */
  | "absent"
  /** A reading shows that it had no effect, and it may not be sent again. */
  | "absentForGood"
  /** 24 h without knowing, or nothing that could ever tell. */
  | "gaveUp"
  /** A person has looked for themselves. */
  | "letGo"
  /** Accepted, and this service has nothing that would show it. */
  | "unshowable";

const TABLE: Readonly<Record<CommandState, Partial<Record<JobEvent, CommandState>>>> = {
  asked: { released: "queued", lifeOver: "expired", cancelled: "cancelled", superseded: "superseded", needsWord: "needsReview" },
  scheduled: { due: "queued", lifeOver: "expired", cancelled: "cancelled" },
  queued: {
    leaving: "sending",
    reached: "observed",
    lifeOver: "expired",
    cancelled: "cancelled",
    superseded: "superseded",
    needsWord: "needsReview",
  },
  needsReview: { confirmed: "queued", lifeOver: "expired", cancelled: "cancelled", superseded: "superseded" },
  sending: {
    accepted: "accepted",
    reached: "observed",
    refused: "failed",
    notSent: "queued",
    lost: "unknown",
    signSeen: "observed",
    foundSending: "unknown",
  },
  accepted: { signSeen: "observed", gaveUp: "failed", unshowable: "accepted" },
  unknown: { signSeen: "observed", absent: "queued", absentForGood: "failed", gaveUp: "failed", letGo: "failed" },
  observed: {},
  failed: {},
  expired: {},
  cancelled: {},
  superseded: {},
};

/** The state after `event`; null where the event means nothing to a command that stands so. A command that has ended never changes. */
export const nextState = (row: Pick<CommandRow, "state" | "sign">, event: JobEvent): CommandState | null =>
  isTerminal(row) ? null : (TABLE[row.state][event] ?? null);

/** States that say why. */
const WITH_REASON: ReadonlySet<CommandState> = new Set(["failed", "unknown", "expired"]);

/** The row after `event` at server time `at`, ms; null where nothing changes. `failure`: why it is lost, failed or was never sent. */
export const advance = (row: CommandRow, event: JobEvent, at: number, failure: CommandFailure | null = null): CommandRow | null => {
  const state = nextState(row, event);
  if (state === null) return null;
  const next: CommandRow = { ...row, state, failure: WITH_REASON.has(state) ? (failure ?? row.failure) : null };
  if (event === "leaving") next.sentAt = at;
  if (event === "unshowable") next.sign = null;
  if (state !== "sending" && next.attempt !== null) next.attempt = { ...next.attempt, nextAt: null };
  if (event === "accepted") next.acceptedAt = at;
  if (state === "observed") {
    next.observedAt = at;
    next.overdue = false;
  }
  if (isTerminal(next)) next.endedAt = at;
  return next;
};
