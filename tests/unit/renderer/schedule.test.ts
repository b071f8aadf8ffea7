import { describe, expect, it } from "vitest";
import { endIsNear, scheduleBar } from "../../../renderer/features/room/Schedule.tsx";

const START = 1_000_000;
const MINUTE = 60_000;
const planned = { startTime: START, duration: 3_600, closeDelay: 600 };

describe("a class against its schedule", () => {
  it.each([
    [START - MINUTE, 0],
    [START + 35 * MINUTE, 0.5],
    [START + 100 * MINUTE, 1],
  ])("at %d stands at %d of the bar", (now, share) => {
    expect(scheduleBar(planned, now)).toMatchObject({ end: START + 60 * MINUTE, close: START + 70 * MINUTE, now: share });
  });

  it.each([null, { ...planned, startTime: null }, { ...planned, duration: null }, { ...planned, duration: 0 }])(
    "has no bar: %j",
    (schedule) => {
      expect(scheduleBar(schedule, START)).toBeNull();
    },
  );

  it.each([
    [START + 44 * MINUTE, false],
    [START + 45 * MINUTE, true],
    [START + 65 * MINUTE, true],
  ])("at %d is near its end: %s", (now, near) => {
    expect(endIsNear(scheduleBar(planned, now), now)).toBe(near);
  });
});
