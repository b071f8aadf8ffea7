/** The commands of this run: what the outbox holds, what is known of each beside it, and who is told of a change. Every change is written here. */
import type { CommandFailure, CommandRow } from "../../shared/model/command.ts";
import { isTerminal } from "../../shared/model/command.ts";
import type { Clock, DatabaseFault, Log } from "../../shared/ports.ts";
import { ok, type Result } from "../../shared/result.ts";
import type { Arrival, Change, Outbox } from "../store/outbox.ts";
import type { StoredBulk } from "../store/outboxBulks.ts";
import type { StoredCommand } from "../store/outboxRows.ts";
import { type AnyEntry, entryOf } from "./catalogue.ts";
import type { Dates } from "./due.ts";
import { advance, type JobEvent } from "./jobState.ts";
import { type AgeBase, livedBy } from "./life.ts";
import { laneOrder } from "./order.ts";

/** So many commands that have ended stay in the list (contract: topic `commands`). */
export const ENDED_KEPT = 200;

export type Job = {
  command: StoredCommand;
  /** undefined: a name that this program does not know; it is shown and never touched. */
  readonly entry: AnyEntry | undefined;
  base: AgeBase;
  /** Monotonic ms of this run: when it last left, when its outcome became unknown. */
  leftAt: number | null;
  lostAt: number | null;
  /** Since when this run waits for its sign or its outcome, monotonic ms. */
  waitsFrom: number;
  /** What was proved of the room when it left, and when no late arrival had to be feared any more (undefined: not yet). */
  provedWhenSent: number | null;
  provedWhenLost: number | null | undefined;
  /** Not tried before this, monotonic ms, and how often it has come back unsent. */
  retryAt: number;
  tries: number;
  /** How many answers there were when it came back in the midst of an outage; null: there was none. */
  unheard: number | null;
  /** Why it came back the last time. */
  hindrance: CommandFailure | null;
  /** When the service is asked next what became of it, monotonic ms, and how often it was. */
  probeAt: number;
  probes: number;
  /** Its age as last reckoned, ms. */
  lived: number;
  /** What it has become is not on disk yet, and the states that it has passed since the last write. */
  unsaved: boolean;
  passed: Change["passed"];
};

type Deps = {
  outbox: Outbox;
  clock: Clock;
  log: Log;
  serverNow: () => number;
  changed: (id: string) => void;
};

/** Beyond this the server's time was not known when it left, ms; below, a clock was set by a little, and the earlier instant is the safe one. */
const UNKNOWN_THEN_MS = 20_000;

/** When it left, server time ms: as it was reckoned then, or as it is known since the answer has told the time. What waits for a sign is measured by it. */
const leftAtBy = (then: number | null, now: number): number =>
  then === null || Math.abs(now - then) > UNKNOWN_THEN_MS ? now : Math.min(then, now);

export type Book = ReturnType<typeof createBook>;

