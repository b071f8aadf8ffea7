/** The classroom cloud as the console uses it: one typed method per operation. This file is what sync and commands see of it. */
import type { RecordingItem } from "../../shared/model/recordingItem.ts";
import type { UserState } from "../../shared/model/userState.ts";
import type { PollRecord, QuizRecord } from "../../shared/model/widgetRecord.ts";
import type { Result } from "../../shared/result.ts";
import type { CreateRoom, Dirty, Group, PropertyChange, PropertyRemoval, RecordingOrder, RoomPropertyChange } from "./requests.ts";

/** Who asks, in the order in which the request budget serves them; every class keeps a small share. */
export const REQUEST_CLASSES = ["command", "app", "open", "gap", "sweep"] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

/** What went wrong with a request, by name; the renderer has a sentence for each (`problems.<code>`). */
export type ProblemCode =
  | "dns"
  | "refused"
  | "reset"
  | "timeout"
  | "tls"
  | "network"
  | "truncated"
  | "tooBig"
  | "notJson" // an answer that is not JSON, a captive portal's HTML included
  | "badShape" // JSON, but not the envelope of the operation
  | "noToken" // no certificate, or no token could be built: nothing was sent
  | "unauthorized"
  | "forbidden"
  | "notFound" // 404 without the business code of an absent room
  | "roomAbsent" // 20404100
  | "userAbsent" // 20404200
  | "userOffline" // 20410200
  | "roomExists" // 20409100
  | "roomTypeConflict" // 30409104: the room exists with another type
  | "roomFull" // 20403002
  | "roleFull" // 20403001
  | "mayNotEnter" // 30403100
  | "muted" // 30403200
  | "stageFull" // 30429461
  | "alreadyStarted" // 30409100
  | "alreadyEnded" // 30409101
  | "classOver" // 30410100, 20410100: ended or closed, whatever was asked
  | "recordingNotStarted" // 30409410
  | "recordingNotEnded" // 30409411
  | "tenantMissing" // 30400100
  | "rootUrlMissing" // 30400412
  | "sequenceAbsent" // 20404101
  | "notOnStage" // 30404462
  | "processConflict" // 20409000: something of the kind is under way already, or is over
  | "screenNotShared" // 30409103
  | "handConflict" // 30409460: the hand is up or down already
  | "alreadyInvited" // 30409601
  | "conflict"
  | "rejected" // any other 4xx
  | "rateLimited"
  | "serverError"
  | "unavailable"
  | "aborted"
  | "expired"; // the caller's deadline came before the next attempt

export type CloudProblem = {
  code: ProblemCode;
  httpStatus: number | null;
  businessCode: number | null;
  /** One technical line without secrets. */
  detail: string;
  /** The request may have had its effect: it left, and no answer tells otherwise. */
  maybeDone: boolean;
  /** Sending the same again can do no harm: nothing had happened, or happening twice is happening once. */
  repeatSafe: boolean;
  /** The refusal says that what was wanted is so already; depends on the operation. */
  goalReached: boolean;
  /** The server's own wish, ms from now. */
  retryAfterMs: number | null;
  /** `ts` of the body or the Date header, server time ms. */
  serverTime: number | null;
};

export type HostRole = "primary" | "alternate" | "regional";

/** How an answer was come by. Times in ms of monotonic time. */
export type Route = {
  /** Which attempt of its plan it was, from 1. */
  attempt: number;
  /** From the asking until this attempt left: the budget's turn, the token, and the waits between attempts. */
  waitedMs: number;
  /** From then until the answer was read. */
  tookMs: number;
  /** Until the deadline, when it came; null where there was none. */
  timeLeftMs: number | null;
};

export type CloudAnswer<T> = {
  value: T;
  /** The body's `ts`, server time ms; null where it has none. */
  ts: number | null;
  host: string;
  hostRole: HostRole;
  route: Route;
};

export type CloudResult<T> = Promise<Result<CloudAnswer<T>, CloudProblem>>;

/** An event as the wire has it: known fields read tolerantly, the whole kept in `raw`, JSON in UTF-8. */
export type WireEvent = {
  roomUuid: string;
  cmd: number;
  /** null: the service gave none. */
  sequence: number | null;
  data: unknown;
  raw: Uint8Array;
};

export type SequencePage = {
  events: WireEvent[];
  /** Where the next page begins, inclusive; null: this was the end. */
  nextId: string | null;
  /** Items that could not be read as events at all, kept out of `events`. */
  unreadable: number;
};

/** What "get one room" (public facts §2) tells beyond events. */
export type RoomFacts = {
  roomName: string | null;
  state: number | null;
  schedule: { startTime: number | null; duration: number | null; closeDelay: number | null } | null;
  /** The answer's data as it came: properties, roles, widgets. */
  raw: unknown;
};

/** A page of records; those that could not be read are only counted. `nextId` as in `SequencePage`. */
export type RecordPage<T> = { records: T[]; nextId: string | null; unreadable: number };

/** Progress of a request with its whole plan. */
export type AttemptReport = {
  number: number;
  of: number;
  host: string;
  hostRole: HostRole;
  /** Until it leaves, ms. */
  waitMs: number;
  /** Until the deadline, ms, now; null where there is none. */
  timeLeftMs: number | null;
};

