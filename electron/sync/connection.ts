/** How the console is connected, for the header and for freshness: gathered from the chain, the rooms and the answers. */
import type { Connection } from "../../shared/model/connection.ts";
import { lateAfter } from "../../shared/model/freshness.ts";
import type { AnswerSeen, RequestBudget } from "../cloud/types.ts";
import { proves } from "./chain.ts";
import type { Core } from "./core.ts";
import { turnOf } from "./scheduler.ts";

/** A sweep's round is not believed to be longer than this, ms. */
const LONGEST_ROUND_MS = 600_000;
/** So many rooms with one problem are the connection's problem. */
const MANY_ROOMS = 3;

export type ConnectionBook = ReturnType<typeof createConnection>;

export const createConnection = (core: Core, deps: { budget: RequestBudget; region: string; pollMs: number }) => {
  const { server, book, clock } = core;
  let lastSeen: AnswerSeen | null = null;
  let lastAnswerAt: number | null = null;
  /** The same, monotonic ms. */
  let answeredAt: number | null = null;
  let appAnswered = false;
  let appProblem: { code: string; since: number; detail: string } | null = null;
  let roomProblem: { code: string; since: number } | null = null;
  let nextAttemptAt: number | null = null;
  let stopped = true;
  /** Monotonic ms at which a sweep of all rooms began, and those still to come in it. */
  let round: { startedAt: number; left: Set<string> } = { startedAt: clock.monotonic(), left: new Set() };
  let measuredRound: number | null = null;

  const active = () => [...book.all()].filter((room) => room.poll.phase !== "paused" && room.poll.phase !== "destroyed");

  /** Until a round was measured: what the budget allows. */
  const sweepRound = (): number => {
    const allowed = (active().length / Math.max(1, deps.budget.rate().limit)) * 1_000;
    return Math.max(deps.pollMs, Math.min(LONGEST_ROUND_MS, measuredRound ?? allowed));
  };

  const commonProblem = (): { code: string; detail: string } | null => {
    const counts = new Map<string, number>();
    const rooms = active();
    for (const { poll } of rooms) if (poll.problem !== null) counts.set(poll.problem, (counts.get(poll.problem) ?? 0) + 1);
    const [worst] = [...counts].sort((a, b) => b[1] - a[1]);
    if (worst === undefined || worst[1] < Math.min(MANY_ROOMS, rooms.length)) return null;
    return { code: worst[0], detail: `${worst[1]} of ${rooms.length} rooms cannot be read` };
  };

  const problem = (): Connection["problem"] => {
    if (appProblem !== null) return appProblem;
    const common = commonProblem();
    if (common === null) roomProblem = null;
    else if (roomProblem?.code !== common.code) roomProblem = { code: common.code, since: server.now() };
    return common === null || roomProblem === null ? null : { ...common, since: roomProblem.since };
  };

  const requestsWaiting = (): number => {
    const now = clock.monotonic();
    let waiting = 0;
    for (const room of book.waiting(core.chain())) {
      const turn = turnOf(room, deps.pollMs);
      if (turn !== null && turn.dueAt <= now) waiting += 1;
    }
    return waiting;
  };

  const phase = (catchingUp: boolean): Connection["phase"] => {
    if (stopped) return "paused";
    if (appProblem !== null)
      return ["unauthorized", "forbidden", "noToken", "rejected"].includes(appProblem.code) ? "failed" : "backingOff";
    if (!appAnswered) return "starting";
    return catchingUp ? "catchingUp" : "live";
  };

  const shownChain = (): Connection["chain"] => {
    const chain = core.chain();
    return { id: chain.id, lastTs: chain.lastTs, proves: proves(chain) };
  };
  const proofInterval = (): number => (proves(core.chain()) ? deps.pollMs : sweepRound());

  return {
    chain: shownChain,
    silentFor: (): number | null => {
      const now = server.now();
      const since = lastAnswerAt ?? problem()?.since ?? now;
      // Monotonic time does not count sleep, and the server's is reckoned from a clock that may be set: the longer holds.
      const silent = Math.max(now - since, answeredAt === null ? 0 : clock.monotonic() - answeredAt);
      return silent > lateAfter(proofInterval()) ? silent : null;
    },
    read: (): Connection => {
      const rooms = active();
      const behind = rooms.filter(({ poll }) => poll.phase !== "live").length;
      return {
        phase: phase(behind > 0),
        region: deps.region,
        host: lastSeen?.host ?? null,
        hostRole: lastSeen?.hostRole ?? null,
        route: routeOf(lastSeen),
        lastAnswerAt,
        problem: problem(),
        nextAttemptAt,
        catchUp: behind === 0 ? null : { done: rooms.length - behind, of: rooms.length },
        clockOffset: server.offset(),
        rate: deps.budget.rate(),
        requestsWaiting: requestsWaiting(),
        chain: shownChain(),
        otherReader: core.chain().otherReader,
        proofInterval: proofInterval(),
      };
    },
    answerSeen: (seen: AnswerSeen): void => {
      lastSeen = seen;
      // Until an answer tells the time, an instant is this workstation's: it may lie ahead of every later one.
      const told = server.offset() !== null;
      if (seen.serverTime !== null) server.learn(seen.serverTime, seen.wallAt);
      lastAnswerAt = Math.max(told ? (lastAnswerAt ?? 0) : 0, seen.serverTime ?? server.now());
      answeredAt = clock.monotonic();
      core.connectionChanged.emit();
    },
    /** The outcome of operation 9. Answers whether a problem has just gone. */
    appOutcome: (fault: { code: string; detail: string } | null): boolean => {
      const recovered = fault === null && appProblem !== null;
      if (fault === null) {
        appProblem = null;
        appAnswered = true;
      } else appProblem = { ...fault, since: appProblem?.since ?? server.now() };
      core.connectionChanged.emit();
      return recovered;
    },
    /** Since when operation 9 fails, with nothing at all having answered since: there is no way to any host. */
    cutOff: (): boolean => appProblem !== null && (lastAnswerAt ?? 0) < appProblem.since,
    /** `waitMs` until the next attempt after a problem; null: one is under way, or all is well. */
    nextAttempt: (waitMs: number | null): void => {
      nextAttemptAt = waitMs === null ? null : server.now() + waitMs;
      core.connectionChanged.emit();
    },
    /** A room was read to its end: measures how long it takes to come round. A round with failures in it is not measured. */
    roomRead: (roomUuid: string): void => {
      round.left.delete(roomUuid);
      if (round.left.size > 0) return;
      const now = clock.monotonic();
      measuredRound = now - round.startedAt;
      round = { startedAt: now, left: new Set(active().map((room) => room.roomUuid)) };
    },
    roundSpoilt: (): void => {
      round = { startedAt: clock.monotonic(), left: new Set(active().map((room) => room.roomUuid)) };
    },
    setStopped: (value: boolean): void => {
      stopped = value;
      core.connectionChanged.emit();
    },
  };
};

const routeOf = (seen: AnswerSeen | null): Connection["route"] =>
  seen === null ? null : { attempt: seen.route.attempt, waitedMs: seen.route.waitedMs, tookMs: seen.route.tookMs };
