/** The only folder that touches the outside world: adapters for the ports of `shared/ports.ts`. May know nothing of the console. */
import { uptime } from "node:os";
import type { Platform, Shell } from "../../shared/ports.ts";
import { createSystemClock } from "./clock.ts";
import { createFiles } from "./files.ts";
import { createHeadlessShell } from "./headlessShell.ts";
import { createHttp } from "./http.ts";
import { createKeychain } from "./keychain.ts";
import { createLog } from "./log.ts";
import type { ResolveProxy } from "./proxies.ts";
import { createSystemRandom } from "./random.ts";
import { createSqliteDriver } from "./sqlite.ts";
import { createWorkers, type WorkerUrls } from "./workers.ts";

export type NodePlatformOptions = {
  /** null: standard error. */
  logFile: string | null;
  workerUrls: WorkerUrls;
  /** Left out: every origin is reached directly. See `proxyFromVariables`. */
  resolveProxy?: ResolveProxy;
  /** Left out: no desktop. */
  shell?: Shell;
};

/** The whole world on plain Node; Electron adds its shell and its proxy resolution. */
export const createNodePlatform = (options: NodePlatformOptions): Platform => {
  const clock = createSystemClock();
  const log = createLog({ file: options.logFile });
  return {
    clock,
    bootedAt: () => clock.wall() - uptime() * 1_000,
    random: createSystemRandom(),
    http: createHttp({ clock, ...(options.resolveProxy && { resolveProxy: options.resolveProxy }) }),
    keychain: createKeychain({ clock }),
    database: createSqliteDriver(),
    files: createFiles(),
    log,
    shell: options.shell ?? createHeadlessShell(log),
    workers: createWorkers({ urls: options.workerUrls, log }),
  };
};
