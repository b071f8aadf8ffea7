/** Asks the service what became of a command where its events have not told: while it is accepted and unseen, or its outcome unknown. */

import type { Clock } from "../../shared/ports.ts";
import type { Cloud, Sending } from "../cloud/types.ts";
import { LATE_ARRIVAL_MS } from "../cloud/types.ts";
import type { Book, Job } from "./book.ts";
import { type Verdict, withoutEffect } from "./reconcile.ts";

/** Pauses before each question, ms; the last one repeats. Events have their chance first. */
const PAUSES_MS = [1_500, 3_000, 6_000, 15_000, 60_000] as const;

type Deps = {
  cloud: Cloud;
  clock: Clock;
  book: Book;
  /** What an answer means for a command. */
  told: (job: Job, verdict: Verdict) => void;
};

export type Probing = {
  /** Asks whatever is due to be asked. */
  run(): void;
  /** How long until there is something to ask, ms; Infinity: nothing. */
  nextIn(): number;
  /** Gives up what is being asked. */
  stop(): void;
};

export const createProbing = ({ cloud, clock, book, told }: Deps): Probing => {
  const asked = new Map<Job, Set<Sending<unknown>>>();
  let stopped = false;

  const waits = (job: Job): boolean => {
    const { state, sign } = job.command.row;
    return (state === "unknown" || (state === "accepted" && sign !== null)) && job.entry?.sign?.probe !== undefined;
  };
  /** When it is asked next, monotonic ms: an answer about a request that may still arrive would tell nothing. */
  const dueAt = (job: Job): number => {
    if (job.probeAt === 0) job.probeAt = clock.monotonic() + PAUSES_MS[0];
    return Math.max(job.probeAt, job.lostAt === null ? 0 : job.lostAt + LATE_ARRIVAL_MS);
  };

  const probe = async (job: Job): Promise<void> => {
    const { state, roomUuid, input } = job.command.row;
    const sendings = new Set<Sending<unknown>>();
    asked.set(job, sendings);
    const { lostAt } = job;
    const answer = await job.entry?.sign?.probe?.(
      async (sending) => {
        sendings.add(sending);
        if (stopped) sending.abort();
        const result = await sending.done;
        sendings.delete(sending);
        return result;
      },
      cloud,
      roomUuid,
      input,
      { class: "open" },
    );
    asked.delete(job);
    job.probes += 1;
    job.probeAt = clock.monotonic() + (PAUSES_MS[Math.min(job.probes, PAUSES_MS.length - 1)] ?? 0);
    // It has gone on meanwhile: the answer is about what it was.
    if (stopped || job.command.row.state !== state || job.lostAt !== lostAt || job.entry === undefined) return;
    if (answer === true) told(job, { event: "signSeen", failure: null });
    else if (answer === false && state === "unknown") told(job, withoutEffect(job.entry, job.command, book.age(job)));
  };

  return {
    run: () => {
      for (const job of book.open()) if (waits(job) && !asked.has(job) && dueAt(job) <= clock.monotonic()) void probe(job);
    },
    nextIn: () => {
      let next = Number.POSITIVE_INFINITY;
      for (const job of book.open()) if (waits(job) && !asked.has(job)) next = Math.min(next, dueAt(job));
      return next - clock.monotonic();
    },
    stop: () => {
      stopped = true;
      for (const sendings of asked.values()) for (const sending of sendings) sending.abort();
    },
  };
};
