/** Breakout rooms (operation 18). */
import { idFrom } from "./dice.ts";
import { SERVER } from "./people.ts";
import { emit, passUnseen } from "./sequences.ts";
import type { Group, Room, World } from "./types.ts";

export type WantedGroup = { groupUuid?: string | undefined; groupName?: string | undefined; users: { userUuid: string }[] };

const tell = (world: World, room: Room, state: number, groups: readonly Group[]): void => {
  world.touched(room);
  if (!world.features.propertyEvents) {
    passUnseen(room);
    return;
  }
  const details = Object.fromEntries(groups.map(({ groupUuid, groupName, users }) => [groupUuid, { groupName, users }]));
  emit(world, room, 5, { action: 1, changeProperties: { "groups.state": state, "groups.details": details }, cause: {}, operator: SERVER });
};

/** Makes these rooms; those that were there are gone. A group without an id gets one. */
export const createGroups = (world: World, room: Room, wanted: readonly WantedGroup[]): void => {
  room.groups = wanted.map((group, index) => ({
    groupUuid: group.groupUuid ?? idFrom("group", room.roomUuid, world.now, index),
    groupName: group.groupName ?? `Group ${index + 1}`,
    users: group.users.map(({ userUuid }) => ({ userUuid })),
  }));
  tell(world, room, 1, room.groups);
};

export const removeGroups = (world: World, room: Room): void => {
  room.groups = null;
  tell(world, room, 0, []);
};
