/** What a token says and whether it holds, for people and scripts (design: doors, "Token inspection"). */
import { MAX_VALIDITY_SECONDS } from "../../shared/model/tokenInspection.ts";
import { ok, type Result } from "../../shared/result.ts";
import { type ParsedToken2, parseAccessToken2, signatureMatches, type TokenFault } from "./accessToken2.ts";
import { parseToken006, type Token006, token006Matches } from "./accessToken006.ts";
import { fieldsOf, SERVICES, type TokenService } from "./services.ts";

export type InspectedService = {
  type: number;
  name: string;
  privileges: Readonly<Record<string, number>>;
  account: string;
  room?: string;
  role?: number;
};

export type Inspection = {
  version: "007" | "006";
  appId: string;
  /** Unix seconds. The first generation has no issue time. */
  issuedAt: number | null;
  /** Seconds after `issuedAt`. */
  expiresIn: number | null;
  /** First generation only: the instant in the token, Unix seconds. */
  timestamp?: number;
  salt: number;
  services: InspectedService[];
  /** The type of a service that nobody knows; what stands behind it cannot be read. */
  unknownService?: number;
  /** Only where a certificate was given; null: it cannot be told without the account (first generation). */
  signatureValid?: boolean | null;
};

const inspectService = (service: TokenService): InspectedService => {
  const fields = fieldsOf(service.type);
  return {
    type: service.type,
    name: SERVICES[service.type].name,
    privileges: service.privileges,
    account: service.account,
    ...(fields.includes("room") && { room: service.room }),
    ...(fields.includes("role") && { role: service.role }),
  };
};

type Proof = { certificate?: string | undefined; account?: string | undefined };

const inspect007 = (token: ParsedToken2, { certificate }: Proof): Inspection => ({
  version: "007",
  appId: token.appId,
  issuedAt: token.issuedAt,
  expiresIn: token.expiresIn,
  salt: token.salt,
  services: token.services.map(inspectService),
  ...(token.unknownService !== null && { unknownService: token.unknownService }),
  ...(certificate !== undefined && { signatureValid: signatureMatches(token, certificate) }),
});

/** The privilege by which a first generation token lets someone in to signaling. */
const LOGIN_006 = "1000";

const inspectService006 = ({ privileges }: Token006, account: string): InspectedService => {
  const type = Object.hasOwn(privileges, LOGIN_006) ? 2 : 1;
  return { type, name: SERVICES[type].name, privileges, account };
};

const inspect006 = (token: Token006, { certificate, account }: Proof): Inspection => ({
  version: "006",
  appId: token.appId,
  issuedAt: null,
  expiresIn: null,
  timestamp: token.timestamp,
  salt: token.salt,
  services: [inspectService006(token, account ?? "")],
  ...(certificate !== undefined && { signatureValid: account === undefined ? null : token006Matches(token, account, certificate) }),
});

/** Looks inside a token of either generation. `account` is needed only to check a signature of the first. */
export const inspectToken = (text: string, proof: Proof = {}): Result<Inspection, TokenFault> => {
  if (text.startsWith("006")) {
    const token = parseToken006(text);
    return token.ok ? ok(inspect006(token.value, proof)) : token;
  }
  const token = parseAccessToken2(text);
  return token.ok ? ok(inspect007(token.value, proof)) : token;
};

/** When the token's use ends, Unix seconds. A longer validity than the service allows counts for 24 hours. */
export const endOf = (token: Inspection): number => {
  if (token.issuedAt === null || token.expiresIn === null)
    return Math.max(0, ...token.services.flatMap((service) => Object.values(service.privileges)));
  return token.issuedAt + Math.min(token.expiresIn, MAX_VALIDITY_SECONDS);
};

/** Whether at least one privilege still holds; 0 sets no limit of its own, and a token without privileges is left to its own end. */
export const privilegeHolds = (token: Inspection, now: number): boolean => {
  if (token.issuedAt === null) return true;
  const { issuedAt } = token;
  const limits = token.services.flatMap((service) => Object.values(service.privileges));
  return limits.length === 0 || limits.some((seconds) => seconds === 0 || issuedAt + seconds > now);
};

/** Clocks differ a little; a token from further ahead is not valid yet, seconds. */
const MAX_AHEAD_SECONDS = 300;

/** Why the token is not valid at `now` (Unix seconds); empty: it is. Expects an inspection with a certificate. */
export const faultsAt = (token: Inspection, expected: { appId: string; now: number }): string[] => {
  const faults: string[] = [];
  if (token.appId.toLowerCase() !== expected.appId.toLowerCase()) faults.push("it was made for another application");
  if (token.signatureValid === null) faults.push("its signature cannot be checked without the account");
  else if (token.signatureValid !== true) faults.push("its signature does not match the certificate");
  if (token.issuedAt !== null && token.issuedAt > expected.now + MAX_AHEAD_SECONDS) faults.push("its issue time is in the future");
  if (endOf(token) <= expected.now) faults.push("it has expired");
  else if (!privilegeHolds(token, expected.now)) faults.push("all its privileges have expired");
  return faults;
};
