/** HTTP without sockets: a handler answers each attempt, on the clock that it is given. */
import type { Clock, Http, HttpAnswer, HttpFault, HttpRequest } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";

/** `afterMs`: how long the answer takes, 0 where left out. `never`: silence until the time for headers is over. */
export type ScriptedReply =
  | { status: number; json?: unknown; text?: string; headers?: Record<string, string>; afterMs?: number }
  | { fault: HttpFault["kind"]; sent?: boolean; afterMs?: number }
  | { never: true };

export type ScriptedHttp = Http & { readonly requests: HttpRequest[] };

const UNSENT: ReadonlySet<HttpFault["kind"]> = new Set(["dns", "refused", "tls"]);

const outcomeOf = (reply: ScriptedReply, request: HttpRequest): { afterMs: number; outcome: Result<HttpAnswer, HttpFault> } => {
  if ("never" in reply) {
    const fault: HttpFault = { kind: "timeout", sent: true, detail: "scripted silence" };
    return { afterMs: request.limits.headersMs, outcome: err(fault) };
  }
  if ("fault" in reply) {
    const fault: HttpFault = { kind: reply.fault, sent: reply.sent ?? !UNSENT.has(reply.fault), detail: `scripted ${reply.fault}` };
    return { afterMs: reply.afterMs ?? 0, outcome: err(fault) };
  }
  const text = reply.text ?? (reply.json === undefined ? "" : JSON.stringify(reply.json));
  return { afterMs: reply.afterMs ?? 0, outcome: ok({ status: reply.status, headers: reply.headers ?? {}, text }) };
};

export const createScriptedHttp = (deps: {
  clock: Clock;
  handler: (request: HttpRequest, number: number) => ScriptedReply | Promise<ScriptedReply>;
}): ScriptedHttp => {
  const requests: HttpRequest[] = [];
  return {
    requests,
    send: (request) => {
      requests.push(request);
      const wait = Promise.withResolvers<Result<HttpAnswer, HttpFault>>();
      let cancel: (() => void) | null = null;
      const play = async (number: number): Promise<void> => {
        const { afterMs, outcome } = outcomeOf(await deps.handler(request, number), request);
        if (afterMs === 0) wait.resolve(outcome);
        else cancel = deps.clock.after(afterMs, () => wait.resolve(outcome));
      };
      play(requests.length).catch(wait.reject);
      return {
        done: wait.promise,
        abort: () => {
          cancel?.();
          wait.resolve(err({ kind: "aborted", sent: true, detail: "given up by the caller" }));
        },
      };
    },
    close: async () => undefined,
  };
};
