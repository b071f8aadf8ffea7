/** The request budget of a profile: so many requests in any second, shared by class, less while the service says that it is too much. */
import type { Clock } from "../../shared/ports.ts";
import { REQUEST_CLASSES, type RequestBudget, type RequestClass } from "./types.ts";

/** Requests are counted over a little more than a second: on their way some of them catch up with one another. */
const WINDOW_MS = 1_020;
/** After so many grants to others, a class that waits is served next whatever its rank. The app-wide poll keeps its interval; the rest can wait for commands. */
const SHARE_AFTER_GRANTS: Readonly<Record<RequestClass, number>> = { command: 20, app: 20, open: 40, gap: 40, sweep: 40 };
/** A refusal (429, 503) halves the limit, but a volley of refusals only once in this time, ms. */
const SHRINK_ONCE_PER_MS = 1_000;
/** From nothing to the full limit again, ms. */
const RECOVER_MS = 60_000;
const LEAST_PER_SECOND = 1;

/** Classes that come one by one instead of in bursts, so that a command or the app-wide poll never finds the second used up. */
const PACED: ReadonlySet<RequestClass> = new Set(["open", "gap", "sweep"]);
/** Timers fire late. A paced class makes up for so many ms of it; without that, each request would be late for all that follow. */
const MADE_UP_MS = 100;

export type AdaptiveBudget = RequestBudget & {
  /** Every answer's HTTP status is told here: 429 and 503 shrink the limit. */
  answered(status: number): void;
};

type Settle = (granted: boolean) => void;

/** `requestsPerSecond`: the profile's own limit. */
export const createBudget = (deps: { clock: Clock; requestsPerSecond: number }): AdaptiveBudget => {
  const { clock, requestsPerSecond } = deps;
  /** Who waits since when (monotonic), per class in the order of asking. */
  const waiting: Readonly<Record<RequestClass, Map<Settle, number>>> = {
    command: new Map(),
    app: new Map(),
    open: new Map(),
    gap: new Map(),
    sweep: new Map(),
  };
  /** Monotonic instants of the grants in the last window, oldest first. */
  const grants: number[] = [];
  /** When the last grant was due; the pace is counted from it. */
  let lastDue = Number.NEGATIVE_INFINITY;
  let shrunkTo = requestsPerSecond;
  let shrunkAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | null = null;
  const passedOver = new Map<RequestClass, number>();

  const limit = (): number => {
    const recovered = ((clock.monotonic() - shrunkAt) / RECOVER_MS) * requestsPerSecond;
    return Math.max(LEAST_PER_SECOND, Math.floor(Math.min(requestsPerSecond, shrunkTo + recovered)));
  };

  const overdue = (requestClass: RequestClass): boolean => (passedOver.get(requestClass) ?? 0) >= SHARE_AFTER_GRANTS[requestClass];

  /** When the first that waits in this class is due by its pace. */
  const dueAt = (requestClass: RequestClass): number => {
    const [asked = Number.NEGATIVE_INFINITY] = waiting[requestClass].values();
    return PACED.has(requestClass) && !overdue(requestClass) ? Math.max(asked, lastDue + WINDOW_MS / limit()) : asked;
  };

  /** Ms until a request of this class may leave. */
  const waitOf = (requestClass: RequestClass): number => {
    const now = clock.monotonic();
    const oldestThatCounts = grants.at(-limit());
    const forWindow = oldestThatCounts === undefined ? 0 : oldestThatCounts + WINDOW_MS - now;
    return Math.max(0, forWindow, dueAt(requestClass) - now);
  };

  /** Classes that wait, in the order in which they are served: the overdue first, then by rank. */
  const order = (): RequestClass[] => {
    const present = REQUEST_CLASSES.filter((requestClass) => waiting[requestClass].size > 0);
    return [...present.filter(overdue), ...present.filter((requestClass) => !overdue(requestClass))];
  };

  const grant = (requestClass: RequestClass, classes: readonly RequestClass[]): void => {
    const [settle] = waiting[requestClass].keys();
    if (settle === undefined) return;
    const now = clock.monotonic();
    lastDue = Math.max(lastDue, dueAt(requestClass), now - MADE_UP_MS);
    waiting[requestClass].delete(settle);
    while ((grants[0] ?? now) <= now - WINDOW_MS) grants.shift();
    grants.push(now);
    for (const other of classes) passedOver.set(other, other === requestClass ? 0 : (passedOver.get(other) ?? 0) + 1);
    settle(true);
  };

  const pump = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    for (;;) {
      const classes = order();
      const ready = classes.find((requestClass) => waitOf(requestClass) === 0);
      if (ready === undefined) {
        if (classes.length > 0) cancelTimer = clock.after(Math.ceil(Math.min(...classes.map(waitOf))), pump);
        return;
      }
      grant(ready, classes);
    }
  };

  return {
    take: (requestClass) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting[requestClass].set(resolve, clock.monotonic());
      pump();
      const cancel = (): void => {
        if (!waiting[requestClass].delete(resolve)) return;
        resolve(false);
        pump();
      };
      return { granted: promise, cancel };
    },
    rate: () => {
      const now = clock.monotonic();
      return { used: grants.filter((instant) => instant > now - 1_000).length, limit: limit() };
    },
    answered: (status) => {
      if (status !== 429 && status !== 503) return;
      const now = clock.monotonic();
      if (now - shrunkAt < SHRINK_ONCE_PER_MS) return;
      shrunkTo = Math.max(LEAST_PER_SECOND, limit() / 2);
      shrunkAt = now;
    },
  };
};
