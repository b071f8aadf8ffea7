/** `session.defaultSession`: permissions told to the browser, the app's schemes, and the system's proxies. */
import type { Cdp } from "./cdp.ts";
import type { Schemes } from "./schemes.ts";
import { strict } from "./strict.ts";

type CheckHandler = NonNullable<Parameters<Electron.Session["setPermissionCheckHandler"]>[0]>;

/** A permission in Electron's words → in those of the Permissions API. */
const PERMISSIONS: [Parameters<CheckHandler>[1], string][] = [
  ["media", "camera"],
  ["media", "microphone"],
  ["geolocation", "geolocation"],
  ["notifications", "notifications"],
  ["midi", "midi"],
  ["clipboard-read", "clipboard-read"],
  ["clipboard-sanitized-write", "clipboard-write"],
  ["idle-detection", "idle-detection"],
  ["storage-access", "storage-access"],
];

/** Proxies of the environment, in the words of a proxy auto-configuration file. */
const proxyOf = (url: string, env: NodeJS.ProcessEnv): string => {
  const { protocol, hostname } = new URL(url);
  const proxy = protocol === "https:" ? (env["HTTPS_PROXY"] ?? env["https_proxy"]) : (env["HTTP_PROXY"] ?? env["http_proxy"]);
  const exempt = (env["NO_PROXY"] ?? env["no_proxy"] ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
  const isExempt = exempt.some(
    (entry) => entry === "*" || hostname === entry.replace(/^\*?\./, "") || hostname.endsWith(`.${entry.replace(/^\*?\./, "")}`),
  );
  if (!proxy || isExempt) return "DIRECT";
  return `PROXY ${new URL(proxy.includes("://") ? proxy : `http://${proxy}`).host}`;
};

export const createSession = (schemes: Schemes) => {
  let check: CheckHandler | null = null;
  let ask: Parameters<Electron.Session["setPermissionRequestHandler"]>[0] = null;

  const defaultSession = strict("session", {
    protocol: strict("protocol", {
      handle: (scheme, handler) => schemes.handle(scheme, handler),
    } satisfies Partial<Electron.Protocol>) as unknown as Electron.Protocol,
    setPermissionCheckHandler: (handler) => {
      check = handler;
    },
    setPermissionRequestHandler: (handler) => {
      ask = handler;
    },
    // Chromium is started without such devices to choose from, and without a picture of the screen to give.
    setDevicePermissionHandler: () => undefined,
    setDisplayMediaRequestHandler: () => undefined,
    resolveProxy: async (url) => proxyOf(url, process.env),
  } satisfies Partial<Electron.Session>) as unknown as Electron.Session;

  return {
    session: strict("session", { defaultSession }),
    defaultSession,
    /** The handlers' word on each permission, as the browser's own setting for every origin. */
    applyPermissions: async (cdp: Cdp): Promise<void> => {
      if (check === null || ask === null) throw new Error("a window was made before the permission handlers were set");
      const isGranted = check;
      await Promise.all(
        PERMISSIONS.map(([permission, name]) => {
          const granted = isGranted(null, permission, "", {} as Electron.PermissionCheckHandlerHandlerDetails);
          return cdp.send("Browser.setPermission", { permission: { name }, setting: granted ? "granted" : "denied" });
        }),
      );
    },
  };
};
