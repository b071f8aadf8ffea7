import { describe, expect, test } from "vitest";
import { RecordingItem, readRecordingItem, readRunning } from "../../../shared/model/recordingItem.ts";
import { readUserState, UserState } from "../../../shared/model/userState.ts";
import { PollRecord, QuizRecord, readPollRecord, readQuizRecord } from "../../../shared/model/widgetRecord.ts";

const T = 1_700_000_000_000;

describe("recordings", () => {
  const sample = {
    recordId: "r1",
    appId: "970ca35d",
    roomUuid: "room-1",
    startTime: T,
    endTime: T + 60_000,
    resourceId: "res1",
    sid: "sid1",
    recordUid: "1000",
    type: 2,
    status: 2,
    url: "scenario/recording/a/b/c.m3u8",
    recordDetails: [{ url: "x/y.mp4" }],
  };

  test("the public sample is read whole and kept whole", () => {
    const item = readRecordingItem(sample);
    expect(item).toEqual({
      recordId: "r1",
      roomUuid: "room-1",
      sid: "sid1",
      resourceId: "res1",
      startTime: T,
      endTime: T + 60_000,
      running: false,
      type: "composite",
      url: "scenario/recording/a/b/c.m3u8",
      files: ["x/y.mp4"],
      unready: false,
      webRecordUrlQuery: null,
      raw: sample,
    });
    expect(RecordingItem.parse(item)).toEqual(item);
  });

  test.each<[string, object, Partial<RecordingItem>]>([
    [
      "a running one has no end and no file",
      { endTime: 0, url: "", recordDetails: [], status: 1 },
      { endTime: null, url: null, files: [], running: true },
    ],
    ["numbers as text", { startTime: String(T), type: "1", status: "2" }, { startTime: T, type: "individual", running: false }],
    ["numbers where ids are text", { recordId: 7, sid: 8 }, { recordId: "7", sid: "8" }],
    ["the other spelling of the query", { webRecordingUrlQuery: "a=1" }, { webRecordUrlQuery: "a=1" }],
    ["one spelling of the query", { webRecordUrlQuery: "b=1" }, { webRecordUrlQuery: "b=1" }],
    ["a page recording that never was ready", { type: 3, unready: true }, { type: "web", unready: true }],
    ["a type that nobody has named", { type: 9 }, { type: "9" }],
    ["a status that nobody has named", { status: 5 }, { running: null }],
    ["details that are none", { recordDetails: "x" }, { files: [] }],
    ["details without an address", { recordDetails: [{}, null, { url: "z.mp4" }] }, { files: ["z.mp4"] }],
  ])("%s", (_name, change, expected) => {
    expect(readRecordingItem({ ...sample, ...change })).toMatchObject(expected);
  });

  test.each<[unknown, boolean | null]>([
    [1, true],
    ["1", true],
    [0, false],
    [2, false],
    ["2", false],
    [-1, null],
    [null, null],
    ["x", null],
    [{}, null],
  ])("a state of %j is running: %s", (state, running) => {
    expect(readRunning(state)).toBe(running);
  });

  test.each([null, 7, "x", [], {}, { recordId: "" }, { recordId: {} }])("%j is no recording", (raw) => {
    expect(readRecordingItem(raw)).toBeNull();
  });
});

describe("one person", () => {
  const sample = { userUuid: "stu-1", userName: "Ann", role: "2", streamUuid: "1417753684", state: 1, userProperties: {}, updateTime: T };

  test("the public sample is read whole and kept whole", () => {
    const user = readUserState(sample, "stu-1");
    expect(user).toEqual({
      userUuid: "stu-1",
      userName: "Ann",
      role: "student",
      streamUuid: "1417753684",
      online: true,
      properties: {},
      updatedAt: T,
      raw: sample,
    });
    expect(UserState.parse(user)).toEqual(user);
  });

  test.each<[string, object, Partial<UserState>]>([
    ["role as a number", { role: 1 }, { role: "teacher" }],
    ["role as a word", { role: "host" }, { role: "teacher" }],
    ["on the stage", { role: "broadcaster" }, { role: "student" }],
    ["a role that nobody has named", { role: "server" }, { role: "server" }],
    ["no role", { role: null }, { role: "" }],
    ["offline", { state: 0 }, { online: false }],
    ["offline as text", { state: "0" }, { online: false }],
    ["online as a truth", { state: true }, { online: true }],
    ["a state that nobody has named", { state: 9 }, { online: null }],
    ["properties", { userProperties: { seat: { row: 1 } } }, { properties: { seat: { row: 1 } } }],
    ["properties that are none", { userProperties: "x" }, { properties: {} }],
    ["a stream as a number", { streamUuid: 7 }, { streamUuid: "7" }],
    ["nobody named", { userUuid: undefined }, { userUuid: "stu-1" }],
  ])("%s", (_name, change, expected) => {
    expect(readUserState({ ...sample, ...change }, "stu-1")).toMatchObject(expected);
  });

  test.each([null, 7, "x", [], { ...sample, userUuid: "somebody else" }])("%j is not the person that was asked for", (raw) => {
    expect(readUserState(raw, "stu-1")).toBeNull();
  });
});

