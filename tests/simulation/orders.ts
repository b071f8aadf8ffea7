/** How commands must leave, written from the specification and the design and not from the code: what was asked, in order, in time, never blindly twice (reliability 3, 4, 5, 8). */
import { type CommandRow, isTerminal } from "../../shared/model/command.ts";
import type { VirtualClock } from "../fakes/clock.ts";
import type { Attempt } from "./internet.ts";
import { isCallOf, ruleOf } from "./rules.ts";

/** Specification §4: 1 s, 3 s, 6 s; the design allows a fifth of jitter. */
const SHORTEST_WAITS_MS = [800, 2_400, 4_800];
const MAX_BUSY = 3;
/** A dangerous command needs a word younger than this, ms; for each of many that were asked together it may be older by so much. */
const WORD_MS = 60_000;
const EACH_OF_MANY_MS = 200;
/** After an outage of a minute it waits for another word; what had begun to leave by then goes on for as long as the word holds. */
const OUTAGE_MS = 2 * WORD_MS;
/** What is safe and has no inverse is held so long, so that it can be taken back, ms. */
const HOLD_MS = 5_000;
/** By how much the workstation may misjudge the server's clock while answers are slow, ms. */
const CLOCK_MS = 5_000;
const HOSTS_IN_ALL = 4;

type Failure = "dns" | "network" | "server" | "busy" | "refused" | "done";
const NETWORK: ReadonlySet<unknown> = new Set(["otherText", "tls", "refused", "reset", "timeout", "truncated", "network"]);
const failureOf = (end: Attempt["end"]): Failure => {
  if (end === "dns") return "dns";
  if (NETWORK.has(end)) return "network";
  if (end === 429) return "busy";
  if (typeof end !== "number") return "refused";
  return end >= 500 ? "server" : end < 300 ? "done" : "refused";
};

/** Why `next` may not follow `before` (attempts of one command, oldest first, all ended); null: it may. */
const outOfOrder = (before: readonly Attempt[], next: Attempt): string | null => {
  const last = before.at(-1);
  if (last === undefined) return null;
  // A refused token is renewed, and the same host asked again at once.
  if (last.end === 401) return next.role === last.role ? null : `after a 401 ${last.role} is asked again, not ${next.role}`;
  const failed = before.filter(({ end }) => end !== 401);
  const failure = failureOf(last.end);
  if (failure === "refused" || failure === "done") return `attempt after ${last.end}, which ends the plan`;
  const alike = failed.filter(({ end }) => (failureOf(end) === "busy") === (failure === "busy"));
  const shortest = Math.max(SHORTEST_WAITS_MS[alike.length - 1] ?? 0, last.retryAfterMs ?? 0);
  const waited = next.leftAt - (last.endedAt ?? 0);
  if (waited < shortest - 1) return `waited ${waited} ms where ${shortest} are the least`;
  if (failure === "busy") {
    if (alike.length > MAX_BUSY) return `a host that is busy was asked ${alike.length + 1} times`;
    return next.role === last.role ? null : `429 stays on its host, ${last.role}, and went to ${next.role}`;
  }
  if (alike.length === 1) return next.role === "primary" ? null : `the second attempt is the primary's, not ${next.role}'s`;
  const tried = alike.map(({ role }) => role);
  if (next.role !== "primary" && tried.includes(next.role)) return `${next.role} was asked twice`;
  if (alike.length === 2 && tried[0] === "primary") {
    const wanted = failure === "network" ? "regional" : "alternate";
    return next.role === wanted ? null : `after ${last.end} at the second attempt comes ${wanted}, not ${next.role}`;
  }
  if (alike.length === 3 && tried[0] === "primary" && next.role !== "regional")
    return `the last attempt is the regional host's, not ${next.role}'s`;
  return alike.length < HOSTS_IN_ALL ? null : `a plan of ${alike.length + 1} attempts`;
};

/** It left, and nobody who knows has said that it had no effect. A refused token is a refusal. */
const mayBeDone = ({ sent, end }: Attempt): boolean => sent && (end === null || typeof end !== "number" || end >= 500);

