/** What "Test connection" found: how far one read of one room (operation 8) came. */
import { z } from "zod";

export const ConnectionVerdict = z.enum([
  "proved", // the service answered as it answers to those whom it knows
  "unauthorized", // HTTP 401: `ruledOut` and `remaining` say what it can be
  "reached", // something answered, but neither proved nor refused the token: `problem` names it
  "noCertificate", // nothing was asked: no token can be made
  "unresolved", // no host's name could be resolved
  "unreachable", // the names resolve, and no host answers
]);
export type ConnectionVerdict = z.infer<typeof ConnectionVerdict>;

/** What a 401 can come from. */
export const AuthCause = z.enum(["appId", "certificate", "uid", "clock", "region", "tokenKind", "headerNames"]);
export type AuthCause = z.infer<typeof AuthCause>;

export const ConnectionTest = z.object({
  verdict: ConnectionVerdict,
  ruledOut: z.array(AuthCause),
  remaining: z.array(AuthCause),
  /** Server clock minus this workstation's, ms, from the answer's `ts` or Date header; null: no answer told. */
  clockOffset: z.number().nullable(),
  /** Each host of the profile, asked once side by side; the verdict is that of the first that answered. */
  hosts: z.array(
    z.object({
      host: z.string(),
      role: z.enum(["primary", "alternate", "regional"]),
      /** null: it answered as expected. Otherwise `problems.<code>`. */
      problem: z.string().nullable(),
      httpStatus: z.int().nullable(),
      tookMs: z.number(),
    }),
  ),
  /** One technical line, without secrets. */
  detail: z.string(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;
