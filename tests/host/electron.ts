/** What `import … from "electron"` means to the app's bundles here. Offers only what they use; anything else fails by name. */
import { fileURLToPath } from "node:url";
import { createApp } from "./app.ts";
import type { Chromium } from "./chromium.ts";
import { createDesktop } from "./desktop.ts";
import { createIpcMain } from "./ipc.ts";
import { createSchemes } from "./schemes.ts";
import { createSession } from "./session.ts";
import { strict } from "./strict.ts";
import { switchesOf } from "./switches.ts";
import { createWindows } from "./windows.ts";

let chromium: Chromium | null = null;
const schemes = createSchemes();
const ipc = createIpcMain();
const sessions = createSession(schemes);
const windows = createWindows({
  schemes,
  ipc,
  session: sessions.defaultSession,
  applyPermissions: async () => {
    if (chromium !== null) await sessions.applyPermissions(chromium.cdp);
  },
  onContents: (contents) => application.contentsCreated(contents),
  onAllClosed: () => application.windowAllClosed(),
});
const switches = switchesOf(process.argv);
const application = createApp(fileURLToPath(new URL("../../", import.meta.url)), switches, windows.all);
const desktop = createDesktop({ headless: switches.has("headless"), browser: () => chromium?.cdp ?? null });

export const { app } = application;
export const { ipcMain } = ipc;
export const { BrowserWindow } = windows;
export const { session } = sessions;
export const { Menu, dialog, shell, clipboard, powerMonitor, powerSaveBlocker, net, screen } = desktop;
export const protocol = strict("protocol", {
  registerSchemesAsPrivileged: (own) => schemes.registerSchemesAsPrivileged(own),
} satisfies Partial<Electron.Protocol>);

/** Called once the app's entry has run, as Electron becomes ready only then. */
export const startHost = async (starting: Promise<Chromium>): Promise<void> => {
  chromium = await starting;
  await windows.use(chromium);
  application.start(chromium);
};
