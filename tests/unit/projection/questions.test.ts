import { describe, expect, it } from "vitest";
import { RoomView } from "../../../shared/model/room.ts";
import { readPollRecord, readQuizRecord } from "../../../shared/model/widgetRecord.ts";
import { briefOf } from "../../../shared/projection/index.ts";
import { pollsOf, quizzesOf, votersOf } from "../../../shared/projection/questions.ts";
import { foldOf, history, secondsIn } from "./history.ts";

const student = (userUuid: string, userName = userUuid) => ({ userUuid, userName, role: "2" });
const enter = (...ids: string[]): [number, unknown] => [20, { onlineUsers: ids.map((id) => student(id)), offlineUsers: [] }];
const leave = (...ids: string[]): [number, unknown] => [20, { onlineUsers: [], offlineUsers: ids.map((id) => student(id)) }];

const widget = (widgetUuid: string, changeProperties: object, more: object = {}) => ({
  action: 1,
  widgetUuid,
  changeProperties,
  operator: { userUuid: "server", userName: "server", role: "server" },
  ...more,
});
const quiz = {
  start: (id = "q1") =>
    widget("popupQuiz", {
      "extra.popupQuizId": id,
      "extra.items": ["A", "B", "C"],
      "extra.correctItems": ["A"],
      "extra.answerState": 1,
      "extra.receiveQuestionTime": secondsIn(0),
      "extra.totalCount": 2,
      state: 1,
    }),
  answer: (who: string, item: string, id = "q1") =>
    widget(
      "popupQuiz",
      { popupQuizId: id, selectedItems: [item], isCorrect: item === "A", lastCommitTime: secondsIn(5) },
      { fromUser: student(who), cause: { popQuizId: id, action: 3 } },
    ),
  sum: (selectedCount: number, id = "q1") =>
    widget("popupQuiz", {
      "extra.popupQuizId": id,
      "extra.selectedCount": selectedCount,
      "extra.correctCount": 1,
      "extra.totalCount": 2,
      "extra.averageAccuracy": 0.5,
    }),
  end: (id = "q1") =>
    widget("popupQuiz", { "extra.popupQuizId": id, "extra.answerState": 0, "extra.selectedCount": 1, "extra.totalCount": 2 }),
};
const details = (a: number, b: number, of: number) => ({ "0": { num: a, percentage: a / of }, "1": { num: b, percentage: b / of } });
const poll = {
  start: () =>
    widget("poll", {
      "extra.pollId": "p1",
      "extra.pollState": 1,
      "extra.mode": 2,
      "extra.pollTitle": "Again?",
      "extra.pollItems": ["yes", "no"],
      "extra.pollDetails": details(0, 0, 1),
      state: 1,
    }),
  choose: (who: string, ...selectIndex: number[]) =>
    widget("poll", { pollId: "p1", selectIndex }, { fromUser: student(who), cause: { pollId: "p1", action: 3 } }),
  sum: (a: number, b: number, of: number) => widget("poll", { "extra.pollId": "p1", "extra.pollDetails": details(a, b, of) }),
  end: () => widget("poll", { "extra.pollId": "p1", "extra.pollingState": 0, "extra.pollDetails": details(2, 1, 2) }),
};

describe("a quiz", () => {
  it("is followed from its question to its end, and knows who was asked", () => {
    const view = foldOf(
      enter("a", "b"),
      [1110, quiz.start()],
      [1110, quiz.answer("a", "B")],
      [1110, quiz.sum(1)],
      [1110, quiz.answer("a", "A")],
      enter("late"),
      leave("b"),
      [1110, quiz.end()],
      enter("tooLate"),
    );
    expect(view.quiz).toMatchObject({
      id: "q1",
      running: false,
      items: ["A", "B", "C"],
      correctItems: ["A"],
      answeredCount: 1,
      askedCount: 2,
      accuracy: 0.5,
      startedAt: { kind: "exact", at: secondsIn(0) },
      endedAt: { kind: "exact", at: secondsIn(7) },
      asked: ["a", "b", "late"],
    });
    expect(view.quiz?.answers).toEqual({ a: { userUuid: "a", userName: "a", items: ["A"], correct: true, committedAt: secondsIn(5) } });
    expect(RoomView.parse(view)).toEqual(view);
  });

  it("gives way to the next one", () => {
    const view = foldOf([1110, quiz.start()], [1110, quiz.answer("a", "A")], [1110, quiz.end()], enter("b"), [1110, quiz.start("q2")]);
    expect(view.quiz).toMatchObject({ id: "q2", running: true, endedAt: null, answers: {}, asked: ["b"] });
  });

  it("asks no teacher", () => {
    expect(foldOf([20, { onlineUsers: [{ userUuid: "t", role: "host" }] }], [1110, quiz.start()]).quiz?.asked).toEqual([]);
  });

  it("is over when its widget is put away or deleted", () => {
    expect(foldOf([1110, quiz.start()], [1110, widget("popupQuiz", { state: 0 })]).quiz?.running).toBe(false);
    expect(foldOf([1110, quiz.start()], [1110, { ...widget("popupQuiz", { state: 0 }), action: 2 }]).quiz?.running).toBe(false);
  });
});

