/** What each thing that was looked at is worth on the day of the exam. Pure; times are server times, ms. */

import { isSameSecond } from "../../shared/examSheet/difference.ts";
import { type Finding, finding, type PlannedRoom } from "../../shared/model/boardCheck.ts";
import type { CommandRow } from "../../shared/model/command.ts";
import { isTerminal } from "../../shared/model/command.ts";
import type { ProfileStatus } from "../../shared/model/profile.ts";
import { isRecording, ROOM_STATE, type RoomSummary, type Schedule } from "../../shared/model/room.ts";
import type { RoomPlan } from "../../shared/model/roomPlan.ts";
import { lengthReason, type StreamFault } from "../../shared/model/stream.ts";
import type { StreamLook } from "../hosting/reading.ts";
import type { Watched } from "../hosting/watching.ts";

const SECOND = 1_000;
const DAY_MS = 86_400_000;
/** A created classroom is reserved for five days (specification §2). */
const RESERVATION_MS = 5 * DAY_MS;
/** Default closeDelay, s (public facts §5). */
const CLOSE_DELAY = 600;

/** What the service says of a room. `lacking`: it cannot be asked for it; what events have shown is all there is. */
export type Seen =
  | { kind: "present"; state: number | null; schedule: Schedule | null; plan: RoomPlan }
  | { kind: "absent" }
  | { kind: "lacking" }
  | { kind: "failed"; problem: string };

export const existsFinding = (seen: Seen, known: Pick<RoomSummary, "phase" | "state"> | undefined): Finding => {
  if (seen.kind === "failed") return finding("unknown", "roomUnread", { problem: seen.problem });
  if (seen.kind === "absent") return finding("bad", "roomAbsent");
  const state = seen.kind === "present" ? seen.state : (known?.state ?? null);
  if (seen.kind === "lacking" && known?.phase === "destroyed") return finding("bad", "roomAbsent");
  if (seen.kind === "lacking" && known?.phase !== "live" && known?.phase !== "catchingUp") return finding("unknown", "roomUnseen");
  if (state !== null && state >= ROOM_STATE.ended) return finding("bad", "roomOver");
  return finding("good", state === ROOM_STATE.started ? "roomRuns" : "roomWaits");
};

/** What is planned for a room of which nobody had told it, by what the service has of it; as little known as before where it does not say. */
export const completed = (room: PlannedRoom, seen: Seen): PlannedRoom => {
  if (seen.kind !== "present") return room;
  const { schedule, plan } = seen;
  return {
    ...room,
    startTime: room.startTime ?? schedule?.startTime ?? null,
    duration: room.duration ?? schedule?.duration ?? null,
    closeDelay: room.closeDelay ?? schedule?.closeDelay ?? null,
    examinationUrl: room.examinationUrl ?? plan.examinationUrl,
    videoURL: room.videoURL ?? plan.videoURL,
    reserveVideoURL: room.reserveVideoURL ?? plan.reserveVideoURL,
    unread: false,
  };
};

/** Where nothing is planned, or nothing is known to be. */
export const nothingPlanned = ({ unread }: Pick<PlannedRoom, "unread">, reason: string): Finding =>
  unread ? finding("unknown", "planUnread") : finding("none", reason);

/** When the class ends by its plan; null: no schedule says so. */
export const classEndOf = ({ startTime, duration }: Pick<PlannedRoom, "startTime" | "duration">): number | null =>
  startTime === null || duration === null ? null : startTime + duration * SECOND;

/** Until when the room is needed: the end of the class and of the time after it. */
export const neededUntil = (room: Pick<PlannedRoom, "startTime" | "duration" | "closeDelay">): number | null => {
  const end = classEndOf(room);
  return end === null ? null : end + (room.closeDelay ?? CLOSE_DELAY) * SECOND;
};

