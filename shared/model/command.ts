/** A command: something asked of the cloud, from the click to what was seen of it. */
import { z } from "zod";
import { isRecording, type RoomSummary } from "./room.ts";

export const CommandState = z.enum([
  "asked",
  /** Waits for its time. */
  "scheduled",
  "queued",
  "sending",
  "accepted",
  "observed",
  "failed",
  "expired",
  "cancelled",
  "superseded",
  "needsReview",
  "unknown",
]);
export type CommandState = z.infer<typeof CommandState>;

export const Danger = z.enum(["safe", "disruptive", "irreversible"]);
export type Danger = z.infer<typeof Danger>;

export const CommandFailure = z.object({
  /** `failures.<code>`: a sentence for the proctor. */
  code: z.string(),
  httpStatus: z.int().nullable(),
  businessCode: z.int().nullable(),
  /** One technical line, without secrets. */
  detail: z.string(),
});
export type CommandFailure = z.infer<typeof CommandFailure>;

const Input = z.record(z.string(), z.unknown());

/** When a command shall leave. `clock`: Unix ms, server time; `schedule`: s after (or before) the start or end that the room's schedule names; `delay`: s from now. */
export const When = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("clock"), at: z.int().min(1).max(8.64e15) }),
  z.strictObject({ by: z.literal("schedule"), from: z.enum(["start", "end"]), offsetSeconds: z.int().min(-86_400).max(86_400) }),
  z.strictObject({
    by: z.literal("delay"),
    seconds: z
      .int()
      .min(1)
      .max(5 * 86_400),
  }),
]);
export type When = z.infer<typeof When>;

/** How it can be taken back: by not sending it while it is held, or by asking for the opposite afterwards. */
export const Undo = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("hold") }),
  z.object({ kind: z.literal("inverse"), name: z.string(), input: Input }),
]);
export type Undo = z.infer<typeof Undo>;

/** What was known of the room when the command was asked: beside a command in review it shows what has changed since. */
export const RoomThen = z.object({
  incarnation: z.int(),
  state: z.int().nullable(),
  present: z.int(),
  recording: z.boolean(),
  eventCount: z.int(),
});
export type RoomThen = z.infer<typeof RoomThen>;

export const CommandRow = z.object({
  id: z.string(),
  /** Order of asking in this profile. */
  number: z.int(),
  /** The catalogue's name, for example `room.setState`. */
  name: z.string(),
  roomUuid: z.string(),
  /** The command's own arguments, without id and room. */
  input: Input,
  operator: z.string(),
  danger: Danger,
  state: CommandState,
  askedAt: z.number(),
  /** Held until then so that it can be undone, Unix ms; null: not held. */
  heldUntil: z.number().nullable(),
  /** Not sent after this, Unix ms. */
  expiresAt: z.number(),
  /** As it was asked; null: at once. */
  when: When.nullable().default(null),
  /** When it becomes due, server time ms; follows the room's schedule where it was asked so. */
  dueAt: z.number().nullable().default(null),
  /** The many that it was asked with, its place among them and how many they are; null: asked alone. */
  bulk: z.object({ id: z.string(), index: z.int(), of: z.int() }).nullable().default(null),
  /** null: it cannot be taken back. An inverse is for commands that were accepted. */
  undo: Undo.nullable().default(null),
  roomThen: RoomThen.nullable().default(null),
  /** The attempt under way or last made. */
  attempt: z
    .object({
      number: z.int(),
      of: z.int(),
      host: z.string(),
      nextAt: z.number().nullable(),
      /** Once it was accepted: ms from asking the client until this attempt left, from then to its answer, and that were left then. */
      route: z.object({ waitedMs: z.number(), tookMs: z.number(), timeLeftMs: z.number().nullable() }).optional(),
    })
    .nullable(),
  sentAt: z.number().nullable(),
  acceptedAt: z.number().nullable(),
  observedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** What shows that it worked; null: the service shows nothing, it ends at accepted. */
  sign: z.string().nullable(),
  /** Accepted, and not observed within its time. */
  overdue: z.boolean(),
  failure: CommandFailure.nullable(),
});
export type CommandRow = z.infer<typeof CommandRow>;

const TERMINAL: ReadonlySet<CommandState> = new Set(["observed", "failed", "expired", "cancelled", "superseded"]);
/** Whether the command will never change again. `accepted` is an end only where nothing can show it. */
export const isTerminal = (row: Pick<CommandRow, "state" | "sign">): boolean =>
  TERMINAL.has(row.state) || (row.state === "accepted" && row.sign === null);

/** Not under way yet: it can still be cancelled. */
export const isWaiting = ({ state }: Pick<CommandRow, "state">): boolean =>
  state === "asked" || state === "scheduled" || state === "queued" || state === "needsReview";

/** Failures after which nobody knows whether it took effect. */
const OPEN_OUTCOME: ReadonlySet<string> = new Set(["outcomeUnknown", "neverObserved", "internal"]);
/** Whether asking the same again is what a person means by "retry failed": it ended without effect, as far as anybody knows. */
export const isRetryable = ({ state, failure }: { state: CommandState; failure: Pick<CommandFailure, "code"> | null }): boolean =>
  state === "expired" || (state === "failed" && !OPEN_OUTCOME.has(failure?.code ?? ""));

export const roomThen = (room: Pick<RoomSummary, "incarnation" | "state" | "present" | "recording" | "eventCount">): RoomThen => ({
  incarnation: room.incarnation,
  state: room.state,
  present: room.present,
  recording: isRecording(room),
  eventCount: room.eventCount,
});

export type RoomChangeSince =
  | { what: "newClass" }
  | { what: "state"; from: number | null; to: number | null }
  | { what: "present"; from: number; to: number }
  | { what: "recording"; to: boolean }
  | { what: "events"; count: number };

/** What has changed in a room since a command was asked; empty: nothing that is known. */
export const changedSince = (then: RoomThen, room: Parameters<typeof roomThen>[0]): RoomChangeSince[] => {
  const now = roomThen(room);
  if (now.incarnation !== then.incarnation) return [{ what: "newClass" }];
  const changes: RoomChangeSince[] = [];
  if (now.state !== then.state) changes.push({ what: "state", from: then.state, to: now.state });
  if (now.recording !== then.recording) changes.push({ what: "recording", to: now.recording });
  if (now.present !== then.present) changes.push({ what: "present", from: then.present, to: now.present });
  if (now.eventCount > then.eventCount) changes.push({ what: "events", count: now.eventCount - then.eventCount });
  return changes;
};
