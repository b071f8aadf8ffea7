/** How long a command has lived, and what that means. Pure: a command's age is the longer of monotonic and wall time. */
import type { StoredCommand } from "../store/outboxRows.ts";
import type { AnyEntry } from "./catalogue.ts";

/** A person's word for something dangerous holds so long; the same for an outage (design: "From a click to observed"). */
export const WORD_HOLDS_MS = 60_000;
/** For each of many that were asked together it holds so much longer, for they leave one after the other, ms. */
const EACH_OF_MANY_MS = 200;
/** Unknown, or accepted and never seen: so long, and it ends as failed. */
export const GIVE_UP_MS = 24 * 60 * 60_000;

/** What was known of the age when this run began to count it: age and monotonic time then, ms. */
export type AgeBase = { lived: number; monotonic: number };

/** Age in ms; never less than what was written before, so that a clock set back does not make anything younger. */
export const livedBy = (command: Pick<StoredCommand, "lived" | "askedWall">, base: AgeBase, wall: number, monotonic: number): number =>
  Math.max(command.lived, base.lived + (monotonic - base.monotonic), wall - command.askedWall);

/** Its life unsent, ms: from when it was asked, or from the time that it was asked for. */
export const lifeOf = ({ row }: Pick<StoredCommand, "row">): number => row.expiresAt - (row.dueAt ?? row.askedAt);
export const wordHolds = ({ row }: Pick<StoredCommand, "row">): number => WORD_HOLDS_MS + EACH_OF_MANY_MS * (row.bulk?.of ?? 0);
export const holdOf = (command: StoredCommand): number =>
  command.row.heldUntil === null ? 0 : command.row.heldUntil - command.row.askedAt;

/**
 * Whether a person must say again that it shall be sent: the word is older than a minute, or it was given blindly, in the
 * midst of an outage that had lasted longer. `outageMs`: how long no answer has come; null: answers come.
 */
export const needsWord = (command: StoredCommand, lived: number, outageMs: number | null): boolean => {
  if (command.row.danger === "safe") return false;
  if (lived - command.wordLived > wordHolds(command)) return true;
  return !command.confirmed && outageMs !== null && outageMs > WORD_HOLDS_MS;
};

/** How many ms are left in which a request may leave. */
export const sendableFor = (command: StoredCommand, lived: number): number => {
  const life = lifeOf(command) - lived;
  return command.row.danger === "safe" ? life : Math.min(life, command.wordLived + wordHolds(command) - lived);
};

/** When (age in ms) something next becomes due by time alone; Infinity: nothing does. */
export const nextDue = (command: StoredCommand, entry: AnyEntry, serverNow: number): number => {
  const { state, danger, overdue, dueAt } = command.row;
  if (state === "scheduled") return Math.max(1, (dueAt ?? serverNow) - serverNow);
  const word = danger === "safe" ? Number.POSITIVE_INFINITY : command.wordLived + wordHolds(command) + 1;
  const since = command.waitsSinceLived ?? 0;
  if (state === "asked") return Math.min(holdOf(command), lifeOf(command), word);
  if (state === "queued") return Math.min(lifeOf(command), word);
  if (state === "needsReview") return lifeOf(command);
  if (state === "accepted") return since + (overdue || entry.sign === null ? GIVE_UP_MS : entry.sign.withinMs);
  return state === "unknown" ? since + GIVE_UP_MS : Number.POSITIVE_INFINITY;
};
