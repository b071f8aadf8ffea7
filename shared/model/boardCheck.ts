/** The check before the exam ("the board"): what is planned for a room, and a verdict for each thing that is looked at. */
import { z } from "zod";

/** What somebody means a room to be, from a sheet or from what is known of it. Times in ms, durations in s, as on the wire. */
export const PlannedRoom = z.object({
  roomUuid: z.string().min(1).max(300),
  name: z.string().nullable(),
  startTime: z.number().nullable(),
  duration: z.number().nullable(),
  closeDelay: z.number().nullable(),
  examinationUrl: z.string().nullable(),
  videoURL: z.string().nullable(),
  reserveVideoURL: z.string().nullable(),
  /** The mode that is planned; null: nobody has planned one. */
  recording: z.string().nullable(),
  /** Nobody has told yet what the room was made with: what is null here may be planned all the same. */
  unread: z.boolean(),
});
export type PlannedRoom = z.infer<typeof PlannedRoom>;

/** Which rooms are looked at: those of an exam's sheet; null: every room that is shown and not over. */
export const BoardScope = z.uuid().nullable();
export type BoardScope = z.infer<typeof BoardScope>;

/** `none`: nothing is planned that could be looked at. `unknown`: it could not be seen. */
export const Verdict = z.enum(["bad", "attention", "unknown", "good", "none"]);
export type Verdict = z.infer<typeof Verdict>;

export const ROOM_CHECKS = ["exists", "schedule", "reservation", "page", "mainStream", "reserveStream", "recording"] as const;
export const RoomCheck = z.enum(ROOM_CHECKS);
export type RoomCheck = z.infer<typeof RoomCheck>;

/** Of the workstation, whatever the room. */
export const STATION_CHECKS = ["token", "clock", "sound"] as const;
export const StationCheck = z.enum(STATION_CHECKS);
export type StationCheck = z.infer<typeof StationCheck>;

/** `board.reasons.<reason>` with `params`; params that end in `At` are server times, ms. */
export const Finding = z.object({
  verdict: Verdict,
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Finding = z.infer<typeof Finding>;

export const finding = (verdict: Verdict, reason: string, params: Finding["params"] = {}): Finding => ({ verdict, reason, params });

export const BoardRow = z.object({
  roomUuid: z.string(),
  name: z.string(),
  findings: z.record(RoomCheck, Finding),
  /** Those whose verdict or reason the run before had otherwise. */
  changed: z.array(RoomCheck),
  /** Server time, ms. */
  checkedAt: z.number(),
});
export type BoardRow = z.infer<typeof BoardRow>;

export const BoardStatus = z.object({
  /** Rooms looked at, of all; null: no run is under way. */
  running: z.object({ done: z.int(), of: z.int() }).nullable(),
  /** Of the last run that went to its end, server time ms. */
  endedAt: z.number().nullable(),
  /** Of the run with which its differences are reckoned. */
  formerEndedAt: z.number().nullable(),
  everyMinutes: z.int().nullable(),
  nextAt: z.number().nullable(),
  station: z.record(StationCheck, Finding),
});
export type BoardStatus = z.infer<typeof BoardStatus>;
