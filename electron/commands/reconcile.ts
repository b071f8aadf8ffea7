/** What the room shows of a command: its events as they come, and its state as it was last read. Pure. */
import type { CommandFailure } from "../../shared/model/command.ts";
import type { RoomEvent } from "../../shared/model/event.ts";
import type { StoredCommand } from "../store/outbox.ts";
import type { AnyEntry } from "./catalogue.ts";
import type { JobEvent } from "./jobState.ts";
import { GIVE_UP_MS, lifeOf } from "./life.ts";

/** The room's state and until when it is proved that nothing newer exists, server time ms. */
export type RoomReading = { state: number | null; provedAt: number | null };

/** The server's clock is known to about this, ms. */
const CLOCK_SLACK_MS = 2_000;
/** A request that nobody waits for any more may still arrive within so many ms. */
export const LATE_ARRIVAL_MS = 5_000;

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
  /** The command's age, ms. */
  lived: number;
};

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
  if (sign === null || !sign.shownBy(event, command.row.input)) return false;
  const earliest = event.time.kind === "exact" ? event.time.at : event.time.notBefore;
  if (earliest !== null && earliest >= sentAt - CLOCK_SLACK_MS) return true;
  return reading !== undefined && sign.reachedBy(reading.state, command.row.input);
};

/** What a reading of the room means for a command that waits for its sign or its outcome; null: nothing yet. */
export const judge = (
  entry: AnyEntry,
  command: StoredCommand,
  reading: RoomReading | undefined,
  times: Moments,
): { event: JobEvent; failure: CommandFailure | null } | null => {
  const { state, input } = command.row;
  if (state !== "accepted" && state !== "unknown") return null;
  if (entry.sign !== null && reading?.provedAt !== undefined && reading.provedAt !== null) {
    const { provedAt } = reading;
    const reached = entry.sign.reachedBy(reading.state, input);
    if (reached && times.sentAt !== null && newer(provedAt, times.sentAt, times.provedWhenSent))
      return { event: "signSeen", failure: null };
    const told =
      times.lostAt !== null && times.provedWhenLost !== undefined && newer(provedAt, times.lostAt + LATE_ARRIVAL_MS, times.provedWhenLost);
    if (!reached && state === "unknown" && told)
      return entry.repeatSafe(input) && times.lived < lifeOf(command)
        ? { event: "absent", failure: null }
        : { event: "absentForGood", failure: inner("noEffect", "the room was read afterwards and shows no effect") };
  }
  const waited = times.lived - (command.waitsSinceLived ?? times.lived);
  if (waited < GIVE_UP_MS) return null;
  const failure = inner(state === "unknown" ? "outcomeUnknown" : "neverObserved", "nothing showed its outcome for 24 hours");
  return { event: "gaveUp", failure };
};

const inner = (code: string, detail: string): CommandFailure => ({ code, httpStatus: null, businessCode: null, detail });
