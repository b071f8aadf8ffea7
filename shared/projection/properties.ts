/** Properties of the room (kinds 4 and 5) and of its people (22 and 23), what lies among the room's own, and muting (2). */
import type { RoomEvent } from "../model/event.ts";
import { PROPERTIES_KEPT, type Properties, type Property } from "../model/property.ts";
import type { RoomView } from "../model/room.ts";
import type { EventTime } from "../model/time.ts";
import {
  asObject,
  field,
  pathOf,
  readArray,
  readFlag,
  readInteger,
  readOneUser,
  readText,
  readUsers,
  type WireObject,
  type WireUser,
} from "./readers.ts";

/** `action` (public facts §1): 1 adds or changes, 2 deletes. */
const DELETES = 2;

export type PropertyChange = {
  deletes: boolean;
  /** Names as they came, dotted ones too; of a deletion without values. */
  entries: readonly (readonly [name: string, value: unknown])[];
  /** Whose they are; null: the room's, or not told. */
  user: WireUser | null;
};

/** null: no change of properties. */
export const readPropertyChange = (data: unknown): PropertyChange | null => {
  const whole = asObject(data);
  const changed = field(whole, "changeProperties") ?? field(whole, "properties");
  const names = readArray(changed)?.flatMap((name) => readText(name) ?? []);
  const entries = names?.map((name) => [name, undefined] as const) ?? Object.entries(asObject(changed) ?? {});
  if (entries.length === 0) return null;
  // A list of names can only be one of what is gone.
  const deletes = names !== undefined || readInteger(field(whole, "action")) === DELETES;
  return { deletes, entries, user: readOneUser(field(whole, "fromUser")) ?? readOneUser(field(whole, "userUuid")) };
};

type Path = readonly [string, ...string[]];

const withIn = (holder: unknown, [name, ...rest]: Path, value: unknown): WireObject => {
  const entries = new Map(Object.entries(asObject(holder) ?? {}));
  const [next, ...further] = rest;
  entries.set(name, next === undefined ? value : withIn(entries.get(name), [next, ...further], value));
  return Object.fromEntries(entries);
};

const withoutIn = (holder: unknown, [name, ...rest]: Path): unknown => {
  const object = asObject(holder);
  if (object === null || !Object.hasOwn(object, name)) return holder;
  const entries = new Map(Object.entries(object));
  const [next, ...further] = rest;
  if (next === undefined) entries.delete(name);
  else entries.set(name, withoutIn(entries.get(name), [next, ...further]));
  return Object.fromEntries(entries);
};

const sizeOf = (name: string, property: Property | undefined): number =>
  property === undefined ? 0 : name.length + JSON.stringify(property).length;

/** One owner's properties while an event is applied to them, never more than may be kept. */
const createHolder = (before: Properties) => {
  const held = new Map(Object.entries(before));
  let size = 0;
  for (const [name, property] of held) size += sizeOf(name, property);

  const put = (name: string, property: Property): boolean => {
    const grown = size - sizeOf(name, held.get(name)) + sizeOf(name, property);
    if (grown > PROPERTIES_KEPT) return false;
    size = grown;
    held.set(name, property);
    return true;
  };
  const drop = (name: string): void => {
    size -= sizeOf(name, held.get(name));
    held.delete(name);
  };
  return {
    put,
    set: (name: string, value: unknown, time: EventTime): void => {
      const [first, ...rest] = pathOf(name);
      const known = held.get(first);
      const [next, ...further] = rest;
      // What is inside a value that was cut cannot be known before the whole is set again.
      const lost = next !== undefined && known?.cut === true;
      const whole = next === undefined ? value : withIn(known?.value, [next, ...further], value);
      if (!lost && put(first, { value: whole, time, cut: false })) return;
      if (!put(first, { value: null, time, cut: true })) drop(first);
    },
    remove: (name: string, time: EventTime): void => {
      const [first, next, ...further] = pathOf(name);
      const known = held.get(first);
      if (known === undefined) return;
      if (next === undefined) drop(first);
      else put(first, { ...known, value: withoutIn(known.value, [next, ...further]), time });
    },
    properties: (): Properties => Object.fromEntries(held),
  };
};

const after = (before: Properties, change: PropertyChange, time: EventTime): Properties => {
  const holder = createHolder(before);
  for (const [name, value] of change.entries) {
    if (change.deletes) holder.remove(name, time);
    else holder.set(name, value, time);
  }
  return holder.properties();
};

/** What an event alone says of the room's properties. */
export const toldProperties = (change: PropertyChange, time: EventTime): Properties => (change.deletes ? {} : after({}, change, time));

export const foldRoomProperties = (view: RoomView, event: RoomEvent): RoomView => {
  const change = readPropertyChange(event.data);
  return change === null ? view : { ...view, properties: after(view.properties, change, event.time) };
};

