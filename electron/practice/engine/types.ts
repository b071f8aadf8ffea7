/** What the practice cloud knows: plain data, so that it can be written to disk and read again. */
import { FEATURE_NAMES, type FeatureName, type Incident, type ScenarioName } from "../../../shared/model/rehearsal.ts";
import type { Limits } from "./limits.ts";

export const REGIONS = ["cn", "ap", "eu", "na"] as const;
export type Region = (typeof REGIONS)[number];

export type Properties = Record<string, unknown>;

export type User = {
  userUuid: string;
  userName: string;
  /** 1 teacher, 2 student, 3 assistant (public facts §1). */
  role: number;
  streamUuid: string;
  online: boolean;
  userProperties: Properties;
  updateTime: number;
  /** May not enter before this instant; null: free; Number.MAX_SAFE_INTEGER: for good. */
  blockedUntil: number | null;
  rewards: number;
  /** Was put out, and has not come back since. */
  removed?: boolean;
};

export type StoredEvent = {
  /** null: an event that the service gave no number. */
  sequence: number | null;
  cmd: number;
  at: number;
  /** Of event 1110: whose sequence (operations 16 and 17) it belongs to. */
  widget?: Widget;
  /** The whole event as it goes over the wire, serialised once. */
  json: string;
};

export const WIDGETS = ["popupQuiz", "poll"] as const;
export type Widget = (typeof WIDGETS)[number];

export type QuizAnswer = { userUuid: string; userName: string; selectedItems: unknown[]; isCorrect: boolean; lastCommitTime: number };
export type Quiz = {
  popupQuizId: string;
  items: unknown[];
  correctItems: unknown[];
  /** 1 running, 0 ended. */
  answerState: number;
  receiveQuestionTime: number;
  /** How many students were asked. */
  totalCount: number;
  answers: QuizAnswer[];
};

export type Choice = { userUuid: string; selectIndex: number[] };
export type Poll = {
  pollId: string;
  /** 1 single choice, 2 multiple choice. */
  mode: number;
  pollTitle: string;
  pollItems: unknown[];
  pollState: number;
  choices: Choice[];
};

export type Group = { groupUuid: string; groupName: string; users: { userUuid: string }[] };
export type ExtApp = { properties: Properties; common: Properties };

export type ChatUser = { uuid: string; username: string; nickname: string | null; created: number };

export type Hand = { userUuid: string; payload: unknown; expiresAt: number | null };
export type Resource = { resourceUuid: string; resourceName: string; size: number; url: string };

export type RecordItem = {
  recordId: string;
  resourceId: string;
  sid: string;
  startTime: number;
  endTime: number | null;
  mode: string | null;
  webRecordConfig: Properties;
  /** Seconds between tries; null: the page need not report that it is ready. */
  retryTimeout: number | null;
  retries: number;
  /** When the page must have reported; null: it has, or need not. */
  readyBy: number | null;
  unready: boolean;
};

export type Member = { userUuid: string; userName: string; role: number };

export type CueName =
  | "teacherComes"
  | "studentsCome"
  | "everybodyComes"
  | "comeBack"
  | "pace"
  | "start"
  | "recordStart"
  | "recordStop"
  | "recordUnready"
  | "drop"
  | "kick"
  | "quizStart"
  | "answer"
  | "quizStop"
  | "pollStart"
  | "choose"
  | "handStays"
  | "expectStarted"
  | "expectRecorded"
  | "pollStop";

/** Something the scenario does in a room at a set time. */
export type Cue = { at: number; act: CueName; value?: number };

/** The part of a room that the scenario plays; absent in rooms that a client made. */
export type Actor = {
  dice: number;
  cast: Member[];
  /** In the order of their times. */
  cues: Cue[];
  /** When the next unplanned thing happens. */
  ambientAt: number;
  perSecond: number;
};

export type Room = {
  region: Region;
  roomUuid: string;
  roomName: string;
  roomType: number;
  /** 0 not started, 1 started, 2 ended, 3 closed. */
  state: number;
  createdAt: number;
  /** Made by the first person who entered, not by operation 1. */
  madeByEntry: boolean;
  schedule: { startTime: number | null; duration: number | null; closeDelay: number };
  startTime: number | null;
  endTime: number | null;
  closeTime: number | null;
  /** When the last person left; null while somebody is in, or nobody ever was. */
  emptySince: number | null;
  destroyed: boolean;
  muted: boolean;
  roomProperties: Properties;
  properties: Properties;
  /** By id, with '.' written as '_'. */
  extApps: Record<string, ExtApp>;
  /** Breakout rooms; null: there are none. */
  groups: Group[] | null;
  quiz: Quiz | null;
  poll: Poll | null;
  users: Map<string, User>;
  stage: string[];
  hands: Hand[];
  resources: Resource[];
  records: RecordItem[];
  /** Made by the scenario. */
  scripted: boolean;
  nextSequence: number;
  events: StoredEvent[];
  actor: Actor | null;
};

export type Features = Record<FeatureName, boolean>;
export const featuresWithout = (names: readonly FeatureName[]): Features => ({
  getRoom: !names.includes("getRoom"),
  propertyEvents: !names.includes("propertyEvents"),
  closedState: !names.includes("closedState"),
});
export const lackingOf = (features: Features): FeatureName[] => FEATURE_NAMES.filter((name) => !features[name]);

/** What is played since when, Unix ms; what the scenario made up as its past is older. */
export type Run = { scenario: ScenarioName; seed: number; beganAt: number };

/** `evidence`: the sequence of the event that tells of it; null: it shows in what is missing. */
export type LedgerEntry = Incident & { region: Region; evidence: number | null };

export type FeedEntry = { room: Room; event: StoredEvent };

export type World = {
  /** Simulated Unix time, ms. */
  now: number;
  features: Features;
  limits: Limits;
  /** Of all events of all rooms, characters. */
  eventText: number;
  /** By `roomKey`. */
  rooms: Map<string, Room>;
  /** Users of the chat service, by name. */
  chatUsers: Map<string, ChatUser>;
  /** What operation 9 has yet to deliver. */
  feed: FeedEntry[];
  /** Operation 9 has delivered the region's events up to this simulated time. */
  fedUntil: Map<Region, number>;
  /** What operation 9 delivered last, for the trouble that delivers it again. */
  lastFed: FeedEntry[];
  /** Rooms that are not on disk as they are. */
  changed: Set<Room>;
  run: Run;
  /** Incidents, oldest first. */
  ledger: LedgerEntry[];
  /** Incidents that are not on disk as they are. */
  changedEntries: Set<LedgerEntry>;
  /** Told of each room whose plans may have changed. */
  touched(room: Room): void;
};

export const roomKey = (region: Region, roomUuid: string): string => `${region}/${roomUuid}`;
