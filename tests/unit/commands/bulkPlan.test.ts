import { describe, expect, it } from "vitest";
import { planBulk, retryTargets } from "../../../shared/bulkPlan.ts";
import { ceremonyOf } from "../../../shared/model/bulk.ts";
import { changedSince, type RoomChangeSince, roomThen } from "../../../shared/model/command.ts";
import type { RoomSummary } from "../../../shared/model/room.ts";
import { commandRow } from "../../fakes/commandRow.ts";
import { room } from "../renderer/rooms.ts";

const recording = (state: number): RoomSummary["recording"] => ({
  state,
  startTime: null,
  recordId: null,
  reason: null,
  time: { kind: "exact", at: 1 },
});
const rooms = new Map(
  [
    room("a", { state: 1, present: 20, recording: recording(1) }),
    room("b", { state: 1, present: 3, recording: recording(2) }),
    room("ended", { state: 2 }),
    room("closed", { state: 3 }),
    room("gone", { phase: "destroyed" }),
    room("archived", { visibility: "archived" }),
  ].map((one) => [one.roomUuid, one]),
);
const plan = (name: string, input: Record<string, unknown>, ids: readonly string[]) =>
  planBulk({ name, input, targets: ids.map((roomUuid) => ({ roomUuid })) }, (id) => rooms.get(id));
const ALL = ["a", "b", "ended", "closed", "gone", "archived", "stranger", "a"];

describe("the plan of one command for many rooms", () => {
  it("names exactly the rooms, those that are left out with why, and whom it meets", () => {
    expect(plan("room.setState", { state: 2 }, ALL)).toEqual({
      included: ["a", "b"].map((roomUuid) => ({ roomUuid, name: roomUuid, input: { state: 2 } })),
      excluded: [
        ["ended", "already"],
        ["closed", "closed"],
        ["gone", "destroyed"],
        ["archived", "archived"],
        ["stranger", "unknownRoom"],
        ["a", "twice"],
      ].map(([roomUuid, reason]) => ({ roomUuid, name: roomUuid, reason })),
      danger: "disruptive",
      ceremony: "count",
      effect: { people: 23, recordings: 1 },
    });
  });

  it.each([
    ["recording.start", {}, ["b", "ended"]],
    ["recording.stop", {}, ["a", "ended"]],
    ["recording.update", { webRecordConfig: {} }, ["a", "ended"]],
    ["roomProperties.set", { properties: { x: 1 } }, ["a", "b", "ended"]],
    ["room.setState", { state: 1 }, ["ended"]],
    ["room.create", { roomType: 4, roomName: "N" }, ["gone", "stranger"]],
  ] as const)("%s %j asks %j", (name, input, included) => {
    expect(plan(name, input, ALL)?.included.map(({ roomUuid }) => roomUuid)).toEqual(included);
  });

  it("by the schedule asks only the rooms whose schedule says when, and only before that", () => {
    const at = (startTime: number | null) => ({ startTime, duration: null, closeDelay: null });
    const timed = new Map(
      [room("later", { schedule: at(9_000) }), room("over", { schedule: at(4_000) }), room("none", { schedule: at(null) })].map((one) => [
        one.roomUuid,
        one,
      ]),
    );
    const when = { by: "schedule", from: "start", offsetSeconds: 0 } as const;
    const targets = [...timed.keys()].map((roomUuid) => ({ roomUuid }));
    const planned = planBulk({ name: "room.setState", input: { state: 2 }, targets, timing: { when, now: 5_000 } }, (id) => timed.get(id));
    expect(planned?.included.map(({ roomUuid }) => roomUuid)).toEqual(["later"]);
    expect(planned?.excluded.map(({ roomUuid, reason }) => [roomUuid, reason])).toEqual([
      ["over", "pastTime"],
      ["none", "noSchedule"],
    ]);
  });

  it("lets each have something of its own, and takes the worst danger of all", () => {
    const own = planBulk(
      {
        name: "room.setState",
        input: { state: 1 },
        targets: [{ roomUuid: "ended" }, { roomUuid: "b", input: { state: 3 } }],
      },
      (id) => rooms.get(id),
    );
    expect(own).toMatchObject({ included: [{ input: { state: 1 } }, { input: { state: 3 } }], danger: "irreversible", ceremony: "count" });
  });

  it("knows no command that the contract does not", () => {
    expect(plan("rooms.add", {}, ALL)).toBeNull();
  });

  it.each([
    ["safe", 1, "none"],
    ["safe", 2, "dialog"],
    ["disruptive", 1, "dialog"],
    ["disruptive", 2, "count"],
    ["irreversible", 1, "count"],
  ] as const)("%s for %i: %s", (danger, count, ceremony) => {
    expect(ceremonyOf(danger, count)).toBe(ceremony);
  });
});

describe("trying again", () => {
  const failure = (code: string) => ({ code, httpStatus: null, businessCode: null, detail: "" });
  it("asks only what ended without effect, each with what it was asked", () => {
    const items = [
      commandRow({ roomUuid: "1", state: "failed", failure: failure("serverError"), input: { state: 2 } }),
      commandRow({ roomUuid: "2", state: "observed" }),
      commandRow({ roomUuid: "3", state: "expired" }),
      commandRow({ roomUuid: "4", state: "failed", failure: failure("outcomeUnknown") }),
      commandRow({ roomUuid: "5", state: "cancelled" }),
      commandRow({ roomUuid: "6", state: "unknown" }),
    ].map((row, index) => ({ key: String(index), row }));
    expect(retryTargets(items)).toEqual([
      { roomUuid: "1", input: { state: 2 } },
      { roomUuid: "3", input: { state: 1 } },
    ]);
  });
});

describe("what has changed in a room since a command was asked", () => {
  const before = roomThen(room("a", { state: 1, present: 20, eventCount: 100, recording: recording(1) }));
  it.each([
    ["nothing", { state: 1, present: 20, eventCount: 100, recording: recording(1) }, []],
    ["another class", { incarnation: 2, state: 0 }, [{ what: "newClass" }]],
    [
      "all of it",
      { state: 2, present: 3, eventCount: 140, recording: recording(2) },
      [
        { what: "state", from: 1, to: 2 },
        { what: "recording", to: false },
        { what: "present", from: 20, to: 3 },
        { what: "events", count: 40 },
      ],
    ],
  ] as [string, Partial<RoomSummary>, RoomChangeSince[]][])("%s", (_what, now, expected) => {
    expect(changedSince(before, room("a", now))).toEqual(expected);
  });
});
