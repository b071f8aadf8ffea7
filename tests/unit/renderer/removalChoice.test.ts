import { expect, it } from "vitest";
import { choiceOf, type Meant } from "../../../renderer/features/record/choice.ts";
import type { RemovalChoice } from "../../../shared/model/removal.ts";

const NOW = new Date("2026-11-21T09:41").getTime();

it.each<[Meant, string, string, RemovalChoice | null]>([
  ["archived", "", "", { rooms: "archived", before: null }],
  ["one", "", "room-1", { rooms: ["room-1"], before: null }],
  ["one", "", "", null],
  ["exam", "", "exam-1", { rooms: { examId: "exam-1" }, before: null }],
  ["exam", "", "", null],
  ["before", "2026-11-01", "", { rooms: "all", before: new Date("2026-11-01T00:00").getTime() }],
  ["before", "2026-11-21", "", { rooms: "all", before: new Date("2026-11-21T00:00").getTime() }],
  ["before", "2026-11-22", "", null],
  ["before", "", "", null],
  ["before", "soon", "", null],
])("means %s, day %j, room or exam %j", (meant, day, which, choice) => {
  expect(choiceOf({ meant, day, room: which, exam: which }, NOW)).toEqual(choice);
});
