/** Starts the console as a user does and attaches to its window. Specs know nothing else of how it runs. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, chromium, type Page } from "playwright-core";
import { PRACTICE_APP_CERTIFICATE } from "../../shared/model/practice.ts";
import { crossings, placesOf, tokenPlaces } from "../checks/secrets.ts";

export type LaunchOptions = {
  /** Left out: a new empty folder, removed on close. */
  userDataDir?: string;
  profileFile?: string;
  env?: Readonly<Record<string, string>>;
  args?: readonly string[];
  size?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  /** A language tag; left out: English. */
  locale?: string;
  /** What must lie nowhere in the user data, on standard error or in what crossed between page and main, beside any access token. Left out: the practice certificate. */
  secrets?: readonly string[];
};

export type ReadyLine = { ready: true; mode: "electron" | "chromium"; pid: number; debuggingPort: number };

export type Launched = {
  /** The window's page; another one after `restart`. */
  readonly page: Page;
  /** The process that runs main. */
  readonly pid: number;
  readonly mode: ReadyLine["mode"];
  readonly debuggingPort: number;
  readonly userDataDir: string;
  /** What broke the content policy, and what the page did not catch. `close` fails where something is left in it. */
  readonly faults: string[];
  /** Everything said on standard error, over restarts. */
  stderr(): string;
  /** What came from the page until now, as the host keeps it; nothing where Electron itself runs. */
  traced(): string;
  /** Ends in order; the answer is the exit status. */
  stop(): Promise<number | null>;
  /** SIGKILL of main and of its browser. */
  kill(): Promise<void>;
  /** Starts again on the same user data; stops before, where it runs. `alone`: what it is left to do before anybody attaches, which takes a share of a small machine. */
  restart(alone?: () => Promise<unknown>): Promise<void>;
  /** Stops, looks for secrets, forgets a folder that was made for it, and throws if the page had faults or a secret was found. */
  close(): Promise<void>;
};

const READY_MS = 90_000;
/** For whatever a spec waits for without a limit of its own: a net for slow machines, not a measure. */
const PATIENCE_MS = 60_000;

const LAUNCHER = "scripts/run.mjs";

