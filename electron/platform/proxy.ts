/** The system's proxies as Chromium knows them: settings, environment, configuration scripts. */
import { session } from "electron";
import type { ResolveProxy } from "./proxies.ts";

/** The first usable entry of a proxy auto-configuration answer, such as `PROXY a:3128; DIRECT`; null goes directly. */
export const firstProxy = (answer: string): string | null => {
  for (const entry of answer.split(";")) {
    const [, kind = "", host] = /^\s*([A-Z]+\d?)(?:\s+(\S+))?\s*$/i.exec(entry) ?? [];
    const name = kind.toUpperCase();
    if (name === "DIRECT") return null;
    if (host !== undefined && (name === "PROXY" || name === "HTTP")) return `http://${host}`;
    if (host !== undefined && name === "HTTPS") return `https://${host}`;
    if (host !== undefined && name === "SOCKS5") return `socks5://${host}`;
  }
  return null;
};

/** Asked once the app is ready. */
export const systemProxy: ResolveProxy = async (origin) => firstProxy(await session.defaultSession.resolveProxy(origin));
