import { describe, expect, it } from "vitest";
import { NO_SHOW_MS, type SeatedRow, seatingCsv, seatingOf } from "../../../shared/examSheet/seating.ts";
import type { Person } from "../../../shared/model/room.ts";

const START = 1_800_000_000_000;
const person = (userUuid: string, more: Partial<Person> = {}): Person => ({
  userUuid,
  userName: userUuid.toUpperCase(),
  role: "student",
  present: true,
  enteredAt: null,
  leftAt: null,
  leftBecause: null,
  entries: 1,
  ...more,
});
const room = (id: string, candidates: string[], people: Person[], asOf: number | null = START + NO_SHOW_MS): SeatedRow => ({
  rowId: id,
  meaning: { roomUuid: `room-${id}`, roomName: id, startTime: START, candidates, proctor: null },
  people: Object.fromEntries(people.map((one) => [one.userUuid, one])),
  asOf,
});
const ids = (people: { userUuid: string }[]): string[] => people.map(({ userUuid }) => userUuid);

describe("who sits where", () => {
  const first = room(
    "a",
    ["ann", "ben", "cem", "dan"],
    [person("ann", { entries: 3 }), person("ben", { present: false }), person("eve"), person("tim", { role: "teacher" }), person("dan")],
  );
  const second = room("b", ["dan"], [person("dan"), person("tim", { role: "teacher" })]);
  const [seating] = seatingOf([first], [first, second], START + NO_SHOW_MS);
  if (seating === undefined) throw new Error("no seating");

  it("absent is who is on the list and not in; whoever was in before is no no-show", () => {
    expect(ids(seating.absent)).toEqual(["ben", "cem"]);
    expect(ids(seating.noShow)).toEqual(["cem"]);
    expect(seating).toMatchObject({ expected: 4, seated: 2 });
  });
  it("a student who is not on the list is unexpected, a teacher is not", () => {
    expect(ids(seating.unexpected)).toEqual(["eve"]);
  });
  it("a candidate in two rooms is told with the other room; a proctor may be in many", () => {
    expect(seating.twice).toEqual([{ userUuid: "dan", userName: "DAN", alsoIn: ["room-b"] }]);
  });
  it("who sits in a wrong room is told with the right one, and where they are missed with the one they are in", () => {
    const right = room("a", ["ann", "ben"], [person("ben", { present: false })]);
    const wrong = room("b", ["cem"], [person("ann"), person("cem"), person("eve")]);
    const [missed, found] = seatingOf([right, wrong], [right, wrong], START);
    expect(missed?.absent).toEqual([
      { userUuid: "ann", userName: "", isIn: ["room-b"] },
      { userUuid: "ben", userName: "BEN", isIn: [] },
    ]);
    expect(found?.unexpected).toEqual([
      { userUuid: "ann", userName: "ANN", belongsIn: ["room-a"] },
      { userUuid: "eve", userName: "EVE", belongsIn: [] },
    ]);
    expect(seatingCsv([missed, found].filter((one) => one !== undefined)).map((line) => line.slice(2).join(" "))).toEqual([
      "what userUuid userName detail",
      "absent ann  room-b",
      "absent ben BEN ",
      "unexpected ann ANN room-a",
      "unexpected eve EVE ",
    ]);
  });
  it("who came in three times has come back twice", () => {
    expect(seating.returned).toEqual([{ userUuid: "ann", userName: "ANN", times: 2 }]);
  });

  it.each<[string, number, number | null, number, number]>([
    ["a minute before T+10 nobody is a no-show", START + NO_SHOW_MS - 60_000, START + NO_SHOW_MS, 1, 0],
    ["a room that was last read before T+10 has none either", START + NO_SHOW_MS, START, 1, 0],
    ["of a room that was never read nothing is claimed", START + NO_SHOW_MS, null, 0, 0],
    ["at T+10 whoever never came is one", START + NO_SHOW_MS, START + NO_SHOW_MS, 1, 1],
  ])("%s", (_what, now, asOf, absent, noShow) => {
    const one = room("a", ["ann"], [], asOf);
    const [found] = seatingOf([one], [one], now);
    expect([found?.absent.length, found?.noShow.length]).toEqual([absent, noShow]);
  });

  it("the list for a spreadsheet has a line per person who is not as the sheet has it", () => {
    expect(seatingCsv([seating]).map((line) => line.slice(2, 4).join(" "))).toEqual([
      "what userUuid",
      "absent ben",
      "no-show cem",
      "unexpected eve",
      "twice dan",
      "came back ann",
    ]);
  });
});
