/** The console's side: asks threads, which start with the questions, and lives on after one has died. */
import type { Log, Worker, Workers } from "../../../shared/ports.ts";
import { type AppError, appError, err, ok, type Result } from "../../../shared/result.ts";
import type { InputOf, OutputOf, ReadJobs } from "./job.ts";
import type { ReadAnswer, ReadRequest } from "./serve.ts";

/** `cancel` settles `done` with `unavailable`, reason `cancelled`; after the answer it does nothing. */
export type Reading<T> = { done: Promise<Result<T>>; cancel(): void };

export interface Reader<J extends ReadJobs> {
  /** Never rejects. A thread that dies answers what it was asked with `unavailable`, and the next question starts another. */
  read<N extends keyof J & string>(name: N, input: InputOf<J[N]>): Reading<OutputOf<J[N]>>;
  /** Cancels what is under way and ends the threads. */
  close(): Promise<void>;
}

/** A question goes to the thread with the fewest; the second starts when the first is busy. More would cost memory that the wall needs. */
export const READ_THREADS = 2;

type Settle = (result: Result<unknown>) => void;

const createThread = ({ workers, log }: { workers: Workers; log: Log }) => {
  const waiting = new Map<number, Settle>();
  let worker: Worker | null = null;

  const settle = (id: number, result: Result<unknown>): void => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  const settleAll = (error: AppError): void => {
    for (const id of waiting.keys()) settle(id, err(error));
  };

  const take = (answer: ReadAnswer): void => {
    if ("error" in answer) {
      log.error({ error: answer.error }, "a read failed");
      return settle(answer.id, err(appError("internal", "the read failed; the log says more", { reason: "read" })));
    }
    const { result } = answer;
    if (result.ok) return settle(answer.id, result);
    const { kind, detail } = result.error;
    settle(answer.id, err(appError("unavailable", `the file cannot be read: ${detail}`, { reason: `store.${kind}` })));
  };

  const start = (): Worker => {
    const started = workers.start("reader", null);
    started.onMessage((message) => take(message as ReadAnswer));
    started.onExit((code) => {
      if (worker !== started) return;
      worker = null;
      log.error({ code, waiting: waiting.size }, "a thread that reads has ended");
      settleAll(appError("unavailable", "the thread that reads has ended; ask again", { reason: "readerEnded" }));
    });
    return started;
  };
  const tell = (to: Worker, request: ReadRequest): void => to.post(request);

  return {
    waiting: () => waiting.size,
    ask: (id: number, name: string, input: unknown, settled: Settle): void => {
      waiting.set(id, settled);
      worker ??= start();
      tell(worker, { kind: "read", id, name, input });
    },
    cancel: (id: number): void => {
      if (!waiting.has(id)) return;
      settle(id, err(cancelled()));
      if (worker !== null) tell(worker, { kind: "cancel", id });
    },
    close: async (): Promise<void> => {
      const ending = worker;
      worker = null;
      settleAll(cancelled());
      await ending?.terminate();
    },
  };
};

export const createReader = <J extends ReadJobs>(deps: { workers: Workers; log: Log }): Reader<J> => {
  const threads = Array.from({ length: READ_THREADS }, () => createThread(deps));
  let asked = 0;
  let closed = false;

  return {
    read: (name, input) => {
      asked += 1;
      const id = asked;
      const thread = threads.reduce((best, other) => (other.waiting() < best.waiting() ? other : best));
      const done = new Promise<Result<unknown>>((resolve) => {
        if (closed) resolve(err(cancelled()));
        else thread.ask(id, name, input, resolve);
      });
      // What a job answers is known by its name; only the way between the threads has no types.
      return { done: done as Promise<Result<never>>, cancel: () => thread.cancel(id) };
    },
    close: async () => {
      closed = true;
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
};

/** Several questions as one: all their answers, or the first fault. */
export const readAll = <T>(readings: readonly Reading<T>[]): Reading<T[]> => ({
  done: Promise.all(readings.map(({ done }) => done)).then((answers) => {
    const values: T[] = [];
    for (const answer of answers) {
      if (!answer.ok) return answer;
      values.push(answer.value);
    }
    return ok(values);
  }),
  cancel: () => {
    for (const reading of readings) reading.cancel();
  },
});

const cancelled = (): AppError => appError("unavailable", "this is not waited for any more", { reason: "cancelled" });
