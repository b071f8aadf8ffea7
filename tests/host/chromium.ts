/** The system's Chromium as a child process, spoken to over its DevTools pipe. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { type Cdp, createCdp } from "./cdp.ts";

export type ChromiumOptions = {
  path: string;
  /** Where Chromium may keep a folder for as long as it runs. Nobody else may use it meanwhile. */
  folder: string;
  headless: boolean;
  /** 0: any free one. */
  debuggingPort: number;
  language: string | null;
};
export type Chromium = { cdp: Cdp; debuggingPort: number; exited: Promise<void>; stop(): Promise<void> };

const START_MS = 30_000;
const STOP_MS = 3_000;

const flags = (options: ChromiumOptions, profile: string): string[] => [
  "--remote-debugging-pipe",
  `--remote-debugging-port=${options.debuggingPort}`,
  `--user-data-dir=${profile}`,
  ...(options.headless ? ["--headless"] : []),
  // Chromium's sandbox refuses to work for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ...(options.language === null ? [] : [`--lang=${options.language}`]),
  "--disable-gpu",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-extensions",
  "--disable-default-apps",
  "--disable-features=Translate,MediaRouter,OptimizationHints",
  "--disable-dev-shm-usage",
  "--password-store=basic",
  "--use-mock-keychain",
  // As `backgroundThrottling: false` and `autoplayPolicy` of a window do it in Electron.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--autoplay-policy=no-user-gesture-required",
];

const PROFILE = "chromium-";

const remove = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A helper of Chromium still writes there; the next start removes it.
  }
};

/**
 * Starts Chromium on a new profile folder, which goes when it ends: one that was killed may still hold the last. Throws with Chromium's
 * last words where it does not start.
 */
export const startChromium = async (options: ChromiumOptions): Promise<Chromium> => {
  mkdirSync(options.folder, { recursive: true });
  for (const name of readdirSync(options.folder)) if (name.startsWith(PROFILE)) remove(join(options.folder, name));
  const profile = mkdtempSync(join(options.folder, PROFILE));
  const forget = (): void => remove(profile);
  const child = spawn(options.path, [...flags(options, profile), "about:blank"], { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"] });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const words: string[] = [];
  const listening = new Promise<number>((resolve, reject) => {
    createInterface(child.stderr as Readable).on("line", (line) => {
      words.push(line);
      if (words.length > 20) words.shift();
      const port = /^DevTools listening on ws:\/\/[^/]*:(\d+)\//.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    const fail = (why: string): void => reject(new Error(`Chromium (${options.path}) ${why}: ${words.join(" | ")}`));
    child.once("error", (error) => fail(`could not be started (${error.message})`));
    child.once("exit", (code, signal) => fail(`ended at once with ${code ?? signal}`));
    setTimeout(() => fail("did not start in time"), START_MS).unref();
  });
  const [, , , toBrowser, fromBrowser] = child.stdio;
  const cdp = createCdp(toBrowser as Writable, fromBrowser as Readable);
  try {
    const debuggingPort = await listening;
    return {
      cdp,
      debuggingPort,
      exited: exited.then(forget),
      stop: async () => {
        cdp.send("Browser.close").catch(() => undefined);
        const killer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
        clearTimeout(killer);
        forget();
      },
    };
  } catch (error) {
    child.kill("SIGKILL");
    forget();
    throw error;
  }
};
