/** One attempt of one operation at one host: request out, answer read and judged. */
import type { Clock, Http, HttpAnswer, HttpRequest } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { Credential } from "../tokens/types.ts";
import { codeOfAnswer, dateHeader, problemOfFault, retryAfter, uncertain } from "./errors.ts";
import type { Operation } from "./operations/operation.ts";
import type { CloudProblem } from "./types.ts";
import { type ReadEnvelope, readEnvelope } from "./wire.ts";

export type AttemptLimits = HttpRequest["limits"];

/** What an answer tells beside its value; null where no answer of the service came. */
export type Heard = { status: number; serverTime: number | null };
export type AttemptEnd<T> = { outcome: Result<{ value: T; ts: number | null }, CloudProblem>; heard: Heard | null };

export type AttemptDeps = { http: Http; clock: Clock; headerNames: { token: string; uid: string }; limits: AttemptLimits };

const problemOfAnswer = (answer: HttpAnswer, envelope: ReadEnvelope | null, wall: number): CloudProblem => {
  const code = envelope === null && answer.status < 300 ? "notJson" : codeOfAnswer(answer.status, envelope?.code ?? null);
  const date = dateHeader(answer.headers);
  const words =
    envelope?.message ||
    (envelope === null ? `no JSON (${answer.headers["content-type"] ?? "no content type"}, ${answer.text.length} characters)` : "");
  return {
    code,
    httpStatus: answer.status,
    businessCode: envelope?.code ?? null,
    detail: [`HTTP ${answer.status}`, ...(envelope?.code ? [`code ${envelope.code}`] : []), ...(words ? [words] : [])].join(", "),
    maybeDone: uncertain(code),
    repeatSafe: !uncertain(code),
    goalReached: false,
    retryAfterMs: retryAfter(answer.headers, date ?? wall),
    serverTime: envelope?.ts ?? date,
  };
};

const judge = <T>(operation: Operation<T>, answer: HttpAnswer, wall: number): Result<{ value: T; ts: number | null }, CloudProblem> => {
  const envelope = readEnvelope(answer.text);
  const success = answer.status >= 200 && answer.status < 300 && envelope?.code === 0;
  if (!success) return err(problemOfAnswer(answer, envelope, wall));
  const read = operation.read(envelope.data, answer.utf8 ?? null);
  if (read.ok) return ok({ value: read.value, ts: envelope.ts });
  return err({ ...problemOfAnswer(answer, envelope, wall), code: "badShape", detail: read.error, maybeDone: true, repeatSafe: false });
};

export const attempt = <T>(
  deps: AttemptDeps,
  origin: string,
  operation: Operation<T>,
  credential: Credential,
): { done: Promise<AttemptEnd<T>>; abort(): void } => {
  const { http, clock, headerNames, limits } = deps;
  const sending = http.send({
    method: operation.method,
    origin,
    path: operation.path,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      [headerNames.token]: credential.token,
      [headerNames.uid]: credential.uid,
    },
    ...(operation.body !== undefined && { body: JSON.stringify(operation.body) }),
    limits,
  });
  const done = sending.done.then((answered): AttemptEnd<T> => {
    if (!answered.ok) return { outcome: err(problemOfFault(answered.error)), heard: null };
    const outcome = judge(operation, answered.value, clock.wall());
    if (outcome.ok)
      return { outcome, heard: { status: answered.value.status, serverTime: outcome.value.ts ?? dateHeader(answered.value.headers) } };
    // A page of somebody in between (a hotel's, a proxy's) says nothing about the service and its clock.
    if (outcome.error.code === "notJson") return { outcome, heard: null };
    const hidden = { ...outcome.error, detail: outcome.error.detail.replaceAll(credential.token, "[token]") };
    return { outcome: err(hidden), heard: { status: answered.value.status, serverTime: outcome.error.serverTime } };
  });
  return { done, abort: () => sending.abort() };
};
