/** What the invented service answers when somebody asks for more of a room, and the events of its quiz, poll, groups and properties. */
import type { CallInput, CallOutput } from "../../../shared/contract.ts";
import { CMD } from "../../../shared/model/event.ts";
import { appError, err, ok, type Result } from "../../../shared/result.ts";
import type { FakeRoom } from "./school.ts";

type Read = "room.recordings" | "room.userState" | "room.quizzes" | "room.polls" | "room.facts";
type Calls = { [N in Read]: (input: CallInput<N>) => Result<CallOutput<N>> };
type Student = { userUuid: string; userName: string };
type Append = (cmd: number, data: unknown, at: number) => void;

const SERVER = { userUuid: "server", userName: "server", role: "server" };
const QUIZ = "quiz-2";
const POLL = "poll-1";
const OPTIONS = ["A", "B", "C", "D"];
const MINUTE = 60_000;

const record = (widgetUuid: string, changeProperties: object, from?: Student) => ({
  action: 1,
  widgetUuid,
  changeProperties,
  cause: {},
  operator: SERVER,
  ...(from && { fromUser: { ...from, role: "audience" } }),
});

/** A quiz that 17 of 20 answered, a poll that runs, two groups, some properties: in the middle of the class. */
export const enliven = (append: Append, number: number, begin: number, students: readonly Student[]): void => {
  const url = `https://exam.example/fin2/${String(number).padStart(3, "0")}`;
  append(CMD.roomProperties, { action: 1, changeProperties: { examinationUrl: url, paper: { version: 3, pages: 12 } }, cause: {} }, begin);
  append(CMD.userProperty, { action: 1, changeProperties: { seat: 12 }, fromUser: { ...students[0], role: "audience" } }, begin);
  const apps = { "extApps.io_agora_countdown.left": 540, "extAppsCommon.io_agora_countdown.state": 1 };
  append(CMD.roomProperties, { action: 1, changeProperties: apps, cause: {} }, begin + MINUTE);
  const started = begin + 2 * MINUTE;
  const quiz = { "extra.popupQuizId": QUIZ, "extra.items": OPTIONS, "extra.correctItems": ["A"], "extra.answerState": 1, state: 1 };
  append(CMD.widget, record("popupQuiz", { ...quiz, "extra.totalCount": 20, "extra.receiveQuestionTime": started }), started);
  const answering = students.slice(0, 17);
  for (const [index, student] of answering.entries()) {
    const item = index < 13 ? "A" : (OPTIONS[1 + (index % 3)] ?? "B");
    const answer = { popupQuizId: QUIZ, selectedItems: [item], isCorrect: item === "A", lastCommitTime: started + index * 2_000 };
    append(CMD.widget, record("popupQuiz", answer, student), started + index * 2_000);
  }
  const counts = { "extra.selectedCount": 17, "extra.correctCount": 13, "extra.totalCount": 20, "extra.averageAccuracy": 13 / 17 };
  append(CMD.widget, record("popupQuiz", { "extra.popupQuizId": QUIZ, "extra.answerState": 0, ...counts }), started + MINUTE);
  const asked = begin + 4 * MINUTE;
  const poll = { "extra.pollId": POLL, "extra.pollState": 1, "extra.mode": 1, "extra.pollTitle": "Five more minutes?" };
  append(CMD.widget, record("poll", { ...poll, "extra.pollItems": ["yes", "no"], state: 1 }), asked);
  for (const [index, student] of students.slice(0, 9).entries())
    append(CMD.widget, record("poll", { pollId: POLL, selectIndex: [index % 3 === 0 ? 1 : 0] }, student), asked + index * 1_000);
  const details = { "0": { num: 6, percentage: 0.6666667 }, "1": { num: 3, percentage: 0.33333334 } };
  append(CMD.widget, record("poll", { "extra.pollId": POLL, "extra.pollDetails": details }), asked + 10_000);
  const users = (from: number) => students.slice(from, from + 3).map(({ userUuid }) => ({ userUuid }));
  const groups = { g1: { groupName: "Group 1", users: users(0) }, g2: { groupName: "Group 2", users: users(3) } };
  append(
    CMD.roomProperties,
    { action: 1, changeProperties: { "groups.state": 1, "groups.details": groups }, cause: {} },
    begin + 5 * MINUTE,
  );
};

export const createRoomReads = (rooms: ReadonlyMap<string, FakeRoom>, now: () => number): Calls => {
  const inRoom = <T>(roomUuid: string, read: (room: FakeRoom) => T): Result<T> => {
    const room = rooms.get(roomUuid);
    return room === undefined ? err(appError("notFound", "no such room", { reason: "room" })) : ok(read(room));
  };
  return {
    "room.recordings": ({ roomUuid, from }) => {
      if (roomUuid === "fin2-031")
        return err(appError("unavailable", "no headers within 10000 ms", { reason: "read", params: { problem: "timeout" } }));
      return inRoom(roomUuid, (room) => {
        const start = (room.view.startTime ?? now()) - 9 * MINUTE;
        const item = (index: number, running: boolean) => ({
          recordId: `rec-${from ?? ""}${index}`,
          roomUuid,
          sid: "sid",
          resourceId: "res",
          startTime: start + index * 8 * MINUTE,
          endTime: running ? null : start + index * 8 * MINUTE + 7 * MINUTE,
          running,
          type: index === 0 ? "web" : "composite",
          url: running ? null : `https://files.example/${roomUuid}/${index}.m3u8`,
          files: index === 0 ? ["https://files.example/a.mp4", "https://files.example/b.mp4"] : [],
          unready: index === 1 && !running,
          webRecordUrlQuery: index === 0 ? "roomUuid=x" : null,
        });
        return { readAt: now(), items: [item(0, false), item(1, from === null)], next: from === null ? "101" : null, unreadable: 0 };
      });
    },
    "room.userState": ({ roomUuid, userUuid }) =>
      inRoom(roomUuid, (room) => {
        const person = room.view.people[userUuid];
        return {
          readAt: now(),
          user: {
            userUuid,
            userName: person?.userName ?? null,
            role: person?.role ?? "",
            streamUuid: "1417753684",
            online: person?.present ?? false,
            properties: { seat: 12, device: { camera: true } },
            updatedAt: now() - 90_000,
          },
        };
      }),
    "room.quizzes": ({ roomUuid }) =>
      inRoom(roomUuid, ({ view }) => {
        const untold = { startedAt: null, endedAt: null, changedAt: null, asked: [] };
        const quizzes =
          view.quiz === null
            ? []
            : [
                { ...view.quiz, ...untold, id: "quiz-1" },
                { ...view.quiz, ...untold },
              ];
        return { readAt: now(), quizzes, unreadable: 0, whole: true };
      }),
    "room.polls": ({ roomUuid }) =>
      inRoom(roomUuid, ({ view }) => ({ readAt: now(), polls: view.poll === null ? [] : [view.poll], unreadable: 0, whole: true })),
    "room.facts": ({ roomUuid }) =>
      inRoom(roomUuid, (room) => ({
        readAt: now(),
        facts: {
          name: room.name,
          state: room.view.state,
          schedule: room.schedule,
          createdAt: now() - 3_600_000,
          properties: {
            roomType: 4,
            examinationUrl: room.view.properties["examinationUrl"]?.value ?? null,
            hostingScene: { finishType: 1 },
          },
        },
        capabilities: { getRoom: "present", propertyEvents: "present", closedState: "unknown" },
      })),
  };
};