export type SendOptions = {
  class: RequestClass;
  /** The first attempt's share of the budget has been taken already. */
  prepaid?: boolean;
  /** Monotonic ms after which no attempt may leave any more. */
  deadline?: number;
  /** Asked before each attempt: whether it shall not leave any more, whatever the deadline says. */
  withdrawn?: () => boolean;
  onAttempt?: (report: AttemptReport) => void;
  /** The budget has granted an attempt, and it leaves now. */
  onLeaving?: () => void;
};

/** A request that nobody waits for any more may still arrive within so many ms. */
export const LATE_ARRIVAL_MS = 5_000;

/** A handle to a request under way. `abort` settles `done` with an `aborted` problem. */
export type Sending<T> = { done: CloudResult<T>; abort(): void };

/** Unknown until the service has shown it. */
export type Capability = "unknown" | "present" | "lacking";

export type Capabilities = {
  /** "Get one room". */
  getRoom: Capability;
  /** Events 4, 5, 22 and 23, by which a change of properties shows. */
  propertyEvents: Capability;
  /** State 3, closed for good. */
  closedState: Capability;
};

/** Where a page begins (inclusive, left out: at the beginning) and how many records it holds at most (1 to 100). */
export type PageAsk = { nextId?: string; count?: number };

export interface Cloud {
  /** Operation 1. Only here must the room's id keep to the service's characters. */
  createRoom(roomUuid: string, body: CreateRoom, options: SendOptions): Sending<null>;
  /** Operation 2. Without `dirty` the person may come back at once. */
  removeUser(roomUuid: string, userUuid: string, ask: { dirty?: Dirty }, options: SendOptions): Sending<null>;
  /** Operation 3. */
  setRoomState(roomUuid: string, state: number, options: SendOptions): Sending<null>;
  /** Operation 4, start. */
  startRecording(roomUuid: string, order: RecordingOrder, options: SendOptions): Sending<null>;
  /** Operation 4, stop. */
  stopRecording(roomUuid: string, options: SendOptions): Sending<null>;
  /** Operation 5. Replaces the configuration of the running recording. */
  updateRecording(roomUuid: string, order: Pick<RecordingOrder, "webRecordConfig">, options: SendOptions): Sending<null>;
  /** Operation 6. */
  recordings(roomUuid: string, ask: { nextId?: string }, options: SendOptions): Sending<RecordPage<RecordingItem>>;
  /** Operation 7, at whichever of its two public paths the service has. */
  user(roomUuid: string, userUuid: string, options: SendOptions): Sending<UserState>;
  /** Operation 8. `nextId` is inclusive; leave it out to begin at the beginning. */
  roomSequences(roomUuid: string, ask: { nextId?: string; cmd?: number }, options: SendOptions): Sending<SequencePage>;
  /** Operation 9: consumed by being read, so a request that may have left is never repeated here. */
  appSequences(options: SendOptions): Sending<SequencePage>;
  /** Operation 10. A plain key replaces its whole value, a dotted one sets only what it names. */
  setRoomProperties(roomUuid: string, change: RoomPropertyChange, options: SendOptions): Sending<null>;
  /** Operation 11. */
  deleteRoomProperties(roomUuid: string, removal: PropertyRemoval, options: SendOptions): Sending<null>;
  /** Operation 12. */
  setUserProperties(roomUuid: string, userUuid: string, change: PropertyChange, options: SendOptions): Sending<null>;
  /** Operation 13. */
  deleteUserProperties(roomUuid: string, userUuid: string, removal: PropertyRemoval, options: SendOptions): Sending<null>;
  /** Operation 14. `common` is the app's state that all share. */
  setExtAppProperties(
    roomUuid: string,
    extAppUuid: string,
    change: PropertyChange & { common?: Readonly<Record<string, unknown>> },
    options: SendOptions,
  ): Sending<null>;
  /** Operation 15. */
  deleteExtAppProperties(roomUuid: string, extAppUuid: string, removal: PropertyRemoval, options: SendOptions): Sending<null>;
  /** Operation 16. */
  quizRecords(roomUuid: string, ask: PageAsk, options: SendOptions): Sending<RecordPage<QuizRecord>>;
  /** Operation 17. */
  pollRecords(roomUuid: string, ask: PageAsk, options: SendOptions): Sending<RecordPage<PollRecord>>;
  /** Operation 18, state 1. Breakout rooms that were there are gone afterwards. */
  createGroups(roomUuid: string, groups: readonly Group[], options: SendOptions): Sending<null>;
  /** Operation 18, state 0: removes all breakout rooms. */
  removeGroups(roomUuid: string, options: SendOptions): Sending<null>;
  /** Public facts: "get one room". `notFound`, without asking again in this run, where the service lacks it. */
  room(roomUuid: string, options: SendOptions): Sending<RoomFacts>;
  /** What this service has of the public facts, as far as this run has shown. */
  capabilities(): Capabilities;
}

/** The request budget of a profile: a token bucket that shrinks on 429 and 503. */
export interface RequestBudget {
  /** Settles when a request of this class may leave: true, or false once cancelled. */
  take(requestClass: RequestClass): { granted: Promise<boolean>; cancel(): void };
  /** Requests in the last second, and the most per second that is allowed now. */
  rate(): { used: number; limit: number };
}

/** What any answer of any host tells: the clock offset and that there is a way. Watched by sync for the header. */
export type AnswerSeen = { host: string; hostRole: HostRole; serverTime: number | null; wallAt: number; status: number; route: Route };
