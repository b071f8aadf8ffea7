/** A wire event made ready to be placed: its whole text, and a hash that names its content whichever way it came. */
import { createHash } from "node:crypto";
import type { WireEvent } from "../cloud/types.ts";

export type Incoming = {
  /** null: the service gave none. */
  sequence: number | null;
  cmd: number;
  data: unknown;
  /** The whole wire event as JSON. */
  raw: string;
  hash: string;
};

/** The same text for the same value, whatever the order of its fields. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
};

/**
 * Names what happened: kind and data. Left out is what only one of the two ways may add (`ts`, `requestId`, `version` …), and
 * the sequence, so that unnumbered events can be matched.
 */
export const contentHash = (cmd: number, data: unknown): string =>
  createHash("sha256")
    .update(`${cmd}:${canonical(data ?? null)}`)
    .digest("hex")
    .slice(0, 32);

/** Sequences count from 1; anything else is as good as none. */
const soundSequence = (sequence: number | null): number | null =>
  sequence !== null && Number.isSafeInteger(sequence) && sequence >= 1 ? sequence : null;

export const incoming = (event: WireEvent): Incoming => ({
  sequence: soundSequence(event.sequence),
  cmd: event.cmd,
  data: event.data,
  raw: JSON.stringify(event.raw) ?? "null",
  hash: contentHash(event.cmd, event.data),
});
