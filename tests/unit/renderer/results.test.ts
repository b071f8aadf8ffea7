import { describe, expect, it } from "vitest";
import { outcomeRows, pollOutcome, quizOutcome } from "../../../renderer/features/room/results.ts";
import { csvText } from "../../../shared/csv.ts";
import type { Poll, Quiz } from "../../../shared/model/question.ts";
import type { Person } from "../../../shared/model/room.ts";

const AT = Date.UTC(2026, 10, 21, 9, 0, 0);
const person = (userUuid: string, userName: string): Person => ({
  userUuid,
  userName,
  role: "student",
  present: true,
  enteredAt: null,
  leftAt: null,
  leftBecause: null,
  entries: 1,
});
const people = { a: person("a", "Ann"), b: person("b", "Ben"), c: person("c", "") };
const answer = (userUuid: string, correct: boolean | null, ...items: string[]) => ({
  userUuid,
  userName: userUuid === "a" ? "Ann" : userUuid,
  items,
  correct,
  committedAt: AT,
});
const quiz = (part: Partial<Quiz> = {}): Quiz => ({
  id: "q1",
  running: true,
  startedAt: { kind: "exact", at: AT },
  endedAt: null,
  changedAt: null,
  items: ["A", "B"],
  asked: ["a", "b", "c"],
  correctItems: ["A"],
  answeredCount: null,
  correctCount: null,
  askedCount: null,
  accuracy: null,
  answers: { a: answer("a", true, "A") },
  ...part,
});
const poll = (part: Partial<Poll> = {}): Poll => ({
  id: "p1",
  running: false,
  startedAt: null,
  endedAt: null,
  changedAt: null,
  items: ["yes", "no"],
  asked: [],
  title: "More time?",
  mode: "single",
  counts: [],
  choices: {},
  ...part,
});
const ofQuiz = (part: Partial<Quiz> = {}, followed: Quiz | null = null) => quizOutcome(quiz(part), { people, quiz: followed }, "en");
const ofPoll = (part: Partial<Poll> = {}, followed: Poll | null = null) => pollOutcome(poll(part), { people, poll: followed }, "en");

describe("a quiz", () => {
  it("shows each option with its share of those who answered, and names who has not", () => {
    expect(ofQuiz()).toMatchObject({
      running: true,
      bars: [
        { label: "A", count: 1, share: 1, correct: true },
        { label: "B", count: 0, share: 0, correct: false },
      ],
      answered: 1,
      asked: 3,
      accuracy: 1,
      missing: [
        { userUuid: "b", name: "Ben" },
        { userUuid: "c", name: "c" },
      ],
    });
  });

  it("of a list knows who was asked only while the events tell of the same one", () => {
    expect(ofQuiz({ asked: [], askedCount: 3 }).missing).toBeNull();
    expect(ofQuiz({ asked: [], askedCount: 3 })).toMatchObject({ answered: 1, asked: 3 });
    expect(ofQuiz({ asked: [] }, quiz({ id: "other" })).missing).toBeNull();
    expect(ofQuiz({ asked: [] }, quiz()).missing).toHaveLength(2);
  });

  it("believes the service's count where it has seen fewer answers itself", () => {
    expect(ofQuiz({ answeredCount: 3, accuracy: 0.5 })).toMatchObject({ answered: 3, accuracy: 0.5 });
    expect(ofQuiz({ answers: {} })).toMatchObject({ answered: 0, accuracy: null });
  });

  it("shows an option that only an answer names", () => {
    expect(ofQuiz({ answers: { a: answer("a", false, "B", "E") } }).bars.map(({ label, count }) => [label, count])).toEqual([
      ["A", 0],
      ["B", 1],
      ["E", 1],
    ]);
  });
});

describe("a poll", () => {
  it("shows the service's counts, and the choices that it has seen where it has none", () => {
    const counts = [
      { index: 0, count: 2, share: 0.5 },
      { index: 1, count: 4, share: 1 },
    ];
    expect(ofPoll({ mode: "multiple", counts })).toMatchObject({
      answered: 4,
      bars: [
        { label: "yes", count: 2, share: 0.5 },
        { label: "no", count: 4, share: 1 },
      ],
    });
    const choices = { a: { userUuid: "a", userName: "Ann", options: [1] } };
    expect(ofPoll({ choices, asked: ["a", "b"] })).toMatchObject({
      answered: 1,
      asked: 2,
      accuracy: null,
      bars: [{ count: 0 }, { count: 1, share: 1 }],
      missing: [{ name: "Ben" }],
    });
  });

  it("is not drawn for ever where somebody chose an option far out", () => {
    const choices = { a: { userUuid: "a", userName: "Ann", options: [1_000_000_000] } };
    expect(ofPoll({ choices }).bars.map(({ label }) => label)).toEqual(["yes", "no", "1000000001"]);
  });
});

describe("as a file", () => {
  it("has a row for each answer and for each person who has not answered", () => {
    expect(outcomeRows("r", ofQuiz()).slice(1)).toEqual([
      ["r", "quiz", "q1", "", "a", "Ann", "answered", "A", "yes", "2026-11-21T09:00:00.000Z"],
      ["r", "quiz", "q1", "", "b", "Ben", "not answered", null, null, null],
      ["r", "quiz", "q1", "", "c", "c", "not answered", null, null, null],
    ]);
  });

  it.each([
    ["=1+1", '"\'=1+1"'],
    ["+1", '"\'+1"'],
    ["＝1", '"\'＝1"'],
    ["@a", '"\'@a"'],
    ['say "hi", Ann', '"say ""hi"", Ann"'],
    ["two\nlines", "two lines"],
    ["plain", "plain"],
    [-3, "-3"],
    [null, ""],
  ])("writes %j so that no spreadsheet reckons it", (value, text) => {
    expect(csvText([[value, "x"]])).toBe(`\uFEFF${text},x\r\n`);
  });
});
