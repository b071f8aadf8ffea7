/** The console's side: asks a thread, which starts with the first question, and lives on after the thread has died. */
import type { Log, Worker, Workers } from "../../../shared/ports.ts";
import { type AppError, appError, err, type Result } from "../../../shared/result.ts";
import type { InputOf, OutputOf, ReadJobs } from "./job.ts";
import type { ReadAnswer, ReadRequest } from "./serve.ts";

/** `cancel` settles `done` with `unavailable`, reason `cancelled`; after the answer it does nothing. */
export type Reading<T> = { done: Promise<Result<T>>; cancel(): void };

export interface Reader<J extends ReadJobs> {
  /** Never rejects. A thread that dies answers what it was asked with `unavailable`, and the next question starts another. */
  read<N extends keyof J & string>(name: N, input: InputOf<J[N]>): Reading<OutputOf<J[N]>>;
  /** Cancels what is under way and ends the thread. */
  close(): Promise<void>;
}

type Settle = (result: Result<unknown>) => void;

export const createReader = <J extends ReadJobs>({ workers, log }: { workers: Workers; log: Log }): Reader<J> => {
  const waiting = new Map<number, Settle>();
  let thread: Worker | null = null;
  let asked = 0;
  let closed = false;

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
    const worker = workers.start("reader", null);
    worker.onMessage((message) => take(message as ReadAnswer));
    worker.onExit((code) => {
      if (thread !== worker) return;
      thread = null;
      log.error({ code, waiting: waiting.size }, "the thread that reads has ended");
      settleAll(appError("unavailable", "the thread that reads has ended; ask again", { reason: "readerEnded" }));
    });
    return worker;
  };
  const tell = (worker: Worker, request: ReadRequest): void => worker.post(request);

  return {
    read: (name, input) => {
      asked += 1;
      const id = asked;
      const done = new Promise<Result<unknown>>((resolve) => waiting.set(id, resolve));
      if (closed) settle(id, err(cancelled()));
      else {
        thread ??= start();
        tell(thread, { kind: "read", id, name, input });
      }
      return {
        // What a job answers is known by its name; only the way between the threads has no types.
        done: done as Promise<Result<never>>,
        cancel: () => {
          if (!waiting.has(id)) return;
          settle(id, err(cancelled()));
          if (thread !== null) tell(thread, { kind: "cancel", id });
        },
      };
    },
    close: async () => {
      closed = true;
      const ending = thread;
      thread = null;
      settleAll(cancelled());
      await ending?.terminate();
    },
  };
};

const cancelled = (): AppError => appError("unavailable", "this is not waited for any more", { reason: "cancelled" });
