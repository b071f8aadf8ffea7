/** What stands in a token, and whether it holds: codes, for which the screens have the words. */
import { z } from "zod";

export const TOKEN_KINDS = ["chat-app", "chat-user", "signaling", "education-app", "education-user", "education-room-user"] as const;
export const TokenKind = z.enum(TOKEN_KINDS);
export type TokenKind = z.infer<typeof TokenKind>;

/** At most so long may a token live (specification §8), seconds. */
export const MAX_VALIDITY_SECONDS = 86_400;

/** Why a token is not valid, or why that cannot be told. */
export const TokenReason = z.enum([
  "unreadable", // no token of either generation: `fault` says where reading ended
  "otherApplication", // made for another application id than the profile's
  "badSignature", // not signed with the profile's certificate, or changed since
  "signatureUnchecked", // no certificate at hand, or (006) nobody to check it for
  "issuedInFuture",
  "expired",
  "privilegesExpired",
  "noPrivileges",
  "longerThanADay", // counts for 24 hours only; a remark, not a fault
  "unknownService", // what stands behind it cannot be read; a remark, not a fault
]);
export type TokenReason = z.infer<typeof TokenReason>;

export const InspectedPrivilege = z.object({
  id: z.int(),
  /** `join`, `login`, `user`, `app` …: `tokens.privileges.<name>`; null: not known. */
  name: z.string().nullable(),
  /** Unix ms; null: no limit of its own. */
  expiresAt: z.number().nullable(),
});

export const TokenInspection = z.object({
  /** null: not readable. */
  version: z.enum(["007", "006"]).nullable(),
  /** Which of the kinds that can be built here it looks like; null: none of them. */
  kind: TokenKind.nullable(),
  appId: z.string().nullable(),
  /** Unix ms; null where the token has none (006). */
  issuedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
  salt: z.number().nullable(),
  services: z.array(
    z.object({
      type: z.int(),
      /** `media`, `signaling`, `chat`, `education` …: `tokens.services.<name>`. */
      name: z.string(),
      account: z.string(),
      room: z.string().nullable(),
      role: z.int().nullable(),
      privileges: z.array(InspectedPrivilege),
    }),
  ),
  unknownService: z.int().nullable(),
  signature: z.enum(["valid", "invalid", "unchecked"]),
  /** Valid now for the application of the profile that was named; null: cannot be told (`reasons` says why). */
  valid: z.boolean().nullable(),
  reasons: z.array(TokenReason),
  /** Where reading ended, in one technical line; null: readable. */
  fault: z.string().nullable(),
});
export type TokenInspection = z.infer<typeof TokenInspection>;

/** What is said of a text that is no token; `fault` says where reading ended. */
export const UNREADABLE_TOKEN: TokenInspection = {
  version: null,
  kind: null,
  appId: null,
  issuedAt: null,
  expiresAt: null,
  salt: null,
  services: [],
  unknownService: null,
  signature: "unchecked",
  valid: false,
  reasons: ["unreadable"],
  fault: null,
};

/** A token that was copied: it never crosses to the window. */
export const CopiedToken = z.object({
  copied: z.literal(true),
  /** When the token ends, Unix ms. */
  expiresAt: z.number(),
  /** When the clipboard is cleared, if it still holds the token, Unix ms. */
  clearsAt: z.number(),
});
export type CopiedToken = z.infer<typeof CopiedToken>;
