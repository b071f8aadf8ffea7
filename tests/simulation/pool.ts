/** Runs seeds side by side in threads of their own. */
import { Worker } from "node:worker_threads";
import type { Plant } from "./plants.ts";
import type { Run } from "./simulate.ts";

const THREADS = 2;
/** A run makes much that is soon forgotten. */
const YOUNG_MB = 64;

/** Tells each run as it ends, in no order. `until`: no more seeds are begun once it answers true. Rejects where a run ends in an error of its own. */
export const runSeeds = async (options: {
  from: number;
  seeds: number;
  plant?: Plant;
  onRun: (run: Run) => void;
  until?: () => boolean;
}): Promise<void> => {
  const { from, seeds, plant = null, onRun, until = () => false } = options;
  let next = from;
  const thread = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./seedWorker.ts", import.meta.url), {
        workerData: { plant },
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      });
      let seed = 0;
      const go = (): void => {
        if (next >= from + seeds || until()) {
          void worker.terminate().then(() => resolve());
          return;
        }
        seed = next;
        next += 1;
        worker.postMessage(seed); // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has no origin
      };
      worker.on("message", (run: Run) => {
        onRun(run);
        go();
      });
      worker.on("error", (error) => reject(new Error(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`)));
      go();
    });
  await Promise.all(Array.from({ length: THREADS }, thread));
};
