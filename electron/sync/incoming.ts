/** A wire event made ready to be placed: its whole text, and a hash that names its content whichever way it came. */
import type { WireEvent } from "../cloud/types.ts";
import { contentHash } from "../store/contentHash.ts";
import type { StoredMark } from "../store/journalTypes.ts";

export type Incoming = {
  /** null: the service gave none. */
  readonly sequence: number | null;
  readonly cmd: number;
  readonly data: unknown;
  /** The whole wire event as JSON, UTF-8. */
  readonly raw: Uint8Array;
  /** Names its content. Reckoned when it is first asked for: of most events it never is. */
  readonly hash: string;
};

/** Sequences count from 1; anything else is as good as none. */
const soundSequence = (sequence: number | null): number | null =>
  sequence !== null && Number.isSafeInteger(sequence) && sequence >= 1 ? sequence : null;

/** A class, since an accessor written into each event's own object would make that a slow one. */
class WholeEvent implements Incoming {
  readonly sequence: number | null;
  readonly cmd: number;
  readonly data: unknown;
  readonly raw: Uint8Array;
  #hash: string | null = null;

  constructor({ cmd, data, sequence, raw }: WireEvent) {
    this.sequence = soundSequence(sequence);
    this.cmd = cmd;
    this.data = data;
    this.raw = raw;
  }
  get hash(): string {
    this.#hash ??= contentHash(this.cmd, this.data);
    return this.#hash;
  }
}

/** Whether a stored event says the same: most often it came in the same bytes. */
export const sameContent = (mark: StoredMark, event: Incoming): boolean =>
  Buffer.from(mark.raw).equals(event.raw) || mark.hash === event.hash;

export const incoming = (event: WireEvent): Incoming => new WholeEvent(event);