/** What was asked: when, by which word, for when (server time, ms), and with how many others. */
type Word = { asked: number; word: number; due: number | null; many: number };
type Known = {
  /** The attempts of its present plan, and when that was begun. */
  plan: { attempts: Attempt[]; leasedAt: number | null };
  /** All that ever left, with the program that sent it. */
  all: { attempt: Attempt; program: number }[];
  confirmed: boolean;
};

export const createOrderManners = (deps: {
  clock: VirtualClock;
  serverTime: () => number;
  /** All commands as they are shown, in order of asking. */
  commands: () => CommandRow[];
  /** The rows that the outbox file calls `sending` now, in this room. */
  sendingOnDisk: (roomUuid: string) => CommandRow[];
  /** The answer about this room, of a reading that left at or after `since` (monotonic ms): it is there, it is not, or none came. */
  readSince: (roomUuid: string, since: number) => "there" | "absent" | null;
  /** Whether the service has told of this command's person, at or after `since` (server time ms), that they were removed. */
  takenOut: (row: CommandRow, since: number) => boolean;
  /** Whether a request that left at or after this (monotonic ms) was answered, be it with something that nobody can read. */
  heardSince: (monotonic: number) => boolean;
  broken: (what: string) => void;
}) => {
  const { clock, serverTime, broken } = deps;
  /** By command, or by the many that it was asked with. */
  const words = new Map<string, Word>();
  const known = new Map<string, Known>();
  const cancelled = new Set<string>();
  const underWay = new Map<string, Attempt>();
  /** Whose age can be told: not of what was there when the workstation's clock was set. */
  let certainFrom = 0;
  let program = 0;
  let begunAt = 0;

  const wordOf = ({ id, bulk }: CommandRow): Word | undefined => words.get(id) ?? (bulk === null ? undefined : words.get(bulk.id));

  const ageCertain = (row: CommandRow): boolean => (wordOf(row)?.asked ?? Number.NEGATIVE_INFINITY) >= certainFrom;

  /** 5: not blindly again. */
  const blindly = (row: CommandRow, all: Known["all"]): string | null => {
    const { again } = ruleOf(row);
    const lost = all.findLast(({ attempt }) => mayBeDone(attempt));
    if (again === "freely" || lost === undefined) return null;
    if (again === "never") return "was sent again after a loss, and may not be";
    const since = lost.program === program ? (lost.attempt.endedAt ?? lost.attempt.leftAt) : begunAt;
    const read = deps.readSince(row.roomUuid, since);
    if (read === null || (row.name === "room.create" && read !== "absent")) return "was sent blindly again after a loss";
    // Whoever was out already and is kept out now leaves no trace that a reading could find.
    const seen = all.some(({ attempt }) => attempt.obeyed && deps.takenOut(row, serverTime() - (clock.monotonic() - attempt.leftAt)));
    return seen ? "was sent again after it had its effect" : null;
  };

  /** Whether `one` was surely there first: asked before, or before the time that the other was asked for. */
  const before = (one: CommandRow, row: CommandRow): boolean => {
    if (one.when === null && row.when === null) return one.number < row.number;
    const [first, due] = [wordOf(one), wordOf(row)?.due ?? null];
    if (first === undefined || due === null || !ageCertain(one) || !ageCertain(row)) return false;
    return (first.due ?? first.asked) < due - CLOCK_MS;
  };
  /** 3: what was there before in the same room, and has neither ended nor been accepted, goes first. */
  const overtaken = (row: CommandRow): CommandRow | undefined =>
    deps
      .commands()
      .find(
        (one) =>
          one.id !== row.id &&
          one.roomUuid === row.roomUuid &&
          one.state !== "accepted" &&
          one.state !== "scheduled" &&
          !isTerminal(one) &&
          before(one, row),
      );

  /** 4: in time. */
  const untimely = (row: CommandRow, { confirmed }: Known): string | null => {
    const told = wordOf(row);
    if (told === undefined) return "was never asked";
    const { lifeMs, danger } = ruleOf(row);
    if (!ageCertain(row)) return null;
    const now = serverTime();
    const slack = told.due === null ? 1 : CLOCK_MS;
    const from = told.due ?? told.asked;
    if (now - from > lifeMs + slack) return `left ${now - from} ms after it was asked or due; it lives ${lifeMs}`;
    if (now < from - slack) return `left ${from - now} ms before its time`;
    if (danger === "safe")
      return told.due === null && row.undo?.kind !== "inverse" && now - from < HOLD_MS - 1
        ? `left ${now - from} ms after it was asked, and can be taken back for ${HOLD_MS}`
        : null;
    const age = now - Math.max(told.word, from);
    if (age > WORD_MS + EACH_OF_MANY_MS * told.many + slack) return `is dangerous, and left ${age} ms after a person's word`;
    const blind = clock.monotonic() - begunAt > OUTAGE_MS && !deps.heardSince(clock.monotonic() - OUTAGE_MS);
    return blind && !confirmed ? "is dangerous, and left in an outage without another word" : null;
  };

  const look = (attempt: Attempt): string | null => {
    const { roomUuid, order } = attempt;
    // How an earlier one ended may not be on disk yet, where the disk is full.
    const row = order === null ? undefined : deps.sendingOnDisk(roomUuid).findLast((one) => isCallOf(one, order));
    if (row === undefined) return `something left for ${roomUuid} that the outbox does not call sent: ${JSON.stringify(order)}`;
    const sofar = known.get(row.id) ?? { plan: { attempts: [], leasedAt: null }, all: [], confirmed: false };
    const attempts = sofar.plan.leasedAt === row.sentAt ? sofar.plan.attempts : [];
    const name = `command ${row.number} (${row.name})`;
    const other = underWay.get(roomUuid);
    const earlier = overtaken(row);
    const wrong =
      (other === undefined || other.end !== null ? null : "left while another was under way in its room") ??
      (cancelled.has(row.id) ? "left after it was cancelled" : null) ??
      outOfOrder(attempts, attempt) ??
      (earlier === undefined ? null : `left before command ${earlier.number}, which is ${earlier.state}`) ??
      blindly(row, sofar.all) ??
      untimely(row, sofar);
    known.set(row.id, {
      ...sofar,
      plan: { attempts: [...attempts, attempt], leasedAt: row.sentAt },
      all: [...sofar.all, { attempt, program }],
    });
    underWay.set(roomUuid, attempt);
    return wrong === null ? null : `${name} ${wrong}`;
  };

  return {
    leaving: (attempt: Attempt): void => {
      const wrong = look(attempt);
      if (wrong !== null) broken(wrong);
    },
    /** `due`: the time that it was asked for, server time ms; `many`: how many were asked with it. */
    asked: (id: string, { due = null, many = 0 }: { due?: number | null; many?: number } = {}): void =>
      void words.set(id, { asked: serverTime(), word: serverTime(), due, many }),
    confirmed: (row: CommandRow): void => {
      const word = wordOf(row);
      if (word !== undefined) words.set(row.id, { ...word, word: serverTime() });
      const sofar = known.get(row.id) ?? { plan: { attempts: [], leasedAt: null }, all: [] };
      known.set(row.id, { ...sofar, confirmed: true });
    },
    cancelled: (id: string): void => void cancelled.add(id),
    /** Whether the service has done what this command orders, so far as it left. */
    obeyed: (id: string): boolean => known.get(id)?.all.some(({ attempt }) => attempt.obeyed) ?? false,
    /** When it was asked, server time ms. */
    askedAt: (row: CommandRow): number => wordOf(row)?.asked ?? 0,
    ageCertain,
    clockSet: (): void => {
      certainFrom = serverTime() + 1;
    },
    begun: (): void => {
      program += 1;
      begunAt = clock.monotonic();
      underWay.clear();
    },
  };
};