const spawnConsole = (options: LaunchOptions, userDataDir: string, traceFolder?: string): ChildProcess => {
  const args = ["--headless", "--user-data-dir", userDataDir, "--remote-debugging-port", "0", ...(options.args ?? [])];
  if (options.profileFile !== undefined) args.push("--profile-file", options.profileFile);
  if (options.locale !== undefined) args.push("--lang", options.locale);
  return spawn(process.execPath, [LAUNCHER, "start", ...args], {
    env: { ...process.env, ...(traceFolder !== undefined && { IPC_TRACE: traceFolder }), ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
};

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
};

/** The ready line; throws with what was said on standard error where it does not come. */
const readyLine = async (child: ChildProcess, stderr: () => string): Promise<ReadyLine> => {
  if (child.stdout === null) throw new Error("no standard output");
  const lines = createInterface(child.stdout);
  const late = AbortSignal.timeout(READY_MS);
  const line = await Promise.race([
    once(lines, "line", { signal: late }).then(([text]: string[]) => text),
    ended(child).then(() => undefined),
  ]).catch(() => undefined);
  if (line === undefined) throw new Error(`the console did not start: ${stderr()}`);
  return JSON.parse(line) as ReadyLine;
};

export const launch = async (options: LaunchOptions = {}): Promise<Launched> => {
  const userDataDir = options.userDataDir ?? mkdtempSync(join(tmpdir(), "console-data-"));
  const traceFolder = mkdtempSync(join(tmpdir(), "ipc-trace-"));
  const faults: string[] = [];
  let said = "";
  let mode: ReadyLine["mode"] = "chromium";
  let running: { child: ChildProcess; ready: ReadyLine; browser: Browser; page: Page; browserPid: number } | null = null;

  const dress = async (page: Page): Promise<void> => {
    page.setDefaultTimeout(PATIENCE_MS);
    if (options.size !== undefined) await page.setViewportSize(options.size);
    if (options.colorScheme !== undefined) await page.emulateMedia({ colorScheme: options.colorScheme });
  };
  const watchFaults = async (page: Page): Promise<void> => {
    page.on("pageerror", (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
    const session = await page.context().newCDPSession(page);
    // Also tells what was logged before anybody listened.
    session.on("Log.entryAdded", ({ entry }) => {
      if (entry.source === "security" || /content security policy/i.test(entry.text)) faults.push(`${entry.source}: ${entry.text}`);
    });
    await session.send("Log.enable");
  };

  const start = async (alone?: () => Promise<unknown>): Promise<void> => {
    const child = spawnConsole(options, userDataDir, traceFolder);
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
    });
    const ready = await readyLine(child, () => said);
    mode = ready.mode;
    await alone?.();
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${ready.debuggingPort}`);
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) throw new Error("the console has no window");
    const system = await (await browser.newBrowserCDPSession()).send("SystemInfo.getProcessInfo");
    const browserPid = system.processInfo.find(({ type }) => type === "browser")?.id ?? ready.pid;
    running = { child, ready, browser, page, browserPid };
    await dress(page);
    await watchFaults(page);
  };
  const current = (): NonNullable<typeof running> => {
    if (running === null) throw new Error("the console does not run");
    return running;
  };
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<number | null> => {
    if (running === null) return null;
    const { child, ready, browser, browserPid } = running;
    running = null;
    if (signal === "SIGTERM") child.kill(signal);
    else for (const pid of new Set([ready.pid, browserPid])) killNow(pid);
    const status = await ended(child);
    await browser.close().catch(() => undefined);
    return status;
  };

  await start();
  return {
    get page() {
      return current().page;
    },
    get pid() {
      return current().ready.pid;
    },
    get mode() {
      return current().ready.mode;
    },
    get debuggingPort() {
      return current().ready.debuggingPort;
    },
    userDataDir,
    faults,
    traced: () => (mode === "chromium" ? readFileSync(join(traceFolder, "toMain"), "utf8") : ""),
    stderr: () => said,
    stop: () => end("SIGTERM"),
    kill: async () => {
      await end("SIGKILL");
    },
    restart: async (alone) => {
      await end("SIGTERM");
      await start(alone);
    },
    close: async () => {
      await end("SIGTERM");
      const secrets = options.secrets ?? [PRACTICE_APP_CERTIFICATE];
      for (const path of [...placesOf(userDataDir, secrets), ...tokenPlaces(userDataDir)]) faults.push(`a secret lies in ${path}`);
      if (secrets.some((secret) => said.includes(secret))) faults.push("a secret was said on standard error");
      // Electron itself keeps no trace; there the same bundles say the same.
      if (mode === "chromium") faults.push(...crossings(traceFolder, secrets));
      rmSync(traceFolder, { recursive: true, force: true });
      if (options.userDataDir === undefined) rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
      if (faults.length > 0) throw new Error(`the page had faults:\n${faults.join("\n")}`);
    },
  };
};

const killNow = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
};

/** Starts a console that is expected not to come up, and answers how it ended. */
export const startFailing = async (
  options: LaunchOptions = {},
): Promise<{ exitCode: number | null; stdout: string; stderr: string; userDataDir: string }> => {
  const userDataDir = options.userDataDir ?? mkdtempSync(join(tmpdir(), "console-data-"));
  const child = spawnConsole(options, userDataDir);
  const heard = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", (chunk: Buffer) => {
      heard[stream] += chunk.toString("utf8");
      // A console that comes up after all is ended, so that the spec can say so.
      if (stream === "stdout") child.kill("SIGTERM");
    });
  }
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, ...heard, userDataDir };
};
