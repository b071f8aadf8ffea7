/** Reads without a thread: one job run to its end here, and threads made of the program's own worker. */
import { createFiles } from "../../electron/platform/files.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import { createWorkers } from "../../electron/platform/workers.ts";
import { type ReadJobTable, readJobs } from "../../electron/readJobs.ts";
import type { InputOf, OutputOf, ReadWorld } from "../../electron/store/reads/job.ts";
import type { DatabaseFault, Log, Workers } from "../../shared/ports.ts";
import type { Result } from "../../shared/result.ts";

const world: ReadWorld = { driver: createSqliteDriver(), files: createFiles() };

/** The answer of a job, all its steps in one go. */
export const readNow = <N extends keyof ReadJobTable>(
  name: N,
  input: InputOf<ReadJobTable[N]>,
): Result<OutputOf<ReadJobTable[N]>, DatabaseFault> => {
  const steps = (readJobs[name] as (world: ReadWorld, input: unknown) => ReturnType<ReadJobTable[N]>)(world, input);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result<OutputOf<ReadJobTable[N]>, DatabaseFault>;
  }
};

/** Real threads. */
export const readThreads = (log: Log): Workers => {
  const none = new URL("file:///none.mjs");
  return createWorkers({ urls: { practiceCloud: none, reader: new URL("../../electron/readWorker.ts", import.meta.url) }, log });
};
