/** Custom properties of rooms, users and extApps, with plain and dotted keys (operations 10 to 15; public facts §4). */
import { ok, type Result } from "../../../shared/result.ts";
import { isShort, MAX_DEPTH, tooMany } from "./limits.ts";
import { nameTag, SERVER } from "./people.ts";
import { badRequest, type Problem } from "./problems.ts";
import { emit, passUnseen } from "./sequences.ts";
import type { ExtApp, Properties, Room, User, World } from "./types.ts";

const UPSERT = 1;
const DELETE = 2;

const isObject = (value: unknown): value is Properties => typeof value === "object" && value !== null && !Array.isArray(value);

/** Plain assignment would let a key named `__proto__` change the object itself. */
const put = (target: Properties, key: string, value: unknown): void => {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
};

/** The object that holds the last part of a dotted key; null where there is none and none is to be made. */
const holderOf = (target: Properties, parts: readonly string[], make: boolean): Properties | null => {
  let holder = target;
  for (const part of parts) {
    const inner = Object.hasOwn(holder, part) ? holder[part] : undefined;
    if (isObject(inner)) {
      holder = inner;
      continue;
    }
    if (!make) return null;
    const made: Properties = {};
    put(holder, part, made);
    holder = made;
  }
  return holder;
};

/** A plain key replaces its whole value, a dotted one sets only what it names. */
export const setProperties = (target: Properties, changes: Properties): void => {
  for (const [key, value] of Object.entries(changes)) {
    const parts = key.split(".");
    const last = parts.pop() ?? key;
    const holder = holderOf(target, parts, true);
    // A copy, or a later dotted key would change what somebody else holds.
    if (holder !== null) put(holder, last, structuredClone(value));
  }
};

export const deleteProperties = (target: Properties, keys: readonly string[]): void => {
  for (const key of keys) {
    const parts = key.split(".");
    const last = parts.pop() ?? key;
    const holder = holderOf(target, parts, false);
    if (holder !== null) delete holder[last];
  }
};

export type Change = { set: Properties } | { delete: readonly string[] };

const keysOf = (change: Change): readonly string[] => ("set" in change ? Object.keys(change.set) : change.delete);

/** `target` with the change made, or why it may not be. `target` itself stays as it is. */
const changed = (limit: number, target: Properties, change: Change): Result<Properties, Problem> => {
  if (keysOf(change).some((key) => key.split(".", MAX_DEPTH + 1).length > MAX_DEPTH)) return badRequest("properties: a key is too deep");
  const copy = structuredClone(target);
  if ("set" in change) setProperties(copy, change.set);
  else deleteProperties(copy, change.delete);
  return isShort(copy, limit) ? ok(copy) : tooMany("properties");
};

/** What the event says: the new values, or "deleted" under each key. */
const told = (change: Change, prefix = ""): { action: number; changeProperties: Properties } => {
  const changeProperties: Properties = {};
  if ("set" in change) for (const [key, value] of Object.entries(change.set)) put(changeProperties, `${prefix}${key}`, value);
  else for (const key of change.delete) put(changeProperties, `${prefix}${key}`, "deleted");
  return { action: "set" in change ? UPSERT : DELETE, changeProperties };
};

type Told = { action: number; changeProperties: Properties };

/** Kinds `one` and `many`; a service that shows no property events still counts them. */
const tell = (world: World, room: Room, kinds: readonly [one: number, many: number], change: Told, more: Properties): void => {
  world.touched(room);
  if (!world.features.propertyEvents) {
    passUnseen(room);
    return;
  }
  const cmd = Object.keys(change.changeProperties).length > 1 ? kinds[1] : kinds[0];
  emit(world, room, cmd, { ...change, ...more, operator: SERVER });
};

const withCause = (cause: Properties | undefined): Properties => (cause === undefined ? {} : { cause });

/** Operations 10 and 11. */
export const changeRoomProperties = (
  world: World,
  room: Room,
  change: Change,
  cause: Properties | undefined,
  examinationUrl?: string,
): Result<null, Problem> => {
  const after = changed(world.limits.propertyText, room.properties, change);
  if (!after.ok) return after;
  room.properties = after.value;
  const event = told(change);
  if (examinationUrl !== undefined) {
    room.roomProperties["examinationUrl"] = examinationUrl;
    event.changeProperties["examinationUrl"] = examinationUrl;
  }
  if (Object.keys(event.changeProperties).length > 0) tell(world, room, [4, 5], event, withCause(cause));
  return ok(null);
};

/** Operations 12 and 13. */
export const changeUserProperties = (
  world: World,
  room: Room,
  user: User,
  change: Change,
  cause: Properties | undefined,
): Result<null, Problem> => {
  const after = changed(world.limits.userPropertyText, user.userProperties, change);
  if (!after.ok) return after;
  user.userProperties = after.value;
  user.updateTime = world.now;
  const event = told(change);
  if (Object.keys(event.changeProperties).length > 0) {
    tell(world, room, [22, 23], event, { ...withCause(cause), fromUser: nameTag(room, user) });
  }
  return ok(null);
};

/** Ids with '.' are stored with '_' (public facts §4). */
export const extAppKey = (extAppUuid: string): string => extAppUuid.replaceAll(".", "_");

export const findExtApp = (room: Room, extAppUuid: string): ExtApp | undefined =>
  Object.hasOwn(room.extApps, extAppKey(extAppUuid)) ? room.extApps[extAppKey(extAppUuid)] : undefined;

/** Operations 14 and 15; told as changes of the room's properties. */
export const changeExtApp = (
  world: World,
  room: Room,
  extAppUuid: string,
  change: Change,
  cause: Properties | undefined,
  common: Properties = {},
): Result<null, Problem> => {
  const key = extAppKey(extAppUuid);
  const known = findExtApp(room, extAppUuid);
  if (known === undefined && Object.keys(room.extApps).length >= world.limits.extAppsOfRoom) return tooMany("extApps");
  const properties = changed(world.limits.propertyText, known?.properties ?? {}, change);
  if (!properties.ok) return properties;
  const shared = changed(world.limits.propertyText, known?.common ?? {}, { set: common });
  if (!shared.ok) return shared;
  put(room.extApps, key, { properties: properties.value, common: shared.value } satisfies ExtApp);
  const event = told(change, `extApps.${key}.`);
  Object.assign(event.changeProperties, told({ set: common }, `extAppsCommon.${key}.`).changeProperties);
  if (Object.keys(event.changeProperties).length > 0) tell(world, room, [4, 5], event, withCause(cause));
  return ok(null);
};
