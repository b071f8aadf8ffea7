/** Rooms: making them, their states, and what time alone does to them. */
import { ok, type Result } from "../../../shared/result.ts";
import { over } from "./incidents.ts";
import { isShort, tooMany } from "./limits.ts";
import { leave, lowerHands } from "./people.ts";
import { type Problem, refuse } from "./problems.ts";
import { giveUpOrRetry, stopRecording } from "./recordings.ts";
import { emit } from "./sequences.ts";
import { type Properties, type Region, type Room, roomKey, type World } from "./types.ts";

const HOUR_MS = 3_600_000;
/** A created classroom is reserved for five days (specification §2). */
export const RESERVATION_MS = 5 * 24 * HOUR_MS;
/** A closed room is destroyed an hour later; so is one that people made by entering, once it is empty (public facts §5). */
export const DESTROYED_AFTER_MS = HOUR_MS;
/** Default closeDelay, s (public facts §5). */
export const DEFAULT_CLOSE_DELAY = 600;

export type NewRoom = {
  region: Region;
  roomUuid: string;
  roomName: string;
  roomType: number;
  schedule?: { startTime?: number | undefined; duration?: number | undefined; closeDelay?: number | undefined } | undefined;
  roomProperties?: Properties;
  madeByEntry?: boolean;
};

export const findRoom = (world: World, region: Region, roomUuid: string): Result<Room, Problem> => {
  const room = world.rooms.get(roomKey(region, roomUuid));
  return room === undefined ? refuse("roomAbsent") : ok(room);
};

/** Operation 1. */
export const createRoom = (world: World, wanted: NewRoom): Result<Room, Problem> => {
  const key = roomKey(wanted.region, wanted.roomUuid);
  const present = world.rooms.get(key);
  if (present !== undefined) return refuse(present.roomType === wanted.roomType ? "roomExists" : "roomTypeConflict");
  if (world.rooms.size >= world.limits.rooms) return tooMany("classrooms");
  if (!isShort(wanted.roomProperties, world.limits.propertyText)) return tooMany("properties");
  const schedule = wanted.schedule ?? {};
  const room: Room = {
    region: wanted.region,
    roomUuid: wanted.roomUuid,
    roomName: wanted.roomName,
    roomType: wanted.roomType,
    state: 0,
    createdAt: world.now,
    madeByEntry: wanted.madeByEntry ?? false,
    schedule: {
      startTime: schedule.startTime ?? null,
      duration: schedule.duration ?? null,
      closeDelay: schedule.closeDelay ?? DEFAULT_CLOSE_DELAY,
    },
    startTime: null,
    endTime: null,
    closeTime: null,
    emptySince: null,
    destroyed: false,
    muted: false,
    roomProperties: wanted.roomProperties ?? {},
    properties: {},
    extApps: {},
    groups: null,
    quiz: null,
    poll: null,
    users: new Map(),
    stage: [],
    hands: [],
    resources: [],
    records: [],
    scripted: false,
    nextSequence: 1,
    events: [],
    actor: null,
  };
  world.rooms.set(key, room);
  world.touched(room);
  return ok(room);
};

const tellState = (world: World, room: Room): void => {
  const times = {
    ...(room.startTime === null ? {} : { startTime: room.startTime }),
    ...(room.endTime === null ? {} : { endTime: room.endTime }),
    ...(room.closeTime === null ? {} : { closeTime: room.closeTime }),
  };
  emit(world, room, 1, { state: room.state, ...times });
};

const start = (world: World, room: Room): void => {
  room.state = 1;
  room.startTime = world.now;
  over(world, room, "lateStart");
  tellState(world, room);
};

const end = (world: World, room: Room): void => {
  room.state = 2;
  room.endTime = world.now;
  over(world, room, null);
  tellState(world, room);
};

/** Everybody is put out, nobody may come in again. Without the feature the room stays "ended" until it is destroyed. */
const close = (world: World, room: Room): void => {
  stopRecording(world, room, 2);
  room.endTime ??= world.now;
  room.closeTime = world.now;
  over(world, room, null);
  if (world.features.closedState) {
    room.state = 3;
    tellState(world, room);
  } else if (room.state !== 2) {
    end(world, room);
  }
  const present = [...room.users.values()].filter((user) => user.online).map((user) => user.userUuid);
  leave(world, room, present, 2);
};

export const isClosed = (room: Room): boolean => room.closeTime !== null;

/** Operation 3. A state never goes back. */
export const setState = (world: World, room: Room, state: number): Result<null, Problem> => {
  if (room.state >= 2 && (state <= 2 || isClosed(room))) return refuse("alreadyEnded");
  if (room.state === 1 && state <= 1) return refuse("alreadyStarted");
  if (state === 1) start(world, room);
  else if (state === 2) end(world, room);
  else if (state === 3) close(world, room);
  world.touched(room);
  return ok(null);
};

const destroy = (world: World, room: Room): void => {
  room.destroyed = true;
  for (const event of room.events) world.eventText -= event.json.length;
  world.rooms.delete(roomKey(room.region, room.roomUuid));
};

const earliest = (...times: (number | null)[]): number => {
  let first = Number.POSITIVE_INFINITY;
  for (const time of times) if (time !== null && time < first) first = time;
  return first;
};

const endsAt = (room: Room): number | null => {
  const from = room.schedule.startTime ?? room.startTime;
  return room.schedule.duration === null || from === null ? null : from + room.schedule.duration * 1000;
};

const destroyedAt = (room: Room): number | null => {
  if (room.closeTime !== null) return room.closeTime + DESTROYED_AFTER_MS;
  if (!room.madeByEntry) return room.createdAt + RESERVATION_MS;
  return room.emptySince === null ? null : room.emptySince + DESTROYED_AFTER_MS;
};

const transitionAt = (room: Room): number | null => {
  if (isClosed(room)) return null;
  if (room.state === 0) return room.schedule.startTime;
  if (room.state === 1) return endsAt(room);
  return room.endTime === null ? null : room.endTime + room.schedule.closeDelay * 1000;
};

const handDownAt = (room: Room): number => earliest(...room.hands.map((hand) => hand.expiresAt));

/** When time next does something to this room by itself. */
export const roomDueAt = (room: Room): number =>
  earliest(transitionAt(room), destroyedAt(room), room.records.at(-1)?.readyBy ?? null, room.hands.length === 0 ? null : handDownAt(room));

/** Does what is due now. */
export const runRoom = (world: World, room: Room): void => {
  const due = (at: number | null): boolean => at !== null && at <= world.now;
  if (due(destroyedAt(room))) {
    destroy(world, room);
    return;
  }
  if (due(room.records.at(-1)?.readyBy ?? null)) giveUpOrRetry(world, room);
  const late = room.hands.filter((hand) => due(hand.expiresAt)).map((hand) => hand.userUuid);
  if (late.length > 0) lowerHands(world, room, late);
  if (!due(transitionAt(room))) return;
  if (room.state === 0) start(world, room);
  else if (room.state === 1) end(world, room);
  else close(world, room);
};
