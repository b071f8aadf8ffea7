/** What a stream's looks say together: whether it moves. Pure: (before, look, now) → after, and when to look again. */
import type { StreamFault, StreamForm, StreamPhase } from "../../shared/model/stream.ts";
import type { Result } from "../../shared/result.ts";
import { formOf } from "./address.ts";
import type { StreamLook } from "./reading.ts";

export type Watched = {
  form: StreamForm;
  phase: StreamPhase;
  /** Of this phase; ms on the clock of `now`, as are all here. */
  since: number;
  /** When its newest piece was first seen here; null: it has none. */
  movedAt: number | null;
  look: StreamLook | null;
  fault: StreamFault | null;
  /** Looks in a row that brought nothing. */
  failures: number;
};

const SECOND = 1_000;
/** A failure between looks that succeed is no news. */
const FAILURES_THAT_COUNT = 2;

/** How long a playlist may bring nothing new, ms: three of its pieces, and never less than 8 s. */
export const stallAfter = (targetSeconds: number | null): number => Math.max(3 * (targetSeconds ?? 0), 8) * SECOND;

export const unwatched = (url: string, now: number): Watched => ({
  form: formOf(url) ?? "other",
  phase: "starting",
  since: now,
  movedAt: null,
  look: null,
  fault: null,
  failures: 0,
});

const phaseOf = (before: Watched, look: StreamLook, moved: boolean, movedAt: number, now: number): StreamPhase => {
  if (look.form === "flv" || look.form === "rtmp") return "unwatchable";
  if (look.kind === "whole") return "recording";
  // One that was seen without its end was a broadcast, and is over now.
  if (look.kind === "ended") return before.look?.kind === "live" || before.phase === "ended" ? "ended" : "recording";
  if (moved) return before.look?.kind === "live" ? "live" : "starting";
  if (now - movedAt > stallAfter(look.targetSeconds)) return "stalled";
  return before.phase === "failing" ? "starting" : before.phase;
};

/** What is known after one more look. */
export const watched = (before: Watched, looked: Result<StreamLook, StreamFault>, now: number): Watched => {
  const enter = (phase: StreamPhase, more: Partial<Watched>): Watched => ({
    ...before,
    ...more,
    phase,
    since: phase === before.phase ? before.since : now,
  });
  if (!looked.ok) {
    const failures = before.failures + 1;
    const counts = failures >= FAILURES_THAT_COUNT || before.look === null;
    return enter(counts ? "failing" : before.phase, { failures, fault: looked.error });
  }
  const look = looked.value;
  const moved = before.look === null || look.sequence !== before.look.sequence || look.newest !== before.look.newest;
  const movedAt = moved ? now : (before.movedAt ?? now);
  return enter(phaseOf(before, look, moved, movedAt, now), {
    form: look.form,
    movedAt: look.sequence === null ? null : movedAt,
    // A look at the playlist alone does not tell them.
    look: { ...look, codecs: look.codecs ?? before.look?.codecs ?? null },
    fault: null,
    failures: 0,
  });
};

/** How long until the next look, ms. */
export const nextLookIn = ({ phase, look, failures }: Watched): number => {
  if (phase === "unwatchable") return 300 * SECOND;
  if (phase === "recording") return 60 * SECOND;
  if (failures > 0 || phase === "ended") return 5 * SECOND;
  return Math.min(Math.max(look?.targetSeconds ?? 4, 2), 10) * SECOND;
};
