/** An event of a room, as journalled: the specification's §6 with what the console knows about it. */
import { z } from "zod";
import { EventTime } from "./time.ts";

/** Event kinds of the specification (§6), and those of the public facts (§1) that tell something of a room. Others are kept and shown raw. */
export const CMD = {
  roomState: 1,
  mute: 2,
  chat: 3,
  roomProperty: 4,
  roomProperties: 5,
  presence: 20,
  userProperty: 22,
  userProperties: 23,
  recording: 1001,
  resources: 1003,
  rewards: 1101,
  widget: 1110,
  stage: 1501,
  hands: 1502,
} as const;

export const RoomEvent = z.object({
  roomUuid: z.string(),
  /** Which life of this room id, from 1. */
  incarnation: z.int().positive(),
  /** The service's number, or of an event without one that of the event before it (0 at the start). */
  sequence: z.int().nonnegative(),
  /** 0 for an event with a sequence; for events without one 1, 2, … behind `sequence`. */
  ordinal: z.int().nonnegative(),
  cmd: z.int(),
  /** The event's data as it came; unknown fields kept. */
  data: z.unknown(),
  time: EventTime,
  /** When this console received it, Unix ms on the server's clock. */
  receivedAt: z.number(),
  via: z.enum(["room", "app"]),
});
export type RoomEvent = z.infer<typeof RoomEvent>;

/** Sequences of a room that the service can no longer be asked for, inclusive. */
export const Gap = z.object({
  roomUuid: z.string(),
  incarnation: z.int().positive(),
  from: z.int(),
  to: z.int(),
  foundAt: z.number(),
});
export type Gap = z.infer<typeof Gap>;

/** A row of the timeline. `key` is unique and sorts in time order as text. */
export const TimelineEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("event"), key: z.string(), event: RoomEvent }),
  z.object({ kind: z.literal("gap"), key: z.string(), gap: Gap }),
  /** The room id began a new life; what stands before it belongs to another class. */
  z.object({ kind: z.literal("incarnation"), key: z.string(), incarnation: z.int().positive(), foundAt: z.number() }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;
