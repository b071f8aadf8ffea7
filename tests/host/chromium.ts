/** The system's Chromium as a child process, spoken to over its DevTools pipe. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { type Cdp, createCdp } from "./cdp.ts";
import { makeProfileFolder, removeFolder, removeLeftovers } from "./profileFolder.ts";

export type ChromiumOptions = {
  path: string;
  headless: boolean;
  /** 0: any free one. */
  debuggingPort: number;
  language: string | null;
};
export type Chromium = { cdp: Cdp; debuggingPort: number; exited: Promise<void>; stop(): Promise<void> };

const START_MS = 60_000;
const STOP_MS = 3_000;

/** What a browser has and Electron has not: an address bar is two pages more, which take half a second from the console's start. */
const NOT_IN_ELECTRON = [
  "Translate",
  "MediaRouter",
  "OptimizationHints",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];

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
  `--disable-features=${NOT_IN_ELECTRON.join(",")}`,
  "--disable-dev-shm-usage",
  "--password-store=basic",
  "--use-mock-keychain",
  // As `backgroundThrottling: false` and `autoplayPolicy` of a window do it in Electron.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--autoplay-policy=no-user-gesture-required",
];

/** A browser needs no secret: what the environment calls one is not handed on. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/CERTIFICATE|SECRET|PASSWORD|TOKEN/i.test(name)));

/**
 * Starts Chromium on a new profile folder among the temporary files, which goes when either of the two ends. Throws with Chromium's last
 * words where it does not start.
 */
export const startChromium = async (options: ChromiumOptions): Promise<Chromium> => {
  const profile = makeProfileFolder();
  const forget = (): void => removeFolder(profile);
  const child = spawn(options.path, [...flags(options, profile), "about:blank"], {
    env: environment(),
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  process.once("exit", () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    forget();
  });
  setImmediate(removeLeftovers, tmpdir());
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
