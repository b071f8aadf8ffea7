/** How long to wait after a failure, ms: doubling, capped, with jitter so that a thousand rooms do not come back at once. */

const FIRST_MS = 1_000;
const CAP_MS = 15_000;
/** A server's own wish is a floor, but for polls no longer than this (design: "Hosts and retry"). */
const RETRY_AFTER_CAP_MS = 60_000;

/** What of a server's Retry-After a poll waits for, ms. */
export const wished = (retryAfterMs: number): number => Math.min(retryAfterMs, RETRY_AFTER_CAP_MS);

/** `attempts`: failures in a row, from 1. `unit`: random in [0, 1). */
export const backoff = (attempts: number, unit: number, retryAfterMs: number | null = null): number => {
  const ceiling = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 10));
  const wait = ceiling * (0.5 + unit / 2);
  return Math.max(wait, wished(retryAfterMs ?? 0));
};