export const createBook = ({ outbox, clock, log, serverNow, changed }: Deps) => {
  /** In the order in which they leave, as Map keeps it. */
  const open = new Map<string, Job>();
  const ended = new Map<string, Job>();
  let failing = false;

  const jobOf = (command: StoredCommand): Job => {
    // What waits for its time does not age.
    const since = Math.max(command.lived, clock.wall() - command.askedWall);
    const lived = command.row.state === "scheduled" ? 0 : since;
    return {
      command,
      entry: entryOf(command.row.name),
      base: { lived: since, monotonic: clock.monotonic() },
      leftAt: null,
      lostAt: null,
      waitsFrom: clock.monotonic(),
      provedWhenSent: null,
      provedWhenLost: undefined,
      retryAt: 0,
      tries: 0,
      unheard: null,
      hindrance: null,
      probeAt: 0,
      probes: 0,
      lived,
      unsaved: false,
      passed: [],
    };
  };

  /** How long ago it was asked, or, once it was due, how long ago that was, ms. */
  const since = ({ command, base }: Job): number => livedBy(command, base, clock.wall(), clock.monotonic());

  /** Its age now, ms; remembered, so that it never becomes younger. */
  const age = (job: Job): number => {
    if (job.command.row.state === "scheduled") return 0;
    job.lived = Math.max(job.lived, since(job));
    return job.lived;
  };

  /** How long it has waited for its sign or its outcome, ms. An age that ran ahead with a clock that was set stands still until it is true again. */
  const waited = (job: Job): number => {
    const lived = age(job);
    return Math.max(lived - (job.command.waitsSinceLived ?? lived), clock.monotonic() - job.waitsFrom);
  };

  const file = (job: Job): void => {
    const { id } = job.command.row;
    if (!isTerminal(job.command.row)) {
      open.set(id, job);
      return;
    }
    open.delete(id);
    ended.set(id, job);
  };

  /** Lets the oldest that have ended go; what is not on disk yet is kept until it is. */
  const trim = (): void => {
    for (const [oldest, job] of ended) {
      if (ended.size <= ENDED_KEPT) return;
      if (job.unsaved) continue;
      ended.delete(oldest);
      changed(oldest);
    }
  };

  /** What a command becomes by `event`, with what is to be written of it; null: the event means nothing to it. */
  const after = (job: Job, event: JobEvent, failure: CommandFailure | null): Change | null => {
    const lived = age(job);
    const at = serverNow();
    const row = advance(job.command.row, event, at, failure);
    if (row === null) return null;
    const moved = row.state !== job.command.row.state;
    const waits = row.state === "accepted" || row.state === "unknown";
    const word = event === "confirmed" ? { wordLived: lived, confirmed: true } : {};
    if (waits && job.leftAt !== null) row.sentAt = leftAtBy(row.sentAt, at - (clock.monotonic() - job.leftAt));
    const lost = job.command.lost || row.state === "unknown";
    const command = { ...job.command, ...word, row, lived, lost, waitsSinceLived: waits ? lived : null };
    return { command, passed: moved ? [...job.passed, { state: row.state, at }] : job.passed };
  };

  const become = (job: Job, { command, passed }: Change, written: boolean): void => {
    if (command.waitsSinceLived !== null) job.waitsFrom = clock.monotonic();
    job.command = command;
    job.passed = written ? [] : passed;
    job.unsaved = !written;
    file(job);
    changed(command.row.id);
  };

  const unsaved = (): Job[] => [...ended.values(), ...open.values()].filter((job) => job.unsaved);

  return {
    /** In the order in which they leave. */
    open: (): Job[] => [...open.values()],
    get: (id: string): Job | undefined => open.get(id) ?? ended.get(id),
    /** Those that were asked together, as far as they are still in memory. */
    ofBulk: (id: string): Job[] => [...ended.values(), ...open.values()].filter((job) => job.command.row.bulk?.id === id),
    rows: (): CommandRow[] => [...ended.values(), ...open.values()].map((job) => job.command.row).sort((a, b) => a.number - b.number),
    age,
    waited,
    sinceAsked: since,

    load: (): Result<void, DatabaseFault> => {
      const loaded = outbox.load(ENDED_KEPT);
      if (!loaded.ok) return loaded;
      const [past, present] = [loaded.value.filter(({ row }) => isTerminal(row)), loaded.value.filter(({ row }) => !isTerminal(row))];
      for (const command of [...past, ...laneOrder(present)]) file(jobOf(command));
      return ok(undefined);
    },

    /** A command by its id, wherever it lies. */
    find: (id: string): Result<StoredCommand | null, DatabaseFault> => {
      const here = open.get(id) ?? ended.get(id);
      return here ? ok(here.command) : outbox.find(id);
    },

    /** Writes new commands and, with them, that they supersede `older`. Nothing is known of them before this has answered. */
    insert: (arrivals: readonly Arrival[], older: readonly Job[], bulk?: StoredBulk): Result<Job[], DatabaseFault> => {
      const gone = older.flatMap((job) => {
        const change = after(job, "superseded", null);
        return change === null ? [] : [{ job, change }];
      });
      const superseded = gone.map(({ change }) => change);
      const written = outbox.insert(arrivals, { superseded, at: serverNow(), ...(bulk && { bulk }) });
      if (!written.ok) return written;
      const jobs = written.value.map(jobOf);
      for (const job of jobs) file(job);
      for (const one of gone) become(one.job, one.change, true);
      trim();
      for (const job of jobs) changed(job.command.row.id);
      return ok(jobs);
    },

    /** Its time has come, `late` ms ago: from then on it ages. Written with the next `flush`. */
    due: (job: Job, late: number): void => {
      const change = after(job, "due", null);
      if (change === null) return;
      job.base = { lived: late, monotonic: clock.monotonic() };
      job.lived = late;
      // It goes behind those that were asked before its time came.
      open.delete(job.command.row.id);
      become(job, { ...change, command: { ...change.command, askedWall: clock.wall() - late, lived: late } }, false);
    },

    /** Moves a command on; written with the next `flush`. False where the event means nothing to it. */
    apply: (job: Job, event: JobEvent, failure: CommandFailure | null = null): boolean => {
      const change = after(job, event, failure);
      if (change !== null) become(job, change, false);
      return change !== null;
    },

    /** Moves commands on only once the disk has it: one write for all, and a fault changes nothing. Answers which have moved. */
    applyDurably: (jobs: readonly Job[], event: JobEvent, failure: CommandFailure | null = null): Result<Job[], DatabaseFault> => {
      const moving = jobs.flatMap((job) => {
        const change = after(job, event, failure);
        return change === null ? [] : [{ job, change }];
      });
      if (moving.length === 0) return ok([]);
      const written = outbox.save(moving.map(({ change }) => change));
      if (!written.ok) return written;
      for (const { job, change } of moving) become(job, change, true);
      trim();
      return ok(moving.map(({ job }) => job));
    },

    /** Changes what is shown beside the state. `durable`: also on disk, with the next `flush`. */
    amend: (job: Job, change: Partial<Pick<CommandRow, "attempt" | "overdue" | "dueAt" | "expiresAt">>, durable: boolean): void => {
      job.command = { ...job.command, row: { ...job.command.row, ...change } };
      job.unsaved ||= durable;
      changed(job.command.row.id);
    },

    /** The server's time is known: these were its moments. Written with the next `flush`. */
    date: (job: Job, dates: Dates): void => {
      job.command = { ...job.command, dated: true, row: { ...job.command.row, ...dates } };
      job.unsaved = true;
      changed(job.command.row.id);
    },

    /** Writes what has changed, all in one. False while it cannot be written: it stays, and is tried with the next. */
    flush: (): boolean => {
      const jobs = unsaved();
      if (jobs.length === 0) return true;
      const written = outbox.save(jobs.map((job) => ({ command: { ...job.command, lived: age(job) }, passed: job.passed })));
      if (!written.ok) {
        if (!failing) log.error({ fault: written.error }, "commands cannot be written; they are kept in memory and tried again");
        failing = true;
        return false;
      }
      failing = false;
      for (const job of jobs) {
        job.unsaved = false;
        job.passed = [];
      }
      trim();
      return true;
    },
  };
};
