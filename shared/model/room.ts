/** A room as the console knows it: the fold of its events, and its row on the wall. */
import { z } from "zod";
import { Properties } from "./property.ts";
import { Poll, Quiz } from "./question.ts";
import { EventTime } from "./time.ts";

/** Room states (public facts §1; the specification names the first three without values). */
export const ROOM_STATE = { notStarted: 0, started: 1, ended: 2, closed: 3 } as const;

/** Roles by number (public facts §1); strings of the wire are mapped onto these, others stay as they came. */
export const Person = z.object({
  userUuid: z.string(),
  userName: z.string(),
  /** teacher, student, assistant, observer, invisible, or the wire's own word. */
  role: z.string(),
  present: z.boolean(),
  enteredAt: EventTime.nullable(),
  leftAt: EventTime.nullable(),
  /** Of the last leave: client, removed, or null where not told. */
  leftBecause: z.enum(["client", "removed"]).nullable(),
  /** How often this person came in. */
  entries: z.int(),
});
export type Person = z.infer<typeof Person>;

export const ChatMessage = z.object({ key: z.string(), from: z.string(), fromUuid: z.string(), text: z.string(), time: EventTime });
export type ChatMessage = z.infer<typeof ChatMessage>;

export const RaisedHand = z.object({ userUuid: z.string(), since: EventTime });
export type RaisedHand = z.infer<typeof RaisedHand>;

export const Recording = z.object({
  /** The wire's value; 1 is recording, anything else is not (0 and 2 both mean ended). */
  state: z.int(),
  startTime: z.number().nullable(),
  recordId: z.string().nullable(),
  /** Public facts: 1 started, 2 stopped, 3 started after retry, 4 timed out and will retry, 5 gave up. */
  reason: z.int().nullable(),
  time: EventTime,
});
export type Recording = z.infer<typeof Recording>;

export const OnStage = z.object({ userUuid: z.string(), since: EventTime });

export const RewardCount = z.object({
  count: z.int(),
  /** When it changed last. */
  time: EventTime,
});

export const Resource = z.object({
  resourceUuid: z.string(),
  resourceName: z.string(),
  /** Bytes. */
  size: z.number().nullable(),
  url: z.string().nullable(),
  /** Who added or changed it last, by name or id; "" where not told. */
  by: z.string(),
  time: EventTime,
});

/** What happened, ready for translation: `events.<key>` with `params`. */
export const EventBrief = z.object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });
export type EventBrief = z.infer<typeof EventBrief>;

/** How many chat messages a view keeps; older ones are in the journal. */
export const CHAT_KEPT = 200;

/** The fold of one incarnation's events. Pure data; `shared/projection` is its only author. */
export const RoomView = z.object({
  state: z.int().nullable(),
  stateTime: EventTime.nullable(),
  startTime: z.number().nullable(),
  /** Users after the last presence event, as the service counts. */
  total: z.int().nullable(),
  people: z.record(z.string(), Person),
  hands: z.array(RaisedHand),
  stage: z.array(OnStage),
  recording: Recording.nullable(),
  /** Rewards by userUuid. */
  rewards: z.record(z.string(), RewardCount),
  resources: z.array(Resource),
  chat: z.array(ChatMessage),
  /** Whether chatting is switched off for all; null: not told. */
  muted: z.boolean().nullable(),
  /** The room's own properties; those of extApps and breakout rooms lie among them. */
  properties: Properties,
  /** By userUuid. */
  userProperties: z.record(z.string(), Properties),
  /** The latest of each. */
  quiz: Quiz.nullable(),
  poll: Poll.nullable(),
  /** Events of kinds that this console does not know, by cmd. */
  unknownKinds: z.record(z.string(), z.int()),
  eventCount: z.int(),
  lastEvent: z.object({ cmd: z.int(), sequence: z.int(), brief: EventBrief, time: EventTime }).nullable(),
});
export type RoomView = z.infer<typeof RoomView>;
/** A view without what was said in the room: the chat of 1,000 rooms would fill the memory, and one room at a time shows its own. */
export type SilentView = Omit<RoomView, "chat">;

/** When the class is meant to be: ms and seconds as the public facts have them. */
export const Schedule = z.object({ startTime: z.number().nullable(), duration: z.number().nullable(), closeDelay: z.number().nullable() });
export type Schedule = z.infer<typeof Schedule>;

/** How the console stands with a room. */
export const RoomPhase = z.enum(["new", "catchingUp", "live", "backingOff", "destroyed", "failed", "paused"]);
export type RoomPhase = z.infer<typeof RoomPhase>;

/** What proves a room's age (design: "Age is proved, not assumed"); see `freshness.ts`. */
export const Proof = z.object({
  /** `ts` of the last operation 8 answer that was read to its end; null: never. */
  provedAt: z.number().nullable(),
  /** The operation 9 chain that has carried the proof on since, if any. */
  chainId: z.int().nullable(),
});
export type Proof = z.infer<typeof Proof>;

/** A row of the wall. */
export const RoomSummary = z.object({
  roomUuid: z.string(),
  /** The room's name, where anybody told; else the id. */
  name: z.string(),
  incarnation: z.int(),
  phase: RoomPhase,
  /** Why the room is backing off or failed, as `problems.<code>`. */
  problem: z.string().nullable(),
  state: z.int().nullable(),
  startTime: z.number().nullable(),
  schedule: Schedule.nullable(),
  /** People present by the fold; `total` as the service counts. */
  present: z.int(),
  total: z.int().nullable(),
  hands: z.int(),
  /** Since when the longest raised hand waits. */
  longestHand: EventTime.nullable(),
  stage: z.int(),
  recording: Recording.nullable(),
  /** Where an event has told it. */
  examinationUrl: z.string().nullable(),
  lastEvent: RoomView.shape.lastEvent,
  eventCount: z.int(),
  /** Highest sequence stored. */
  lastSequence: z.int(),
  gaps: z.int(),
  proof: Proof,
  visibility: z.enum(["shown", "hidden", "archived"]),
});
export type RoomSummary = z.infer<typeof RoomSummary>;

/** The wire's value for "is being recorded"; every other means that it is not. */
const RECORDING = 1;
export const isRecording = (room: Pick<RoomSummary, "recording">): boolean => room.recording?.state === RECORDING;

/** A class that was recorded and no longer is, though it runs. One that never was recorded may be meant so. */
export const hasLostRecording = (room: Pick<RoomSummary, "recording" | "state" | "phase">): boolean =>
  room.state === ROOM_STATE.started && room.phase !== "destroyed" && room.recording !== null && !isRecording(room);

/** The open room: its row and its view. */
export const RoomDetail = z.object({ summary: RoomSummary, view: RoomView });
export type RoomDetail = z.infer<typeof RoomDetail>;
/** The same without chat. */
export type SilentDetail = { summary: RoomSummary; view: SilentView };
