/** Errors as values: everything that can fail across a boundary answers a `Result`. Imports nothing but the schema library. */
import { z } from "zod";

/** What went wrong, by name. The renderer has a sentence for each (`errors.<code>`), so a code is never shown bare. */
export const ErrorCode = z.enum([
  "invalid", // an argument breaks its schema; `field` names it
  "forbidden", // the sender, or an observe-only profile, may not do this
  "tooLarge", // a message beyond its bound
  "unknownName", // no such command, action, query or topic
  "notFound", // a room, command or alarm that does not exist here
  "conflict", // the thing is in a state that does not allow this
  "unavailable", // what is needed (keychain, disk, network) cannot be had now
  "internal", // a programmer's fault; `reference` points into the log
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const AppError = z.object({
  code: ErrorCode,
  /** One English sentence for logs and command lines. The renderer translates by `code`, `reason` and `params`. */
  message: z.string(),
  /** A finer name below `code`, for example "roomClosed"; the renderer looks for `errors.<code>.<reason>` first. */
  reason: z.string().optional(),
  /** The field of the input that is at fault, as a dotted path. */
  field: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Where the log has the details of an `internal` error. */
  reference: z.string().optional(),
});
export type AppError = z.infer<typeof AppError>;

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Err<E> = { readonly ok: false; readonly error: E };
export type Result<T, E = AppError> = Ok<T> | Err<E>;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });
export const err = <E>(error: E): Err<E> => ({ ok: false, error });

/** Builds an `AppError`; `more` adds reason, field, params or reference. */
export const appError = (code: ErrorCode, message: string, more: Omit<AppError, "code" | "message"> = {}): AppError => ({
  code,
  message,
  ...more,
});

/** The first fault of a failed parse, as an `invalid` error that names the field. */
export const invalidInput = (error: z.core.$ZodError, what: string): AppError => {
  const issue = error.issues[0];
  const field = issue?.path.map(String).join(".") ?? "";
  return appError("invalid", `${what}${field ? `, field ${field}` : ""}: ${issue?.message ?? "not valid"}`, {
    ...(field && { field }),
    ...(issue && reasonOf(issue)),
  });
};

/** A schema's own name for what is wrong (`params.reason` of a custom issue, with its figures), or the limit that was passed. */
const reasonOf = (issue: z.core.$ZodIssue): Pick<AppError, "reason" | "params"> => {
  if (issue.code === "too_small") return { reason: "tooSmall", params: { min: Number(issue.minimum) } };
  if (issue.code === "too_big") return { reason: "tooBig", params: { max: Number(issue.maximum) } };
  if (issue.code !== "custom") return {};
  const { reason, ...figures } = issue.params ?? {};
  if (typeof reason !== "string") return {};
  const params = Object.entries(figures).filter((pair): pair is [string, string | number] => ["string", "number"].includes(typeof pair[1]));
  return { reason, params: Object.fromEntries(params) };
};
