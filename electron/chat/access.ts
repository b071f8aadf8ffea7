/** Who may ask the token server: the Host header, the access key, the origins, and how often. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../shared/ports.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

export const isLoopback = (host: string): boolean => LOOPBACK.test(host.trim());

/** The name in a Host header, without its port; null where it is none. */
const hostName = (header: string | undefined): string | null =>
  /^(\[[0-9a-f:.]+\]|[^:[\]/?#@\s]+)(:\d{1,5})?$/i.exec(header ?? "")?.[1] ?? null;

/**
 * On loopback only loopback's own names count, so that a web page cannot reach the server by a name of its own that it points here.
 * Beyond loopback the access key keeps strangers out, whatever name they use.
 */
export const hostAllowed = (listenHost: string, header: string | undefined): boolean => {
  const name = hostName(header);
  return name !== null && (!isLoopback(listenHost) || isLoopback(name));
};

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares in a time that does not depend on where two keys differ. */
export const createKeyCheck = (accessKey: string): ((authorization: string | undefined) => boolean) => {
  if (accessKey === "") return () => true;
  const wanted = digest(accessKey);
  return (authorization) => {
    const given = /^Bearer +(.+)$/i.exec(authorization ?? "")?.[1];
    return given !== undefined && timingSafeEqual(digest(given.trim()), wanted);
  };
};

/** The value of Access-Control-Allow-Origin; null: none. */
export const allowedOrigin = (origins: readonly string[], origin: string | undefined): string | null => {
  if (origin === undefined) return null;
  if (origins.includes("*")) return "*";
  return origins.some((one) => one.replace(/\/$/, "").toLowerCase() === origin.toLowerCase()) ? origin : null;
};

/** A bucket of requests: `perSecond` flow in, twice as many fit. */
export const createRequestLimit = (clock: Pick<Clock, "monotonic">, perSecond: number): (() => boolean) => {
  let left = 2 * perSecond;
  let at = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    left = Math.min(2 * perSecond, left + ((now - at) / 1_000) * perSecond);
    at = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
};
