/** One lane per room: in order inside, side by side across, one request under way in each. Sends; decides nothing but what an answer means. */
import type { CommandFailure } from "../../shared/model/command.ts";
import type { Clock, Log, Random } from "../../shared/ports.ts";
import type { Result } from "../../shared/result.ts";
import { FAILURE } from "../cloud/retryPlan.ts";
import type { AttemptReport, Cloud, CloudAnswer, CloudProblem, ProblemCode, Sending } from "../cloud/types.ts";
import type { StoredCommand } from "../store/outboxRows.ts";
import type { Book, Job } from "./book.ts";
import type { AnyEntry } from "./catalogue.ts";
import type { JobEvent } from "./jobState.ts";
import { sendableFor } from "./life.ts";
import type { RoomReading } from "./signs.ts";

/** Waits between whole plans that brought nothing, ms; the last one repeats. Each is varied by a fifth either way. */
const RETRY_MS = [2_000, 4_000, 8_000, 15_000] as const;
const DISK_RETRY_MS = 1_000;
/** So many wait for their share of the request budget at a time. Those behind them are still queued: they can be taken back, and a command that was asked alone goes before many. */
const AT_THE_DOOR = 16;

/** Final for the request, and yet nobody has judged it: the answer could not be read, it never left, or it was given up. */
const UNJUDGED: ReadonlySet<ProblemCode> = new Set(["tooBig", "badShape", "noToken", "aborted", "expired"]);
/** The service has judged, and would judge the same again; else `maybeDone` says whether it may have taken effect. */
const isJudged = (code: ProblemCode): boolean => FAILURE[code] === "final" && !UNJUDGED.has(code);

type Deps = {
  cloud: Cloud;
  clock: Clock;
  random: Random;
  log: Log;
  serverNow: () => number;
  readRoom: (roomUuid: string) => RoomReading | undefined;
  outageMs: () => number | null;
  answers: () => number;
  book: Book;
  /** A room's lane has become free, or a wait has begun in it; without a room, others may leave now: look again. */
  settled: (roomUuid?: string) => void;
};

export type Lanes = {
  /** Starts whatever may leave now, in one room or in all; whose time is over must have been dealt with before. */
  run(only?: string): void;
  /** Forgets the waits: the network or the machine is back. */
  wake(): void;
  /** When the next wait is over, monotonic ms; Infinity: none. */
  nextRetry(): number;
  /** Ends what is under way and answers when its outcome is written. */
  stop(): Promise<void>;
};