const SERVER = { userName: "server", userUuid: "server", role: "server" };
const server = { userUuid: "server", userName: "server", role: "server" };
const ann = { userUuid: "stu-1", userName: "Ann", role: "audience" };

describe("pop-up quizzes", () => {
  const started = {
    action: 1,
    widgetUuid: "popupQuiz",
    changeProperties: {
      "extra.popupQuizId": "q1",
      "extra.correctItems": ["A"],
      "extra.items": ["A", "B"],
      "extra.answerState": 1,
      "extra.totalCount": 1,
      "extra.correctCount": 0,
      "extra.averageAccuracy": 0,
      "extra.receiveQuestionTime": T,
      state: 1,
    },
    cause: { popQuizId: "q1", action: 1 },
    operator: SERVER,
  };
  const nested = {
    ...started,
    changeProperties: {
      extra: {
        popupQuizId: "q1",
        correctItems: ["A"],
        items: ["A", "B"],
        answerState: "1",
        totalCount: 1,
        correctCount: 0,
        averageAccuracy: "0",
        receiveQuestionTime: String(T),
      },
      state: "1",
    },
    cause: '{"popQuizId":"q1","action":1}',
  };
  const read: Omit<QuizRecord, "raw" | "sequence"> = {
    phase: "started",
    deletes: false,
    active: true,
    running: true,
    operator: server,
    from: null,
    quizId: "q1",
    items: ["A", "B"],
    correctItems: ["A"],
    selectedCount: null,
    correctCount: 0,
    totalCount: 1,
    averageAccuracy: 0,
    askedAt: T,
    answer: null,
  };

  test.each<[string, unknown, number | null]>([
    ["the public sample alone", started, null],
    ["inside an event", { roomUuid: "r", cmd: 1110, sequence: 7, version: 1, data: started }, 7],
    ["nested, with a cause in text and numbers as text", { sequence: "8", data: nested }, 8],
    ["with its people beside its data", { sequence: 9, operator: SERVER, data: { ...started, operator: undefined } }, 9],
    ["with a cause that says nothing", { ...started, cause: "teacher" }, null],
    ["without a cause", { ...started, cause: undefined }, null],
  ])("%s", (_name, raw, sequence) => {
    const record = readQuizRecord(raw);
    expect(record).toEqual({ ...read, sequence, raw });
    expect(QuizRecord.parse(record)).toEqual(record);
  });

  test.each<[string, unknown, Partial<QuizRecord>]>([
    [
      "a student's answer",
      {
        action: 1,
        changeProperties: { lastCommitTime: T, popupQuizId: "q1", selectedItems: ["A"], isCorrect: true },
        cause: { popQuizId: "q1", action: 3 },
        fromUser: ann,
      },
      {
        phase: "submitted",
        quizId: "q1",
        from: { ...ann, role: "student" },
        answer: { selectedItems: ["A"], isCorrect: true, committedAt: T },
      },
    ],
    [
      "a student's answer under extra, with the person beside the data",
      { fromUser: { ...ann, role: 2 }, data: { changeProperties: { "extra.selectedItems": ["B"], "extra.popupQuizId": "q1" } } },
      { phase: "submitted", from: { ...ann, role: "student" }, answer: { selectedItems: ["B"], isCorrect: null, committedAt: null } },
    ],
    [
      "the summary after it",
      {
        changeProperties: { "extra.selectedCount": 1, "extra.correctCount": 1, "extra.averageAccuracy": 0.33333334, "extra.totalCount": 3 },
        cause: { action: 4 },
      },
      { phase: "summary", selectedCount: 1, correctCount: 1, averageAccuracy: 0.33333334, totalCount: 3, running: null, quizId: null },
    ],
    [
      "the end",
      { changeProperties: { "extra.answerState": 0 }, cause: { popQuizId: "q1", action: 2 } },
      { phase: "ended", running: false, quizId: "q1" },
    ],
    ["the end without a cause", { changeProperties: { "extra.answerState": 0 } }, { phase: "ended" }],
    [
      "something taken away",
      { action: 2, changeProperties: { "extra.items": "deleted" } },
      { deletes: true, items: null, phase: "summary" },
    ],
    [
      "options that are objects",
      { changeProperties: { "extra.items": [{ content: "x" }, 7, { odd: 1 }] } },
      { items: ["x", "7", '{"odd":1}'] },
    ],
    [
      "a key of the prototype",
      { changeProperties: { "__proto__.state": 1, "extra.__proto__": { answerState: 1 } } },
      { running: null, active: null },
    ],
    ["a key deeper than any", { changeProperties: { [`${"a.".repeat(40)}b`]: 1 } }, { quizId: null }],
    ["a value where an object should be", { changeProperties: { extra: 5, "extra.answerState": 1 } }, { running: true }],
  ])("%s", (_name, raw, expected) => {
    expect(readQuizRecord(raw)).toMatchObject(expected);
  });

  test.each([null, 7, "x", [], {}, { data: {} }, { changeProperties: [] }])("%j is no record", (raw) => {
    expect(readQuizRecord(raw)).toBeNull();
    expect(readPollRecord(raw)).toBeNull();
  });
});

