/** The token server of this console: whether it runs, and what it was asked last. */
import { z } from "zod";

/** So many of the latest requests are kept. */
export const TOKEN_REQUESTS_KEPT = 200;

export const TokenRequest = z.object({
  /** Counts from 1 since the server was started. */
  number: z.int(),
  /** Unix ms. */
  at: z.number(),
  kind: z.enum(["app", "user", "other"]),
  /** The chat user name that was asked for, shortened; null: none. */
  user: z.string().nullable(),
  status: z.int(),
  /** `tokenServer.outcomes.<code>` */
  outcome: z.enum([
    "token",
    "missingApplication", // id or certificate empty
    "missingChat", // app key or domain empty
    "illegalAppKey",
    "emptyName",
    "buildFailed",
    "registrationFailed",
    "chatFailed", // any other failure of the chat service
    "tooLate", // no answer of the chat service within the bound
    "limited", // too many requests
    "forbiddenHost",
    "noKey", // beyond loopback without the access key
    "notFound",
    "internal",
  ]),
  ms: z.number(),
});
export type TokenRequest = z.infer<typeof TokenRequest>;

export const TokenServerStatus = z.object({
  running: z.boolean(),
  url: z.string().nullable(),
  port: z.int().nullable(),
  listenHost: z.string().nullable(),
  /** The profile for whose application it makes tokens; null: not running. */
  profileId: z.string().nullable(),
  startedAt: z.number().nullable(),
  /** Why it could not be started, or stopped by itself: `tokenServer.problems.<code>`. */
  problem: z.object({ code: z.enum(["portInUse", "portDenied", "noSuchAddress", "other"]), detail: z.string() }).nullable(),
  /** The newest first. */
  requests: z.array(TokenRequest),
  served: z.object({ app: z.int(), user: z.int(), refused: z.int(), failed: z.int(), registered: z.int() }),
});
export type TokenServerStatus = z.infer<typeof TokenServerStatus>;
