/** The console's side of the practice thread: starts it and waits until it listens. */
import type { Clock, Workers } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import type { WorkerMessage, WorkerStart } from "./worker.ts";

const START_LIMIT_MS = 15_000;

export type PracticeThread = { baseUrl: string; stop(): Promise<void> };

export const startPracticeThread = (deps: { workers: Workers; clock: Clock }, start: WorkerStart): Promise<Result<PracticeThread>> =>
  new Promise((resolve) => {
    const worker = deps.workers.start("practiceCloud", start);
    const fail = (detail: string): void =>
      resolve(err(appError("unavailable", `the practice cloud does not start: ${detail}`, { reason: "practice" })));
    const cancel = deps.clock.after(START_LIMIT_MS, () => fail("its thread does not answer"));
    worker.onExit((code) => fail(`its thread ended with status ${code}`));
    worker.onMessage((message) => {
      cancel();
      const told = message as WorkerMessage;
      if (told.kind === "failed") fail(told.message);
      else resolve(ok({ baseUrl: told.baseUrl, stop: () => worker.terminate() }));
    });
  });
