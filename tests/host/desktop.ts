/** What the desktop does around a window: menu, links, clipboard, power, network, screen. */
import { spawn } from "node:child_process";
import { networkInterfaces } from "node:os";
import type { Cdp } from "./cdp.ts";
import { createEvents } from "./events.ts";
import { strict } from "./strict.ts";

const BEAT_MS = 1_000;
/** A beat that comes this much late means that the machine, or this process, stood still. */
const SLEPT_MS = 10_000;

const opener = (): [string, string[]] =>
  process.platform === "win32" ? ["explorer.exe", []] : process.platform === "darwin" ? ["open", []] : ["xdg-open", []];

export const createDesktop = (deps: { headless: boolean; browser(): Cdp | null }) => {
  const power = createEvents<Electron.PowerMonitor>();
  let before = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - before > SLEPT_MS) {
      power.emitter.emit("suspend");
      power.emitter.emit("resume");
    }
    before = now;
  }, BEAT_MS).unref();

  /** Electron's main process has a clipboard; here only a page has. */
  const onPage = async (expression: string): Promise<unknown> => {
    const browser = deps.browser();
    if (browser === null) throw new Error("there is no browser yet");
    const { targetInfos } = await browser.send("Target.getTargets");
    const targetId = targetInfos.find(({ type }) => type === "page")?.targetId ?? "";
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    const evaluated = await browser.send(
      "Runtime.evaluate",
      { expression, userGesture: true, awaitPromise: true, returnByValue: true },
      sessionId,
    );
    await browser.send("Target.detachFromTarget", { sessionId });
    return evaluated.result.value;
  };

  return {
    // Chromium's window has no menu of the app's; its keys work without one.
    Menu: strict("Menu", {
      buildFromTemplate: (template) => ({ items: template }) as unknown as Electron.Menu,
      setApplicationMenu: () => undefined,
    } satisfies Partial<typeof Electron.Menu>),
    // What goes wrong is on standard error already; there is no box to show it in.
    dialog: strict("dialog", { showErrorBox: () => undefined } satisfies Partial<Electron.Dialog>),
    shell: strict("shell", {
      openExternal: async (url) => {
        if (deps.headless) throw new Error("there is no desktop to open this on");
        const [command, args] = opener();
        spawn(command, [...args, url], { stdio: "ignore", detached: true })
          .on("error", () => undefined)
          .unref();
      },
    } satisfies Partial<Electron.Shell>),
    clipboard: strict("clipboard", {
      writeText: async (text) => void (await onPage(`navigator.clipboard.writeText(${JSON.stringify(text)})`)),
      readText: async () => ((await onPage("navigator.clipboard.readText()")) as string | undefined) ?? "",
      clear: () => void onPage('navigator.clipboard.writeText("")').catch(() => undefined),
    } satisfies Partial<Electron.Clipboard>),
    powerMonitor: strict("powerMonitor", power.members),
    // Chromium keeps nobody awake for a page in the background; a machine without Electron is not a proctor's.
    powerSaveBlocker: strict("powerSaveBlocker", { start: () => 0, stop: () => true } satisfies Partial<Electron.PowerSaveBlocker>),
    net: strict("net", {
      isOnline: () =>
        Object.values(networkInterfaces())
          .flat()
          .some((address) => address?.internal === false),
    } satisfies Partial<Electron.Net>),
    screen: strict("screen", {
      getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } } as Electron.Display],
    } satisfies Partial<Electron.Screen>),
  };
};
