/** What is reckoned from the mirrors for more than one view. Pure; answers compare by value, so that a render follows only a change. */
import type { Alarm, AlarmPriority } from "../../shared/model/alarm.ts";
import { type CommandRow, isTerminal, isWaiting } from "../../shared/model/command.ts";
import type { Connection } from "../../shared/model/connection.ts";
import { staleAfter } from "../../shared/model/freshness.ts";
import { ROOM_STATE, type RoomSummary } from "../../shared/model/room.ts";

/** New and unacknowledged first, by priority, then the latest; then acknowledged ones; then those that cleared by themselves. */
export const alarmOrder = (a: Alarm, b: Alarm): number =>
  rank(a) - rank(b) || a.priority - b.priority || b.raisedAt - a.raisedAt || (a.id < b.id ? -1 : 1);
const rank = (alarm: Alarm): number => (alarm.clearedAt !== null ? 2 : alarm.acknowledgedAt !== null ? 1 : 0);

export const isNew = (alarm: Alarm): boolean => alarm.acknowledgedAt === null && alarm.clearedAt === null;

/** How many open alarms each priority has, as "2 3 1". */
export const countByPriority = (alarms: ReadonlyMap<string, Alarm>): string => {
  const counts = [0, 0, 0];
  for (const alarm of alarms.values()) if (alarm.clearedAt === null) counts[alarm.priority - 1] = (counts[alarm.priority - 1] ?? 0) + 1;
  return counts.join(" ");
};

/** Unacknowledged alarms for the rail: how many, and the most urgent of them; null where there are none. */
export const newAlarms = (alarms: ReadonlyMap<string, Alarm>): { count: number; priority: AlarmPriority } | null => {
  let count = 0;
  let priority: AlarmPriority = 3;
  for (const alarm of alarms.values()) {
    if (!isNew(alarm)) continue;
    count += 1;
    if (alarm.priority < priority) priority = alarm.priority;
  }
  return count === 0 ? null : { count, priority };
};

/** The most urgent open alarm of each room. */
export const priorityByRoom = (alarms: ReadonlyMap<string, Alarm>): ReadonlyMap<string, AlarmPriority> => {
  const byRoom = new Map<string, AlarmPriority>();
  for (const { roomUuid, priority, clearedAt } of alarms.values()) {
    if (roomUuid === null || clearedAt !== null) continue;
    const known = byRoom.get(roomUuid);
    if (known === undefined || priority < known) byRoom.set(roomUuid, priority);
  }
  return byRoom;
};

/** Commands that have not left yet. */
export const waitingToSend = (commands: ReadonlyMap<string, CommandRow>): number => {
  let waiting = 0;
  for (const row of commands.values()) if (isWaiting(row)) waiting += 1;
  return waiting;
};

/** The newest first; those that still need a person before all. */
export const commandOrder = (a: CommandRow, b: CommandRow): number =>
  Number(b.state === "needsReview") - Number(a.state === "needsReview") || b.number - a.number;

/** A command of this room that has not ended and sets this state. */
export const pendingState = (commands: ReadonlyMap<string, CommandRow>, roomUuid: string, state: number): boolean => {
  for (const row of commands.values()) {
    if (row.roomUuid === roomUuid && row.name === "room.setState" && row.input["state"] === state && !isTerminal(row)) return true;
  }
  return false;
};

/** When the last class that has a schedule and is running is meant to end, ms; null where none has. */
export const examEnd = (rooms: ReadonlyMap<string, RoomSummary>): number | null => {
  let end: number | null = null;
  for (const { state, schedule, visibility } of rooms.values()) {
    if (visibility !== "shown" || state !== ROOM_STATE.started || schedule === null) continue;
    if (schedule.startTime === null || schedule.duration === null) continue;
    const at = schedule.startTime + schedule.duration * 1_000;
    if (end === null || at > end) end = at;
  }
  return end;
};

export type ShownPhase = Connection["phase"] | "offline";

/** The header's word: `offline` once no host has answered for as long as makes a value stale. */
export const shownPhase = (connection: Connection, now: number): ShownPhase => {
  if (connection.phase === "starting" || connection.phase === "paused") return connection.phase;
  const silent =
    connection.lastAnswerAt === null ? connection.problem !== null : now - connection.lastAnswerAt >= staleAfter(connection.proofInterval);
  return silent ? "offline" : connection.phase;
};
