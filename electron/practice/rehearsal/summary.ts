/** What a rehearsal shows of itself: what is played, what happened and how it was met, which troubles there are. */

import { type Incident, MAX_SHOWN_INCIDENTS, type Rehearsal, type TroubleState } from "../../../shared/model/rehearsal.ts";
import { type LedgerEntry, lackingOf, type World } from "../engine/types.ts";
import { scoreIncident, totalOf } from "./score.ts";

const incidentOf = ({ region: _region, evidence: _evidence, ...incident }: LedgerEntry): Incident => incident;

export const rehearsalOf = (world: World, speed: number, troubles: TroubleState[]): Rehearsal => {
  const scored = world.ledger.map((entry) => scoreIncident(incidentOf(entry), world.now));
  const { scenario, seed, beganAt } = world.run;
  return {
    scenario,
    seed,
    speed,
    without: lackingOf(world.features),
    startedAt: beganAt,
    now: world.now,
    incidents: scored.toReversed().slice(0, MAX_SHOWN_INCIDENTS),
    happened: scored.length,
    seen: scored.filter(({ seenAt }) => seenAt !== null).length,
    acted: scored.filter(({ actedAt }) => actedAt !== null).length,
    score: totalOf(scored),
    troubles,
  };
};