export const createLanes = ({ cloud, clock, random, log, serverNow, readRoom, outageMs, answers, book, settled }: Deps): Lanes => {
  /** Room → the request that occupies its lane, even when its command has been seen to work already. */
  const busy = new Map<string, { sending: Sending<unknown>; done: Promise<void> }>();
  /** Rooms whose request waits for the budget. */
  const atDoor = new Set<string>();
  let heldBack = false;

  /** A request has left, or never will. */
  const throughDoor = (roomUuid: string): void => {
    // Written to disk together, some at a time.
    if (!atDoor.delete(roomUuid) || !heldBack || atDoor.size > AT_THE_DOOR / 2) return;
    heldBack = false;
    settled();
  };

  /** The first of each room that has not been answered: it alone may leave; those behind it wait. */
  const heads = (only: string | undefined): Job[] => {
    const byRoom = new Map<string, Job>();
    for (const job of book.open()) {
      const { roomUuid, state } = job.command.row;
      if (only !== undefined && roomUuid !== only) continue;
      if (state !== "accepted" && state !== "scheduled" && !byRoom.has(roomUuid)) byRoom.set(roomUuid, job);
    }
    return [...byRoom.values()];
  };

  const markLost = (job: Job): void => {
    job.lostAt = clock.monotonic();
    job.provedWhenLost = undefined;
  };

  const reportAttempt = (job: Job, report: AttemptReport): void => {
    if (job.command.row.state !== "sending") return;
    const nextAt = report.waitMs > 0 ? serverNow() + report.waitMs : null;
    book.amend(job, { attempt: { number: report.number, of: report.of, host: report.host, nextAt } }, false);
  };

  const wait = (job: Job, problem: CloudProblem): void => {
    const pause = RETRY_MS[Math.min(job.tries, RETRY_MS.length - 1)] ?? 0;
    const ms = Math.max(problem.retryAfterMs ?? 0, pause * (0.8 + 0.4 * random.unit()));
    job.tries += 1;
    job.retryAt = clock.monotonic() + ms;
    job.unheard = outageMs() === null ? null : answers();
    job.hindrance = failureOf(problem);
    const { attempt, state } = job.command.row;
    if (attempt !== null && state === "queued") book.amend(job, { attempt: { ...attempt, nextAt: serverNow() + ms } }, false);
  };

  /** The way that the answer took stays with the command. */
  const noteRoute = (job: Job, { host, route }: CloudAnswer<unknown>): void => {
    const { attempt, state } = job.command.row;
    if (attempt === null || state !== "sending") return;
    const { waitedMs, tookMs, timeLeftMs } = route;
    book.amend(job, { attempt: { ...attempt, host, nextAt: null, route: { waitedMs, tookMs, timeLeftMs } } }, false);
  };

  const conclude = (job: Job, entry: AnyEntry, result: Result<CloudAnswer<unknown>, CloudProblem>): void => {
    if (result.ok) {
      noteRoute(job, result.value);
      book.apply(job, "accepted");
      return;
    }
    const problem = result.error;
    const event = meaningOf(problem, entry, job.command);
    if (event === "lost") markLost(job);
    book.apply(job, event, failureOf(problem));
    if (event === "notSent" || event === "lost") wait(job, problem);
  };

  /** Whether it may leave; what the room has already is reached without it. */
  const needed = (job: Job): boolean => {
    const { roomUuid, input } = job.command.row;
    const room = readRoom(roomUuid);
    if (job.entry === undefined) return false;
    if (room === undefined || !job.entry.needless?.(room, input)) return true;
    book.apply(job, "reached");
    return false;
  };

  const send = (job: Job): void => {
    const { entry } = job;
    const { id, roomUuid, input } = job.command.row;
    if (entry === undefined) return;
    job.leftAt = clock.monotonic();
    atDoor.add(roomUuid);
    job.provedWhenSent = readRoom(roomUuid)?.provedAt ?? null;
    const sending = entry.send(cloud, roomUuid, input, {
      class: "command",
      deadline: clock.monotonic() + sendableFor(job.command, book.age(job)),
      // It has been seen to work already, or it grew old while the computer slept: a deadline in monotonic time does not know.
      withdrawn: () => job.command.row.state !== "sending" || sendableFor(job.command, book.age(job)) < 0,
      onAttempt: (report) => reportAttempt(job, report),
      onLeaving: () => throughDoor(roomUuid),
    });
    const done = sending.done
      .then((result) => conclude(job, entry, result))
      .catch((error: unknown) => {
        // The cloud promises never to reject; should it, nobody knows what has left.
        log.error({ command: id, kind: error instanceof Error ? error.name : typeof error }, "a request ended in an unexpected error");
        markLost(job);
        book.apply(job, "lost", { code: "internal", httpStatus: null, businessCode: null, detail: "unexpected error" });
      })
      .then(() => {
        busy.delete(roomUuid);
        settled(roomUuid);
        throughDoor(roomUuid);
      });
    busy.set(roomUuid, { sending, done });
  };

  /** A wait that began in an outage ends with the first answer to anything. */
  const mayTry = ({ retryAt, unheard }: Job): boolean => retryAt <= clock.monotonic() || (unheard !== null && answers() > unheard);

  return {
    run: (only) => {
      const ready = heads(only).filter(
        (job) => job.command.row.state === "queued" && !busy.has(job.command.row.roomUuid) && mayTry(job) && needed(job),
      );
      const turn = ready.toSorted(aloneFirst).slice(0, Math.max(0, AT_THE_DOOR - atDoor.size));
      heldBack ||= turn.length < ready.length;
      const leaving = book.applyDurably(turn, "leaving");
      if (leaving.ok) for (const job of leaving.value) send(job);
      else
        for (const job of ready) {
          job.retryAt = clock.monotonic() + DISK_RETRY_MS;
          job.unheard = null;
        }
    },
    wake: () => {
      for (const job of book.open()) {
        job.retryAt = 0;
        job.tries = 0;
      }
    },
    nextRetry: () => {
      const now = clock.monotonic();
      let next = Number.POSITIVE_INFINITY;
      for (const job of book.open()) if (job.command.row.state === "queued" && job.retryAt > now) next = Math.min(next, job.retryAt);
      return next;
    },
    stop: async () => {
      const under = [...busy.values()];
      for (const { sending } of under) sending.abort();
      await Promise.all(under.map(({ done }) => done));
    },
  };
};

const aloneFirst = (left: Job, right: Job): number => Number(left.command.row.bulk !== null) - Number(right.command.row.bulk !== null);

const meaningOf = (problem: CloudProblem, entry: AnyEntry, { row, lost }: StoredCommand): JobEvent => {
  if (entry.reachedByRefusal?.(problem.code, row.input, lost)) return "reached";
  if (isJudged(problem.code)) return "refused";
  return problem.maybeDone ? "lost" : "notSent";
};

const failureOf = ({ code, httpStatus, businessCode, detail }: CloudProblem): CommandFailure => ({
  code,
  httpStatus,
  businessCode,
  detail,
});
