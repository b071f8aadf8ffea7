/** A request with its whole plan: budget, token, attempt, and what comes after a failure. The only retry layer. */

import type { Service } from "../../shared/model/profile.ts";
import type { Clock, Log, Random } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { Credential, TokenSource } from "../tokens/types.ts";
import { type AttemptDeps, attempt } from "./attempt.ts";
import type { AdaptiveBudget } from "./budget.ts";
import { forOperation, unsent } from "./errors.ts";
import type { HostHealth } from "./hostHealth.ts";
import type { Hosts } from "./hosts.ts";
import type { Operation } from "./operations/operation.ts";
import type { RetryCredit } from "./retryCredit.ts";
import { FAILURE, nextTry, plannedTries, type Try } from "./retryPlan.ts";
import type { AnswerSeen, CloudAnswer, CloudProblem, CloudResult, HostRole, Route, Sending, SendOptions } from "./types.ts";

/** By how much wall and monotonic time may part while a request is under way, ms. */
const DRIFT_MS = 1_000;
/** A poll waits at most so long for what Retry-After asks, ms. */
const LONGEST_POLL_WAIT_MS = 60_000;

export type SendDeps = AttemptDeps & {
  clock: Clock;
  random: Random;
  tokens: TokenSource;
  hosts: Readonly<Record<Service, Hosts>>;
  health: HostHealth;
  credit: RetryCredit;
  budget: AdaptiveBudget;
  log: Log;
  onAnswer: (seen: AnswerSeen) => void;
};

/** What ends a request from outside while it waits or runs. */
type Interrupted = "aborted" | "expired";
const SENTENCE: Readonly<Record<Interrupted, string>> = { aborted: "given up by the caller", expired: "the time for it was over" };

/** Lets one thing at a time be ended early: by the caller, or by the deadline. */
const createInterruption = (clock: Clock, deadline: number | undefined) => {
  let reason: Interrupted | null = null;
  let stop: (() => void) | null = null;
  const interrupt = (why: Interrupted): void => {
    reason ??= why;
    stop?.();
  };
  return {
    abort: () => interrupt("aborted"),
    reason: () => reason,
    /** Runs `start` unless interrupted; on abort, or where `expires` also at the deadline, `cancel` is called. */
    during: async <T>(work: { done: Promise<T>; cancel: () => void }, options: { expires: boolean }): Promise<T> => {
      stop = work.cancel;
      if (reason !== null) work.cancel();
      const left = deadline === undefined || !options.expires ? null : deadline - clock.monotonic();
      const cancelTimer = left === null ? null : clock.after(Math.max(0, left), () => interrupt("expired"));
      const value = await work.done;
      cancelTimer?.();
      stop = null;
      return value;
    },
  };
};

const sleep = (clock: Clock, ms: number): { done: Promise<void>; cancel: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancelTimer = clock.after(ms, resolve);
  const cancel = (): void => {
    cancelTimer();
    resolve();
  };
  return { done: promise, cancel };
};

