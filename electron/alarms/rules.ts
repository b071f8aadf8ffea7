/** From facts to conditions that need a person, and how long each must last. Pure. A new rule is one entry in two tables. */
import type { AlarmPriority } from "../../shared/model/alarm.ts";
import type { CommandRow } from "../../shared/model/command.ts";
import type { Connection } from "../../shared/model/connection.ts";
import { lateAfter } from "../../shared/model/freshness.ts";
import type { LoopName } from "../../shared/model/loop.ts";
import type { ProfileStatus } from "../../shared/model/profile.ts";
import type { StreamSide } from "../../shared/model/stream.ts";

export type RuleName =
  | "noAnswer"
  | "unauthorized"
  | "noCertificate"
  | "tokenEnding"
  | "commandNotObserved"
  | "commandUnknown"
  | "commandFailed"
  | "commandNeedsReview"
  | "otherReader"
  | "recordingLost"
  | "mainStreamStopped"
  | "reserveStreamStopped"
  | "roomGap"
  | "journalSetAside"
  | "loopHung";

export type Facts = {
  connection: Pick<Connection, "phase" | "lastAnswerAt" | "proofInterval" | "problem" | "otherReader">;
  /** When this profile began to ask, server time ms: no answer is reckoned from here where there was none at all. */
  startedAt: number;
  certificate: ProfileStatus["certificate"];
  /** The token that is in use, where another could not be made; null: there is none, or it can be renewed. Server time, ms. */
  unrenewable: { expiresAt: number } | null;
  /** When the last class that is known is over, server time ms; null: none is known. */
  examEndsAt: number | null;
  commands: readonly CommandRow[];
  /** Rooms whose class runs and whose recording has ended before it. */
  lostRecordings: readonly { roomUuid: string; name: string }[];
  /** Streams of rooms whose class runs that do not play. */
  stoppedStreams: readonly { roomUuid: string; name: string; side: StreamSide }[];
  /** Rooms with events that can no longer be had. */
  gaps: readonly { roomUuid: string; name: string; count: number }[];
  /** Where a damaged journal lies now; null: none was found in this run. */
  journalSetAside: string | null;
  /** Loops of the console's own that did not turn and were started anew, until they turn. `since`: server time, ms. */
  hungLoops: readonly { loop: LoopName; since: number }[];
};

export type Rule = {
  /** 1 act now, 2 soon, 3 when there is time. */
  priority: AlarmPriority;
  /** How long the condition must hold before it is raised, and must be gone before it clears, ms. */
  onDelayMs: number;
  offDelayMs: number;
  /** Something that happened and does not go away by itself: seen is done. Raised again only when its params change. */
  once: boolean;
};

const lasting = (priority: AlarmPriority, onDelayMs = 0, offDelayMs = 0): Rule => ({ priority, onDelayMs, offDelayMs, once: false });
const happened = (priority: AlarmPriority): Rule => ({ priority, onDelayMs: 0, offDelayMs: 0, once: true });

export const RULES: Readonly<Record<RuleName, Rule>> = {
  // Its threshold is its on-delay; one answer between failures does not end it.
  noAnswer: lasting(1, 0, 3_000),
  unauthorized: lasting(1, 0, 3_000),
  noCertificate: lasting(1),
  tokenEnding: lasting(1),
  commandNotObserved: lasting(2),
  commandUnknown: lasting(2, 10_000),
  commandFailed: happened(2),
  commandNeedsReview: lasting(2),
  otherReader: lasting(3, 5_000, 60_000),
  // A recording that is stopped on purpose and started anew is not lost.
  recordingLost: lasting(1, 15_000, 3_000),
  // That it stands still has been watched for some seconds before.
  mainStreamStopped: lasting(1, 3_000, 5_000),
  reserveStreamStopped: lasting(2, 3_000, 5_000),
  roomGap: happened(3),
  journalSetAside: happened(2),
  loopHung: lasting(2),
};

/** A token must outlive the exam by so much, ms. */
const TOKEN_MARGIN_MS = 10 * 60_000;

export type Condition = {
  /** One open alarm for each: rule and subject. */
  id: string;
  rule: RuleName;
  roomUuid: string | null;
  params: Record<string, string | number>;
};

const of = (rule: RuleName, subject: string, roomUuid: string | null, params: Condition["params"]): Condition => ({
  id: subject === "" ? rule : `${rule}:${subject}`,
  rule,
  roomUuid,
  params,
});

/** What needs a person at server time `now`, ms. */
export const conditions = (facts: Facts, now: number): Condition[] => [
  ...connectionConditions(facts, now),
  ...tokenConditions(facts, now),
  ...facts.commands.flatMap(commandConditions),
  ...facts.lostRecordings.map(({ roomUuid, name }) => of("recordingLost", roomUuid, roomUuid, { room: name })),
  ...facts.stoppedStreams.map(({ roomUuid, name, side }) => of(`${side}StreamStopped`, roomUuid, roomUuid, { room: name })),
  ...facts.gaps
    .filter(({ count }) => count > 0)
    .map(({ roomUuid, name, count }) => of("roomGap", roomUuid, roomUuid, { room: name, count })),
  ...(facts.journalSetAside === null ? [] : [of("journalSetAside", "", null, { path: facts.journalSetAside })]),
  ...facts.hungLoops.map(({ loop, since }) => of("loopHung", loop, null, { loop, since })),
];

const connectionConditions = ({ connection, startedAt, certificate }: Facts, now: number): Condition[] => {
  // Without a certificate nothing is asked, so silence is no news.
  if (certificate === "absent") return [of("noCertificate", "", null, {})];
  if (connection.phase === "paused") return [];
  const found: Condition[] = [];
  const since = Math.max(connection.lastAnswerAt ?? startedAt, startedAt);
  if (now - since > lateAfter(connection.proofInterval)) found.push(of("noAnswer", "", null, { since }));
  if (connection.problem?.code === "unauthorized") found.push(of("unauthorized", "", null, {}));
  if (connection.otherReader) found.push(of("otherReader", "", null, {}));
  return found;
};

const tokenConditions = ({ unrenewable, examEndsAt }: Facts, now: number): Condition[] =>
  unrenewable !== null && unrenewable.expiresAt < Math.max(now, examEndsAt ?? now) + TOKEN_MARGIN_MS
    ? [of("tokenEnding", "", null, { at: unrenewable.expiresAt })]
    : [];

const commandConditions = ({ id, number, name, roomUuid, state, overdue, failure }: CommandRow): Condition[] => {
  const params = { number, command: name };
  if (state === "accepted" && overdue) return [of("commandNotObserved", id, roomUuid, params)];
  if (state === "unknown") return [of("commandUnknown", id, roomUuid, params)];
  if (state === "needsReview") return [of("commandNeedsReview", id, roomUuid, params)];
  return state === "failed" ? [of("commandFailed", id, roomUuid, { ...params, code: failure?.code ?? "unknown" })] : [];
};
