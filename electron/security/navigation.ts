/** Navigation, new windows and web views (checklist items 12, 13, 14): the window shows its page and nothing else, ever. */
import type { App, WebContents } from "electron";
import { APP_PAGE } from "./protocol.ts";

/** Whether a frame may go to `url`: only the main frame, only the page itself (a reload), at any place within it. */
export const mayNavigate = (details: { url: string; isMainFrame: boolean }): boolean =>
  details.isMainFrame && details.url.split(/[?#]/)[0] === APP_PAGE;

/** `openExternal` is asked for every window that the page wants, and decides by itself what it opens. */
export const confineContents = (contents: Pick<WebContents, "on" | "setWindowOpenHandler">, openExternal: (url: string) => void): void => {
  contents.on("will-frame-navigate", (details) => {
    if (!mayNavigate(details)) details.preventDefault();
  });
  contents.on("will-redirect", (details) => details.preventDefault());
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url);
    return { action: "deny" };
  });
};

/** Every page that is ever made, whoever makes it. */
export const confineAll = (app: App, openExternal: (url: string) => void): void => {
  app.on("web-contents-created", (_event, contents) => confineContents(contents, openExternal));
};
