/** The console's one window. */
import { BrowserWindow, screen } from "electron";
import type { Files } from "../../shared/ports.ts";
import { webPreferences } from "../security/webPreferences.ts";
import { createBoundsFile, DEFAULT_SIZE } from "./bounds.ts";

/** Makes the window, not yet visible; it shows itself with its first picture, and keeps its place in the user data. */
export const createWindow = (deps: { preload: string; files: Files; userData: string; headless: boolean }): BrowserWindow => {
  const boundsFile = createBoundsFile(deps.files, deps.userData);
  const kept = boundsFile.read(screen.getAllDisplays().map(({ workArea }) => workArea));
  const window = new BrowserWindow({
    ...DEFAULT_SIZE,
    ...(kept !== null && { x: kept.x, y: kept.y, width: kept.width, height: kept.height }),
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: "Classroom Console",
    autoHideMenuBar: true,
    webPreferences: webPreferences(deps.preload),
  });
  window.once("ready-to-show", () => {
    if (deps.headless) return;
    if (kept?.maximized) window.maximize();
    window.show();
  });
  window.on("close", () => boundsFile.write({ ...window.getNormalBounds(), maximized: window.isMaximized() }));
  return window;
};

export const bringForward = (window: BrowserWindow): void => {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
};
