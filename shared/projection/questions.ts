/** Pop-up quizzes and polls from their records (event 1110; operations 16 and 17 list the same records). */
import type { RoomEvent } from "../model/event.ts";
import type { Poll, Quiz } from "../model/question.ts";
import type { RoomView } from "../model/room.ts";
import type { EventTime } from "../model/time.ts";
import { type PollRecord, type QuizRecord, readPollRecord, readQuizRecord, type Who } from "../model/widgetRecord.ts";
import { asObject, field, readText } from "./readers.ts";

const WIDGETS: Readonly<Record<string, "quiz" | "poll">> = { popupQuiz: "quiz", popupQuizs: "quiz", poll: "poll", polls: "poll" };

/** The wire's name of the widget that an event 1110 is about; "" where it tells none. */
export const widgetOf = (data: unknown): string => readText(field(asObject(data), "widgetUuid")) ?? "";

/** The record of a quiz or poll that an event 1110 carries; null for every other widget. */
export const readQuestionRecord = (data: unknown): { quiz: QuizRecord } | { poll: PollRecord } | null => {
  const widget = widgetOf(data);
  const kind = Object.hasOwn(WIDGETS, widget) ? WIDGETS[widget] : undefined;
  if (kind === "quiz") {
    const quiz = readQuizRecord(data);
    return quiz && { quiz };
  }
  const poll = kind === "poll" ? readPollRecord(data) : null;
  return poll && { poll };
};

/** What both share of a record's effect. */
const common = (before: Quiz | Poll | null, record: QuizRecord | PollRecord, time: EventTime | null) => {
  const ends = record.running === false || record.phase === "ended" || record.deletes || record.active === false;
  const running = ends ? false : (record.running ?? before?.running ?? null);
  return {
    running,
    startedAt: before?.startedAt ?? (record.phase === "started" ? time : null),
    endedAt: running === false ? (before?.endedAt ?? time) : null,
    changedAt: time ?? before?.changedAt ?? null,
    items: record.items ?? before?.items ?? [],
    asked: before?.asked ?? [],
  };
};

const withAnswer = <A extends { userUuid: string }>(answers: Readonly<Record<string, A>>, answer: A | null): Record<string, A> =>
  answer === null ? answers : Object.fromEntries(new Map(Object.entries(answers)).set(answer.userUuid, answer));

const nameOf = (who: Who): string => who.userName ?? who.userUuid;

/** A record that names another quiz than `before` begins that one. `time`: null where only the list was read. */
export const applyQuizRecord = (known: Quiz | null, record: QuizRecord, time: EventTime | null): Quiz | null => {
  const id = record.quizId ?? known?.id ?? null;
  if (id === null) return known;
  const before = known?.id === id ? known : null;
  const { answer, from } = record;
  const given =
    answer === null || from === null
      ? null
      : {
          userUuid: from.userUuid,
          userName: nameOf(from),
          items: answer.selectedItems,
          correct: answer.isCorrect,
          committedAt: answer.committedAt,
        };
  return {
    id,
    ...common(before, record, time),
    startedAt:
      before?.startedAt ?? (record.askedAt === null ? (record.phase === "started" ? time : null) : { kind: "exact", at: record.askedAt }),
    correctItems: record.correctItems ?? before?.correctItems ?? [],
    answeredCount: record.selectedCount ?? before?.answeredCount ?? null,
    correctCount: record.correctCount ?? before?.correctCount ?? null,
    askedCount: record.totalCount ?? before?.askedCount ?? null,
    accuracy: record.averageAccuracy ?? before?.accuracy ?? null,
    answers: withAnswer(before?.answers ?? {}, given),
  };
};

/** As `applyQuizRecord`. */
export const applyPollRecord = (known: Poll | null, record: PollRecord, time: EventTime | null): Poll | null => {
  const id = record.pollId ?? known?.id ?? null;
  if (id === null) return known;
  const before = known?.id === id ? known : null;
  const { choice, from } = record;
  const given = choice === null || from === null ? null : { userUuid: from.userUuid, userName: nameOf(from), options: choice };
  return {
    id,
    ...common(before, record, time),
    title: record.title ?? before?.title ?? null,
    mode: record.mode ?? before?.mode ?? null,
    counts: record.details ?? before?.counts ?? [],
    choices: withAnswer(before?.choices ?? {}, given),
  };
};

/** How many have answered a poll: in multiple choice only the shares tell it. */
export const votersOf = (counts: Poll["counts"]): number => {
  const told = counts.find(({ count, share }) => count > 0 && share !== null && share > 0);
  return told?.share ? Math.round(told.count / told.share) : counts.reduce((sum, { count }) => sum + count, 0);
};

/** All that a list of records tells of, oldest first. */
const listed = <Q extends { id: string }, R>(records: readonly R[], apply: (known: Q | null, record: R, time: null) => Q | null): Q[] => {
  const all = new Map<string, Q>();
  let latest: Q | null = null;
  for (const record of records) {
    const next: Q | null = apply(latest, record, null);
    if (next === null) continue;
    // Somebody may still answer the one before.
    latest = latest !== null && next.id !== latest.id ? apply(all.get(next.id) ?? null, record, null) : next;
    if (latest !== null) all.set(latest.id, latest);
  }
  return [...all.values()];
};

export const quizzesOf = (records: readonly QuizRecord[]): Quiz[] => listed(records, applyQuizRecord);
export const pollsOf = (records: readonly PollRecord[]): Poll[] => listed(records, applyPollRecord);

const STUDENT = "student";

/** Students who are inside while it runs have been asked. */
const askInside = <Q extends Quiz | Poll>(question: Q | null, view: RoomView): Q | null => {
  if (question === null || question.running !== true) return question;
  const asked = new Set(question.asked);
  for (const { userUuid, role, present } of Object.values(view.people)) if (present && role === STUDENT) asked.add(userUuid);
  return asked.size === question.asked.length ? question : { ...question, asked: [...asked] };
};

/** Whoever comes in while a question is open has been asked as well. */
export const withAsked = (view: RoomView): RoomView => {
  const quiz = askInside(view.quiz, view);
  const poll = askInside(view.poll, view);
  return quiz === view.quiz && poll === view.poll ? view : { ...view, quiz, poll };
};

export const foldWidget = (view: RoomView, event: RoomEvent): RoomView => {
  const record = readQuestionRecord(event.data);
  if (record === null) return view;
  return withAsked(
    "quiz" in record
      ? { ...view, quiz: applyQuizRecord(view.quiz, record.quiz, event.time) }
      : { ...view, poll: applyPollRecord(view.poll, record.poll, event.time) },
  );
};
