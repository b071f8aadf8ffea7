/** Electron's security checklist, one test per item; what only a running window shows is in tests/e2e/host.test.ts. */
import { readFileSync } from "node:fs";
import type { WebContents } from "electron";
import { expect, test } from "vitest";
import { contentPolicy } from "../../../electron/security/contentPolicy.ts";
import { confineLinks, externalAddress } from "../../../electron/security/externalLinks.ts";
import { confineContents, mayNavigate } from "../../../electron/security/navigation.ts";
import { refusePermissions } from "../../../electron/security/permissions.ts";
import { APP_PAGE, fileOf, SCHEME_PRIVILEGES, serveBundle } from "../../../electron/security/protocol.ts";
import { webPreferences } from "../../../electron/security/webPreferences.ts";
import type { ServeMedia } from "../../../shared/media.ts";
import { ok } from "../../../shared/result.ts";

const noMedia: ServeMedia = async () => ({ status: 404, headers: {}, body: null });

type Item = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20;

const preferences: Record<string, unknown> = webPreferences("/preload.cjs");
const directives = new Map(
  contentPolicy("N")
    .split("; ")
    .map((directive) => [directive.split(" ")[0] ?? "", directive.split(" ").slice(1)] as const),
);

/** What confining does to a page: its listeners by event, its window handler, and what was opened outside. */
const confined = () => {
  const listeners = new Map<string, (event: object) => void>();
  const openedOutside: string[] = [];
  let openWindow: ((details: { url: string }) => { action: string }) | null = null;
  const contents = {
    on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    setWindowOpenHandler: (handler: typeof openWindow) => {
      openWindow = handler;
    },
  };
  confineContents(contents as unknown as WebContents, (url) => openedOutside.push(url));
  const prevented = (name: string, details: object = {}): boolean => {
    let was = false;
    const preventDefault = (): void => {
      was = true;
    };
    listeners.get(name)?.({ ...details, preventDefault });
    return was;
  };
  return { prevented, open: (url: string) => openWindow?.({ url }).action, openedOutside };
};

