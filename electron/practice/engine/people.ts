/** People: entering, leaving, speaking, hands, stage, rewards, resources. Causes events 3, 20, 1003, 1101, 1501 and 1502. */
import { ok, type Result } from "../../../shared/result.ts";
import { streamFrom } from "./dice.ts";
import { over } from "./incidents.ts";
import { tooMany } from "./limits.ts";
import { type Problem, refuse } from "./problems.ts";
import { emit, passUnseen } from "./sequences.ts";
import type { Member, Properties, Resource, Room, User, World } from "./types.ts";

const ROLE_WORDS: Readonly<Record<number, string>> = { 0: "invisible", 1: "host", 2: "audience", 3: "assistant", 4: "observer" };

/** A person as events name one; who is on stage is a broadcaster (public facts §1). */
export const nameTag = (room: Room, user: User): { userUuid: string; userName: string; role: string } => ({
  userUuid: user.userUuid,
  userName: user.userName,
  role: user.role === 2 && room.stage.includes(user.userUuid) ? "broadcaster" : (ROLE_WORDS[user.role] ?? "audience"),
});

/** Who acts when a call of the interface does. */
export const SERVER = { userUuid: "server", userName: "server", role: "server" } as const;

const headCount = (room: Room): number => {
  let count = 0;
  for (const user of room.users.values()) if (user.online) count += 1;
  return count;
};

const inEvent = (user: User, type: number) => ({
  userUuid: user.userUuid,
  userName: user.userName,
  role: String(user.role),
  userProperties: user.userProperties,
  streamUuid: user.streamUuid,
  type,
  updateTime: user.updateTime,
});

export type Entry = Member & { userProperties?: Properties };

/** How many of a role may be in, where the room says (public facts §4: `roleConfig.{role}.limit`). */
const roleLimit = (room: Room, role: number): number => {
  const { roleConfig } = room.roomProperties as { roleConfig?: Record<string, { limit?: unknown } | undefined> };
  const limit = roleConfig?.[role]?.limit;
  return typeof limit === "number" ? limit : Number.POSITIVE_INFINITY;
};

export const mayEnter = (world: World, room: Room, { userUuid, role }: { userUuid: string; role: number }): Result<null, Problem> => {
  if (room.closeTime !== null) return refuse("roomClosed");
  const known = room.users.get(userUuid);
  const until = known?.blockedUntil ?? null;
  if (until !== null && until > world.now) return refuse("mayNotEnter");
  if (known === undefined && room.users.size >= world.limits.peopleOfRoom) return refuse("roomFull");
  const others = [...room.users.values()].filter((user) => user.online && user.role === role && user !== known);
  return others.length >= roleLimit(room, role) ? refuse("roleFull") : ok(null);
};

/** Lets people in, in one event 20. Who was in already has come again (type 2). */
export const enter = (world: World, room: Room, entries: readonly Entry[]): void => {
  const online = entries.map((entry) => {
    const known = room.users.get(entry.userUuid);
    const again = known?.online ?? false;
    const user: User = {
      userUuid: entry.userUuid,
      userName: entry.userName,
      role: entry.role,
      streamUuid: known?.streamUuid ?? streamFrom(room.roomUuid, entry.userUuid),
      online: true,
      userProperties: entry.userProperties ?? known?.userProperties ?? {},
      updateTime: world.now,
      blockedUntil: null,
      rewards: known?.rewards ?? 0,
    };
    room.users.set(user.userUuid, user);
    return inEvent(user, again ? 2 : 1);
  });
  if (online.length === 0) return;
  room.emptySince = null;
  emit(world, room, 20, { total: headCount(room), onlineUsers: online, offlineUsers: [] });
  // The stream that follows each entry is a kind that this interface does not show.
  passUnseen(room);
  world.touched(room);
};

/** People go, in one event 20. `type` 1: by themselves; 2: removed. */
export const leave = (world: World, room: Room, userUuids: readonly string[], type: 1 | 2): void => {
  const gone: User[] = [];
  for (const userUuid of userUuids) {
    const user = room.users.get(userUuid);
    if (user?.online !== true) continue;
    user.online = false;
    over(world, room, "cameBack", userUuid);
    user.updateTime = world.now;
    gone.push(user);
  }
  if (gone.length === 0) return;
  const ids = gone.map((user) => user.userUuid);
  lowerHands(world, room, ids);
  leaveStage(world, room, ids);
  const total = headCount(room);
  emit(world, room, 20, { total, onlineUsers: [], offlineUsers: gone.map((user) => inEvent(user, type)) });
  passUnseen(room);
  if (total === 0) room.emptySince = world.now;
  world.touched(room);
};

/** Operation 2. `blockedUntil` null: the person may come back at once. */
export const remove = (world: World, room: Room, userUuid: string, blockedUntil: number | null): Result<null, Problem> => {
  const user = room.users.get(userUuid);
  if (user === undefined) return refuse("userAbsent");
  if (!user.online && blockedUntil === null && user.blockedUntil === null) return refuse("userAbsent");
  user.blockedUntil = blockedUntil;
  user.removed = true;
  leave(world, room, [userUuid], 2);
  return ok(null);
};