describe("a poll", () => {
  it("is followed from its question to its end", () => {
    const view = foldOf(
      enter("a", "b"),
      [1110, poll.start()],
      [1110, poll.choose("a", 0, 1)],
      [1110, poll.sum(1, 1, 1)],
      [1110, poll.end()],
    );
    expect(view.poll).toMatchObject({
      id: "p1",
      running: false,
      title: "Again?",
      mode: "multiple",
      items: ["yes", "no"],
      counts: [
        { index: 0, count: 2, share: 1 },
        { index: 1, count: 1, share: 0.5 },
      ],
      choices: { a: { userUuid: "a", userName: "a", options: [0, 1] } },
      asked: ["a", "b"],
    });
    expect(RoomView.parse(view)).toEqual(view);
  });

  it.each([
    ["nobody", [], 0],
    [
      "single choice",
      [
        { index: 0, count: 2, share: 0.6666667 },
        { index: 1, count: 1, share: 0.33333334 },
      ],
      3,
    ],
    [
      "multiple choice",
      [
        { index: 0, count: 2, share: 1 },
        { index: 1, count: 1, share: 0.5 },
      ],
      2,
    ],
    [
      "no shares",
      [
        { index: 0, count: 2, share: null },
        { index: 1, count: 1, share: null },
      ],
      3,
    ],
  ])("knows how many have answered: %s", (_case, counts, voters) => {
    expect(votersOf(counts)).toBe(voters);
  });
});

describe("a list of records", () => {
  const read = <R>(records: unknown[], reader: (raw: unknown) => R | null): R[] => records.flatMap((raw) => reader(raw) ?? []);

  it("tells every quiz, oldest first, though an answer came behind its end", () => {
    const records = [quiz.start(), quiz.start("q2"), quiz.answer("a", "A"), quiz.answer("b", "C", "q2"), quiz.end("q2")];
    expect(quizzesOf(read(records, readQuizRecord))).toMatchObject([
      { id: "q1", running: true, answers: { a: {} }, changedAt: null },
      { id: "q2", running: false, answers: { b: {} } },
    ]);
  });

  it("tells every poll", () => {
    expect(pollsOf(read([poll.start(), poll.choose("a", 1), poll.end()], readPollRecord))).toMatchObject([
      { id: "p1", running: false, choices: { a: { options: [1] } } },
    ]);
  });
});

describe("in a few words", () => {
  it.each<[unknown, string, object]>([
    [quiz.start(), "quizStarted", { options: 3 }],
    [quiz.answer("a", "B"), "quizAnswered", { user: "a", answer: "B" }],
    [quiz.sum(1), "quizSummary", { done: 1, of: 2, percent: 50 }],
    [widget("popupQuiz", { "extra.popupQuizId": "q1" }), "quizChanged", {}],
    [quiz.end(), "quizEndedWith", { done: 1, of: 2, percent: 0 }],
    [widget("popupQuiz", { "extra.answerState": 0 }), "quizEnded", {}],
    [poll.start(), "pollStarted", { title: "Again?", options: 2 }],
    [poll.choose("a", 1), "pollAnswered", { user: "a", answer: "2" }],
    [poll.sum(1, 1, 2), "pollSummary", { done: 2 }],
    [widget("poll", { "extra.pollId": "p1" }), "pollChanged", {}],
    [poll.end(), "pollEndedWith", { done: 2 }],
    [widget("poll", { "extra.pollState": 0 }), "pollEnded", {}],
    [widget("netlessBoard", { state: 1 }), "widgetChanged", { widget: "netlessBoard" }],
    [{ x: 1 }, "unreadable", { cmd: 1110 }],
  ])("%j is %s", (data, key, params) => {
    const [event] = history([1110, data]);
    expect(event && briefOf(event)).toEqual({ key, params });
  });

  it("names an option by its word while its poll is known", () => {
    const [event] = history([1110, poll.choose("a", 1)]);
    expect(event && briefOf(event, foldOf([1110, poll.start()])).params).toEqual({ user: "a", answer: "no" });
  });
});
