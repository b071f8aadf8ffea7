/** A command: something asked of the cloud, from the click to what was seen of it. */
import { z } from "zod";

export const CommandState = z.enum([
  "asked",
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

export const CommandRow = z.object({
  id: z.string(),
  /** Order of asking in this profile. */
  number: z.int(),
  /** The catalogue's name, for example `room.setState`. */
  name: z.string(),
  roomUuid: z.string(),
  /** The command's own arguments, without id and room. */
  input: z.record(z.string(), z.unknown()),
  operator: z.string(),
  danger: Danger,
  state: CommandState,
  askedAt: z.number(),
  /** Held until then so that it can be undone, Unix ms; null: not held. */
  heldUntil: z.number().nullable(),
  /** Not sent after this, Unix ms. */
  expiresAt: z.number(),
  /** The attempt under way or last made. */
  attempt: z.object({ number: z.int(), of: z.int(), host: z.string(), nextAt: z.number().nullable() }).nullable(),
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
