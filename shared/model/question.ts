/** A pop-up quiz or a poll with its answers, folded from its records (event 1110, operations 16 and 17). */
import { z } from "zod";
import { EventTime } from "./time.ts";

const Common = z.object({
  id: z.string(),
  /** Whether answers are taken; null: not told. */
  running: z.boolean().nullable(),
  /** When it was put and when it ended; null: not told, or read from a list that tells no times. */
  startedAt: EventTime.nullable(),
  endedAt: EventTime.nullable(),
  /** Of the last record; null as above. */
  changedAt: EventTime.nullable(),
  /** The options, in their order. */
  items: z.array(z.string()),
  /** userUuids of the students who were inside while it ran; empty where only the list was read. */
  asked: z.array(z.string()),
});

export const QuizAnswer = z.object({
  userUuid: z.string(),
  userName: z.string(),
  items: z.array(z.string()),
  correct: z.boolean().nullable(),
  /** Server time, ms. */
  committedAt: z.number().nullable(),
});

export const Quiz = Common.extend({
  correctItems: z.array(z.string()),
  /** As the service counts. */
  answeredCount: z.int().nullable(),
  correctCount: z.int().nullable(),
  askedCount: z.int().nullable(),
  /** 0 to 1. */
  accuracy: z.number().nullable(),
  answers: z.record(z.string(), QuizAnswer),
});
export type Quiz = z.infer<typeof Quiz>;

export const PollChoice = z.object({ userUuid: z.string(), userName: z.string(), options: z.array(z.int()) });

export const Poll = Common.extend({
  title: z.string().nullable(),
  mode: z.enum(["single", "multiple"]).nullable(),
  /** As the service counts: per option, from 0. Shares are of those who have answered, 0 to 1. */
  counts: z.array(z.object({ index: z.int(), count: z.int(), share: z.number().nullable() })),
  choices: z.record(z.string(), PollChoice),
});
export type Poll = z.infer<typeof Poll>;
