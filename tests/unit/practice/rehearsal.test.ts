/** What counts as an incident, and how well it was met. */
import { describe, expect, it } from "vitest";
import { createEngine } from "../../../electron/practice/engine/engine.ts";
import { answered, markSeen, shownBy } from "../../../electron/practice/engine/incidents.ts";
import { remove } from "../../../electron/practice/engine/people.ts";
import { startRecording } from "../../../electron/practice/engine/recordings.ts";
import { setState } from "../../../electron/practice/engine/rooms.ts";
import { scoreIncident, totalOf } from "../../../electron/practice/rehearsal/score.ts";
import { REGION, SCENARIOS } from "../../../electron/practice/scenarios/scenarios.ts";
import { INCIDENT_KINDS, type Incident, SCENARIO_NAMES, type ScenarioName } from "../../../shared/model/rehearsal.ts";

const T0 = 1_800_000_000_000;
const MINUTE = 60_000;

const incident = (change: Partial<Record<"seen" | "acted" | "over", number>> & { kind?: Incident["kind"] } = {}): Incident => {
  const at = (seconds: number | undefined): number | null => (seconds === undefined ? null : T0 + seconds * 1000);
  return {
    id: 1,
    kind: change.kind ?? "notRecorded",
    roomUuid: "r1",
    roomName: "Room 1",
    userUuid: null,
    userName: null,
    happenedAt: T0,
    seenAt: at(change.seen),
    actedAt: at(change.acted),
    overAt: at(change.over),
  };
};

describe("the score of an incident", () => {
  const LATER = 1_000;
  /** Seconds after it happened; `now` LATER unless said. */
  const TABLE: readonly (readonly [
    what: string,
    change: Parameters<typeof incident>[0],
    now: number,
    expected: { points: number; outOf: number; pending: boolean },
  ])[] = [
    ["seen and answered in time", { seen: 2, acted: 40, over: 40 }, LATER, { points: 100, outOf: 100, pending: false }],
    ["at the limits", { seen: 10, acted: 60, over: 60 }, LATER, { points: 100, outOf: 100, pending: false }],
    ["half as late as counts", { seen: 30, acted: 180, over: 180 }, LATER, { points: 50, outOf: 100, pending: false }],
    ["too late for anything", { seen: 50, acted: 300, over: 300 }, LATER, { points: 0, outOf: 100, pending: false }],
    ["never seen", {}, LATER, { points: 0, outOf: 100, pending: false }],
    ["seen, never answered", { seen: 5 }, LATER, { points: 40, outOf: 100, pending: false }],
    ["just happened", {}, 1, { points: 0, outOf: 0, pending: true }],
    ["seen, and still time to answer", { seen: 5 }, 299, { points: 40, outOf: 40, pending: true }],
    ["over by itself before it had to be answered", { seen: 5, over: 30 }, LATER, { points: 40, outOf: 40, pending: false }],
    ["over by itself when it should have been answered", { seen: 5, over: 100 }, LATER, { points: 40, outOf: 100, pending: false }],
    ["over before anybody saw it", { over: 8 }, LATER, { points: 0, outOf: 40, pending: false }],
    ["nothing answers it: seen", { kind: "massDrop", seen: 3 }, LATER, { points: 100, outOf: 100, pending: false }],
    ["nothing answers it: not seen", { kind: "handWaiting" }, LATER, { points: 0, outOf: 100, pending: false }],
  ];
  it.each(TABLE)("%s", (_what, change, now, expected) => {
    expect(scoreIncident(incident(change), T0 + now * 1000)).toMatchObject(expected);
  });

  it("never has more points than there are", () => {
    for (const kind of INCIDENT_KINDS)
      for (const seen of [undefined, 0, 7, 70])
        for (const acted of [undefined, 0, 90, 900])
          for (const now of [0, 60, LATER]) {
            const scored = scoreIncident(
              incident({ kind, ...(seen === undefined ? {} : { seen }), ...(acted === undefined ? {} : { acted, over: acted }) }),
              T0 + now * 1000,
            );
            expect(scored.points).toBeGreaterThanOrEqual(0);
            expect(scored.points).toBeLessThanOrEqual(scored.outOf);
          }
  });

  it("makes a total of what is decided", () => {
    const now = T0 + LATER * 1000;
    expect(totalOf([])).toBeNull();
    expect(totalOf([scoreIncident(incident(), T0)])).toBeNull();
    expect(totalOf([incident({ seen: 1, acted: 1, over: 1 }), incident()].map((one) => scoreIncident(one, now)))).toBe(50);
  });
});

const begin = (scenario: ScenarioName) => createEngine({ seed: 1, startAt: T0, scenario });
const after = (scenario: ScenarioName, minutes: number) => {
  const engine = begin(scenario);
  engine.advanceTo(T0 + minutes * MINUTE);
  return engine.world;
};
const short = (world: ReturnType<typeof after>): string[] =>
  world.ledger.map(({ kind, roomUuid, happenedAt }) => `${kind} ${roomUuid} +${Math.round((happenedAt - T0) / 1000)}`);

