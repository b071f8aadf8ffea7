/** Pop-up quizzes and polls, and their records in the wire forms of the public facts §2 (operations 16 and 17; event 1110). */
import { err, ok, type Result } from "../../../shared/result.ts";
import { idFrom } from "./dice.ts";
import { nameTag, SERVER } from "./people.ts";
import { PROBLEMS, type Problem } from "./problems.ts";
import { emit } from "./sequences.ts";
import type { Poll, Properties, Quiz, Room, User, Widget, World } from "./types.ts";

/** What a record is about (public facts §1). */
const CAUSE = { started: 1, ended: 2, submitted: 3, summary: 4 } as const;
type Cause = (typeof CAUSE)[keyof typeof CAUSE];

/** The service reckons shares in 32 bits; this is how such a number is written. */
export const share = (part: number, whole: number): number => {
  const value = whole === 0 ? 0 : Math.fround(part / whole);
  for (let digits = 1; digits < 10; digits += 1) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return text;
  }
  return value;
};

const studentsIn = (room: Room): number => [...room.users.values()].filter((user) => user.online && user.role === 2).length;

const record = (world: World, room: Room, widget: Widget, changeProperties: Properties, cause: Properties, from?: User): void => {
  const fromUser = from === undefined ? {} : { fromUser: nameTag(room, from) };
  const data = { action: 1, widgetUuid: widget, changeProperties, cause, ...fromUser, operator: SERVER };
  emit(world, room, 1110, data, true, widget);
};

const extra = (fields: Properties): Properties => Object.fromEntries(Object.entries(fields).map(([key, value]) => [`extra.${key}`, value]));

const counts = (quiz: Quiz) => {
  const correctCount = quiz.answers.filter((answer) => answer.isCorrect).length;
  return {
    selectedCount: quiz.answers.length,
    correctCount,
    averageAccuracy: share(correctCount, quiz.answers.length),
    totalCount: quiz.totalCount,
  };
};

const tellQuiz = (world: World, room: Room, quiz: Quiz, action: Cause, fields: Properties, from?: User): void =>
  record(world, room, "popupQuiz", fields, { popQuizId: quiz.popupQuizId, action }, from);

export const startQuiz = (world: World, room: Room, items: unknown[], correctItems: unknown[]): Result<Quiz, Problem> => {
  if (room.quiz?.answerState === 1) return err(PROBLEMS.processConflict);
  const quiz: Quiz = {
    popupQuizId: idFrom("quiz", room.roomUuid, room.createdAt, room.nextSequence),
    items,
    correctItems,
    answerState: 1,
    receiveQuestionTime: world.now,
    totalCount: studentsIn(room),
    answers: [],
  };
  room.quiz = quiz;
  const { correctCount, averageAccuracy, totalCount } = counts(quiz);
  const { popupQuizId, answerState, receiveQuestionTime } = quiz;
  const fields = { popupQuizId, correctItems, items, answerState, totalCount, correctCount, averageAccuracy, receiveQuestionTime };
  tellQuiz(world, room, quiz, CAUSE.started, { ...extra(fields), state: 1 });
  return ok(quiz);
};

export const findQuiz = (room: Room, popupQuizId: string): Result<Quiz, Problem> =>
  room.quiz?.popupQuizId === popupQuizId ? ok(room.quiz) : err(PROBLEMS.notFound);

const sameItems = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((item) => right.includes(item));

/** A later answer of the same student replaces the earlier one. */
export const answerQuiz = (world: World, room: Room, quiz: Quiz, user: User, selectedItems: unknown[]): Result<null, Problem> => {
  if (quiz.answerState !== 1) return err(PROBLEMS.processConflict);
  const { userUuid, userName } = user;
  const answer = { userUuid, userName, selectedItems, isCorrect: sameItems(selectedItems, quiz.correctItems), lastCommitTime: world.now };
  quiz.answers = [...quiz.answers.filter((other) => other.userUuid !== userUuid), answer];
  quiz.totalCount = Math.max(quiz.totalCount, quiz.answers.length);
  const { popupQuizId } = quiz;
  const student = { lastCommitTime: world.now, popupQuizId, selectedItems, isCorrect: answer.isCorrect };
  tellQuiz(world, room, quiz, CAUSE.submitted, student, user);
  tellQuiz(world, room, quiz, CAUSE.summary, extra({ popupQuizId, ...counts(quiz) }));
  return ok(null);
};

