/** Alarms and commands of the invented morning. */
import type { Alarm } from "../../../shared/model/alarm.ts";
import type { CommandRow } from "../../../shared/model/command.ts";
import { commandRow } from "../commandRow.ts";

export const firstAlarms = (now: number): Alarm[] => {
  const alarm = (part: Pick<Alarm, "id" | "rule" | "priority"> & Partial<Alarm>): Alarm => ({
    roomUuid: null,
    params: {},
    raisedAt: now,
    acknowledgedAt: null,
    acknowledgedBy: null,
    clearedAt: null,
    ...part,
  });
  return [
    alarm({
      id: "commandUnknown:c3",
      rule: "commandUnknown",
      priority: 2,
      roomUuid: "fin2-031",
      params: { number: 3 },
      raisedAt: now - 42_000,
    }),
    alarm({ id: "unauthorized", rule: "unauthorized", priority: 1, raisedAt: now - 21_000 }),
    alarm({
      id: "commandFailed:c4",
      rule: "commandFailed",
      priority: 2,
      roomUuid: "fin2-024",
      params: { number: 4, code: "timeout" },
      raisedAt: now - 125_000,
      acknowledgedAt: now - 100_000,
      acknowledgedBy: "M. Okafor",
    }),
    alarm({
      id: "roomGap:fin2-017",
      rule: "roomGap",
      priority: 3,
      roomUuid: "fin2-017",
      params: { room: "Room 17", count: 1 },
      raisedAt: now - 190_000,
    }),
    alarm({ id: "otherReader", rule: "otherReader", priority: 3, raisedAt: now - 400_000, clearedAt: now - 180_000 }),
  ];
};

/** Commands of days before, one every five seconds, the latest just before those of this morning. */
export const endedCommands = (now: number, count: number): CommandRow[] =>
  Array.from({ length: count }, (_, index) => {
    const at = now - 3_000_000 - (count - index) * 5_000;
    return commandRow({
      id: `10000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      number: 100 + index,
      roomUuid: `fin2-${String((index % 40) + 1).padStart(3, "0")}`,
      input: { state: (index % 2) + 1 },
      operator: "M. Okafor",
      askedAt: at,
      state: index % 50 === 0 ? "failed" : "observed",
      failure: index % 50 === 0 ? { code: "roomAbsent", httpStatus: 404, businessCode: 20_404_100, detail: "" } : null,
      observedAt: index % 50 === 0 ? null : at + 700,
      endedAt: at + 700,
    });
  });

export const firstCommands = (now: number): CommandRow[] => {
  const command = (number: number, roomUuid: string, state: number, part: Partial<CommandRow>): CommandRow =>
    commandRow({
      id: `00000000-0000-4000-8000-00000000000${number}`,
      number,
      roomUuid,
      input: { state },
      operator: "M. Okafor",
      danger: state === 1 ? "safe" : "disruptive",
      askedAt: now - 60_000,
      expiresAt: now + 540_000,
      ...part,
    });
  const failure = { code: "timeout", httpStatus: null, businessCode: null, detail: "no headers within 10000 ms" };
  return [
    command(1, "fin2-001", 1, {
      state: "observed",
      askedAt: now - 2_470_000,
      sentAt: now - 2_464_000,
      acceptedAt: now - 2_463_800,
      observedAt: now - 2_463_100,
      endedAt: now - 2_463_100,
    }),
    command(2, "fin2-036", 2, {
      state: "observed",
      askedAt: now - 302_000,
      sentAt: now - 301_500,
      acceptedAt: now - 301_200,
      observedAt: now - 300_000,
      endedAt: now - 300_000,
    }),
    command(3, "fin2-031", 2, { state: "unknown", sentAt: now - 50_000, failure }),
    command(4, "fin2-024", 2, {
      state: "failed",
      askedAt: now - 140_000,
      sentAt: now - 139_000,
      endedAt: now - 125_000,
      failure,
      attempt: { number: 4, of: 4, host: "api-ap-northeast-1.example.com", nextAt: null },
    }),
    command(5, "fin2-039", 1, { state: "needsReview", askedAt: now - 200_000 }),
    command(6, "fin2-038", 1, { state: "accepted", askedAt: now - 9_000, sentAt: now - 4_000, acceptedAt: now - 3_600 }),
  ];
};
