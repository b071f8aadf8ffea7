/** How the console is connected: one line in the header, and what freshness is reckoned from. */
import { z } from "zod";

export const Connection = z.object({
  phase: z.enum(["starting", "catchingUp", "live", "backingOff", "failed", "paused"]),
  region: z.string(),
  /** The host that answered last, without scheme; null before the first answer. */
  host: z.string().nullable(),
  hostRole: z.enum(["primary", "alternate", "regional"]).nullable(),
  /** How the last answer was come by: which attempt of its plan, ms from asking until it left, ms from then to its answer. */
  route: z.object({ attempt: z.int(), waitedMs: z.number(), tookMs: z.number() }).nullable(),
  /** Server time of the last answer of any kind from any host, ms. */
  lastAnswerAt: z.number().nullable(),
  /** What is wrong now, as `problems.<code>`, since when (server's clock) and in one technical line. */
  problem: z.object({ code: z.string(), since: z.number(), detail: z.string() }).nullable(),
  /** When the next attempt leaves, server time ms; null while one is under way or all is well. */
  nextAttemptAt: z.number().nullable(),
  /** Rooms still to be read to their end, of all; null when none. */
  catchUp: z.object({ done: z.int(), of: z.int() }).nullable(),
  /** Server clock minus this workstation's, ms; null before the first answer. */
  clockOffset: z.number().nullable(),
  /** Requests in the last second, and the most per second that is allowed now. */
  rate: z.object({ used: z.number(), limit: z.number() }),
  /** Rooms that are due to be asked and have not had their turn: reads that wait for the rate. */
  requestsWaiting: z.int(),
  /** The operation 9 chain: while `proves`, `lastTs` proves every room whose proof names this chain. */
  chain: z.object({ id: z.int(), lastTs: z.number().nullable(), proves: z.boolean() }),
  /** Another program reads operation 9 of this application: it proves nothing. */
  otherReader: z.boolean(),
  /** How often a room's age is proved, ms: operation 9's interval, or the sweep's round. */
  proofInterval: z.number(),
});
export type Connection = z.infer<typeof Connection>;
