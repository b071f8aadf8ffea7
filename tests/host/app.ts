/** `app`: start, paths, and the order in which things end. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Chromium } from "./chromium.ts";
import { createEvents, emitPreventable } from "./events.ts";
import { acquireInstanceLock } from "./instanceLock.ts";
import { strict } from "./strict.ts";

type PathName = "userData" | "appData" | "logs";

const appDataFolder = (): string => {
  if (process.platform === "win32") return process.env["APPDATA"] ?? join(homedir(), "AppData", "Roaming");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support");
  return process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config");
};

/** The languages of the environment in order, as tags: `de_AT.UTF-8` → `de-AT`. */
const languages = (): string[] => {
  const named = [process.env["LANGUAGE"] ?? "", process.env["LC_ALL"] ?? process.env["LC_MESSAGES"] ?? process.env["LANG"] ?? ""].join(":");
  const tags = named.split(":").map((entry) => entry.replace(/[.@].*$/, "").replace("_", "-"));
  return [...new Set(tags.filter((tag) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(tag)))];
};

export const createApp = (root: string, switches: Map<string, string>, windows: () => Electron.BrowserWindow[]) => {
  const { emitter, members } = createEvents<Electron.App>();
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { name: string; productName: string; version: string };
  const paths = new Map<PathName, string>();
  let name = manifest.productName;
  let chromium: Chromium | null = null;
  let ready = false;
  let quitting = false;

  const pathOf = (of: PathName): string => {
    const fixed = paths.get(of);
    if (fixed !== undefined) return fixed;
    if (of === "appData") return appDataFolder();
    if (of === "logs") return join(pathOf("userData"), "logs");
    return join(pathOf("appData"), name);
  };
  const whenReady = new Promise<void>((resolve) => emitter.once("ready", () => resolve()));

  const exit = (code = 0): void => {
    const end = (): never => process.exit(code);
    if (chromium === null) end();
    else void chromium.stop().then(end, end);
  };
  /** Windows first, then `will-quit`, then the end. */
  const quit = (): void => {
    if (quitting) return;
    quitting = true;
    if (emitPreventable(emitter, "before-quit")) {
      quitting = false;
      return;
    }
    const finish = (): void => {
      if (windows().length > 0) return;
      if (emitPreventable(emitter, "will-quit")) return;
      emitter.emit("quit", {}, 0);
      exit(0);
    };
    const left = windows();
    for (const window of left) {
      window.once("closed", finish);
      window.close();
    }
    if (left.length === 0) finish();
  };

  const app = strict("app", {
    ...members,
    get name() {
      return name;
    },
    setName: (given) => {
      name = given;
    },
    isPackaged: false,
    whenReady: () => whenReady,
    isReady: () => ready,
    getVersion: () => manifest.version,
    getAppPath: () => root,
    getPath: (of) => pathOf(of as PathName),
    setPath: (of, path) => void paths.set(of as PathName, path),
    getPreferredSystemLanguages: languages,
    // Windows groups its task bar by this id; Chromium has its own.
    setAppUserModelId: () => undefined,
    // Chromium's renderers are sandboxed as they come.
    enableSandbox: () => undefined,
    requestSingleInstanceLock: () => {
      const userData = pathOf("userData");
      return acquireInstanceLock(userData, () => emitter.emit("second-instance", {}, [], "", null));
    },
    commandLine: strict("commandLine", {
      hasSwitch: (key) => switches.has(key),
      getSwitchValue: (key) => switches.get(key) ?? "",
    } satisfies Partial<Electron.CommandLine>) as unknown as Electron.CommandLine,
    quit,
    exit,
  } satisfies Partial<Electron.App>);

  return {
    app,
    contentsCreated: (contents: Electron.WebContents): void => void emitter.emit("web-contents-created", {}, contents),
    windowAllClosed: (): void => {
      if (quitting) return;
      if (emitter.listenerCount("window-all-closed") === 0) quit();
      else emitter.emit("window-all-closed");
    },
    /** Chromium is there: from now on the app may make windows. */
    start: (started: Chromium): void => {
      chromium = started;
      switches.set("remote-debugging-port", String(started.debuggingPort));
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, quit);
      ready = true;
      emitter.emit("ready", {}, {});
    },
    exit,
  };
};
