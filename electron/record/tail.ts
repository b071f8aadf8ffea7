/** The record: written from what happens, verified, exported. May not know the cloud, nor who shows it. This file: what the outbox's knowledge of the last entry says about the journal. */
import type { RecordHead } from "../../shared/model/record.ts";
import type { KnownHead } from "../store/happenings.ts";

/** Starts of the machine that are this close are one start: clocks drift, ms. */
const SAME_START_MS = 60_000;

/**
 * `whole`: everything that is known of is there. `lost`: the last entries are gone, and the machine was started anew since they were
 * written, so that a power failure explains it (the journal syncs at checkpoints only). `cut`: they are gone, and it does not.
 * `recomputed`: the entry that is known has another hash now.
 */
export type TailVerdict = { kind: "whole" } | { kind: "lost" | "cut"; from: number; to: number } | { kind: "recomputed"; number: number };

/** `found.hashAt` is the journal's hash at the known number; null where it does not reach there. */
export const judgeTail = (known: KnownHead | null, found: { count: number; hashAt: string | null; bootedAt: number }): TailVerdict => {
  if (known === null || known.count === 0) return { kind: "whole" };
  if (found.count >= known.count) {
    // An entry that is not there may be one of those that an earlier run noted as lost.
    return found.hashAt === null || found.hashAt === known.hash ? { kind: "whole" } : { kind: "recomputed", number: known.count };
  }
  const sameStart = Math.abs(found.bootedAt - known.bootedAt) < SAME_START_MS;
  const explained = !known.closed && !sameStart && found.count >= known.durable;
  return { kind: explained ? "lost" : "cut", from: found.count + 1, to: known.count };
};

/** What a record that goes on says of it, as a note's kind and body; null: nothing. */
export const tailNote = (
  verdict: TailVerdict,
  known: KnownHead | null,
  found: RecordHead,
): { kind: string; body: Record<string, unknown> } | null => {
  if (verdict.kind === "whole" || known === null) return null;
  const head = { count: known.count, hash: known.hash };
  if (verdict.kind === "recomputed") return { kind: "recomputed", body: { known: head, found } };
  return { kind: verdict.kind, body: { from: verdict.from, to: verdict.to, known: head } };
};
