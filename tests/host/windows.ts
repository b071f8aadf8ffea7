/** `BrowserWindow`: a window of Chromium around one page. */
import type { Chromium } from "./chromium.ts";
import { createEvents, emitPreventable } from "./events.ts";
import type { createIpcMain } from "./ipc.ts";
import type { Schemes } from "./schemes.ts";
import { strict } from "./strict.ts";
import { createWebContents } from "./webContents.ts";

export type WindowsDeps = {
  schemes: Schemes;
  ipc: ReturnType<typeof createIpcMain>;
  session: object;
  /** Before each page's first document. */
  applyPermissions(): Promise<void>;
  /** Before anything is loaded. */
  onContents(contents: Electron.WebContents): void;
  onAllClosed(): void;
};

type Open = { facade: Electron.BrowserWindow /** The browser's window is gone, whoever closed it. */; gone(): void };

export const createWindows = (deps: WindowsDeps) => {
  const open = new Set<Open>();
  let chromium: Chromium | null = null;
  let last = 0;
  /** Chromium starts with one page of its own, which the first window takes. */
  let spare: string | null = null;

  const create = (options: Electron.BrowserWindowConstructorOptions = {}): Electron.BrowserWindow => {
    if (chromium === null) throw new Error("Cannot create BrowserWindow before app is ready");
    const { cdp } = chromium;
    const { emitter, members } = createEvents<Electron.BrowserWindow>();
    const bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 };
    let destroyed = false;
    const page = createWebContents({
      id: ++last,
      schemes: deps.schemes,
      ipc: deps.ipc,
      session: deps.session,
      preload: options.webPreferences?.preload,
      isDestroyed: () => destroyed,
    });

    const targetOf = async (): Promise<string> => {
      const taken = spare;
      spare = null;
      return taken ?? (await cdp.send("Target.createTarget", { url: "about:blank", newWindow: true })).targetId;
    };
    const size = async (targetId: string): Promise<void> => {
      const { windowId } = await cdp.send("Browser.getWindowForTarget", { targetId });
      const { width, height } = bounds;
      await cdp.send("Browser.setWindowBounds", {
        windowId,
        bounds: { width, height, ...(options.x !== undefined && { left: bounds.x, top: bounds.y }) },
      });
    };
    const attached = (async (): Promise<string> => {
      const targetId = await targetOf();
      const { sessionId } = await cdp.send("Target.attachToTarget", { targetId, flatten: true });
      cdp.on(undefined, "Target.detachedFromTarget", (event) => {
        if (event.sessionId === sessionId) entry.gone();
      });
      await Promise.all([size(targetId), page.attach(cdp, sessionId), deps.applyPermissions()]);
      return targetId;
    })();
    // Said to whoever loads a page; a window without one has nothing to say.
    attached.catch(() => undefined);

    const destroy = (): void => {
      attached
        .then((targetId) => cdp.send("Target.closeTarget", { targetId }))
        .catch(() => undefined)
        .finally(() => entry.gone());
    };
    page.contents.once("did-finish-load", () => void emitter.emit("ready-to-show", {}));
    const window = strict("BrowserWindow", {
      ...members,
      webContents: page.contents,
      id: last,
      loadURL: async (url) => {
        await attached;
        await page.navigate(url);
      },
      isDestroyed: () => destroyed,
      destroy,
      close: () => {
        if (destroyed) return;
        if (emitPreventable(emitter, "close")) throw new Error("tests/host does not let a window refuse to close");
        destroy();
      },
      show: () => undefined,
      focus: () => {
        attached.then((targetId) => cdp.send("Target.activateTarget", { targetId })).catch(() => undefined);
      },
      isMinimized: () => false,
      restore: () => undefined,
      isMaximized: () => false,
      maximize: () => undefined,
      // Chromium tells nobody that its window was moved: what main asked for stays true here.
      getNormalBounds: () => bounds,
    } satisfies Partial<Electron.BrowserWindow>) as unknown as Electron.BrowserWindow;

    const entry: Open = {
      facade: window,
      gone: () => {
        if (destroyed) return;
        destroyed = true;
        open.delete(entry);
        page.destroyed();
        emitter.emit("closed");
        if (open.size === 0) deps.onAllClosed();
      },
    };
    open.add(entry);
    deps.onContents(page.contents);
    return window;
  };

  // `new BrowserWindow(…)` answers what the constructor returns.
  const BrowserWindow = Object.assign(
    function BrowserWindow(options?: Electron.BrowserWindowConstructorOptions) {
      return create(options);
    },
    { getAllWindows: () => [...open].map(({ facade }) => facade) } satisfies Partial<typeof Electron.BrowserWindow>,
  );

  return {
    BrowserWindow,
    all: () => [...open].map(({ facade }) => facade),
    use: async (started: Chromium): Promise<void> => {
      chromium = started;
      const { targetInfos } = await started.cdp.send("Target.getTargets");
      spare = targetInfos.find(({ type }) => type === "page")?.targetId ?? null;
      const { cdp } = started;
      // A window that a page has opened all the same. The pages of whoever else has attached to the browser have no opener.
      cdp.on(undefined, "Target.targetCreated", ({ targetInfo }) => {
        if (targetInfo.openerId !== undefined) cdp.send("Target.closeTarget", { targetId: targetInfo.targetId }).catch(() => undefined);
      });
      await cdp.send("Target.setDiscoverTargets", { discover: true });
      void started.cdp.closed.then(() => {
        for (const entry of open) entry.gone();
      });
    },
  };
};
