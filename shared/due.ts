/** When a command that is asked for a time becomes due. Pure; the form, the plan of many rooms and main reckon alike. */
import type { When } from "./model/command.ts";
import type { Schedule } from "./model/room.ts";

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