export const scheduleFinding = (room: PlannedRoom, seen: Seen, state: number | null, now: number): Finding => {
  const { startTime, duration, closeDelay } = room;
  if (startTime === null && duration === null) return nothingPlanned(room, "scheduleNone");
  if (seen.kind === "present") {
    const there = seen.schedule;
    const differs = (planned: number | null, found: number | null | undefined): boolean => planned !== null && planned !== (found ?? null);
    if (startTime !== null && there?.startTime == null) return finding("bad", "scheduleStartMissing", { plannedAt: startTime });
    if (startTime !== null && there?.startTime != null && !isSameSecond(startTime, there.startTime)) {
      const params = { plannedAt: startTime, foundAt: there.startTime };
      return state === ROOM_STATE.started ? finding("attention", "scheduleBegan", params) : finding("bad", "scheduleStartDiffers", params);
    }
    if (differs(duration, there?.duration))
      return finding("bad", "scheduleLengthDiffers", { planned: duration ?? 0, found: there?.duration ?? 0 });
    if (closeDelay !== null && differs(closeDelay, there?.closeDelay ?? CLOSE_DELAY))
      return finding("attention", "scheduleDelayDiffers", { planned: closeDelay, found: there?.closeDelay ?? CLOSE_DELAY });
  }
  if (startTime === null) return finding("good", "scheduleByHand");
  const end = classEndOf(room);
  if (end !== null && end <= now && (state ?? 0) < ROOM_STATE.ended) return finding("attention", "scheduleOver", { endAt: end });
  if (startTime < now && (state ?? 0) === ROOM_STATE.notStarted) return finding("attention", "schedulePassed", { startAt: startTime });
  if (seen.kind !== "present") return finding("unknown", "scheduleUnread");
  if (state === ROOM_STATE.started)
    return end === null ? finding("good", "scheduleRuns") : finding("good", "scheduleRunsUntil", { endAt: end });
  return finding("good", "scheduleRight", { startAt: startTime });
};

export const reservationFinding = (room: PlannedRoom, createdAt: number | null): Finding => {
  const until = neededUntil(room);
  if (until === null) return nothingPlanned(room, "scheduleNone");
  if (createdAt === null) return finding("unknown", "reservationUnread");
  const reservedAt = createdAt + RESERVATION_MS;
  return finding(reservedAt >= until ? "good" : "bad", reservedAt >= until ? "reservationHolds" : "reservationEnds", {
    reservedAt,
    neededAt: until,
  });
};

/** Recordings that are to be begun at a time of their own. */
const scheduledStart = (commands: readonly CommandRow[], roomUuid: string): CommandRow | undefined =>
  commands.find((row) => row.name === "recording.start" && row.roomUuid === roomUuid && !isTerminal(row) && row.state !== "accepted");

export const recordingFinding = (
  room: PlannedRoom,
  known: Pick<RoomSummary, "recording" | "state"> | undefined,
  commands: readonly CommandRow[],
): Finding => {
  const mode = room.recording === null ? {} : { mode: room.recording };
  if (known !== undefined && isRecording(known)) return finding("good", "recordingRuns", mode);
  const waiting = scheduledStart(commands, room.roomUuid);
  if (waiting !== undefined) return finding("good", "recordingWaits", { ...mode, ...(waiting.dueAt !== null && { dueAt: waiting.dueAt }) });
  if (known?.state === ROOM_STATE.started) return finding(room.recording === null ? "attention" : "bad", "recordingMissing", mode);
  return room.recording === null ? finding("none", "recordingNone") : finding("attention", "recordingByHand", mode);
};

/** What a classroom's browsers can be trusted to play. */
const PLAYABLE = /^(avc1|avc3|mp4a|h264|aac|mp3)/i;
/** A broadcast that is older than this is worth a word. */
const LATE_MS = 60 * SECOND;

const aboutLook = (look: StreamLook | null, now: number): Finding["params"] => ({
  ...(look?.codecs != null && { codecs: look.codecs }),
  ...(look?.size != null && { size: look.size }),
  ...(look?.madeAt != null && { age: Math.max(0, Math.round((now - look.madeAt) / SECOND)) }),
});

