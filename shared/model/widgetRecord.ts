/** Records of pop-up quizzes and polls (operations 16 and 17, event 1110): every form of the specification §2 and the public facts §2 in one. */
import { z } from "zod";
import {
  asObject,
  field,
  pathOf,
  readArray,
  readCause,
  readFlag,
  readInteger,
  readNumber,
  readOneUser,
  readText,
  readTime,
  type WireObject,
  type WireUser,
} from "../projection/readers.ts";

const Who = z.object({ userUuid: z.string(), userName: z.string().nullable(), role: z.string() });
export type Who = z.infer<typeof Who>;

const Common = z.object({
  sequence: z.int().nullable(),
  /** Why it was written: the wire's `cause.action` where there is one, else what its fields tell. */
  phase: z.enum(["started", "submitted", "summary", "ended"]),
  /** The record takes something away (wire `action` 2). */
  deletes: z.boolean(),
  /** Whether the widget is shown; null: not told. */
  active: z.boolean().nullable(),
  /** Whether answers are taken; null: not told. */
  running: z.boolean().nullable(),
  operator: Who.nullable(),
  /** Whose record it is: in samples the student, though the tables say the starter. */
  from: Who.nullable(),
  /** The record as it came. */
  raw: z.unknown(),
});

export const QuizRecord = Common.extend({
  quizId: z.string().nullable(),
  items: z.array(z.string()).nullable(),
  correctItems: z.array(z.string()).nullable(),
  /** Students who answered, who answered correctly, and who were asked. */
  selectedCount: z.int().nullable(),
  correctCount: z.int().nullable(),
  totalCount: z.int().nullable(),
  /** 0 to 1. */
  averageAccuracy: z.number().nullable(),
  /** When the question was put, server time ms. */
  askedAt: z.number().nullable(),
  answer: z
    .object({ selectedItems: z.array(z.string()), isCorrect: z.boolean().nullable(), committedAt: z.number().nullable() })
    .nullable(),
});
export type QuizRecord = z.infer<typeof QuizRecord>;

export const PollRecord = Common.extend({
  pollId: z.string().nullable(),
  title: z.string().nullable(),
  mode: z.enum(["single", "multiple"]).nullable(),
  items: z.array(z.string()).nullable(),
  /** Per option, from 0: how many chose it, and their share of those who have submitted, 0 to 1; shares need not sum to 1. */
  details: z.array(z.object({ index: z.int(), count: z.int(), share: z.number().nullable() })).nullable(),
  /** Chosen options, from 0. */
  choice: z.array(z.int()).nullable(),
});
export type PollRecord = z.infer<typeof PollRecord>;

/** `{ "a.b": 1 }` as `{ a: { b: 1 } }`; nested values stay. Objects without a prototype, so that no key can reach one. */
const unflatten = (flat: WireObject | null): WireObject => {
  const whole = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(flat ?? {})) {
    const path = pathOf(key);
    let holder = whole;
    for (const part of path.slice(0, -1)) {
      const inner = Object.assign(Object.create(null) as Record<string, unknown>, asObject(holder[part]));
      holder[part] = inner;
      holder = inner;
    }
    holder[path.at(-1) ?? key] = value;
  }
  return whole;
};

const readTexts = (value: unknown): string[] | null =>
  readArray(value)?.map((item) => readText(item) ?? readText(field(asObject(item), "content")) ?? JSON.stringify(item) ?? "") ?? null;

const whoOf = (user: WireUser | null): Who | null => user && { userUuid: user.userUuid, userName: user.userName, role: user.role };

