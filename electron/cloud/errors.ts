/** HTTP status × business code → what went wrong (specification §7, public facts §8), and the same for attempts without an answer. */
import type { HttpAnswer, HttpFault } from "../../shared/ports.ts";
import type { Operation } from "./operations/operation.ts";
import type { CloudProblem, ProblemCode } from "./types.ts";

/** A business code means the same whatever status it comes with. */
export const BY_BUSINESS_CODE: Readonly<Record<number, ProblemCode>> = {
  20404100: "roomAbsent",
  20404101: "sequenceAbsent",
  20404200: "userAbsent",
  20410200: "userOffline",
  30404462: "notOnStage",
  30409100: "alreadyStarted",
  30409101: "alreadyEnded",
  30410100: "classOver",
  20410100: "classOver",
  30409410: "recordingNotStarted",
  30409411: "recordingNotEnded",
  20409000: "processConflict",
  20409100: "roomExists",
  30409103: "screenNotShared",
  30409104: "roomTypeConflict",
  30409460: "handConflict",
  30409601: "alreadyInvited",
  30429461: "stageFull", // no matter of rate
  20403001: "roleFull",
  20403002: "roomFull",
  30403100: "mayNotEnter",
  30403200: "muted",
  30400100: "tenantMissing",
  30400412: "rootUrlMissing",
};

export const BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "notFound",
  408: "unavailable", // a gateway that did not hear all of the request in time
  409: "conflict",
  429: "rateLimited",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

const ofStatus = (status: number): ProblemCode => {
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  if (status >= 500) return "serverError";
  return status >= 400 ? "rejected" : "notJson";
};

/** The status that a business code carries inside: 2|3, 0, three digits of status, three of detail; or is itself. */
const statusInside = (businessCode: number): number | null => {
  if (businessCode >= 400 && businessCode < 600) return businessCode;
  const digits = /^[23]0([45]\d\d)\d{3}$/.exec(String(businessCode))?.[1];
  return digits === undefined ? null : Number(digits);
};

/** What an answer that is no success means. `businessCode` 0 or null: the body told none. */
export const codeOfAnswer = (status: number, businessCode: number | null): ProblemCode => {
  const known = businessCode === null ? undefined : BY_BUSINESS_CODE[businessCode];
  if (known !== undefined) return known;
  if (status >= 300) return ofStatus(status);
  const inside = businessCode === null ? null : statusInside(businessCode);
  return inside === null ? "badShape" : ofStatus(inside);
};

const OF_FAULT: Readonly<Record<HttpFault["kind"], ProblemCode>> = {
  dns: "dns",
  refused: "refused",
  reset: "reset",
  timeout: "timeout",
  tls: "tls",
  truncated: "truncated",
  tooBig: "tooBig",
  badEncoding: "notJson",
  aborted: "aborted",
  network: "network",
};

const NOTHING_TOLD = { httpStatus: null, businessCode: null, retryAfterMs: null, serverTime: null, goalReached: false } as const;

export const problemOfFault = (fault: HttpFault): CloudProblem => ({
  ...NOTHING_TOLD,
  code: OF_FAULT[fault.kind],
  detail: fault.detail,
  maybeDone: fault.sent,
  repeatSafe: !fault.sent,
});

/** A request that never left, and why. */
export const unsent = (code: ProblemCode, detail: string): CloudProblem => ({
  ...NOTHING_TOLD,
  code,
  detail,
  maybeDone: false,
  repeatSafe: true,
});

/** A problem as it stands for one operation: what may be sent again, and what has been reached all the same. */
export const forOperation = (operation: Pick<Operation<unknown>, "repeatable" | "reachedBy">, problem: CloudProblem): CloudProblem => ({
  ...problem,
  repeatSafe: operation.repeatable || !problem.maybeDone,
  goalReached: problem.httpStatus !== null && (operation.reachedBy?.includes(problem.code) ?? false),
});

const MAX_RETRY_AFTER_MS = 86_400_000;

/** The Date header, server time ms; whole seconds. */
export const dateHeader = (headers: HttpAnswer["headers"]): number | null => {
  const at = Date.parse(headers["date"] ?? "");
  return Number.isNaN(at) ? null : at;
};

/** Retry-After in seconds, or as a date that is read against the server's own clock; ms from now. */
export const retryAfter = (headers: HttpAnswer["headers"], serverNow: number): number | null => {
  const text = headers["retry-after"]?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - serverNow;
  return Number.isNaN(ms) ? null : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms));
};

/** After these the request may have had its effect all the same: nobody who knows has said otherwise. */
const UNCERTAIN: ReadonlySet<ProblemCode> = new Set(["serverError", "unavailable", "notJson", "badShape"]);
export const uncertain = (code: ProblemCode): boolean => UNCERTAIN.has(code);
