/** The thread in which long reads run: the jobs, the driver and the files of this process; nothing else. */
import { setImmediate } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { createFiles } from "./platform/files.ts";
import { createSqliteDriver } from "./platform/sqlite.ts";
import { readJobs } from "./readJobs.ts";
import { type ReadRequest, serveReads } from "./store/reads/serve.ts";

serveReads({
  jobs: readJobs,
  world: { driver: createSqliteDriver(), files: createFiles() },
  port: {
    post: (answer) => parentPort?.postMessage(answer), // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has no origin
    onMessage: (listener) => void parentPort?.on("message", (message: unknown) => listener(message as ReadRequest)),
  },
  turn: () => setImmediate(),
});
