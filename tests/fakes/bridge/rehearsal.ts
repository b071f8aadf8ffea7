/** A rehearsal for pages on the fixture bridge: some incidents, switches that switch. */
import type { CallInput } from "../../../shared/contract.ts";
import type { Rehearsal, ScoredIncident } from "../../../shared/model/rehearsal.ts";
import { ok } from "../../../shared/result.ts";
import { createValueTopic } from "./topics.ts";

const incidentsAt = (now: number): ScoredIncident[] => [
  {
    id: 4,
    kind: "notRecorded",
    roomUuid: "fin2-016",
    roomName: "Room 16, Thermodynamics B",
    userUuid: null,
    userName: null,
    happenedAt: now - 40_000,
    seenAt: now - 38_000,
    actedAt: null,
    overAt: null,
    points: 40,
    outOf: 40,
    pending: true,
  },
  {
    id: 3,
    kind: "cameBack",
    roomUuid: "fin2-012",
    roomName: "Room 12, Linear algebra B",
    userUuid: "stu-012-06",
    userName: "王雨桐",
    happenedAt: now - 240_000,
    seenAt: now - 239_000,
    actedAt: now - 200_000,
    overAt: now - 200_000,
    points: 100,
    outOf: 100,
    pending: false,
  },
  {
    id: 2,
    kind: "massDrop",
    roomUuid: "fin2-018",
    roomName: "Room 18, Statistics B",
    userUuid: null,
    userName: null,
    happenedAt: now - 300_000,
    seenAt: now - 270_000,
    actedAt: null,
    overAt: null,
    points: 50,
    outOf: 100,
    pending: false,
  },
  {
    id: 1,
    kind: "notRecorded",
    roomUuid: "fin2-021",
    roomName: "Room 21, Organic chemistry C",
    userUuid: null,
    userName: null,
    happenedAt: now - 500_000,
    seenAt: now - 498_000,
    actedAt: null,
    overAt: now - 320_000,
    points: 40,
    outOf: 100,
    pending: false,
  },
];

export const createRehearsal = (practice: boolean, now: () => number) => {
  const first: Rehearsal = {
    scenario: "exam-day",
    seed: 1,
    speed: 1,
    without: [],
    startedAt: now() - 720_000,
    now: now(),
    incidents: incidentsAt(now()),
    happened: 4,
    seen: 4,
    acted: 1,
    score: 68,
    troubles: [{ id: 1, name: "unauthorized", from: now() - 5_000, until: now() + 20_000, active: true, scheduled: true }],
  };
  const topic = createValueTopic<{ rehearsal: Rehearsal | null }>({ rehearsal: practice ? first : null });
  const change = (part: Partial<Rehearsal>): void => {
    const { rehearsal } = topic.read();
    if (rehearsal !== null) topic.set({ rehearsal: { ...rehearsal, ...part } });
  };
  return {
    topic,
    calls: {
      "practice.begin": (plan: CallInput<"practice.begin">) => {
        change({ ...plan, startedAt: now(), incidents: [], happened: 0, seen: 0, acted: 0, score: null, troubles: [] });
        return ok({});
      },
      "practice.trouble": ({ name, on }: CallInput<"practice.trouble">) => {
        const others = (topic.read().rehearsal?.troubles ?? []).filter((trouble) => trouble.name !== name);
        const id = Math.max(0, ...others.map((trouble) => trouble.id)) + 1;
        change({ troubles: on ? [...others, { id, name, from: now(), until: null, active: true, scheduled: false }] : others });
        return ok({});
      },
    },
  };
};
