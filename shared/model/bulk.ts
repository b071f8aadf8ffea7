/** One command for many rooms: asked once, a verdict for each. */
import { z } from "zod";
import { CommandRow, CommandState, type Danger, When } from "./command.ts";

/** How many rooms may be asked in one go. */
export const MAX_BULK = 1_000;

/** `input`: what differs in this room from what is asked of all. */
export const BulkTarget = z.strictObject({
  roomUuid: z.string().min(1).max(300),
  input: z.record(z.string(), z.unknown()).optional(),
});
export type BulkTarget = z.infer<typeof BulkTarget>;

/** `reason`: `misfits.<reason>`. */
export const Excluded = z.object({ roomUuid: z.string(), reason: z.string() });
export type Excluded = z.infer<typeof Excluded>;

export const Bulk = z.object({
  id: z.string(),
  name: z.string(),
  /** What was asked of all; what differs is in each command. */
  input: z.record(z.string(), z.unknown()),
  operator: z.string(),
  /** Server time, ms. */
  askedAt: z.number(),
  when: When.nullable(),
  /** The one whose failures this one tries again. */
  retryOf: z.string().nullable(),
  /** How many commands it has, and the rooms that were left out. */
  total: z.int(),
  excluded: z.array(Excluded),
  /** A person has stopped it; what had left was not called back. */
  stoppedAt: z.number().nullable(),
  /** How many commands stand in each state now; `done` of all have ended. */
  counts: z.partialRecord(CommandState, z.int()),
  done: z.int(),
});
export type Bulk = z.infer<typeof Bulk>;

/** A command of a bulk as its verdict. `key`: its place, so that a list keeps its order. */
export const BulkItem = z.object({ key: z.string(), row: CommandRow });
export type BulkItem = z.infer<typeof BulkItem>;

/**
 * What a person must do before it goes: nothing; agree in a dialog; or type the count, the focus on Cancel
 * (product: danger in levels). For many rooms there is a preview in any case.
 */
export type Ceremony = "none" | "dialog" | "count";
export const ceremonyOf = (danger: Danger, count: number): Ceremony => {
  if (danger === "irreversible" || (danger === "disruptive" && count > 1)) return "count";
  return danger === "disruptive" || count > 1 ? "dialog" : "none";
};
