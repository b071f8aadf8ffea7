/**
 * Custom properties: operations 10 to 15. All are repeatable: a value is set or gone however often that is said (who listens hears
 * its `cause` once more). The specification's bodies always carry `properties` and `cause`, an extApp's also `common`.
 */
import type { PropertyChange, PropertyRemoval, RoomPropertyChange } from "../requests.ts";
import { readNothing } from "../wire.ts";
import { type Operation, type PathOwner, roomPath, segment, userPath } from "./operation.ts";

const change = (path: string, method: "PUT" | "DELETE", body: unknown): Operation<null> => ({
  service: "properties",
  method,
  path: `${path}/properties`,
  body,
  repeatable: true,
  read: readNothing,
});

const extAppPath = (owner: PathOwner, roomUuid: string, extAppUuid: string): string =>
  `${roomPath(owner, roomUuid)}/extApps/${segment(extAppUuid)}`;

const removalOf = ({ properties, cause = {} }: PropertyRemoval) => ({ properties, cause });

/** Operation 10. */
export const setRoomProperties = (owner: PathOwner, roomUuid: string, wanted: RoomPropertyChange): Operation<null> => {
  const { properties, cause = {}, examinationUrl } = wanted;
  const roomProperties = examinationUrl === undefined ? {} : { roomProperties: { examinationUrl } };
  return change(roomPath(owner, roomUuid), "PUT", { properties, ...roomProperties, cause });
};

/** Operation 11. */
export const deleteRoomProperties = (owner: PathOwner, roomUuid: string, removal: PropertyRemoval): Operation<null> =>
  change(roomPath(owner, roomUuid), "DELETE", removalOf(removal));

/** Operation 12. */
export const setUserProperties = (owner: PathOwner, roomUuid: string, userUuid: string, wanted: PropertyChange): Operation<null> =>
  change(userPath(roomPath(owner, roomUuid), userUuid), "PUT", { properties: wanted.properties, cause: wanted.cause ?? {} });

/** Operation 13. */
export const deleteUserProperties = (owner: PathOwner, roomUuid: string, userUuid: string, removal: PropertyRemoval): Operation<null> =>
  change(userPath(roomPath(owner, roomUuid), userUuid), "DELETE", removalOf(removal));

/** Operation 14. */
export const setExtAppProperties = (
  owner: PathOwner,
  roomUuid: string,
  extAppUuid: string,
  { properties, common = {}, cause = {} }: PropertyChange & { common?: Readonly<Record<string, unknown>> },
): Operation<null> => change(extAppPath(owner, roomUuid, extAppUuid), "PUT", { properties, common, cause });

/** Operation 15. */
export const deleteExtAppProperties = (owner: PathOwner, roomUuid: string, extAppUuid: string, removal: PropertyRemoval): Operation<null> =>
  change(extAppPath(owner, roomUuid, extAppUuid), "DELETE", removalOf(removal));
