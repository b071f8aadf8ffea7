/** When a command that was asked for a time becomes due, and whether the clock that says so can be believed. */
import type { When } from "../../shared/model/command.ts";
import type { Schedule } from "../../shared/model/room.ts";
import type { Clock } from "../../shared/ports.ts";

const SECOND = 1_000;

/** Server time, ms; null where the room's schedule does not tell. */
export const dueAtOf = (when: When, askedAt: number, schedule: Schedule | null): number | null => {
  switch (when.by) {
    case "clock":
      return when.at;
    case "delay":
      return askedAt + when.seconds * SECOND;
    case "schedule": {
      if (schedule === null || schedule.startTime === null) return null;
      if (when.from === "start") return schedule.startTime + when.offsetSeconds * SECOND;
      return schedule.duration === null ? null : schedule.startTime + (schedule.duration + when.offsetSeconds) * SECOND;
    }
  }
};

/** Wall time that moves against monotonic time by more than this was set by a person, or has slept, ms. */
const JUMP_MS = 2 * SECOND;

/**
 * Server time is reckoned from this workstation's clock. After that clock has jumped, and before the first answer of a run, it is believed
 * only once an answer has told the server's time anew. `answers`: how many answers of this run have told it.
 */
export const createTimekeeper = ({ clock, answers }: { clock: Clock; answers: () => number }) => {
  let drift = clock.wall() - clock.monotonic();
  let needed = answers() + 1;
  let since = clock.monotonic();

  const look = (): void => {
    const now = clock.wall() - clock.monotonic();
    if (Math.abs(now - drift) > JUMP_MS) {
      needed = answers() + 1;
      since = clock.monotonic();
    }
    drift = now;
  };

  return {
    sure: (): boolean => {
      look();
      return answers() >= needed;
    },
    /** For how long it has not been, ms. */
    unsureFor: (): number => clock.monotonic() - since,
  };
};
