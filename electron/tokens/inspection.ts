/** What the inspector shows of a pasted text: what stands in it, whether it holds for an application, and why not, as codes. */
import {
  MAX_VALIDITY_SECONDS,
  type TokenInspection,
  type TokenKind,
  type TokenReason,
  UNREADABLE_TOKEN,
} from "../../shared/model/tokenInspection.ts";
import { endOf, type Inspection, inspectToken, privilegeHolds } from "./inspect.ts";

const SECOND = 1_000;
/** Clocks differ a little; a token from further ahead is not valid yet, seconds. */
const MAX_AHEAD_SECONDS = 300;

/** Names of privileges by service (public facts §6). */
const PRIVILEGES: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  1: { 1: "join", 2: "publishAudio", 3: "publishVideo", 4: "publishData" },
  2: { 1: "login", 1000: "login" },
  3: { 1: "mix", 2: "raw" },
  4: { 1: "login" },
  5: { 1: "user", 2: "app" },
  6: { 1: "publish", 2: "play" },
  7: { 1: "roomUser", 2: "user", 3: "app" },
};

const kindOf = ({ version, services }: Inspection): TokenKind | null => {
  if (version !== "007") return null;
  const shape = services.map(({ type, privileges }) => `${type}:${Object.keys(privileges).join("+")}`).join(" ");
  const kinds: Readonly<Record<string, TokenKind>> = {
    "5:2": "chat-app",
    "5:1": "chat-user",
    "2:1": "signaling",
    "7:3": "education-app",
    "7:2": "education-user",
    "2:1 5:1 7:1": "education-room-user",
  };
  return kinds[shape] ?? null;
};

/** Whose application the token is held against; without a certificate the signature stays unchecked. */
export type Against = { appId: string; certificate: string | null; account: string | null };

const reasonsOf = (token: Inspection, against: Against | null, now: number): TokenReason[] => {
  const reasons: TokenReason[] = [];
  if (against !== null && token.appId.toLowerCase() !== against.appId.toLowerCase()) reasons.push("otherApplication");
  if (token.signatureValid === false) reasons.push("badSignature");
  if (token.signatureValid === undefined || token.signatureValid === null) reasons.push("signatureUnchecked");
  if (token.issuedAt !== null && token.issuedAt > now + MAX_AHEAD_SECONDS) reasons.push("issuedInFuture");
  if (endOf(token) <= now) reasons.push("expired");
  else if (!privilegeHolds(token, now)) reasons.push("privilegesExpired");
  if (token.services.every(({ privileges }) => Object.keys(privileges).length === 0)) reasons.push("noPrivileges");
  if (token.expiresIn !== null && token.expiresIn > MAX_VALIDITY_SECONDS) reasons.push("longerThanADay");
  if (token.unknownService !== undefined) reasons.push("unknownService");
  return reasons;
};

const FAULTS: ReadonlySet<TokenReason> = new Set([
  "otherApplication",
  "badSignature",
  "issuedInFuture",
  "expired",
  "privilegesExpired",
  "noPrivileges",
]);

/** `now`: Unix ms on the service's clock. Bounded in time and memory for any text. */
export const inspectText = (text: string, against: Against | null, now: number): TokenInspection => {
  const inspected = inspectToken(text.trim(), {
    ...(against?.certificate && { certificate: against.certificate }),
    ...(against?.account && { account: against.account }),
  });
  if (!inspected.ok) return { ...UNREADABLE_TOKEN, fault: inspected.error.detail };
  const token = inspected.value;
  const seconds = now / SECOND;
  const reasons = reasonsOf(token, against, seconds);
  const faulty = reasons.some((reason) => FAULTS.has(reason));
  const { issuedAt } = token;
  return {
    version: token.version,
    kind: kindOf(token),
    appId: token.appId,
    issuedAt: issuedAt === null ? null : issuedAt * SECOND,
    expiresAt: endOf(token) * SECOND,
    salt: token.salt,
    services: token.services.map(({ type, name, account, room, role, privileges }) => ({
      type,
      name,
      account,
      room: room ?? null,
      role: role ?? null,
      privileges: Object.entries(privileges).map(([id, value]) => ({
        id: Number(id),
        name: PRIVILEGES[type]?.[Number(id)] ?? null,
        // Of the first generation an instant, of the second a time after the issue.
        expiresAt: value === 0 ? null : (issuedAt === null ? value : issuedAt + value) * SECOND,
      })),
    })),
    unknownService: token.unknownService ?? null,
    signature: token.signatureValid === true ? "valid" : token.signatureValid === false ? "invalid" : "unchecked",
    valid: faulty ? false : against === null || reasons.includes("signatureUnchecked") ? null : true,
    reasons,
    fault: null,
  };
};