const CHECKLIST: Record<Item, [rule: string, check: () => void | Promise<void>]> = {
  1: [
    "only secure content is loaded: nothing but the console's own origin",
    () => {
      for (const [name, sources] of directives) {
        const foreign = sources.filter((source) => /^(https?:|ws|\*)/.test(source));
        expect([name, foreign]).toEqual([name, []]);
      }
    },
  ],
  2: [
    "no Node in the page, its workers or its frames",
    () => {
      for (const name of ["nodeIntegration", "nodeIntegrationInWorker", "nodeIntegrationInSubFrames"])
        expect(preferences[name]).toBe(false);
    },
  ],
  3: ["the preload is isolated", () => expect(preferences["contextIsolation"]).toBe(true)],
  4: [
    "the page's process is in the sandbox, and none is made outside it",
    () => {
      expect(preferences["sandbox"]).toBe(true);
      expect(readFileSync("electron/app/run.ts", "utf8")).toContain("app.enableSandbox()");
    },
  ],
  5: [
    "every permission is refused, whether asked, checked, for a device or for the screen",
    () => {
      const answers: unknown[] = [];
      const answer = (value: unknown): void => void answers.push(value);
      const session: Parameters<typeof refusePermissions>[0] = {
        setPermissionRequestHandler: (handler) => handler?.({} as WebContents, "media", answer, {} as never),
        setPermissionCheckHandler: (handler) => answer(handler?.(null, "media", "", {} as never)),
        setDevicePermissionHandler: (handler) => answer(handler?.({} as never)),
        setDisplayMediaRequestHandler: (handler) => handler?.({} as never, answer),
      };
      refusePermissions(session);
      expect(answers).toEqual([false, false, false, {}]);
    },
  ],
  6: ["the same-origin policy holds", () => expect(preferences["webSecurity"]).toBe(true)],
  7: [
    "each page comes with a content policy that allows nothing by default, no inline script and no eval",
    async () => {
      expect(directives.get("default-src")).toEqual(["'none'"]);
      expect(directives.get("script-src")).toEqual(["'self'"]);
      expect(contentPolicy("N")).not.toMatch(/unsafe/);
      const page = await serveBundle("renderer", noMedia)({ url: APP_PAGE, method: "GET", headers: new Headers() });
      const nonce = /nonce="([^"]+)"/.exec(await page.text())?.[1] ?? "none";
      expect(page.headers.get("content-security-policy")).toBe(contentPolicy(nonce));
    },
  ],
  8: ["insecure content does not run", () => expect(preferences["allowRunningInsecureContent"]).toBe(false)],
  9: ["no experimental features", () => expect(preferences["experimentalFeatures"]).toBe(false)],
  10: ["no Blink features are switched on", () => expect(preferences).not.toHaveProperty("enableBlinkFeatures")],
  11: ["there are no web views that could open windows", () => expect(preferences["webviewTag"]).toBe(false)],
  12: ["a web view is refused before its options count", () => expect(confined().prevented("will-attach-webview")).toBe(true)],
  13: [
    "the window goes nowhere but to its own page; no frame goes anywhere; no redirect is followed",
    () => {
      const page = confined();
      const elsewhere = [
        "https://example.com/",
        "file:///etc/passwd",
        "console://other/index.html",
        `${APP_PAGE}.evil`,
        "console://app/other.html",
      ];
      for (const url of elsewhere) expect(page.prevented("will-frame-navigate", { url, isMainFrame: true })).toBe(true);
      expect(page.prevented("will-frame-navigate", { url: APP_PAGE, isMainFrame: false })).toBe(true);
      expect(page.prevented("will-frame-navigate", { url: `${APP_PAGE}#/room/1`, isMainFrame: true })).toBe(false);
      expect(page.prevented("will-redirect")).toBe(true);
      expect(mayNavigate({ url: `${APP_PAGE}?x=1`, isMainFrame: true })).toBe(true);
    },
  ],
  14: [
    "every new window is denied; its address is only offered to the desktop",
    () => {
      const page = confined();
      for (const url of ["https://example.com/", APP_PAGE, "file:///etc/passwd", "about:blank"]) expect(page.open(url)).toBe("deny");
      expect(page.openedOutside).toContain("https://example.com/");
    },
  ],
  15: [
    "the desktop opens plain https addresses and nothing else",
    async () => {
      const opened: string[] = [];
      const shell = confineLinks({
        openExternal: async (url) => {
          opened.push(url);
          return ok(undefined);
        },
        copyText: () => undefined,
        clearText: () => undefined,
        printPdf: async () => ok(undefined),
        keepAwake: () => () => undefined,
      });
      const refused = [
        "http://example.com",
        "file:///etc/passwd",
        "smb://host/x",
        "javascript:alert(1)",
        "https://a:b@example.com",
        "x",
        "",
      ];
      for (const url of refused) {
        expect((await shell.openExternal(url)).ok).toBe(false);
        expect(externalAddress(url)).toBeNull();
      }
      expect((await shell.openExternal("https://example.com/help")).ok).toBe(true);
      expect(opened).toEqual(["https://example.com/help"]);
    },
  ],
  16: [
    "Electron is one exact version of a line that is still kept",
    () => {
      const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { devDependencies: Record<string, string> };
      expect(devDependencies["electron"]).toMatch(/^(4[5-9]|[5-9]\d)\.\d+\.\d+$/);
    },
  ],
  17: [
    "the sender of each message is checked: this window, this origin",
    () => {
      const run = readFileSync("electron/app/run.ts", "utf8");
      expect(run).toMatch(/trusted: \(sender\) => sender\.window === windowId && sender\.origin === APP_ORIGIN/);
    },
  ],
  18: [
    "pages come by the console's own scheme, which reads nothing but the bundle",
    async () => {
      expect(SCHEME_PRIVILEGES).toEqual([
        expect.objectContaining({ scheme: "console", privileges: expect.objectContaining({ bypassCSP: false }) as object }),
      ]);
      expect(fileOf("/out/renderer", APP_PAGE)).toBe("/out/renderer/index.html");
      expect(fileOf("/out/renderer", "console://app/")).toBe("/out/renderer/index.html");
      // The address itself resolves these, and ends inside.
      for (const url of ["console://app/../main/main.js", "console://app/%2e%2e/main/main.js"]) {
        expect(fileOf("/out/renderer", url)).toBe("/out/renderer/main/main.js");
      }
      const refused = [
        "console://app/..%2fmain/main.js",
        "console://app/..%5cmain%5cmain.js",
        "console://app/C:%5csecret.js",
        "console://app/a%00.js",
        "console://app/%zz.js",
        "console://other/index.html",
        "console://user@app/index.html",
        "console://app:80/index.html",
        "file:///out/renderer/index.html",
        "console://app/secret.pem",
        "console://app/toString",
      ];
      for (const url of refused) expect([url, fileOf("/out/renderer", url)]).toEqual([url, null]);
      expect(
        (await serveBundle("renderer", noMedia)({ url: "console://app/absent.js", method: "GET", headers: new Headers() })).status,
      ).toBe(404);
      expect((await serveBundle("renderer", noMedia)({ url: APP_PAGE, method: "POST", headers: new Headers() })).status).toBe(405);
    },
  ],
  19: [
    "the fuses are set by the packager (fuses.test.ts)",
    () => expect(readFileSync("electron.builder.yml", "utf8")).toMatch(/^afterPack: scripts\/fuses\.mjs$/m),
  ],
  20: [
    "the page gets two functions and none of Electron's objects",
    () => {
      const preload = readFileSync("electron/preload.ts", "utf8");
      expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1);
      expect(preload).toMatch(/const bridge: Bridge = \{/);
      expect(preload).not.toMatch(/:\s*ipcRenderer\b|\bipcRenderer,/);
    },
  ],
};

test.each(Object.entries(CHECKLIST).map(([item, [rule, check]]) => [item, rule, check] as const))(
  "item %s: %s",
  async (_item, _rule, check) => {
    await check();
  },
);
