/** The chain of operation 9 answers: unbroken, it proves that nothing newer exists than what it brought. Pure. */

export type Chain = {
  id: number;
  /** `ts` of its first and of its last answer, server time ms; null before the first. */
  startedAt: number | null;
  lastTs: number | null;
  /** Another program reads operation 9 too, and takes what we then never see: nothing is proved any more. */
  otherReader: boolean;
};

export type ChainEvent =
  /** A readable answer. */
  | { kind: "complete"; ts: number }
  /** An answer that was lost after the request left, or that could not be read or stored. */
  | { kind: "broken" }
  /** The request did not leave, and nothing can have been taken; or an answer came while an earlier request may still take what it does not bring. */
  | { kind: "notSent" | "doubtful" }
  | { kind: "otherReader" };

/** Operation 9 keeps events for an hour (public facts §2); a pause near that may have lost some, ms. */
export const HORIZON_MS = 50 * 60_000;

/** The id of the first chain that a journal ever knows. */
export const FIRST_CHAIN = 1;
export const newChain = (id: number): Chain => ({ id, startedAt: null, lastTs: null, otherReader: false });

export const proves = (chain: Chain): boolean => chain.lastTs !== null && !chain.otherReader;

export const link = (chain: Chain, event: ChainEvent): Chain => {
  switch (event.kind) {
    case "complete": {
      const held = chain.lastTs === null || event.ts - chain.lastTs <= HORIZON_MS;
      const base = held ? chain : { ...newChain(chain.id + 1), otherReader: chain.otherReader };
      // A host whose clock is behind must not take back what was proved.
      return { ...base, startedAt: base.startedAt ?? event.ts, lastTs: Math.max(base.lastTs ?? event.ts, event.ts) };
    }
    case "broken":
      return { ...newChain(chain.id + 1), otherReader: chain.otherReader };
    case "notSent":
    case "doubtful":
      return chain;
    case "otherReader":
      return { ...chain, otherReader: true };
  }
};