export const setCorrectItems = (world: World, room: Room, quiz: Quiz, correctItems: unknown[]): void => {
  quiz.correctItems = correctItems;
  for (const answer of quiz.answers) answer.isCorrect = sameItems(answer.selectedItems, correctItems);
  tellQuiz(world, room, quiz, CAUSE.summary, extra({ popupQuizId: quiz.popupQuizId, correctItems, ...counts(quiz) }));
};

export const stopQuiz = (world: World, room: Room, quiz: Quiz): Result<null, Problem> => {
  if (quiz.answerState !== 1) return err(PROBLEMS.processConflict);
  quiz.answerState = 0;
  tellQuiz(world, room, quiz, CAUSE.ended, extra({ popupQuizId: quiz.popupQuizId, answerState: 0, ...counts(quiz) }));
  return ok(null);
};

/** Per option who chose it; shares are of those who have submitted, so in multiple choice they need not sum to 1. */
const pollDetails = (poll: Poll): Properties =>
  Object.fromEntries(
    poll.pollItems.map((_, index) => {
      const num = poll.choices.filter((choice) => choice.selectIndex.includes(index)).length;
      return [String(index), { num, percentage: share(num, poll.choices.length) }];
    }),
  );

const tellPoll = (world: World, room: Room, poll: Poll, action: Cause, fields: Properties, from?: User): void =>
  record(world, room, "poll", fields, { pollId: poll.pollId, action }, from);

/** The table and the samples disagree on the name of the state; both are sent. */
const running = (state: number) => ({ pollState: state, pollingState: state });

export type NewPoll = { mode: number; pollTitle: string; pollItems: unknown[] };

export const startPoll = (world: World, room: Room, wanted: NewPoll): Result<Poll, Problem> => {
  if (room.poll?.pollState === 1) return err(PROBLEMS.processConflict);
  const pollId = idFrom("poll", room.roomUuid, room.createdAt, room.nextSequence);
  const poll: Poll = { ...wanted, pollId, pollState: 1, choices: [] };
  room.poll = poll;
  tellPoll(world, room, poll, CAUSE.started, { ...extra({ pollId, ...running(1), ...wanted, pollDetails: pollDetails(poll) }), state: 1 });
  return ok(poll);
};

export const findPoll = (room: Room, pollId: string): Result<Poll, Problem> =>
  room.poll?.pollId === pollId ? ok(room.poll) : err(PROBLEMS.notFound);

export const choose = (world: World, room: Room, poll: Poll, user: User, selectIndex: number[]): Result<null, Problem> => {
  if (poll.pollState !== 1) return err(PROBLEMS.processConflict);
  poll.choices = [...poll.choices.filter((choice) => choice.userUuid !== user.userUuid), { userUuid: user.userUuid, selectIndex }];
  const { pollId } = poll;
  tellPoll(world, room, poll, CAUSE.submitted, { pollId, selectIndex }, user);
  tellPoll(world, room, poll, CAUSE.summary, extra({ pollDetails: pollDetails(poll), pollId }));
  return ok(null);
};

export const stopPoll = (world: World, room: Room, poll: Poll): Result<null, Problem> => {
  if (poll.pollState !== 1) return err(PROBLEMS.processConflict);
  poll.pollState = 0;
  tellPoll(world, room, poll, CAUSE.ended, extra({ ...running(0), pollDetails: pollDetails(poll), pollId: poll.pollId }));
  return ok(null);
};
