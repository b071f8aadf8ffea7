/** Removing what is stored of rooms: which ones a person means, what would go, and how far it is. */
import { z } from "zod";
import { ExistingId } from "../contract/fields.ts";
import { AppError } from "../result.ts";

export const MAX_ROOMS_NAMED = 10_000;

/** `before`: rooms alone of which nothing was seen at or after this moment, server time, ms. */
export const RemovalChoice = z
  .strictObject({
    rooms: z.union([
      z.enum(["all", "archived"]),
      z.array(ExistingId).min(1).max(MAX_ROOMS_NAMED),
      /** Those of an exam's sheet. */
      z.strictObject({ examId: z.uuid() }),
    ]),
    before: z.number().nullable(),
  })
  .refine(({ rooms, before }) => rooms !== "all" || before !== null, { message: "a moment must be given", path: ["before"] });
export type RemovalChoice = z.infer<typeof RemovalChoice>;

/** Why a room stays. `seenSince`: it is younger than what is meant; `live`: it runs, or may be running; `open`: somebody looks at it, or it is being read; `waiting`: commands for it have not ended; `reading`: it is still being read, or folded again. */
export const KEPT_REASONS = ["live", "waiting", "open", "reading", "seenSince"] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** What would go. Times when it was seen, server time, ms. */
export const RemovalPlan = z.object({
  rooms: z.int(),
  events: z.int(),
  /** What it takes on the disk, about. */
  bytes: z.int(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  kept: z.array(z.object({ reason: z.enum(KEPT_REASONS), count: z.int() })),
});
export type RemovalPlan = z.infer<typeof RemovalPlan>;

/** `ended`: everything that was agreed is gone, but for `left`; `broken`: it ended early, and `error` says why. What is not removed by then is whole. */
export const RemovalStatus = z.object({
  phase: z.enum(["idle", "exporting", "removing", "ended", "broken"]),
  /** Rooms that were agreed upon, and those of them that are gone. */
  rooms: z.int(),
  gone: z.int(),
  /** Events that were agreed upon, and those of them that are gone. */
  events: z.int(),
  removed: z.int(),
  /** Rooms that stay after all: something came for them meanwhile. */
  left: z.int(),
  /** The export, once it is written and read back. */
  file: z.string().nullable(),
  error: AppError.nullable(),
});
export type RemovalStatus = z.infer<typeof RemovalStatus>;
