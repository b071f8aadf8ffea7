/** How well incidents were met. Pure: the same times give the same points. */
import { ACT_WITHIN_S, ANSWERABLE, type Incident, type ScoredIncident, SEE_WITHIN_S } from "../../../shared/model/rehearsal.ts";

const SEEING = 40;
const ACTING = 60;
/** Points fall evenly from the limit to so many times the limit, where nothing is left. */
const LOST_AT = 5;

/** The share of points for a delay, both in s. */
const shareFor = (delay: number, within: number): number => {
  if (delay <= within) return 1;
  return Math.max(0, 1 - (delay - within) / ((LOST_AT - 1) * within));
};

type Part = { points: number; outOf: number; pending: boolean };
const NOT_ASKED: Part = { points: 0, outOf: 0, pending: false };
const PENDING: Part = { points: 0, outOf: 0, pending: true };

/** `doneAfter` null: not done; `closedAfter` null: it still can be. All in s after it happened. */
const part = (worth: number, within: number, doneAfter: number | null, closedAfter: number | null, elapsed: number): Part => {
  if (doneAfter !== null) return { points: worth * shareFor(doneAfter, within), outOf: worth, pending: false };
  return closedAfter !== null || elapsed >= LOST_AT * within ? { points: 0, outOf: worth, pending: false } : PENDING;
};

/** `now`: the cloud's time, Unix ms. */
export const scoreIncident = (incident: Incident, now: number): ScoredIncident => {
  const answerable = ANSWERABLE[incident.kind];
  const after = (at: number | null): number | null => (at === null ? null : (at - incident.happenedAt) / 1000);
  const elapsed = (now - incident.happenedAt) / 1000;
  const over = after(incident.overAt);
  const seen = part(answerable ? SEEING : SEEING + ACTING, SEE_WITHIN_S, after(incident.seenAt), over, elapsed);
  const overInTime = incident.actedAt === null && over !== null && over <= ACT_WITHIN_S;
  const acted = !answerable || overInTime ? NOT_ASKED : part(ACTING, ACT_WITHIN_S, after(incident.actedAt), over, elapsed);
  const points = Math.round((seen.points + acted.points) * 10) / 10;
  return { ...incident, points, outOf: seen.outOf + acted.outOf, pending: seen.pending || acted.pending };
};

/** 0 to 100 of what is decided; null: nothing is. */
export const totalOf = (scored: readonly ScoredIncident[]): number | null => {
  const outOf = scored.reduce((sum, { outOf: worth }) => sum + worth, 0);
  const points = scored.reduce((sum, { points: got }) => sum + got, 0);
  return outOf === 0 ? null : Math.round((points / outOf) * 100);
};
