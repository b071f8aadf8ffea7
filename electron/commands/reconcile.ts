/** What the room shows of a command: its events as they come, its fold as it was last read, the service's answer to a question. Pure. */
import type { CommandFailure } from "../../shared/model/command.ts";
import type { RoomEvent } from "../../shared/model/event.ts";
import { LATE_ARRIVAL_MS } from "../cloud/types.ts";
import type { StoredCommand } from "../store/outboxRows.ts";
import type { AnyEntry } from "./catalogue.ts";
import type { JobEvent } from "./jobState.ts";
import { GIVE_UP_MS, lifeOf } from "./life.ts";
import type { RoomReading, Showable } from "./signs.ts";

/** The server's clock is known to about this, ms. */
const CLOCK_SLACK_MS = 2_000;

/**
 * When things were, server time ms (null: they were not), and what had been proved of the room then. A reading counts only
 * when it is newer than that proof as well: server time is reckoned from a clock that a person may set.
 */
export type Moments = {
  sentAt: number | null;
  provedWhenSent: number | null;
  lostAt: number | null;
  /** undefined: the request may still arrive, so no reading tells anything against it. */
  provedWhenLost: number | null | undefined;
  /** The command's age, and how long it has waited for its sign or its outcome, ms. */
  lived: number;
  waited: number;
};

export type Verdict = { event: JobEvent; failure: CommandFailure | null };

const newer = (provedAt: number, at: number, proved: number | null): boolean => provedAt >= at && (proved === null || provedAt > proved);

/**
 * Whether an event that came after the command left is its effect: the event must have happened after that, or the room
 * must stand so now. Without this, an old event that is only now caught up with would pass for the sign.
 */
export const isSign = (
  entry: AnyEntry,
  command: StoredCommand,
  event: RoomEvent,
  sentAt: number,
  reading: RoomReading | undefined,
): boolean => {
  const { sign } = entry;
  const { input, state } = command.row;
  if (sign === null || !sign.shownBy(event, input)) return false;
  const earliest = event.time.kind === "exact" ? event.time.at : event.time.notBefore;
  if (earliest !== null && earliest >= sentAt - Math.max(CLOCK_SLACK_MS, sign.toleranceMs?.(event, input) ?? 0)) return true;
  return reading !== undefined && sign.reachedBy(reading, input, { sentAt, accepted: state === "accepted" }) === true;
};

/** It is known that it had no effect: it may go again where that is safe and its time is not over. */
export const withoutEffect = (entry: AnyEntry, command: StoredCommand, lived: number): Verdict =>
  entry.repeat(command.row.input) !== "never" && lived < lifeOf(command)
    ? { event: "absent", failure: null }
    : { event: "absentForGood", failure: inner("noEffect", "the room was read afterwards and shows no effect") };

const byReading = (entry: AnyEntry, command: StoredCommand, reading: RoomReading | undefined, times: Moments): Verdict | null => {
  const { state, input } = command.row;
  const { sentAt, lostAt, provedWhenLost, provedWhenSent } = times;
  if (entry.sign === null || reading === undefined || reading.provedAt === null || sentAt === null) return null;
  const { provedAt } = reading;
  const reached = entry.sign.reachedBy(reading, input, { sentAt, accepted: state === "accepted" });
  if (reached === true && newer(provedAt, sentAt, provedWhenSent)) return { event: "signSeen", failure: null };
  const told = lostAt !== null && provedWhenLost !== undefined && newer(provedAt, lostAt + LATE_ARRIVAL_MS, provedWhenLost);
  return reached === false && state === "unknown" && told ? withoutEffect(entry, command, times.lived) : null;
};

const byTime = (entry: AnyEntry, { row }: StoredCommand, waited: number): Verdict | null => {
  const unknown = row.state === "unknown";
  // Without a sign no reading will ever tell; a late arrival is over, and who waits behind it need not wait longer.
  const hopeless = unknown && entry.sign === null && waited >= LATE_ARRIVAL_MS;
  if (waited < GIVE_UP_MS && !hopeless) return null;
  const why = hopeless ? "nothing shows whether it took effect" : "nothing showed its outcome for 24 hours";
  return { event: "gaveUp", failure: inner(unknown ? "outcomeUnknown" : "neverObserved", why) };
};

/** What a reading of the room and the time that has passed mean for a command that waits for its sign or its outcome; null: nothing yet. */
export const judge = (
  entry: AnyEntry,
  command: StoredCommand,
  reading: RoomReading | undefined,
  times: Moments,
  showable: Showable,
): Verdict | null => {
  const { state, input } = command.row;
  if (state !== "accepted" && state !== "unknown") return null;
  if (state === "accepted" && showable === "no") return { event: "unshowable", failure: null };
  // Twice is once: nothing needs to be known of the first, but that it cannot arrive behind what is sent later.
  const arrived = times.provedWhenLost !== undefined;
  if (state === "unknown" && arrived && entry.repeat(input) === "always" && times.lived < lifeOf(command))
    return { event: "absent", failure: null };
  return byReading(entry, command, reading, times) ?? byTime(entry, command, times.waited);
};

const inner = (code: string, detail: string): CommandFailure => ({ code, httpStatus: null, businessCode: null, detail });