/** A person who is in the room now. */
export const present = (room: Room, userUuid: string): Result<User, Problem> => {
  const user = room.users.get(userUuid);
  if (user === undefined) return refuse("userAbsent");
  return user.online ? ok(user) : refuse("userOffline");
};

export const say = (world: World, room: Room, from: User, message: string): Result<null, Problem> => {
  if (room.muted && from.role !== 1 && from.role !== 3) return refuse("muted");
  emit(world, room, 3, { fromUser: nameTag(room, from), message, type: 1 });
  return ok(null);
};

export const mute = (world: World, room: Room, by: User, muted: boolean): void => {
  if (room.muted === muted) return;
  room.muted = muted;
  emit(world, room, 2, { muteChat: muted, operator: nameTag(room, by) });
};

const handInEvent = (room: Room, userUuid: string): { userUuid: string; payload: unknown } => ({
  userUuid,
  payload: room.hands.find((hand) => hand.userUuid === userUuid)?.payload ?? {},
});

const tellHands = (world: World, room: Room, added: unknown[], removed: unknown[]): void => {
  const progressUsers = room.hands.map((hand) => handInEvent(room, hand.userUuid));
  emit(world, room, 1502, { progressUsers, addProgressUsers: added, removeProgressUsers: removed });
  world.touched(room);
};

/** `timeout` in seconds; null: the hand stays up until it is lowered. */
export const raiseHand = (world: World, room: Room, userUuid: string, payload: unknown, timeout: number | null): void => {
  if (room.hands.some((hand) => hand.userUuid === userUuid)) return;
  room.hands.push({ userUuid, payload, expiresAt: timeout === null ? null : world.now + timeout * 1000 });
  tellHands(world, room, [handInEvent(room, userUuid)], []);
};

export const lowerHands = (world: World, room: Room, userUuids: readonly string[]): void => {
  const removed = room.hands.filter((hand) => userUuids.includes(hand.userUuid)).map((hand) => handInEvent(room, hand.userUuid));
  if (removed.length === 0) return;
  room.hands = room.hands.filter((hand) => !userUuids.includes(hand.userUuid));
  for (const { userUuid } of removed) over(world, room, "handWaiting", userUuid);
  tellHands(world, room, [], removed);
};

const byId = (ids: readonly string[]) => ids.map((userUuid) => ({ userUuid }));

const tellStage = (world: World, room: Room, added: string[], removed: string[]): void => {
  emit(world, room, 1501, { acceptedUsers: byId(room.stage), addAcceptedUsers: byId(added), removeAcceptedUsers: byId(removed) });
};

/** How many may be on stage where the room does not say (public facts §5). */
const DEFAULT_STAGE = 6;

const stageLimit = (room: Room): number => {
  const { processes } = room.roomProperties as { processes?: { handsUp?: { maxAccept?: number } } };
  return processes?.handsUp?.maxAccept ?? DEFAULT_STAGE;
};

export const joinStage = (world: World, room: Room, userUuid: string): Result<null, Problem> => {
  if (room.stage.includes(userUuid)) return ok(null);
  if (room.stage.length >= stageLimit(room)) return refuse("stageFull");
  lowerHands(world, room, [userUuid]);
  room.stage.push(userUuid);
  tellStage(world, room, [userUuid], []);
  return ok(null);
};

export const leaveStage = (world: World, room: Room, userUuids: readonly string[]): void => {
  const removed = room.stage.filter((userUuid) => userUuids.includes(userUuid));
  if (removed.length === 0) return;
  room.stage = room.stage.filter((userUuid) => !userUuids.includes(userUuid));
  tellStage(world, room, [], removed);
};

export const reward = (world: World, room: Room, changes: readonly { user: User; change: number }[], numbered = true): void => {
  const rewardDetails = changes.map(({ user, change }) => {
    user.rewards += change;
    return { userUuid: user.userUuid, changedReward: change, totalReward: user.rewards };
  });
  emit(world, room, 1101, { rewardDetails, updateTime: world.now }, numbered);
};

export const addResources = (world: World, room: Room, by: User, resources: readonly Resource[]): Result<null, Problem> => {
  const ids = new Set(resources.map((resource) => resource.resourceUuid));
  const kept = room.resources.filter((resource) => !ids.has(resource.resourceUuid));
  if (kept.length + resources.length > world.limits.resourcesOfRoom) return tooMany("resources");
  room.resources = [...kept, ...resources];
  const told = resources.map((resource) => ({ ...resource, taskUuid: "", taskToken: "", taskProgress: {} }));
  emit(world, room, 1003, { resources: told, operator: { ...nameTag(room, by), role: String(by.role) }, action: 1 });
  return ok(null);
};

export const removeResources = (world: World, room: Room, by: User, resourceUuids: readonly string[]): void => {
  const gone = room.resources.filter((resource) => resourceUuids.includes(resource.resourceUuid));
  if (gone.length === 0) return;
  room.resources = room.resources.filter((resource) => !resourceUuids.includes(resource.resourceUuid));
  emit(world, room, 1003, { resources: gone, operator: { ...nameTag(room, by), role: String(by.role) }, action: 2 });
};
