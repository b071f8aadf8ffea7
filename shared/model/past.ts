/** What was: rooms at a past moment, what a search finds, what happened since a moment. Times are Unix ms on the server's clock. */
import { z } from "zod";
import { TimelineEntry } from "./event.ts";
import { RoomSummary, RoomView } from "./room.ts";

/** `was`: all that is known today to have happened by then. `seen`: what this console had been told by then. */
export const PastMode = z.enum(["was", "seen"]);
export type PastMode = z.infer<typeof PastMode>;

/** A room of the wall at a past moment. */
export const PastRoom = RoomSummary.pick({
  roomUuid: true,
  incarnation: true,
  state: true,
  startTime: true,
  present: true,
  total: true,
  hands: true,
  longestHand: true,
  stage: true,
  recording: true,
  examinationUrl: true,
  lastEvent: true,
  eventCount: true,
  lastSequence: true,
  gaps: true,
}).extend({
  /** Later events of which nobody knows whether they had happened by then; at most `UNCERTAIN_COUNTED`. Always 0 as it was seen. */
  uncertain: z.int(),
});
export type PastRoom = z.infer<typeof PastRoom>;
export const UNCERTAIN_COUNTED = 100;

export const PastRoomDetail = z.object({
  room: PastRoom,
  view: RoomView,
  /** The newest by then, newest first. */
  entries: z.array(TimelineEntry),
  more: z.boolean(),
});
export type PastRoomDetail = z.infer<typeof PastRoomDetail>;

/** From the first event that was stored to the last. */
export const PastSpan = z.object({ from: z.number(), to: z.number() });
export type PastSpan = z.infer<typeof PastSpan>;

/** Kinds of event by cmd: these alone, or all but these. */
export const KindChoice = z.union([
  z.strictObject({ only: z.array(z.int()).max(50) }),
  z.strictObject({ except: z.array(z.int()).max(50) }),
]);
export type KindChoice = z.infer<typeof KindChoice>;

export const Found = z.object({ roomUuid: z.string(), entry: TimelineEntry });
export type Found = z.infer<typeof Found>;

export const KnownPerson = z.object({ userUuid: z.string(), userName: z.string(), roomUuids: z.array(z.string()) });
export type KnownPerson = z.infer<typeof KnownPerson>;

const KindCount = z.object({ cmd: z.int(), count: z.int() });

/** What came since a moment, counted. */
export const Since = z.object({
  total: z.int(),
  kinds: z.array(KindCount.extend({ rooms: z.int() })),
  /** Most first, at most `SINCE_ROOMS`. */
  rooms: z.array(z.object({ roomUuid: z.string(), count: z.int(), kinds: z.array(KindCount) })),
  roomCount: z.int(),
  /** Starts, ends and recordings, and what is missing; newest first, at most `SINCE_NOTABLE`. */
  notable: z.array(Found),
});
export type Since = z.infer<typeof Since>;
export const SINCE_ROOMS = 50;
export const SINCE_NOTABLE = 100;
