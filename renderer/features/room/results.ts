/** What a quiz or a poll came to: bars, answers, who is missing, and the rows of its file. Pure. */
import type { Poll, Quiz } from "../../../shared/model/question.ts";
import type { RoomView } from "../../../shared/model/room.ts";
import type { EventTime } from "../../../shared/model/time.ts";
import { votersOf } from "../../../shared/projection/questions.ts";

export type Bar = {
  label: string;
  count: number;
  /** Of those who have answered, 0 to 1. */
  share: number;
  correct: boolean;
};
export type Given = { userUuid: string; name: string; answer: string; correct: boolean | null; at: number | null };
export type Somebody = { userUuid: string; name: string };

export type Outcome = {
  kind: "quiz" | "poll";
  id: string;
  title: string;
  running: boolean;
  startedAt: EventTime | null;
  endedAt: EventTime | null;
  bars: Bar[];
  answers: Given[];
  /** How many have answered and were asked; null: not told. */
  answered: number;
  asked: number | null;
  /** 0 to 1; null for a poll, and where nobody has answered. */
  accuracy: number | null;
  /** Who was asked and has not answered; null: how many is known, who is not. */
  missing: Somebody[] | null;
};

const byName = (language: string) => {
  const collator = new Intl.Collator(language, { numeric: true });
  return (a: Somebody, b: Somebody): number => collator.compare(a.name, b.name) || (a.userUuid < b.userUuid ? -1 : 1);
};

const nameIn = (view: Pick<RoomView, "people">, userUuid: string): string => view.people[userUuid]?.userName || userUuid;

/** `followed`: the same question as the room's events have told it, which knows who was inside; a list of records does not. */
const missingFrom = (
  asked: readonly string[],
  answered: ReadonlySet<string>,
  view: Pick<RoomView, "people">,
  language: string,
): Somebody[] | null =>
  asked.length === 0
    ? null
    : asked
        .filter((userUuid) => !answered.has(userUuid))
        .map((userUuid) => ({ userUuid, name: nameIn(view, userUuid) }))
        .sort(byName(language));

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

export const quizOutcome = (quiz: Quiz, view: Pick<RoomView, "people" | "quiz">, language: string): Outcome => {
  const followed = view.quiz?.id === quiz.id ? view.quiz : quiz;
  const given = Object.values(quiz.answers);
  // An option that only an answer names is one all the same.
  const labels = [...new Set([...quiz.items, ...given.flatMap(({ items }) => items)])];
  const asked = quiz.asked.length > 0 ? quiz.asked : followed.asked;
  const answered = Math.max(given.length, quiz.answeredCount ?? 0);
  return {
    kind: "quiz",
    id: quiz.id,
    title: "",
    running: quiz.running === true,
    startedAt: quiz.startedAt ?? followed.startedAt,
    endedAt: quiz.endedAt ?? followed.endedAt,
    bars: labels.map((label) => {
      const count = given.filter(({ items }) => items.includes(label)).length;
      return { label, count, share: shareOf(count, given.length), correct: quiz.correctItems.includes(label) };
    }),
    answers: given
      .map(({ userUuid, userName, items, correct, committedAt }) => ({
        userUuid,
        name: userName,
        answer: items.join(", "),
        correct,
        at: committedAt,
      }))
      .sort(byName(language)),
    answered,
    asked: asked.length > 0 ? asked.length : quiz.askedCount,
    accuracy: answered === 0 ? null : (quiz.accuracy ?? shareOf(given.filter(({ correct }) => correct === true).length, given.length)),
    missing: missingFrom(asked, new Set(Object.keys(quiz.answers)), view, language),
  };
};

export const pollOutcome = (poll: Poll, view: Pick<RoomView, "people" | "poll">, language: string): Outcome => {
  const followed = view.poll?.id === poll.id ? view.poll : poll;
  const given = Object.values(poll.choices);
  const asked = poll.asked.length > 0 ? poll.asked : followed.asked;
  const answered = Math.max(given.length, votersOf(poll.counts));
  const labelOf = (index: number): string => poll.items[index] ?? String(index + 1);
  // An option that only a count or a choice names is one all the same.
  const named = new Set([...poll.items.keys(), ...poll.counts.map(({ index }) => index), ...given.flatMap(({ options }) => options)]);
  return {
    kind: "poll",
    id: poll.id,
    title: poll.title ?? "",
    running: poll.running === true,
    startedAt: poll.startedAt ?? followed.startedAt,
    endedAt: poll.endedAt ?? followed.endedAt,
    bars: [...named]
      .sort((a, b) => a - b)
      .map((index) => {
        const told = poll.counts.find((one) => one.index === index);
        const seen = given.filter(({ options }) => options.includes(index)).length;
        const count = Math.max(told?.count ?? 0, seen);
        return { label: labelOf(index), count, share: shareOf(count, answered), correct: false };
      }),
    answers: given
      .map(({ userUuid, userName, options }) => ({
        userUuid,
        name: userName,
        answer: options.map(labelOf).join(", "),
        correct: null,
        at: null,
      }))
      .sort(byName(language)),
    answered,
    asked: asked.length > 0 ? asked.length : null,
    accuracy: null,
    missing: missingFrom(asked, new Set(Object.keys(poll.choices)), view, language),
  };
};

const HEADER = ["room", "kind", "question", "title", "person", "name", "status", "answer", "correct", "answered at"];

/** For a program as much as for a person: the same words in every language, times in UTC. */
export const outcomeRows = (roomUuid: string, { kind, id, title, answers, missing }: Outcome): (string | number | null)[][] => [
  HEADER,
  ...answers.map(({ userUuid, name, answer, correct, at }) => [
    roomUuid,
    kind,
    id,
    title,
    userUuid,
    name,
    "answered",
    answer,
    correct === null ? null : correct ? "yes" : "no",
    at === null ? null : new Date(at).toISOString(),
  ]),
  ...(missing ?? []).map(({ userUuid, name }) => [roomUuid, kind, id, title, userUuid, name, "not answered", null, null, null]),
];
