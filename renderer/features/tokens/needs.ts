/** What each kind of token needs to be built, and how what was typed is read. Pure. */
import { MAX_VALIDITY_SECONDS, type TokenKind } from "../../../shared/model/tokenInspection.ts";

export type Subject = "account" | "room" | "role";

export const NEEDED: Readonly<Record<TokenKind, readonly Subject[]>> = {
  "chat-app": [],
  "chat-user": ["account"],
  signaling: ["account"],
  "education-app": [],
  "education-user": ["account"],
  "education-room-user": ["account", "room", "role"],
};

/** Roles of a person in a classroom (public facts §1). */
export const ROLES = [1, 2, 3, 4, 0] as const;

/** A validity in seconds, or null where it is none that the service allows. */
export const readValidity = (text: string): number | null => {
  const trimmed = text.trim();
  if (!/^\d{1,6}$/.test(trimmed)) return null;
  const seconds = Number(trimmed);
  return seconds >= 1 && seconds <= MAX_VALIDITY_SECONDS ? seconds : null;
};

/** A port, or null; 0 means any free one. */
export const readPort = (text: string): number | null => {
  const trimmed = text.trim();
  if (!/^\d{1,5}$/.test(trimmed)) return null;
  const port = Number(trimmed);
  return port <= 65_535 ? port : null;
};

/** Whether only this machine can reach a host to listen on. */
export const isLoopback = (host: string): boolean => {
  const name = host
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, "");
  return name === "localhost" || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name);
};

/** Words that stand apart by commas, spaces or line ends. */
export const readList = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((word) => word !== ""))];
