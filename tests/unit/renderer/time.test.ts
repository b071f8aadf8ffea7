import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agePart, duration, isTimeZone, timeFormat, when, whenShort } from "../../../renderer/format/time.ts";
import type { EventTime } from "../../../shared/model/time.ts";
import { NOW } from "./rooms.ts";

const utc = timeFormat("en", "UTC");
const between = (notBefore: number | null, notAfter: number): EventTime => ({ kind: "between", notBefore, notAfter });

describe("times in the zone of the settings", () => {
  it.each([
    ["UTC", "09:41:07"],
    ["Asia/Shanghai", "17:41:07"],
    ["America/St_Johns", "06:11:07"],
    ["Asia/Kathmandu", "15:26:07"],
  ])("%s", (zone, expected) => {
    expect(timeFormat("en", zone).clock(NOW)).toBe(expected);
    expect(timeFormat("zh", zone).clock(NOW)).toBe(expected);
  });

  it("midnight is 00, and the repeated hour of a summer time's end is told by its own offset", () => {
    expect(utc.clock(Date.UTC(2026, 0, 1))).toBe("00:00:00");
    const berlin = timeFormat("en", "Europe/Berlin");
    expect([Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)].map((at) => berlin.clock(at))).toEqual(["02:30:00", "02:30:00"]);
  });

  it("an unknown zone falls back to the workstation's instead of failing", () => {
    expect(isTimeZone("Mars/Olympus")).toBe(false);
    expect(timeFormat("en", "Mars/Olympus").clock(NOW)).toBe(timeFormat("en", "system").clock(NOW));
  });

  it("another day says its date", () => {
    expect(utc.moment(NOW, NOW)).toBe("09:41:07");
    expect(utc.moment(NOW - 86_400_000, NOW)).toContain("20");
  });
});

describe("when something happened", () => {
  it.each<[string, EventTime, string, string]>([
    ["an instant", { kind: "exact", at: NOW }, "09:41:07", "09:41:07"],
    ["an interval without a beginning", between(null, NOW), "≤ 09:41:07", "≤ 09:41:07"],
    ["an interval of two seconds", between(NOW - 2_000, NOW), "09:41:05–07", "≤ 09:41:07"],
    ["an interval over the minute", between(NOW - 10_000, NOW), "≤ 09:41:07", "≤ 09:41:07"],
    ["an interval within one second", between(NOW - 0, NOW + 400), "09:41:07", "≤ 09:41:07"],
    ["a long interval", between(NOW - 3_600_000, NOW), "≤ 09:41:07", "≤ 09:41:07"],
  ])("%s", (_, time, long, short) => {
    expect(when(time, utc)).toBe(long);
    expect(whenShort(time, utc)).toBe(short);
  });

  it("an interval wider than its second is never shown as an instant", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 10_000_000 }), (width) => {
        expect(when(between(NOW - width, NOW), utc)).toMatch(/≤|–/);
      }),
    );
  });
});

describe("durations and ages", () => {
  it.each([
    [-5, "0:00"],
    [999, "0:00"],
    [48_000, "0:48"],
    [190_000, "3:10"],
    [4_264_000, "1:11:04"],
  ])("%i ms is %s", (ms, expected) => expect(duration(ms)).toBe(expected));

  it.each([
    [0, 0, "seconds"],
    [119_999, 119, "seconds"],
    [120_000, 2, "minutes"],
    [7_199_999, 119, "minutes"],
    [7_200_000, 2, "hours"],
    [172_800_000, 2, "days"],
  ])("%i ms are %i %s", (ms, value, unit) => expect(agePart(ms)).toEqual({ value, unit }));
});
