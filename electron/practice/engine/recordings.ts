/** The life of a recording: start, the page that must report, retries, stop (operations 4 to 6; public facts §1 and §4). */
import { ok, type Result } from "../../../shared/result.ts";
import { idFrom } from "./dice.ts";
import { over } from "./incidents.ts";
import { tooMany } from "./limits.ts";
import { type Problem, refuse } from "./problems.ts";
import { emit } from "./sequences.ts";
import type { Properties, RecordItem, Room, World } from "./types.ts";

/** At most two retries (specification §8). */
export const MAX_RETRIES = 2;
/** Why a recording event came (public facts §1). */
export const REASON = { started: 1, stopped: 2, restarted: 3, willRetry: 4, gaveUp: 5 } as const;

export const runningRecord = (room: Room): RecordItem | null => {
  const last = room.records.at(-1);
  return last !== undefined && last.endTime === null ? last : null;
};

const tell = (world: World, room: Room, record: RecordItem, state: number, reason: number): void => {
  const ids = state === 1 ? { recordId: record.recordId, sid: record.sid, resourceId: record.resourceId } : {};
  emit(world, room, 1001, { ...ids, state, startTime: record.startTime, reason });
};

export type RecordOrder = { mode?: string | undefined; webRecordConfig?: Properties | undefined; retryTimeout?: number | undefined };

export const startRecording = (world: World, room: Room, order: RecordOrder): Result<RecordItem, Problem> => {
  if (runningRecord(room) !== null) return refuse("recordingNotEnded");
  if (room.records.length >= world.limits.recordsOfRoom) return tooMany("recordings");
  const number = room.records.length + 1;
  const retryTimeout = order.mode === "web" ? (order.retryTimeout ?? null) : null;
  const record: RecordItem = {
    recordId: idFrom("record", room.roomUuid, room.createdAt, number),
    resourceId: idFrom("resource", room.roomUuid, room.createdAt, number),
    sid: idFrom("sid", room.roomUuid, room.createdAt, number),
    startTime: world.now,
    endTime: null,
    mode: order.mode ?? null,
    webRecordConfig: order.webRecordConfig ?? {},
    retryTimeout,
    retries: 0,
    readyBy: retryTimeout === null ? null : world.now + retryTimeout * 1000,
    unready: false,
  };
  room.records.push(record);
  over(world, room, "notRecorded");
  tell(world, room, record, 1, REASON.started);
  world.touched(room);
  return ok(record);
};

/** Ends the running recording, if any, and says so. */
export const stopRecording = (world: World, room: Room, reason: number): boolean => {
  const record = runningRecord(room);
  if (record === null) return false;
  record.endTime = world.now;
  record.readyBy = null;
  tell(world, room, record, 2, reason);
  world.touched(room);
  return true;
};

/** The page did not report in time: tried again at most twice, then given up. */
export const giveUpOrRetry = (world: World, room: Room): void => {
  const record = runningRecord(room);
  if (record === null || record.retryTimeout === null) return;
  if (record.retries >= MAX_RETRIES) {
    record.unready = true;
    stopRecording(world, room, REASON.gaveUp);
    return;
  }
  record.retries += 1;
  tell(world, room, record, 2, REASON.willRetry);
  record.sid = idFrom("sid", record.recordId, record.retries);
  record.resourceId = idFrom("resource", record.recordId, record.retries);
  record.readyBy = world.now + record.retryTimeout * 1000;
  tell(world, room, record, 1, REASON.restarted);
  world.touched(room);
};