describe("what happens in", () => {
  it.each(SCENARIO_NAMES)("%s is the same for the same seed, and nothing of it lies before the beginning", (name) => {
    const world = after(name, 3);
    expect(after(name, 3).ledger).toEqual(world.ledger);
    expect(world.ledger.every(({ happenedAt }) => happenedAt >= T0)).toBe(true);
  });

  it("late-starters: who has not started two minutes in; it is over when they do", () => {
    const world = after("late-starters", 4);
    expect(short(world)).toEqual(["lateStart fin2-002 +120", "lateStart fin2-003 +120", "lateStart fin2-004 +120"]);
    expect(world.ledger.map(({ overAt }) => overAt)).toEqual([T0 + 3 * MINUTE, null, null]);
  });

  it("forgotten-recording: what is not recorded, is stopped, or is given up", () => {
    expect(short(after("forgotten-recording", 5))).toEqual([
      "notRecorded fin2-001 +10",
      "notRecorded fin2-002 +10",
      "notRecorded fin2-003 +120",
      "notRecorded fin2-004 +130",
    ]);
  });

  it("kick-returns: four who were put out and are back", () => {
    const { ledger } = after("kick-returns", 3);
    expect(ledger.map(({ kind, userUuid }) => [kind, userUuid])).toEqual(
      [1, 2, 3, 4].map((number) => ["cameBack", `stu-00${number}-0${number}`]),
    );
  });

  it("mass-drop: sixteen rooms that lose most of their people", () => {
    expect(after("mass-drop", 3).ledger.map(({ kind }) => kind)).toEqual(Array.from({ length: 16 }, () => "massDrop"));
  });

  it("exam-day: hands, forgotten recordings, a person who comes back, a drop", () => {
    const kinds = new Set(after("exam-day", 15).ledger.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(["notRecorded", "handWaiting", "cameBack", "massDrop"]));
  });

  it("none: nothing", () => expect(after("none", 60).ledger).toEqual([]));
});

describe("an incident", () => {
  const first = (scenario: ScenarioName, minutes: number) => {
    const engine = begin(scenario);
    engine.advanceTo(T0 + minutes * MINUTE);
    const { world } = engine;
    const entry = world.ledger[0];
    const room = entry && world.rooms.get(`${REGION}/${entry.roomUuid}`);
    if (entry === undefined || room === undefined) throw new Error("nothing happened");
    return { engine, world, entry, room };
  };

  it.each([
    ["late-starters", 2, (world, room) => setState(world, room, 1), "lateStart"],
    ["forgotten-recording", 1, (world, room) => startRecording(world, room, {}), "notRecorded"],
  ] as const satisfies readonly (readonly [
    ScenarioName,
    number,
    (world: ReturnType<typeof after>, room: ReturnType<typeof first>["room"]) => unknown,
    string,
  ])[])("of %s is answered by the call that mends it, and only once", (scenario, minutes, mend, kind) => {
    const { engine, world, entry, room } = first(scenario, minutes);
    engine.advanceTo(world.now + 5_000);
    mend(world, room);
    answered(world, room, kind);
    expect(entry).toMatchObject({ kind, actedAt: world.now, seenAt: world.now, overAt: world.now });
    const { actedAt } = entry;
    engine.advanceTo(world.now + 1_000);
    answered(world, room, kind);
    expect(entry.actedAt).toBe(actedAt);
  });

  it("of kick-returns is answered by removing that very person", () => {
    const { world, entry, room } = first("kick-returns", 1.5);
    answered(world, room, "cameBack", "stu-001-02");
    expect(entry.actedAt).toBeNull();
    remove(world, room, entry.userUuid ?? "", null);
    answered(world, room, "cameBack", entry.userUuid);
    expect(entry).toMatchObject({ actedAt: world.now, overAt: world.now });
  });

  it("that an event tells is shown by the answer with that event, one that is missing by any answer to the end", () => {
    const told = first("kick-returns", 1.2);
    const event = { roomUuid: told.entry.roomUuid, sequence: told.entry.evidence ?? 0 };
    const shows = (events: { roomUuid: string; sequence?: number }[], toTheEnd: boolean, of = told) =>
      shownBy(of.world, REGION, of.room, toTheEnd, () => events).includes(of.entry);
    expect(shows([event], false)).toBe(true);
    expect(shows([{ ...event, sequence: event.sequence + 1 }], true)).toBe(false);
    expect(shownBy(told.world, "eu", null, true, () => [event])).toEqual([]);
    const missing = first("late-starters", 2);
    expect(shows([], true, missing)).toBe(true);
    expect(shows([], false, missing)).toBe(false);
    markSeen(told.world, [told.entry], told.world.now);
    expect(told.entry.seenAt).toBe(told.world.now);
    expect(shows([event], true)).toBe(false);
  });

  it("ends with its class", () => {
    const { world, entry, room } = first("forgotten-recording", 1);
    setState(world, room, 2);
    expect(entry).toMatchObject({ overAt: world.now, actedAt: null });
  });
});

describe("trouble by schedule", () => {
  const planned = SCENARIOS["rough-network"].troubles?.(7) ?? [];

  it("is the same for the same seed, another for another, each after the other", () => {
    expect(SCENARIOS["rough-network"].troubles?.(7)).toEqual(planned);
    expect(SCENARIOS["rough-network"].troubles?.(8)).not.toEqual(planned);
    expect(planned.every(({ start, end }, index) => start < end && start > (planned[index - 1]?.end ?? 0))).toBe(true);
  });

  it("has every kind that a network and a service are known for", () => {
    expect(new Set(planned.map(({ order }) => order.kind))).toEqual(
      new Set(
        "latency reset lost half body unauthorized expiredTokens tooMany internal unavailable late duplicate clock names stop".split(" "),
      ),
    );
  });
});
