/** The program around the core, in order: one instance, ready, core, window, end. May not know what the console does. */
import { app, dialog, protocol, session } from "electron";
import type { ServeMedia } from "../../shared/media.ts";
import type { Platform } from "../../shared/ports.ts";
import type { AppError, Result } from "../../shared/result.ts";
import type { Handlers, Sources } from "../../shared/serving.ts";
import { createElectronTransport } from "../ipc/electronTransport.ts";
import { createIpcServer } from "../ipc/server.ts";
import { debuggingAllowed } from "../security/debugging.ts";
import { confineAll } from "../security/navigation.ts";
import { refusePermissions } from "../security/permissions.ts";
import { APP_ORIGIN, APP_PAGE, registerScheme, serveScheme } from "../security/protocol.ts";
import { setMenu } from "./menu.ts";
import { localesOf, type StartOptions } from "./options.ts";
import { createReviver } from "./revive.ts";
import { endInOrder } from "./shutdown.ts";
import { prepareUserData } from "./userData.ts";
import { tellWakes } from "./wakes.ts";
import { bringForward, createWindow } from "./window.ts";
import { followZoom } from "./zoom.ts";

export type Core = {
  handlers: Handlers;
  sources: Sources;
  observeOnly(): boolean;
  sentenceOf(error: unknown): AppError | null;
  media: ServeMedia;
  start(): void;
  /** The machine slept. */
  wake(): void;
  networkBack(): void;
  stop(): Promise<void>;
};
export type CoreOptions = { userData: string; mode: "electron" | "chromium"; version: string; locales: string[] };

export type Program = {
  options: StartOptions;
  /** Where an administrator may allow the debugging port to a packaged build. */
  policyFile: string;
  files: { renderer: string; preload: string };
  mode: "electron" | "chromium";
  openPlatform(userData: string): Platform;
  openCore(platform: Platform, options: CoreOptions): Promise<Result<Core>>;
};

/** A page that does not come up is no reason not to watch the rooms, ms. */
const PAGE_MS = 3_000;

type Opened = { platform: Platform; opened: Result<Core> };

/** Reads the store; needs nothing of an app that is ready. */
const open = async ({ options, mode, openPlatform, openCore }: Program, userData: string): Promise<Opened> => {
  const platform = openPlatform(userData);
  const locales = localesOf(options, app.getPreferredSystemLanguages());
  return { platform, opened: await openCore(platform, { userData, mode, version: app.getVersion(), locales }) };
};

const run = async (program: Program, userData: string, { platform, opened }: Opened, fail: (sentence: string) => void): Promise<void> => {
  const { options, files, mode } = program;
  const { clock, random, log } = platform;
  if (!opened.ok) {
    fail(opened.error.message);
    return;
  }
  const core = opened.value;

  setMenu(process.platform);
  refusePermissions(session.defaultSession);
  confineAll(app, (url) => void platform.shell.openExternal(url));
  serveScheme(session.defaultSession.protocol, files.renderer, core.media);
  const window = createWindow({ preload: files.preload, files: platform.files, userData, headless: options.headless });
  const contents = window.webContents;
  const windowId = contents.id;
  const ipc = createIpcServer({
    transport: createElectronTransport(),
    handlers: core.handlers,
    sources: core.sources,
    clock,
    random,
    log,
    trusted: (sender) => sender.window === windowId && sender.origin === APP_ORIGIN,
    observeOnly: () => core.observeOnly(),
    sentenceOf: (error) => core.sentenceOf(error),
  });
  const revive = createReviver(clock, () => {
    if (!window.isDestroyed()) contents.reload();
  });
  contents.on("render-process-gone", (_event, { reason, exitCode }) => {
    log.error({ reason, exitCode }, "the page's process ended");
    revive();
  });
  followZoom(contents, core);
  tellWakes(clock, core);
  app.on("second-instance", () => bringForward(window));
  endInOrder({
    app,
    clock,
    stop: async () => {
      ipc.close();
      await core.stop();
    },
  });

  // The last known wall first: what asks the cloud would take the processor from it.
  const page = window.loadURL(APP_PAGE);
  await Promise.race([page, new Promise<void>((resolve) => clock.after(PAGE_MS, resolve))]);
  core.start();
  await page;
  const debuggingPort = Number(app.commandLine.getSwitchValue("remote-debugging-port")) || null;
  process.stdout.write(`${JSON.stringify({ ready: true, mode, pid: process.pid, debuggingPort })}\n`);
};

/** Runs the console. What cannot work is said in one sentence on standard error and in a box, and ends with exit status 1. */
export const runProgram = (program: Program): void => {
  const { options } = program;
  const fail = (sentence: string): void => {
    process.stderr.write(`Classroom Console cannot start: ${sentence}\n`);
    if (app.isReady() && !options.headless) dialog.showErrorBox("Classroom Console cannot start", sentence);
    app.exit(1);
  };
  if (app.isPackaged && app.commandLine.hasSwitch("remote-debugging-port") && !debuggingAllowed(program.policyFile)) {
    fail(`the debugging port is closed; ${program.policyFile} does not allow it.`);
    return;
  }
  app.enableSandbox();
  registerScheme(protocol);
  if (options.userData !== null) app.setPath("userData", options.userData);
  const userData = app.getPath("userData");
  const prepared = prepareUserData(userData);
  if (!prepared.ok) {
    fail(prepared.error.message);
    return;
  }
  if (!app.requestSingleInstanceLock()) {
    fail(`it already runs with the user data in ${userData}; its window was brought forward.`);
    return;
  }
  // Side by side: each takes a good part of the start.
  void Promise.all([open(program, userData), app.whenReady()])
    .then(([opened]) => run(program, userData, opened, fail))
    .catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
};
