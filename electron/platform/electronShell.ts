/** The desktop as Electron gives it. */
import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { BrowserWindow, clipboard, powerSaveBlocker, shell } from "electron";
import type { Log, Shell } from "../../shared/ports.ts";
import { appError, err, ok } from "../../shared/result.ts";

export const createElectronShell = (log: Log): Shell => ({
  openExternal: async (url) => {
    try {
      await shell.openExternal(url);
      return ok(undefined);
    } catch (error) {
      return err(appError("unavailable", `The link could not be opened: ${error instanceof Error ? error.message : String(error)}`));
    }
  },
  copyText: (text) => {
    // What is copied may be a token: only that it failed is logged.
    void clipboard.writeText(text).catch(() => log.warn({}, "the clipboard could not be written"));
  },
  clearText: (text) => {
    void clipboard
      .readText()
      .then((present) => {
        if (present === text) clipboard.clear();
      })
      .catch(() => log.warn({}, "the clipboard could not be looked at"));
  },
  printPdf: async (from, to) => {
    const window = new BrowserWindow({ show: false, webPreferences: { javascript: false, sandbox: true } });
    try {
      await window.loadURL(pathToFileURL(from).href);
      await writeFile(to, await window.webContents.printToPDF({ printBackground: true, pageSize: "A4" }), { mode: 0o600 });
      return ok(undefined);
    } catch (error) {
      log.error({ error }, "the report could not be printed");
      return err(
        appError("unavailable", `The report could not be printed: ${error instanceof Error ? error.message : String(error)}`, {
          reason: "printing",
        }),
      );
    } finally {
      window.destroy();
    }
  },
  keepAwake: () => {
    const blocker = powerSaveBlocker.start("prevent-display-sleep");
    return () => void powerSaveBlocker.stop(blocker);
  },
});
