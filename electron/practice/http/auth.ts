/** Who asks: the token in the headers, checked as the service does. A refusal says nothing of its reason, as in public. */
import type { IncomingHttpHeaders } from "node:http";
import { parseAccessToken2, signatureMatches } from "../../tokens/accessToken2.ts";

export type Keys = { appId: string; appCertificate: string };

/** Types of service inside a token (public facts §6). */
const SIGNALING = 2;
const EDUCATION = 7;
const CHAT = 5;
const CHAT_APP_PRIVILEGE = 2;

/** How many verified tokens are remembered. */
const REMEMBERED = 2000;

type Verified = {
  /** Unix s. */
  issuedAt: number;
  /** Unix ms. */
  expiresAt: number;
  /** null: the token speaks for the whole app, whatever uid comes with it. */
  account: string | null;
  chatApp: boolean;
};

export type TokenCheck = {
  /** The uid that these headers prove, or null. Unix ms; `expiredBefore`: tokens issued in an earlier second have expired, null: none has. */
  callerOf(headers: IncomingHttpHeaders, now: number, expiredBefore: number | null): string | null;
  /** Whether `Authorization: Bearer` carries a chat token with app privileges. */
  chatApp(headers: IncomingHttpHeaders, now: number): "valid" | "expired" | "invalid";
};

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

const bearer = (headers: IncomingHttpHeaders, scheme: RegExp): string | undefined => scheme.exec(headers.authorization ?? "")?.[1];

export const createTokenCheck = (keys: Keys): TokenCheck => {
  const remembered = new Map<string, Verified>();

  const read = (text: string): Verified | null => {
    const parsed = parseAccessToken2(text);
    if (!parsed.ok || parsed.value.appId.toLowerCase() !== keys.appId.toLowerCase()) return null;
    if (!signatureMatches(parsed.value, keys.appCertificate)) return null;
    const { issuedAt, expiresIn, services } = parsed.value;
    const service = services.find(({ type }) => type === SIGNALING) ?? services.find(({ type }) => type === EDUCATION);
    const chatApp = services.some(({ type, privileges }) => type === CHAT && privileges[CHAT_APP_PRIVILEGE] !== undefined);
    if (service === undefined && !chatApp) return null;
    const limits = Object.values((service ?? services[0])?.privileges ?? {}).filter((seconds) => seconds > 0);
    const expiresAt = (issuedAt + Math.min(expiresIn, ...limits)) * 1000;
    const account = service === undefined || (service.type === EDUCATION && service.account === "") ? null : service.account;
    return { issuedAt, expiresAt, account: service === undefined ? "" : account, chatApp };
  };

  const verify = (text: string): Verified | null => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const verified = read(text);
    if (verified === null) return null;
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(text, verified);
    return verified;
  };

  return {
    callerOf: (headers, now, expiredBefore) => {
      const inHeader = one(headers["x-service-token"]) ?? one(headers["x-agora-token"]);
      const token = inHeader ?? bearer(headers, /^agora token="?([^"\s]+)"?\s*$/);
      const uid = one(headers["x-service-uid"]) ?? one(headers["x-agora-uid"]);
      if (token === undefined) return null;
      const verified = verify(token);
      if (verified === null || verified.expiresAt <= now) return null;
      if (expiredBefore !== null && verified.issuedAt < Math.floor(expiredBefore / 1000)) return null;
      if (verified.account === null) return uid ?? "";
      if (verified.account === "") return null;
      // The Authorization form may come without a uid: the token names it.
      if (uid === undefined) return inHeader === undefined ? verified.account : null;
      return uid === verified.account ? uid : null;
    },
    chatApp: (headers, now) => {
      const token = bearer(headers, /^Bearer (\S+)\s*$/);
      const verified = token === undefined ? null : verify(token);
      if (verified === null || !verified.chatApp) return "invalid";
      return verified.expiresAt > now ? "valid" : "expired";
    },
  };
};
