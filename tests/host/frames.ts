/** The frames of a page as main sees them, and the preload's context in each. */
import type { Cdp } from "./cdp.ts";
import { strict } from "./strict.ts";
import { PRELOAD_WORLD } from "./worlds.ts";

type Frame = { id: string; parent: string | null; url: string; facade: Electron.WebFrameMain };

export type Frames = {
  main(): Electron.WebFrameMain | null;
  isMain(frameId: string): boolean;
  /** The frame that a context belongs to; null where frame or context are gone. */
  ofContext(contextId: number): Electron.WebFrameMain | null;
  byId(frameId: string): Electron.WebFrameMain | null;
  url(): string;
  /** Where messages to the page's preload go; null before it has run and after it has gone. */
  mainContext(): number | null;
};

/** Follows a session's frames. `appUrl` turns an address of the browser into the app's. */
export const followFrames = async (cdp: Cdp, sessionId: string, appUrl: (url: string) => string): Promise<Frames> => {
  const frames = new Map<string, Frame>();
  const contexts = new Map<number, string>();
  let mainId: string | null = null;
  const facadeOf = (frameId: string | null): Electron.WebFrameMain | null =>
    frameId === null ? null : (frames.get(frameId)?.facade ?? null);

  const facade = (id: string): Electron.WebFrameMain =>
    strict("WebFrameMain", {
      get url() {
        return frames.get(id)?.url ?? "";
      },
      get origin() {
        const url = frames.get(id)?.url ?? "";
        return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? "null";
      },
      get parent() {
        return facadeOf(frames.get(id)?.parent ?? null);
      },
      get top() {
        return facadeOf(mainId);
      },
      get detached() {
        return !frames.has(id);
      },
      isDestroyed: () => !frames.has(id),
    } satisfies Partial<Electron.WebFrameMain>) as unknown as Electron.WebFrameMain;

  const note = (id: string, parent: string | null, url: string): void => {
    if (parent === null) mainId = id;
    frames.set(id, { id, parent, url: appUrl(url), facade: frames.get(id)?.facade ?? facade(id) });
  };

  cdp.on(sessionId, "Page.frameAttached", (event) => note(event.frameId, event.parentFrameId, "about:blank"));
  cdp.on(sessionId, "Page.frameNavigated", ({ frame }) => note(frame.id, frame.parentId ?? null, frame.url + (frame.urlFragment ?? "")));
  cdp.on(sessionId, "Page.navigatedWithinDocument", (event) => note(event.frameId, frames.get(event.frameId)?.parent ?? null, event.url));
  cdp.on(sessionId, "Page.frameDetached", (event) => {
    if (event.reason === "remove") frames.delete(event.frameId);
  });
  cdp.on(sessionId, "Runtime.executionContextCreated", ({ context }) => {
    const { frameId } = (context.auxData ?? {}) as { frameId?: string };
    if (context.name === PRELOAD_WORLD && frameId !== undefined) contexts.set(context.id, frameId);
  });
  cdp.on(sessionId, "Runtime.executionContextDestroyed", (event) => void contexts.delete(event.executionContextId));
  cdp.on(sessionId, "Runtime.executionContextsCleared", () => contexts.clear());

  const { frameTree } = await cdp.send("Page.getFrameTree", undefined, sessionId);
  if (!frames.has(frameTree.frame.id)) note(frameTree.frame.id, null, frameTree.frame.url);

  return {
    main: () => facadeOf(mainId),
    isMain: (frameId) => frameId === mainId,
    ofContext: (contextId) => facadeOf(contexts.get(contextId) ?? null),
    byId: facadeOf,
    url: () => (mainId === null ? "" : (frames.get(mainId)?.url ?? "")),
    mainContext: () => [...contexts].findLast(([, frameId]) => frameId === mainId)?.[0] ?? null,
  };
};
