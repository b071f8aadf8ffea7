/** When something happened, as far as it is known (design: "When did it happen?"). All times are Unix ms on the server's clock. */
import { z } from "zod";

export const EventTime = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("exact"), at: z.number() }),
  /** Not before the room's previous proof (null: never proved), not after the answer that brought it. */
  z.object({ kind: z.literal("between"), notBefore: z.number().nullable(), notAfter: z.number() }),
]);
export type EventTime = z.infer<typeof EventTime>;

/** The latest instant at which it can have happened: for sorting and for durations that must not be overstated. */
export const latest = (time: EventTime): number => (time.kind === "exact" ? time.at : time.notAfter);
