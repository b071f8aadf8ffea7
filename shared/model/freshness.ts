/** How fresh a value is: a pure function, evaluated where it is shown, so that a stopped main process cannot look live. */
import type { Connection } from "./connection.ts";
import type { Proof } from "./room.ts";

export type Freshness = "live" | "late" | "stale" | "offline" | "never";

/** Until when it is proved that nothing newer exists, server time ms; null: never proved. */
export const asOf = (proof: Proof, chain: Connection["chain"]): number | null =>
  proof.provedAt !== null && chain.proves && chain.lastTs !== null && proof.chainId === chain.id
    ? Math.max(proof.provedAt, chain.lastTs)
    : proof.provedAt;

/** Age from which a value is late, ms: two proof intervals or 6 s, whichever is later. */
export const lateAfter = (proofInterval: number): number => Math.max(2 * proofInterval, 6_000);
/** Age from which a value is stale, ms: five proof intervals or 60 s, whichever is later. */
export const staleAfter = (proofInterval: number): number => Math.max(5 * proofInterval, 60_000);

/**
 * `now` on the server's clock, ms. A stale value is offline when no host has answered anything since it went late:
 * then the room is not the trouble, the way to it is.
 */
export const freshness = (
  provedUntil: number | null,
  now: number,
  connection: Pick<Connection, "proofInterval" | "lastAnswerAt">,
): Freshness => {
  if (provedUntil === null) return "never";
  const age = now - provedUntil;
  const late = lateAfter(connection.proofInterval);
  if (age < late) return "live";
  if (age < staleAfter(connection.proofInterval)) return "late";
  const answered = connection.lastAnswerAt !== null && connection.lastAnswerAt > provedUntil + late;
  return answered ? "stale" : "offline";
};
