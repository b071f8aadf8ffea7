/** The kinds of token that the service knows, and the services each of them names (public facts §6, "Kinds"). */
import { createHash } from "node:crypto";
import type { TokenKind } from "../../shared/model/tokenInspection.ts";
import type { TokenService } from "./services.ts";

export type { TokenKind };

export type TokenSubject = { account: string; room: string; role: number };

/** What each kind needs beside the application. */
export const NEEDED: Readonly<Record<TokenKind, readonly (keyof TokenSubject)[]>> = {
  "chat-app": [],
  "chat-user": ["account"],
  signaling: ["account"],
  "education-app": [],
  "education-user": ["account"],
  "education-room-user": ["account", "room", "role"],
};

const service = (type: TokenService["type"], privilege: number, seconds: number, subject: Partial<TokenSubject> = {}): TokenService => ({
  type,
  privileges: { [privilege]: seconds },
  account: "",
  room: "",
  role: -1,
  ...subject,
});

/** The chat user of a person in a classroom goes by the hash of the person's id. */
const chatName = (account: string): string => createHash("md5").update(account, "utf8").digest("hex");

const SERVICES_OF: Readonly<Record<TokenKind, (seconds: number, subject: TokenSubject) => TokenService[]>> = {
  "chat-app": (seconds) => [service(5, 2, seconds)],
  "chat-user": (seconds, { account }) => [service(5, 1, seconds, { account })],
  signaling: (seconds, { account }) => [service(2, 1, seconds, { account })],
  "education-app": (seconds) => [service(7, 3, seconds)],
  "education-user": (seconds, { account }) => [service(7, 2, seconds, { account })],
  "education-room-user": (seconds, { account, room, role }) => [
    service(7, 1, seconds, { account, room, role }),
    service(2, 1, seconds, { account }),
    service(5, 1, seconds, { account: chatName(account) }),
  ],
};

/** The services of a token; the validity (seconds) holds for the token and for each privilege alike. */
export const servicesOf = (kind: TokenKind, seconds: number, subject: TokenSubject): TokenService[] => SERVICES_OF[kind](seconds, subject);