export const propertiesOf = (view: Pick<RoomView, "userProperties">, userUuid: string): Properties =>
  Object.hasOwn(view.userProperties, userUuid) ? (view.userProperties[userUuid] ?? {}) : {};

export const foldUserProperties = (view: RoomView, event: RoomEvent): RoomView => {
  const change = readPropertyChange(event.data);
  if (change === null || change.user === null) return view;
  const { userUuid } = change.user;
  const book = new Map(Object.entries(view.userProperties));
  book.set(userUuid, after(propertiesOf(view, userUuid), change, event.time));
  return { ...view, userProperties: Object.fromEntries(book) };
};

/** Whoever comes in brings all that is known of them; an empty object says nothing, some services always send it. */
export const foldEntering = (view: RoomView, users: readonly WireUser[], time: EventTime): RoomView => {
  const told = users.filter(({ properties }) => Object.keys(properties ?? {}).length > 0);
  if (told.length === 0) return view;
  const book = new Map(Object.entries(view.userProperties));
  for (const { userUuid, properties } of told) {
    const before = new Map(Object.entries(book.get(userUuid) ?? {}));
    const holder = createHolder({});
    for (const [name, value] of Object.entries(properties ?? {})) {
      const old = before.get(name);
      if (old !== undefined && JSON.stringify(old.value) === JSON.stringify(value)) holder.put(name, old);
      else holder.set(name, value, time);
    }
    book.set(userUuid, holder.properties());
  }
  return { ...view, userProperties: Object.fromEntries(book) };
};

/** Old clients mute by role, `{ audience: 1 }`: a class in which anybody is muted is a muted one. */
export const readMuted = (data: unknown): boolean | null => {
  const told = field(asObject(data), "muteChat") ?? field(asObject(data), "muted");
  const byRole = asObject(told);
  if (byRole === null) return readFlag(told);
  const flags = new Set(Object.values(byRole).map(readFlag));
  return flags.has(true) ? true : flags.has(false) ? false : null;
};

export const foldMute = (view: RoomView, event: RoomEvent): RoomView => ({ ...view, muted: readMuted(event.data) ?? view.muted });

type Own = Pick<RoomView, "properties">;

const propertyOf = ({ properties }: Own, name: string): Property | null =>
  Object.hasOwn(properties, name) ? (properties[name] ?? null) : null;

/** The address of the exam papers: beside the room's own properties, or inside the service's `roomProperties`. */
export const examinationUrlOf = (view: Own): string | null =>
  readText(propertyOf(view, "examinationUrl")?.value) ??
  readText(field(asObject(propertyOf(view, "roomProperties")?.value), "examinationUrl"));

export type BreakoutGroup = { groupUuid: string; name: string; userUuids: string[] };
export type Breakout = { active: boolean; groups: BreakoutGroup[]; time: EventTime };

/** Breakout rooms: `{ state, details: { <groupUuid>: { groupName, users } } }`. null: none were ever told of. */
export const breakoutOf = (view: Own): Breakout | null => {
  const property = propertyOf(view, "groups");
  const value = asObject(property?.value);
  if (property === null || value === null) return null;
  const groups = Object.entries(asObject(field(value, "details")) ?? {}).map(([groupUuid, group]) => ({
    groupUuid,
    name: readText(field(asObject(group), "groupName")) ?? "",
    userUuids: (readUsers(field(asObject(group), "users")) ?? []).map(({ userUuid }) => userUuid),
  }));
  const active = readFlag(field(value, "state")) ?? groups.length > 0;
  return { active, groups: active ? groups : [], time: property.time };
};

export type ExtAppView = { id: string; properties: WireObject; common: WireObject };
export const EXT_APPS = "extApps";
export const EXT_APPS_COMMON = "extAppsCommon";

/** Embedded apps by the ids under which the service keeps them ('.' as '_'). */
export const extAppsOf = (view: Own): { apps: ExtAppView[]; time: EventTime | null } => {
  const properties = propertyOf(view, EXT_APPS);
  const common = propertyOf(view, EXT_APPS_COMMON);
  const [own, shared] = [asObject(properties?.value), asObject(common?.value)];
  const ids = [...new Set([...Object.keys(own ?? {}), ...Object.keys(shared ?? {})])];
  const apps = ids.map((id) => ({ id, properties: asObject(field(own, id)) ?? {}, common: asObject(field(shared, id)) ?? {} }));
  return { apps, time: properties?.time ?? common?.time ?? null };
};

/** Names that have a view of their own. */
const VIEWED: ReadonlySet<string> = new Set(["groups", EXT_APPS, EXT_APPS_COMMON]);

/** The room's properties without those that have a view of their own. */
export const plainPropertiesOf = ({ properties }: Own): [name: string, Property][] =>
  Object.entries(properties).filter(([name]) => !VIEWED.has(name));
