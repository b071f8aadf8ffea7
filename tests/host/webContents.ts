/** `webContents`: one page of Chromium with the preload in a world of its own. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Cdp, Protocol } from "./cdp.ts";
import { createCodec } from "./codec.ts";
import { createEvents, emitPreventable } from "./events.ts";
import { type Frames, followFrames } from "./frames.ts";
import type { createIpcMain } from "./ipc.ts";
import { createIpcTrace } from "./ipcTrace.ts";
import type { Schemes } from "./schemes.ts";
import { strict } from "./strict.ts";
import { FROM_MAIN, type FromMain, PRELOAD_WORLD, TO_MAIN, type ToMain, worldScripts } from "./worlds.ts";

export type WebContentsDeps = {
  id: number;
  schemes: Schemes;
  ipc: ReturnType<typeof createIpcMain>;
  session: object;
  preload: string | undefined;
  isDestroyed(): boolean;
};

export const createWebContents = (deps: WebContentsDeps) => {
  const { emitter, members } = createEvents<Electron.WebContents>();
  const codec = createCodec();
  const trace = createIpcTrace(process.env["IPC_TRACE"]);
  let page: { cdp: Cdp; sessionId: string; frames: Frames } | null = null;
  let openWindow: Parameters<Electron.WebContents["setWindowOpenHandler"]>[0] | null = null;
  let zoomFactor = 1;
  let crashed = false;
  /** A navigation that main asked for is not asked about again. */
  let ownNavigation = false;

  /** Into the preload's world; a context that is gone is a page that is gone, and nothing is said. */
  const tell = (contextId: number | null, message: FromMain): void => {
    const text = codec.encode(message);
    if (page === null || contextId === null) return;
    trace.toPage(text);
    page.cdp
      .send(
        "Runtime.callFunctionOn",
        {
          functionDeclaration: `function (text) { globalThis.${FROM_MAIN}(text); }`,
          executionContextId: contextId,
          arguments: [{ value: text }],
        },
        page.sessionId,
      )
      .catch(() => undefined);
  };

  const receive = async (contextId: number, text: string, frames: Frames): Promise<void> => {
    trace.toMain(text);
    const message = codec.decode(text) as ToMain;
    const event = { sender: contents, senderFrame: frames.ofContext(contextId), frameId: 0, processId: 0, type: "frame" };
    if (message.kind === "open") {
      const { frameName, features } = message;
      const url = deps.schemes.fromBrowser(message.url);
      const answer = openWindow?.({
        url,
        frameName,
        features,
        disposition: "new-window",
        referrer: { url: frames.url(), policy: "default" },
      });
      if (answer?.action !== "deny") throw new Error("tests/host opens no windows for a page; deny it");
      return;
    }
    if (message.kind === "send") {
      deps.ipc.message(event as unknown as Electron.IpcMainEvent, message.channel, message.args);
      return;
    }
    try {
      const value = await deps.ipc.invoke(event as unknown as Electron.IpcMainInvokeEvent, message.channel, message.args);
      tell(contextId, { kind: "answer", id: message.id, ok: true, value });
    } catch (error) {
      tell(contextId, { kind: "answer", id: message.id, ok: false, value: error });
    }
  };

  /** A document that the page itself asked for goes through `will-frame-navigate`. */
  const refused = (paused: Protocol.Fetch.requestPausedPayload, frames: Frames): boolean => {
    if (paused.resourceType !== "Document") return false;
    const isMainFrame = frames.isMain(paused.frameId);
    if (isMainFrame && ownNavigation) {
      ownNavigation = false;
      return false;
    }
    const url = deps.schemes.fromBrowser(paused.request.url);
    return emitPreventable(emitter, "will-frame-navigate", { url, isMainFrame, isSameDocument: false, frame: frames.byId(paused.frameId) });
  };

  const zoom = async (): Promise<void> => {
    if (page === null) return;
    const expression = `document.documentElement.style.zoom = ${JSON.stringify(zoomFactor === 1 ? "" : String(zoomFactor))}`;
    await page.cdp.send("Runtime.evaluate", { expression }, page.sessionId).catch(() => undefined);
  };

  /** Binds to a page of the browser; afterwards documents get the preload and own schemes are answered. */
  const attach = async (cdp: Cdp, sessionId: string): Promise<void> => {
    const send = <M extends keyof Protocol.CommandParameters>(method: M, params?: Protocol.CommandParameters[M]) =>
      cdp.send(method, params, sessionId);
    await Promise.all([send("Page.enable"), send("Inspector.enable")]);
    const frames = await followFrames(cdp, sessionId, (url) => deps.schemes.fromBrowser(url));
    page = { cdp, sessionId, frames };

    cdp.on(sessionId, "Fetch.requestPaused", (paused) => {
      const answered = async (): Promise<void> => {
        const { requestId } = paused;
        if (refused(paused, frames)) await send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
        else if (!(await deps.schemes.answer(cdp, sessionId, paused))) await send("Fetch.continueRequest", { requestId });
      };
      answered().catch(() => undefined);
    });
    cdp.on(sessionId, "Runtime.bindingCalled", (event) => {
      if (event.name === TO_MAIN) void receive(event.executionContextId, event.payload, frames);
    });
    cdp.on(sessionId, "Page.frameNavigated", ({ frame }) => {
      if (frame.parentId === undefined) emitter.emit("did-navigate", {}, deps.schemes.fromBrowser(frame.url));
    });
    cdp.on(sessionId, "Page.loadEventFired", () => {
      void zoom();
      emitter.emit("did-finish-load", {});
    });
    cdp.on(sessionId, "Inspector.targetCrashed", () => {
      crashed = true;
      emitter.emit("render-process-gone", {}, { reason: "crashed", exitCode: 1 });
    });
    await Promise.all([send("Fetch.enable", { patterns: deps.schemes.patterns() }), send("Runtime.enable")]);
    if (deps.preload === undefined) return;
    const scripts = worldScripts(readFileSync(deps.preload, "utf8"), `host-${randomBytes(8).toString("hex")}`);
    await send("Runtime.addBinding", { name: TO_MAIN, executionContextName: PRELOAD_WORLD });
    await send("Page.addScriptToEvaluateOnNewDocument", { source: scripts.page });
    await send("Page.addScriptToEvaluateOnNewDocument", { source: scripts.preload, worldName: PRELOAD_WORLD });
  };

  const own = async <T>(navigation: () => T): Promise<Awaited<T>> => {
    ownNavigation = true;
    crashed = false;
    return await navigation();
  };

  const navigate = async (url: string): Promise<void> => {
    const loaded = new Promise<void>((resolve) => emitter.once("did-finish-load", () => resolve()));
    const answer = await own(() => page?.cdp.send("Page.navigate", { url: deps.schemes.toBrowser(url) }, page.sessionId));
    if (answer?.errorText !== undefined) throw new Error(`${answer.errorText} loading '${url}'`);
    await loaded;
  };

  const contents = strict("webContents", {
    ...members,
    id: deps.id,
    session: deps.session as Electron.Session,
    get mainFrame() {
      return page?.frames.main() as Electron.WebFrameMain;
    },
    getURL: () => page?.frames.url() ?? "",
    isDestroyed: () => deps.isDestroyed(),
    isCrashed: () => crashed,
    send: (channel, ...args) => tell(page?.frames.mainContext() ?? null, { kind: "message", channel, args }),
    reload: () => {
      const reloaded = crashed ? navigate(page?.frames.url() ?? "") : own(() => page?.cdp.send("Page.reload", {}, page.sessionId));
      reloaded.catch(() => undefined);
    },
    setWindowOpenHandler: (handler) => {
      openWindow = handler;
    },
    printToPDF: async ({ printBackground = false }) => {
      if (page === null) throw new Error("there is no page to print");
      const { data } = await page.cdp.send(
        "Page.printToPDF",
        { printBackground, preferCSSPageSize: true, paperWidth: 8.27, paperHeight: 11.69 },
        page.sessionId,
      );
      return Buffer.from(data, "base64");
    },
    setZoomFactor: (factor) => {
      zoomFactor = factor;
      void zoom();
    },
  } satisfies Partial<Electron.WebContents>);

  return {
    contents: contents as unknown as Electron.WebContents,
    attach,
    navigate,
    destroyed: (): void => {
      page = null;
      emitter.emit("destroyed");
    },
  };
};