describe("polls", () => {
  const started = {
    action: 1,
    widgetUuid: "poll",
    changeProperties: {
      "extra.pollId": "p1",
      "extra.pollState": 1,
      "extra.mode": 2,
      "extra.pollItems": ["a", "b"],
      "extra.pollDetails": { "0": { num: 0, percentage: 0 }, "1": { num: 0, percentage: 0 } },
      state: 1,
    },
    cause: { pollId: "p1", action: 1 },
    operator: SERVER,
  };
  const details = [
    { index: 0, count: 0, share: 0 },
    { index: 1, count: 0, share: 0 },
  ];

  test.each<[string, unknown]>([
    ["the public sample", started],
    [
      "by the table's name of the state",
      { ...started, changeProperties: { ...started.changeProperties, "extra.pollState": undefined, "extra.pollingState": 1 } },
    ],
    ["by both names", { ...started, changeProperties: { ...started.changeProperties, "extra.pollingState": 1 } }],
    [
      "nested, with details in a list",
      {
        ...started,
        changeProperties: {
          state: 1,
          extra: {
            pollId: "p1",
            pollingState: "1",
            mode: "2",
            pollItems: ["a", "b"],
            pollDetails: [
              { num: 0, percentage: 0 },
              { num: 0, percentage: 0 },
            ],
          },
        },
      },
    ],
    [
      "with details key by key",
      {
        ...started,
        changeProperties: {
          ...started.changeProperties,
          "extra.pollDetails": undefined,
          "extra.pollDetails.0.num": 0,
          "extra.pollDetails.0.percentage": 0,
          "extra.pollDetails.1": { num: 0, percentage: 0 },
        },
      },
    ],
  ])("%s", (_name, raw) => {
    const record = readPollRecord(raw);
    expect(record).toEqual({
      sequence: null,
      phase: "started",
      deletes: false,
      active: true,
      running: true,
      operator: server,
      from: null,
      pollId: "p1",
      title: null,
      mode: "multiple",
      items: ["a", "b"],
      details,
      choice: null,
      raw,
    });
    expect(PollRecord.parse(record)).toEqual(record);
  });

  test.each<[string, unknown, Partial<PollRecord>]>([
    [
      "a student's choice, as samples have it",
      { action: 1, widgetUuid: "poll", changeProperties: { pollId: "p1", selectIndex: [1, "2"] }, fromUser: ann, operator: SERVER },
      { phase: "submitted", pollId: "p1", choice: [1, 2], from: { ...ann, role: "student" } },
    ],
    [
      "a student's choice, as the table has it",
      { changeProperties: { "extra.pollId": "p1", "extra.selectIndex": [0] } },
      { phase: "submitted", choice: [0] },
    ],
    [
      "the summary after it",
      {
        changeProperties: {
          "extra.pollId": "p1",
          "extra.pollDetails": { "1": { num: 2, percentage: 0.6666667 }, "0": { num: 1, percentage: 0.33333334 } },
        },
        cause: { action: 4 },
      },
      {
        phase: "summary",
        details: [
          { index: 0, count: 1, share: 0.33333334 },
          { index: 1, count: 2, share: 0.6666667 },
        ],
      },
    ],
    [
      "the end",
      { changeProperties: { "extra.pollState": 0, "extra.pollId": "p1" }, cause: { pollId: "p1", action: 2 } },
      { phase: "ended", running: false },
    ],
    ["a single choice", { changeProperties: { "extra.mode": 1 } }, { mode: "single" }],
    ["a mode that nobody has named", { changeProperties: { "extra.mode": 3 } }, { mode: null }],
    ["an idle widget of the client's", { changeProperties: { "extra.pollState": 2, state: 0 } }, { running: null, active: false }],
    ["details that are none", { changeProperties: { "extra.pollDetails": { x: 1, "0": {}, "-1": { num: 1 } } } }, { details: [] }],
  ])("%s", (_name, raw, expected) => {
    expect(readPollRecord(raw)).toMatchObject(expected);
  });
});
