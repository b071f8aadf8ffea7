/** A rehearsal on the practice cloud: what is played, what happened, and how well it was met. */
import { z } from "zod";

export const SCENARIO_NAMES = [
  "exam-day",
  "quiet",
  "thousand",
  "mass-drop",
  "late-starters",
  "forgotten-recording",
  "quiz-and-poll",
  "kick-returns",
  "rough-network",
  "none",
] as const;
export const ScenarioName = z.enum(SCENARIO_NAMES);
export type ScenarioName = z.infer<typeof ScenarioName>;

/** What the service may lack, and the console must live without. */
export const FEATURE_NAMES = ["getRoom", "propertyEvents", "closedState"] as const;
export const FeatureName = z.enum(FEATURE_NAMES);
export type FeatureName = z.infer<typeof FeatureName>;

export const MAX_SPEED = 10_000;

export const RehearsalPlan = z.strictObject({
  scenario: ScenarioName,
  seed: z.int(),
  /** Simulated seconds per second. */
  speed: z.number().positive().max(MAX_SPEED),
  /** What this service lacks. */
  without: z.array(FeatureName).max(FEATURE_NAMES.length),
});
export type RehearsalPlan = z.infer<typeof RehearsalPlan>;

export const INCIDENT_KINDS = ["lateStart", "notRecorded", "cameBack", "massDrop", "handWaiting"] as const;
export const IncidentKind = z.enum(INCIDENT_KINDS);
export type IncidentKind = z.infer<typeof IncidentKind>;

/** Times are the cloud's own, Unix ms. */
export const Incident = z.object({
  id: z.int(),
  kind: IncidentKind,
  roomUuid: z.string(),
  roomName: z.string(),
  /** Whom it is about, where it is about one person. */
  userUuid: z.string().nullable(),
  userName: z.string().nullable(),
  happenedAt: z.number(),
  /** When an answer that shows it had left for a reader of the events. */
  seenAt: z.number().nullable(),
  /** When the call came that answers it. */
  actedAt: z.number().nullable(),
  /** When there was nothing left to answer. */
  overAt: z.number().nullable(),
});
export type Incident = z.infer<typeof Incident>;

/** Of a part that is not decided yet, points and outOf are 0. */
export const ScoredIncident = Incident.extend({ points: z.number(), outOf: z.number(), pending: z.boolean() });
export type ScoredIncident = z.infer<typeof ScoredIncident>;

export const TROUBLE_NAMES = [
  "latency",
  "loss",
  "resets",
  "halfAnswers",
  "wrongBodies",
  "refusedTokens",
  "expiredTokens",
  "tooMany",
  "tooManyWithDelay",
  "internal",
  "unavailable",
  "names",
  "deadHost",
  "duplicates",
  "late",
  "clockOff",
  "stop",
] as const;
export const TroubleName = z.enum(TROUBLE_NAMES);
export type TroubleName = z.infer<typeof TroubleName>;

/** A trouble that the switches know by name, or one that somebody ordered over HTTP (its kind). */
export const TroubleState = z.object({
  id: z.int(),
  name: z.string(),
  /** The cloud's own time, Unix ms; `until` null: until it is switched off. */
  from: z.number(),
  until: z.number().nullable(),
  active: z.boolean(),
  /** Ordered by the scenario. */
  scheduled: z.boolean(),
});
export type TroubleState = z.infer<typeof TroubleState>;

/** So many of the newest incidents travel. */
export const MAX_SHOWN_INCIDENTS = 200;

export const Rehearsal = RehearsalPlan.extend({
  /** The cloud's own time, Unix ms. */
  startedAt: z.number(),
  now: z.number(),
  /** Newest first, at most `MAX_SHOWN_INCIDENTS`. */
  incidents: z.array(ScoredIncident),
  happened: z.int(),
  seen: z.int(),
  acted: z.int(),
  /** 0 to 100; null: nothing is decided yet. */
  score: z.number().nullable(),
  troubles: z.array(TroubleState),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

/** Within how many seconds of the cloud's time an incident should be seen, and answered. */
export const SEE_WITHIN_S = 10;
export const ACT_WITHIN_S = 60;

/** Whether the interface has a call that answers it; what it has none for can only be seen. */
export const ANSWERABLE: Readonly<Record<IncidentKind, boolean>> = {
  lateStart: true,
  notRecorded: true,
  cameBack: true,
  massDrop: false,
  handWaiting: false,
};
