import { describe, expect, it } from "vitest";
import { examReportCsv, examReportHtml } from "../../../electron/record/examReport.ts";
import { createReportWords } from "../../../electron/record/reportWords.ts";
import { readable } from "../../../shared/examSheet/readable.ts";
import { roomReport } from "../../../shared/examSheet/report.ts";
import type { RowDifference } from "../../../shared/model/exam.ts";
import type { Person, RoomView } from "../../../shared/model/room.ts";
import { emptyView } from "../../../shared/projection/index.ts";
import { aReading } from "../commands/rows.ts";
import { HOUR, meaningOf, START } from "./sheets.ts";

const UNCHANGED: RowDifference = { action: "unchanged", changes: [], fixed: [], unseen: [] };
const person = (userUuid: string, role: string, entries: number): Person => ({
  userUuid,
  userName: userUuid,
  role,
  present: false,
  enteredAt: null,
  leftAt: null,
  leftBecause: null,
  entries,
});
const people = (...all: Person[]): RoomView["people"] => Object.fromEntries(all.map((one) => [one.userUuid, one]));
const roomOf = (view: Partial<RoomView>) => {
  const whole = { ...emptyView(), ...view };
  return { summary: aReading({ roomUuid: "hall-1" }, whole).summary, view: whole };
};
const line = (room: ReturnType<typeof roomOf> | undefined, difference = UNCHANGED, drift: Parameters<typeof roomReport>[0]["drift"] = []) =>
  roomReport({ index: 0, meaning: meaningOf(), difference, drift, room, asOf: room === undefined ? null : START + 3 * HOUR });

describe("the report of an exam", () => {
  const held = line(
    roomOf({
      state: 2,
      startTime: START + 60_000,
      stateTime: { kind: "exact", at: START + 2 * HOUR },
      people: people(person("ann", "student", 1), person("eve", "student", 2), person("tim", "teacher", 1)),
    }),
    { ...UNCHANGED, action: "fixed", fixed: [{ column: "duration", from: "3600", to: "7200" }] },
    [{ column: "examinationUrl", wanted: "https://exam.example/hall-1", seen: "https://<b>", seenAt: 1 }],
  );

  it("holds what was against what was planned", () => {
    expect(held).toEqual({
      row: 1,
      roomUuid: "hall-1",
      roomName: "Hall 1",
      proctor: "Tim",
      planned: { start: START, end: START + 2 * HOUR, candidates: 2 },
      was: { asOf: START + 3 * HOUR, state: 2, start: START + 60_000, end: START + 2 * HOUR, recorded: null, came: 1 },
      neverCame: ["ben"],
      unexpected: ["eve"],
      differences: [
        { column: "examinationUrl", planned: "https://exam.example/hall-1", was: "https://<b>" },
        { column: "duration", planned: "7200", was: "3600" },
      ],
    });
  });

  it("claims nothing of a room that was never read", () => {
    expect(line(undefined)).toMatchObject({ was: { asOf: null, state: null }, neverCame: [], unexpected: [] });
  });

  const report = { exam: { name: "Finals", date: "2026-06-07", timeZone: "Asia/Shanghai" }, madeAt: START, rooms: [held, line(undefined)] };

  it("is a table with a line per room, in the proctor's language", () => {
    const rows = examReportCsv(report, createReportWords("en", "UTC")).split("\r\n");
    expect(rows[0]).toContain("Planned start");
    expect(rows[1]).toContain("1,hall-1,Hall 1,Tim,");
    expect(rows[1]).toContain("2026-06-07 09:01");
    expect(rows[1]).toContain("Duration: planned 2h, was 1h");
    expect(rows[2]).toContain("never read");
    const unseen = examReportCsv({ ...report, rooms: [line(roomOf({}))] }, createReportWords("en", "UTC"));
    expect(unseen).toContain(",no start was seen,");
    expect(examReportCsv(report, createReportWords("zh", "UTC"))).toContain("计划开始");
  });

  it("tells a value as it may be typed, a time in the exam's zone, and what it cannot read as it stands", () => {
    const told = [
      ["startTime", "2026-06-07T01:00:00.000Z", "2026-06-07 09:00"],
      ["startTime", "tomorrow", "tomorrow"],
      ["duration", "5405", "1h30m5s"],
      ["closeDelay", "0", "0s"],
      ["closeDelay", "90000", "25h"],
      ["roomName", "3600", "3600"],
    ] as const;
    for (const [column, text, expected] of told) expect(readable(column, text, "Asia/Shanghai")).toBe(expected);
  });

  it("is a document without markup of its rooms'", () => {
    const html = examReportHtml(report, "en", createReportWords("en", "UTC"));
    expect(html).toContain("2; 1 were started; in 1 something is not as planned");
    expect(html).toContain("<div>1 of 2 came</div><div>never came: ben</div><div>not on the list: eve</div>");
    expect(html).toContain("https://&lt;b&gt;");
    expect(html).not.toContain("<b>");
  });
});
