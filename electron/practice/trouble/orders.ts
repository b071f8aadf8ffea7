/** The kinds of trouble: what a network, a gateway or a service can do to a call, and which calls it meets. */
import { z } from "zod";
import type { TroubleName } from "../../../shared/model/rehearsal.ts";

/** Which calls it meets, when, and how often; all of it optional. Times are real, ms. */
const scope = {
  /** A regular expression that the path with its query must match. */
  path: z.string().max(512).optional(),
  method: z.string().max(10).optional(),
  /** It ends after so many calls. */
  count: z.int().positive().optional(),
  /** It begins so much later. */
  afterMs: z.number().nonnegative().max(86_400_000).default(0),
  /** It ends so long after it began. */
  durationMs: z.number().positive().max(86_400_000).optional(),
  /** The share of calls that it meets. */
  chance: z.number().min(0).max(1).default(1),
};

const MAX_WAIT_MS = 600_000;
const orderOf = <K extends string, S extends z.ZodRawShape>(name: K, shape: S) =>
  z.strictObject({ kind: z.literal(name), ...scope, ...shape });

export const TroubleOrder = z.discriminatedUnion("kind", [
  // Before the call takes effect:
  orderOf("latency", { ms: z.number().nonnegative().max(MAX_WAIT_MS), jitterMs: z.number().nonnegative().max(MAX_WAIT_MS).default(0) }),
  orderOf("hang", {}),
  orderOf("reset", {}),
  orderOf("unauthorized", {}),
  orderOf("tooMany", { retryAfter: z.int().nonnegative().optional(), asDate: z.boolean().default(false) }),
  orderOf("internal", {}),
  orderOf("unavailable", { retryAfter: z.int().nonnegative().optional() }),
  orderOf("body", {
    body: z.enum(["html", "notJson", "wrongShape", "empty", "badGzip", "huge"]),
    bytes: z.int().positive().max(200_000_000).optional(),
  }),
  // After it has taken effect:
  orderOf("lost", {}),
  orderOf("hangAfterHeaders", {}),
  orderOf("half", {}),
  orderOf("slow", { bytesPerSecond: z.number().positive().max(1_000_000).default(100) }),
  // Of events, in operations 8 and 9:
  orderOf("duplicate", {}),
  orderOf("late", { ms: z.number().nonnegative().max(MAX_WAIT_MS) }),
  // The service as a whole:
  orderOf("clock", {
    offsetMs: z
      .number()
      .min(-400 * 86_400_000)
      .max(400 * 86_400_000),
  }),
  /** Tokens that were issued before it began are refused; those issued since are not. */
  orderOf("expiredTokens", {}),
  /** The name of the primary host cannot be resolved: done by the console, which is told. A caller that goes by address does not notice. */
  orderOf("names", {}),
  /** Nothing listens: connections are cut, new ones refused. Without a host: on both. It must end, since its own switch is out of reach meanwhile. */
  z.strictObject({
    kind: z.literal("stop"),
    host: z.enum(["primary", "alternate"]).optional(),
    durationMs: z.number().positive().max(3_600_000),
    afterMs: scope.afterMs,
  }),
]);
export type TroubleOrder = z.input<typeof TroubleOrder>;
export type Order = z.output<typeof TroubleOrder>;
export type Kind = Order["kind"];

const HOUR_MS = 3_600_000;

/** What each switch of a rehearsal orders. */
const SWITCHES: Readonly<Record<TroubleName, TroubleOrder>> = {
  latency: { kind: "latency", ms: 800, jitterMs: 1_200 },
  loss: { kind: "lost", chance: 0.2 },
  resets: { kind: "reset", chance: 0.3 },
  halfAnswers: { kind: "half", chance: 0.3 },
  wrongBodies: { kind: "body", body: "html", chance: 0.5 },
  refusedTokens: { kind: "unauthorized", chance: 0.5 },
  expiredTokens: { kind: "expiredTokens" },
  tooMany: { kind: "tooMany", chance: 0.5 },
  tooManyWithDelay: { kind: "tooMany", retryAfter: 5, chance: 0.5 },
  internal: { kind: "internal", chance: 0.5 },
  unavailable: { kind: "unavailable", chance: 0.5 },
  names: { kind: "names" },
  deadHost: { kind: "stop", host: "primary", durationMs: HOUR_MS },
  duplicates: { kind: "duplicate" },
  late: { kind: "late", ms: 8_000 },
  clockOff: { kind: "clock", offsetMs: -90_000 },
  stop: { kind: "stop", durationMs: HOUR_MS },
};

export const orderOfSwitch = (name: TroubleName): Order => TroubleOrder.parse(SWITCHES[name]);
