/** Threads of the program's own, each from a file of its own. */
import { Worker as NodeWorker } from "node:worker_threads";
import type { Log, Workers } from "../../shared/ports.ts";

export type WorkerUrls = Record<Parameters<Workers["start"]>[0], URL>;

export const createWorkers = (deps: { urls: WorkerUrls; log: Log }): Workers => ({
  start: (name, data) => {
    const worker = new NodeWorker(deps.urls[name], { workerData: data, name });
    worker.on("error", (error) => deps.log.error({ worker: name, error }, "a worker thread failed"));
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      post: (message) => worker.postMessage(message),
      onMessage: (listener) => void worker.on("message", listener),
      onExit: (listener) => void worker.on("exit", listener),
      terminate: async () => {
        await worker.terminate();
      },
    };
  },
});
