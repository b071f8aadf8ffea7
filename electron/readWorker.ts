/** The thread in which long reads run: the jobs, the driver and the files of this process; nothing else. */
import { getPriority, setPriority } from "node:os";
import { setImmediate } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { createFiles } from "./platform/files.ts";
import { createSqliteDriver } from "./platform/sqlite.ts";
import { readJobs } from "./readJobs.ts";
import { type ReadRequest, serveReads } from "./store/reads/serve.ts";

/** Steps of niceness behind the rest of the console; the system knows no more than 19. */
const BEHIND = 10;

// Behind the main loop, which must turn while two of these read on a machine of two cores. Elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(Math.min(getPriority() + BEHIND, 19));

serveReads({
  jobs: readJobs,
  world: { driver: createSqliteDriver(), files: createFiles() },
  port: {
    post: (answer) => parentPort?.postMessage(answer), // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has no origin
    onMessage: (listener) => void parentPort?.on("message", (message: unknown) => listener(message as ReadRequest)),
  },
  turn: () => setImmediate(),
});
