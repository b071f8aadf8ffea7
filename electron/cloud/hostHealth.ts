/** Remembers which host answered, so that a dead primary does not cost every request its whole plan. */
import type { Clock } from "../../shared/ports.ts";
import type { Try } from "./retryPlan.ts";
import type { HostRole } from "./types.ts";

/** After a fail-over the primary is tried again this often, ms. */
export const TRY_PRIMARY_AGAIN_MS = 60_000;

export type HostHealth = {
  /** Where a new request begins. Only a request that `mayProbe` is sent back to a primary that failed. */
  begin(options: { mayProbe: boolean }): HostRole;
  /** Attempts of polls that failed in a row: a poll that was not granted its retries leaves the rest of the plan to the next poll. */
  unfinished(): readonly Try[];
  leave(tries: readonly Try[]): void;
  answered(role: HostRole): void;
  failed(role: HostRole): void;
};

export const createHostHealth = (deps: { clock: Clock }): HostHealth => {
  let preferred: HostRole = "primary";
  let primaryTriedAt = 0;
  let unfinished: readonly Try[] = [];

  return {
    begin: ({ mayProbe }) => {
      if (preferred === "primary" || !mayProbe || deps.clock.monotonic() - primaryTriedAt < TRY_PRIMARY_AGAIN_MS) return preferred;
      primaryTriedAt = deps.clock.monotonic();
      return "primary";
    },
    unfinished: () => unfinished,
    leave: (tries) => {
      unfinished = tries;
    },
    answered: (role) => {
      if (preferred === "primary" && role !== "primary") primaryTriedAt = deps.clock.monotonic();
      preferred = role;
      unfinished = [];
    },
    failed: (role) => {
      if (role === preferred) preferred = "primary";
    },
  };
};
