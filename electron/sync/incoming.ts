/** A wire event made ready to be placed: its whole text, and a hash that names its content whichever way it came. */
import type { WireEvent } from "../cloud/types.ts";
import { contentHash } from "../store/contentHash.ts";

export type Incoming = {
  /** null: the service gave none. */
  sequence: number | null;
  cmd: number;
  data: unknown;
  /** The whole wire event as JSON. */
  raw: string;
  /** Names its content. Reckoned when it is first asked for: of most events it never is. */
  readonly hash: string;
};

/** Sequences count from 1; anything else is as good as none. */
const soundSequence = (sequence: number | null): number | null =>
  sequence !== null && Number.isSafeInteger(sequence) && sequence >= 1 ? sequence : null;

export const incoming = ({ cmd, data, sequence, raw }: WireEvent): Incoming => {
  let hash: string | null = null;
  return {
    sequence: soundSequence(sequence),
    cmd,
    data,
    raw: JSON.stringify(raw) ?? "null",
    get hash() {
      hash ??= contentHash(cmd, data);
      return hash;
    },
  };
};