const faultOf = ({ reason, params }: StreamFault): Finding => finding(reason === "aborted" ? "unknown" : "bad", reason, params);

/** `streams` are watched until they move or stall; this is what the watch came to. */
export const streamFinding = (url: string | null, stream: Watched | null, room: PlannedRoom, now: number): Finding => {
  if (url === null) return nothingPlanned(room, "streamNone");
  if (stream === null) return finding("unknown", "notChecked");
  const { phase, look, fault } = stream;
  if (fault !== null) return faultOf(fault);
  if (look === null) return finding("unknown", "notChecked");
  const about = aboutLook(look, now);
  if (look.form === "rtmp") return finding("unknown", "streamRtmp");
  if (look.form === "flv") return finding("attention", "streamFlv");
  if (phase === "starting") return finding("unknown", "streamUndecided", about);
  if (phase === "stalled")
    return finding("bad", "streamStalls", { ...about, seconds: Math.round((now - (stream.movedAt ?? now)) / SECOND) });
  if (phase === "ended") return finding("bad", "streamEnded", about);
  const strange = look.codecs?.split(/,\s*/).find((codec) => !PLAYABLE.test(codec));
  if (strange !== undefined) return finding("attention", "streamCodec", { ...about, codec: strange });
  if (look.encrypted) return finding("attention", "streamEncrypted", about);
  if (phase === "recording") return lengthFinding(look, room, about);
  if (look.madeAt !== null && now - look.madeAt > LATE_MS) return finding("attention", "streamLate", about);
  return finding("good", "streamMoves", about);
};

const lengthFinding = ({ lengthSeconds }: StreamLook, { duration }: PlannedRoom, about: Finding["params"]): Finding => {
  const reason = lengthReason(lengthSeconds, duration);
  return finding(reason === "filePlays" ? "good" : "attention", reason, {
    ...about,
    ...(lengthSeconds !== null && { length: Math.round(lengthSeconds) }),
    ...(duration !== null && { planned: duration }),
  });
};

/** A clock that differs by less harms nothing; by more than the second, tokens are refused; ms. */
const CLOCK = { harmless: 2_000, bad: 30_000 } as const;

export const clockFinding = (offset: number | null): Finding => {
  if (offset === null) return finding("unknown", "clockUnread");
  const size = Math.abs(offset);
  const seconds = Math.round(size / 100) / 10;
  const reason = size <= CLOCK.harmless ? "clockRight" : offset > 0 ? "clockSlow" : "clockFast";
  return finding(size <= CLOCK.harmless ? "good" : size <= CLOCK.bad ? "attention" : "bad", reason, { seconds });
};

/** `renewable`: another token can be made when this one ends. `endsAt`: when the last class is over. */
export const tokenFinding = (
  certificate: ProfileStatus["certificate"],
  token: { expiresAt: number | null; renewable: boolean },
  endsAt: number | null,
): Finding => {
  if (certificate === "absent") return finding("bad", "tokenNone");
  if (token.expiresAt === null) return finding("unknown", "tokenUnmade");
  if (token.renewable) return finding("good", "tokenRenews", { expiresAt: token.expiresAt });
  const lasts = endsAt !== null && token.expiresAt >= endsAt;
  return finding(lasts ? "attention" : "bad", lasts ? "tokenLasts" : "tokenEnds", { expiresAt: token.expiresAt });
};

/** A test of the sound is worth something for so long, ms. */
const SOUND_TEST_MS = DAY_MS;

/** `test`: what a person said about the alarm's sound, and when. */
export const soundFinding = (on: boolean, test: { heard: boolean; at: number } | null, now: number): Finding => {
  if (!on) return finding("bad", "soundOff");
  if (test === null || now - test.at > SOUND_TEST_MS) return finding("attention", "soundUntested");
  return finding(test.heard ? "good" : "bad", test.heard ? "soundHeard" : "soundUnheard", { testedAt: test.at });
};
