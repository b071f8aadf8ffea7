/** The console's side of the practice thread: starts it, waits until it listens, hears what is played and switches trouble. */
import type { Rehearsal, TroubleName } from "../../shared/model/rehearsal.ts";
import type { Clock, Workers } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import type { WorkerMessage, WorkerOrder, WorkerStart } from "./worker.ts";

const START_LIMIT_MS = 15_000;

export type PracticeThread = {
  baseUrl: string;
  alternateUrl: string;
  /** As it was told last; null: not yet. */
  read(): Rehearsal | null;
  watch: Watch<void>;
  turn(name: TroubleName, on: boolean): void;
  stop(): Promise<void>;
};

export const startPracticeThread = (deps: { workers: Workers; clock: Clock }, start: WorkerStart): Promise<Result<PracticeThread>> =>
  new Promise((resolve) => {
    const worker = deps.workers.start("practiceCloud", start);
    const changed = createSignal<void>();
    let rehearsal: Rehearsal | null = null;
    const fail = (detail: string): void =>
      resolve(err(appError("unavailable", `the practice cloud does not start: ${detail}`, { reason: "practice" })));
    const cancel = deps.clock.after(START_LIMIT_MS, () => fail("its thread does not answer"));
    worker.onExit((code) => fail(`its thread ended with status ${code}`));
    worker.onMessage((message) => {
      const told = message as WorkerMessage;
      if (told.kind === "rehearsal") {
        rehearsal = told.rehearsal;
        changed.emit();
        return;
      }
      cancel();
      if (told.kind === "failed") fail(told.message);
      else
        resolve(
          ok({
            baseUrl: told.baseUrl,
            alternateUrl: told.alternateUrl,
            read: () => rehearsal,
            watch: changed.watch,
            turn: (name, on) => worker.post({ kind: "turn", name, on } satisfies WorkerOrder),
            stop: () => worker.terminate(),
          }),
        );
    });
  });
