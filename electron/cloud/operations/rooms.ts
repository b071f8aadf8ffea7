/** Rooms: operations 1 and 3, breakout rooms (18), and the public "get one room". */
import { ROOM_STATE } from "../../../shared/model/room.ts";
import type { CreateRoom, Group } from "../requests.ts";
import type { RoomFacts } from "../types.ts";
import { readNothing, readRoom } from "../wire.ts";
import { type Operation, type Owner, type PathOwner, roomPath } from "./operation.ts";

/** Text by the specification; a number in all that is public. */
const roomType = ({ preset }: Owner, type: string | number): string | number =>
  preset === "public" && /^\d+$/.test(String(type)) ? Number(type) : String(type);

/** Operation 1. Not repeatable: a second creation meets the first one's room, and nobody can tell whose it is. */
export const createRoom = (owner: Owner, roomUuid: string, body: CreateRoom): Operation<null> => ({
  service: "rooms",
  method: "POST",
  path: roomPath(owner, roomUuid),
  body: {
    roomType: roomType(owner, body.roomType),
    roomName: body.roomName,
    ...(body.roomProperties !== undefined && { roomProperties: body.roomProperties }),
  },
  repeatable: false,
  reachedBy: ["roomExists"],
  read: readNothing,
});

/** Operation 3. Repeatable: the state is absolute, and a room that is in it already says so (30409100, 30409101). */
export const setRoomState = (owner: PathOwner, roomUuid: string, state: number): Operation<null> => ({
  service: "rooms",
  method: "PUT",
  path: `${roomPath(owner, roomUuid)}/states/${state}`,
  repeatable: true,
  // That a class has ended does not say that it is closed for good.
  reachedBy: state === ROOM_STATE.started ? ["alreadyStarted"] : state === ROOM_STATE.ended ? ["alreadyEnded", "classOver"] : [],
  read: readNothing,
});

/** Operation 18, state 1. Repeatable only where every group has a name of its own: the service would give a second set of ids to the others. */
export const createGroups = (owner: PathOwner, roomUuid: string, groups: readonly Group[]): Operation<null> => ({
  service: "groups",
  method: "PUT",
  path: `${roomPath(owner, roomUuid)}/groups/states/1`,
  body: {
    groups: groups.map(({ groupUuid, groupName, users }) => ({
      ...(groupUuid !== undefined && { groupUuid }),
      ...(groupName !== undefined && { groupName }),
      users: users.map(({ userUuid }) => ({ userUuid })),
    })),
  },
  repeatable: groups.every(({ groupUuid }) => groupUuid !== undefined),
  read: readNothing,
});

/** Operation 18, state 0. Repeatable: where there are none, none are removed. */
export const removeGroups = (owner: PathOwner, roomUuid: string): Operation<null> => ({
  service: "groups",
  method: "PUT",
  path: `${roomPath(owner, roomUuid)}/groups/states/0`,
  repeatable: true,
  read: readNothing,
});

/** Public facts §2, "get one room". Reading changes nothing. */
export const getRoom = (owner: PathOwner, roomUuid: string): Operation<RoomFacts> => ({
  service: "rooms",
  method: "GET",
  path: roomPath(owner, roomUuid),
  repeatable: true,
  read: readRoom,
});
