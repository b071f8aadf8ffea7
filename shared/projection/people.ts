/** People: who is here, who left and how (cmd 20), and rewards (cmd 1101). */
import type { RoomEvent } from "../model/event.ts";
import type { Person, RoomView } from "../model/room.ts";
import { foldEntering } from "./properties.ts";
import { asObject, field, put, readArray, readInteger, readText, readUsers, type WireUser } from "./readers.ts";

export const personOf = (view: Pick<RoomView, "people"> | undefined, userUuid: string): Person | null =>
  view !== undefined && Object.hasOwn(view.people, userUuid) ? (view.people[userUuid] ?? null) : null;

/** `offlineUsers.type` (public facts §1). */
export const LEFT_REMOVED = 2;
export const LEFT_CLIENT = 1;

const entered = (user: WireUser, before: Person | null, event: RoomEvent): Person => ({
  userUuid: user.userUuid,
  userName: user.userName ?? before?.userName ?? "",
  role: user.role || before?.role || "",
  present: true,
  enteredAt: before?.present ? before.enteredAt : event.time,
  leftAt: before?.present ? before.leftAt : null,
  leftBecause: before?.present ? before.leftBecause : null,
  // Somebody who reconnects while still counted as present has not come in again.
  entries: (before?.entries ?? 0) + (before?.present ? 0 : 1),
});

const left = (user: WireUser, before: Person | null, event: RoomEvent): Person => ({
  userUuid: user.userUuid,
  userName: user.userName ?? before?.userName ?? "",
  role: user.role || before?.role || "",
  present: false,
  enteredAt: before?.enteredAt ?? null,
  leftAt: event.time,
  leftBecause: user.type === LEFT_REMOVED ? "removed" : user.type === LEFT_CLIENT ? "client" : null,
  entries: before?.entries ?? 0,
});

/** Leaving is applied before entering: who is in both lists came back. */
export const foldPresence = (view: RoomView, event: RoomEvent): RoomView => {
  const data = asObject(event.data);
  const total = readInteger(field(data, "total"));
  const leaving = readUsers(field(data, "offlineUsers")) ?? [];
  const entering = readUsers(field(data, "onlineUsers")) ?? [];
  const people = { ...view.people };
  for (const user of leaving) put(people, user.userUuid, left(user, personOf({ people }, user.userUuid), event));
  for (const user of entering) put(people, user.userUuid, entered(user, personOf({ people }, user.userUuid), event));
  return foldEntering({ ...view, people, total: total ?? view.total }, entering, event.time);
};

export type Reward = { userUuid: string; change: number | null; total: number | null };

/** Samples say `totalReward`, one table says `total`; clients send `changeReward`, events say `changedReward`. */
export const readRewards = (data: unknown): Reward[] =>
  (readArray(field(asObject(data), "rewardDetails")) ?? []).flatMap((item) => {
    const object = asObject(item);
    const userUuid = readText(field(object, "userUuid"));
    if (userUuid === null || userUuid === "") return [];
    return [
      {
        userUuid,
        change: readInteger(field(object, "changedReward")) ?? readInteger(field(object, "changeReward")),
        total: readInteger(field(object, "totalReward")) ?? readInteger(field(object, "total")),
      },
    ];
  });

export const foldRewards = (view: RoomView, event: RoomEvent): RoomView => {
  const rewards = { ...view.rewards };
  for (const { userUuid, change, total } of readRewards(event.data)) {
    const before = Object.hasOwn(rewards, userUuid) ? (rewards[userUuid]?.count ?? 0) : 0;
    const count = total ?? before + (change ?? 0);
    if (Number.isSafeInteger(count)) put(rewards, userUuid, { count, time: event.time });
  }
  return { ...view, rewards };
};
