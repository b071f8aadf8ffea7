import { describe, expect, it } from "vitest";
import { planRemoval, type RoomStanding, whyKept } from "../../../electron/record/removalPlan.ts";
import type { KeptReason, RemovalChoice } from "../../../shared/model/removal.ts";

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const room = (part: Partial<RoomStanding> = {}): RoomStanding => ({
  roomUuid: "a",
  state: 2,
  phase: "live",
  visibility: "shown",
  provedAt: NOW - 9 * DAY,
  open: false,
  waiting: false,
  ...part,
});
const ANY: RemovalChoice = { rooms: ["a"], before: null };
const BEFORE: RemovalChoice = { rooms: "all", before: NOW - 5 * DAY };

const cases: [string, Partial<RoomStanding>, number | null, RemovalChoice, KeptReason | null][] = [
  ["a room that nobody has heard of for days", {}, NOW - 9 * DAY, ANY, null],
  ["a room of which nothing was ever seen", { provedAt: null }, null, ANY, null],
  ["a room that runs", { state: 1, provedAt: NOW }, NOW - HOUR, ANY, "live"],
  ["a room that has not begun", { state: 0, provedAt: NOW }, null, ANY, "live"],
  ["a room that has ended and is not closed", { state: 2, provedAt: NOW }, NOW - 2 * DAY, ANY, "live"],
  ["a room in a state that nobody knows", { state: 77, provedAt: NOW }, NOW - 2 * DAY, ANY, "live"],
  ["a room without a state", { state: null, provedAt: NOW }, NOW - 2 * DAY, ANY, "live"],
  ["a room that was closed an hour ago", { state: 3, provedAt: NOW }, NOW - HOUR, ANY, null],
  ["a room that is destroyed", { state: 1, phase: "destroyed", provedAt: NOW }, NOW - HOUR, ANY, null],
  ["an archived room that ran a moment ago", { state: 1, visibility: "archived", phase: "paused" }, NOW - HOUR, ANY, "live"],
  ["an archived room that ran days ago", { state: 1, visibility: "archived", phase: "paused" }, NOW - 3 * DAY, ANY, null],
  ["a room with a command that has not ended", { waiting: true, state: 3 }, NOW - 9 * DAY, ANY, "waiting"],
  ["a room that somebody looks at", { open: true, state: 3 }, NOW - 9 * DAY, ANY, "open"],
  ["a room that is still being read", { phase: "catchingUp" }, NOW - 9 * DAY, ANY, "reading"],
  ["a room that was never read", { phase: "new", provedAt: null }, null, ANY, "reading"],
  ["a closed room, its last event before the day", { state: 3, provedAt: NOW }, NOW - 6 * DAY, BEFORE, null],
  ["a closed room, its last event after the day", { state: 3, provedAt: NOW }, NOW - 4 * DAY, BEFORE, "seenSince"],
  ["a quiet room that is proved to be there", { state: 0, provedAt: NOW - DAY }, NOW - 9 * DAY, BEFORE, "seenSince"],
];

describe("what may be removed", () => {
  it.each(cases)("%s", (_what, part, lastEvent, choice, reason) => {
    expect(whyKept(room(part), lastEvent, choice, NOW)).toBe(reason);
  });

  it("counts what goes and what stays of the rooms that are meant, and of no other", () => {
    const rooms = [
      room({ roomUuid: "a", visibility: "archived", phase: "paused" }),
      room({ roomUuid: "b", visibility: "archived", phase: "paused" }),
      room({ roomUuid: "c", visibility: "archived", phase: "paused", waiting: true }),
      room({ roomUuid: "d" }),
    ];
    const sizes = new Map(
      [
        { roomUuid: "a", events: 10, bytes: 1_000, from: NOW - 9 * DAY, to: NOW - 8 * DAY },
        { roomUuid: "c", events: 5, bytes: 500, from: NOW - 20 * DAY, to: NOW - 19 * DAY },
        { roomUuid: "d", events: 7, bytes: 700, from: NOW - 30 * DAY, to: NOW - 2 * DAY },
      ].map((size) => [size.roomUuid, size]),
    );
    const { plan, sizes: going } = planRemoval({ rooms: "archived", before: null }, rooms, sizes, NOW);
    expect(plan).toEqual({
      rooms: 2,
      events: 10,
      bytes: 1_000,
      from: NOW - 9 * DAY,
      to: NOW - 8 * DAY,
      kept: [{ reason: "waiting", count: 1 }],
    });
    expect(going.map(({ roomUuid }) => roomUuid)).toEqual(["a", "b"]);
    expect(planRemoval({ rooms: ["d"], before: null }, rooms, sizes, NOW).plan).toMatchObject({ rooms: 1, events: 7, kept: [] });
  });
});
