/** People: operations 2 and 7. */
import { readUserState, type UserState } from "../../../shared/model/userState.ts";
import { err, ok } from "../../../shared/result.ts";
import type { Dirty } from "../requests.ts";
import { readNothing } from "../wire.ts";
import { type Operation, type PathOwner, pollingPath, roomPath, segment, userPath } from "./operation.ts";

/**
 * Operation 2. Not repeatable: between two sendings the person may have come back, and would be removed twice. Somebody who is gone
 * is what was wanted, unless they were to be kept out as well: that cannot be read off the refusal.
 */
export const removeUser = (owner: PathOwner, roomUuid: string, userUuid: string, dirty: Dirty | undefined): Operation<null> => ({
  service: "users",
  method: "POST",
  path: `${userPath(roomPath(owner, roomUuid), userUuid)}/exit`,
  body: dirty === undefined ? {} : { dirty: { state: dirty.state, ...(dirty.duration !== undefined && { duration: dirty.duration }) } },
  repeatable: false,
  reachedBy: dirty?.state === 1 ? [] : ["userAbsent", "userOffline"],
  read: readNothing,
});

/** Both paths are public: the specification's lies where polls lie, the other where all else does. */
export type UserPath = "polling" | "plain";

/** Operation 7. Reading changes nothing. */
export const getUser = (owner: PathOwner, path: UserPath, roomUuid: string, userUuid: string): Operation<UserState> => ({
  service: "users",
  method: "GET",
  path: userPath(path === "polling" ? `${pollingPath(owner)}/${segment(roomUuid)}` : roomPath(owner, roomUuid), userUuid),
  repeatable: true,
  read: (data) => {
    const user = readUserState(data, userUuid);
    return user === null ? err("data is not the person that was asked for") : ok(user);
  },
});