/** The parts that both widgets share. A record stands alone (event 1110's data), or in an event with people beside its data. */
const open = (raw: unknown) => {
  const whole = asObject(raw);
  const record = asObject(field(whole, "data")) ?? whole;
  const changes = asObject(field(record, "changeProperties"));
  if (changes === null) return null;
  const nested = unflatten(changes);
  const extra = asObject(field(nested, "extra"));
  const person = (name: string): Who | null => whoOf(readOneUser(field(record, name)) ?? readOneUser(field(whole, name)));
  return {
    /** A field under `extra`, or beside it, as students' records have it. */
    get: (name: string): unknown => field(extra, name) ?? field(nested, name),
    cause: readCause(field(record, "cause")),
    common: {
      sequence: readInteger(field(whole, "sequence")),
      deletes: readInteger(field(record, "action")) === 2,
      active: readFlag(field(nested, "state")),
      operator: person("operator"),
      from: person("fromUser"),
      raw,
    },
  };
};

const PHASES = { "1": "started", "2": "ended", "3": "submitted", "4": "summary" } as const;

const phaseOf = (cause: WireObject | null, told: { submits: boolean; names: boolean; running: boolean | null }): QuizRecord["phase"] => {
  // A record that carries an answer is a student's, whatever its cause says.
  if (told.submits) return "submitted";
  const action = readInteger(field(cause, "action"));
  const named = action === null ? undefined : PHASES[String(action) as keyof typeof PHASES];
  if (named !== undefined) return named;
  if (told.running === false) return "ended";
  return told.running === true && told.names ? "started" : "summary";
};

/** null: not a record. */
export const readQuizRecord = (raw: unknown): QuizRecord | null => {
  const opened = open(raw);
  if (opened === null) return null;
  const { get, cause, common } = opened;
  const running = readFlag(get("answerState"));
  const selected = readTexts(get("selectedItems"));
  const items = readTexts(get("items"));
  const isCorrect = get("isCorrect");
  return {
    ...common,
    phase: phaseOf(cause, { submits: selected !== null, names: items !== null, running }),
    running,
    quizId: readText(get("popupQuizId")) ?? readText(field(cause, "popQuizId")) ?? readText(field(cause, "popupQuizId")),
    items,
    correctItems: readTexts(get("correctItems")),
    selectedCount: readInteger(get("selectedCount")),
    correctCount: readInteger(get("correctCount")),
    totalCount: readInteger(get("totalCount")),
    averageAccuracy: readNumber(get("averageAccuracy")),
    askedAt: readTime(get("receiveQuestionTime")),
    answer:
      selected === null ? null : { selectedItems: selected, isCorrect: readFlag(isCorrect), committedAt: readTime(get("lastCommitTime")) },
  };
};

/** A map from the option's index, or a list. */
const readDetails = (value: unknown): PollRecord["details"] => {
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(asObject(value) ?? {});
  if (entries.length === 0 && asObject(value) === null && !Array.isArray(value)) return null;
  return entries
    .flatMap(([key, detail]) => {
      const index = readInteger(key);
      const count = readInteger(field(asObject(detail), "num"));
      return index === null || index < 0 || count === null
        ? []
        : [{ index, count, share: readNumber(field(asObject(detail), "percentage")) }];
    })
    .sort((a, b) => a.index - b.index);
};

/** null: not a record. */
export const readPollRecord = (raw: unknown): PollRecord | null => {
  const opened = open(raw);
  if (opened === null) return null;
  const { get, cause, common } = opened;
  // The table and the samples disagree on the name.
  const running = readFlag(get("pollState")) ?? readFlag(get("pollingState"));
  const chosen = readArray(get("selectIndex"));
  const items = readTexts(get("pollItems"));
  const mode = readInteger(get("mode"));
  return {
    ...common,
    phase: phaseOf(cause, { submits: chosen !== null, names: items !== null, running }),
    running,
    pollId: readText(get("pollId")) ?? readText(field(cause, "pollId")),
    title: readText(get("pollTitle")),
    mode: mode === 1 ? "single" : mode === 2 ? "multiple" : null,
    items,
    details: readDetails(get("pollDetails")),
    choice: chosen?.flatMap((index) => readInteger(index) ?? []) ?? null,
  };
};