export const send = <T>(deps: SendDeps, operation: Operation<T>, options: SendOptions): Sending<T> => {
  const { clock, health, tokens, budget } = deps;
  const hosts = deps.hosts[operation.service];
  const askedAt = clock.monotonic();
  const isPoll = options.class !== "command";
  const interruption = createInterruption(clock, options.deadline);
  let maybeDone = false;
  let number = 0;
  /** Until when the server that answered last wishes not to be asked, monotonic ms. */
  let patientUntil = 0;
  let prepaid = options.prepaid ?? false;

  const timeLeft = (): number | null => (options.deadline === undefined ? null : Math.max(0, options.deadline - clock.monotonic()));
  const fail = (problem: CloudProblem): Result<never, CloudProblem> =>
    err(forOperation(operation, { ...problem, maybeDone: problem.maybeDone || maybeDone }));
  const isTooLate = (): boolean =>
    (options.deadline !== undefined && clock.monotonic() > options.deadline) || (options.withdrawn?.() ?? false);
  /** A server's wish outlives the request that was given up while it waited. */
  const interrupted = (why: Interrupted): Result<never, CloudProblem> => {
    const patience = patientUntil - clock.monotonic();
    return fail({ ...unsent(why, SENTENCE[why]), retryAfterMs: patience > 0 ? patience : null });
  };

  /** One attempt with its share of the budget. A refused token is renewed and tried once more, at the same host and at once. */
  const attemptAt = async (role: HostRole): Promise<Result<CloudAnswer<T>, CloudProblem>> => {
    for (let renewed = false; ; renewed = true) {
      if (!prepaid) {
        const share = budget.take(options.class);
        const granted = await interruption.during({ done: share.granted, cancel: () => share.cancel() }, { expires: true });
        if (!granted) return err(unsent(interruption.reason() ?? "aborted", "no request was granted in time"));
      }
      prepaid = false;
      // Taken when it may leave, and not before: the computer may sleep in between for longer than a token lives.
      const credential = await credentialOf(tokens.credential());
      if (!credential.ok) return credential;
      const stopped = interruption.reason() ?? (isTooLate() ? "expired" : null);
      if (stopped !== null) return err(unsent(stopped, SENTENCE[stopped]));
      const { token } = credential.value;
      const leftAt = clock.monotonic();
      const wallAhead = clock.wall() - leftAt;
      options.onLeaving?.();
      const trying = attempt(deps, hosts.originOf(role), operation, credential.value);
      const { outcome, heard } = await interruption.during({ done: trying.done, cancel: () => trying.abort() }, { expires: false });
      const route: Route = {
        attempt: number,
        waitedMs: Math.round(leftAt - askedAt),
        tookMs: Math.round(clock.monotonic() - leftAt),
        timeLeftMs: timeLeft(),
      };
      if (heard !== null) {
        budget.answered(heard.status);
        deps.onAnswer({
          host: hosts.nameOf(role),
          hostRole: role,
          // Told before the computer slept, or before its clock was set, it tells nothing about the present clock.
          serverTime: Math.abs(clock.wall() - clock.monotonic() - wallAhead) > DRIFT_MS ? null : heard.serverTime,
          wallAt: clock.wall(),
          status: heard.status,
          route,
        });
      }
      if (outcome.ok) return ok({ value: outcome.value.value, ts: outcome.value.ts, host: hosts.nameOf(role), hostRole: role, route });
      if (outcome.error.code !== "unauthorized" || renewed) return err(outcome.error);
      const renewal = await credentialOf(tokens.renewAfter(token));
      if (!renewal.ok) return err(outcome.error);
    }
  };

  const run = async (): CloudResult<T> => {
    // A poll takes up the plan where the last poll had to leave it; a command always has the whole plan.
    let tries: readonly Try[] = isPoll ? health.unfinished() : [];
    const taken = nextTry(tries, hosts.others, { unit: 0, retryAfterMs: null, longestWaitMs: 0 });
    let role = tries.length === 0 || taken === null ? hosts.within(health.begin({ mayProbe: isPoll && operation.repeatable })) : taken.role;
    let waitMs = 0;
    deps.credit.earn();

    for (;;) {
      number += 1;
      if (options.onAttempt !== undefined) {
        const of = number - 1 + plannedTries(tries, hosts.others) - tries.length;
        options.onAttempt({ number, of: Math.max(number, of), host: hosts.nameOf(role), hostRole: role, waitMs, timeLeftMs: timeLeft() });
      }
      if (waitMs > 0) {
        if (options.deadline !== undefined && clock.monotonic() + waitMs > options.deadline) return interrupted("expired");
        await interruption.during({ ...sleep(clock, waitMs) }, { expires: false });
      }
      const stopped = interruption.reason();
      if (stopped !== null) return interrupted(stopped);

      const result = await attemptAt(role);
      if (result.ok) {
        health.answered(role);
        return result;
      }
      const problem = result.error;
      maybeDone ||= problem.maybeDone;
      patientUntil = clock.monotonic() + (problem.retryAfterMs ?? 0);
      const failure = FAILURE[problem.code];
      if (failure === "final") {
        // An answer is an answer, even one that says no: this host lives.
        if (problem.httpStatus !== null) health.answered(role);
        return fail(problem);
      }
      if (failure !== "busy") health.failed(role);
      deps.log.debug(
        { number, host: hosts.nameOf(role), code: problem.code, detail: problem.detail, path: operation.path },
        "attempt failed",
      );
      tries = tries.concat({ role, failure });
      const next = nextTry(tries, hosts.others, {
        unit: deps.random.unit(),
        retryAfterMs: problem.retryAfterMs,
        longestWaitMs: isPoll ? LONGEST_POLL_WAIT_MS : Number.POSITIVE_INFINITY,
      });
      const mayRepeat = operation.repeatable || !problem.maybeDone;
      if (next !== null && mayRepeat && (!isPoll || deps.credit.spend())) {
        ({ role, waitMs } = next);
        continue;
      }
      if (isPoll) health.leave(next === null || failure === "busy" ? [] : tries);
      return fail(problem);
    }
  };

  return { done: run(), abort: interruption.abort };
};

const credentialOf = async (asked: ReturnType<TokenSource["credential"]>): Promise<Result<Credential, CloudProblem>> => {
  const credential = await asked;
  return credential.ok ? credential : err(unsent("noToken", `${credential.error.kind}: ${credential.error.detail}`));
};
