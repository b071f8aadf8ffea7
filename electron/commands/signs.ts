/** What shows that a command worked: the room's events, the fold of them, or the service asked for it. Pure, but for the questions that a probe names. */
import type { ComeBack } from "../../shared/contract/commands.ts";
import { CMD, type RoomEvent } from "../../shared/model/event.ts";
import { knownValues, type Properties } from "../../shared/model/property.ts";
import { isRecording, type Person, type RoomSummary, type SilentView } from "../../shared/model/room.ts";
import { latest } from "../../shared/model/time.ts";
import { LEFT_CLIENT, LEFT_REMOVED, personOf } from "../../shared/projection/people.ts";
import { propertiesOf, readPropertyChange } from "../../shared/projection/properties.ts";
import { asObject, field, readInteger, readUsers, valueAt } from "../../shared/projection/readers.ts";
import type { Result } from "../../shared/result.ts";
import type { Capabilities, Capability, Cloud, CloudAnswer, CloudProblem, Sending, SendOptions } from "../cloud/types.ts";

/** A room as it was last read, and until when it is proved that nothing newer exists, server time ms. */
export type RoomReading = { summary: RoomSummary; view(): SilentView; provedAt: number | null };

/** When the command left, server time ms, and whether the service has accepted it. */
export type Occasion = { sentAt: number; accepted: boolean };

/** Puts one question to the service; null where this answer tells nothing. */
export type Ask = <T>(sending: Sending<T>) => Promise<Result<CloudAnswer<T>, CloudProblem>>;

/** `yes` or `no`: the service has, or lacks, what would show it. */
export type Showable = "yes" | "no" | "unknown";

/** What shows that a command worked. Whether it has worked: true, false, or null where that cannot be told from this. */
export type Sign<Input> = {
  /** `signs.<key>`: told to the proctor. */
  key: string;
  /** Within which time, ms after it was accepted. */
  withinMs: number;
  /** Whether this event of the room can be the command's effect. When it happened is not asked here. */
  shownBy(event: RoomEvent, input: Input): boolean;
  /** The same end counts when it may have come about so long before the command left, ms: events that carry no time of their own. */
  toleranceMs?(event: RoomEvent, input: Input): number;
  /** Whether a room that stands so has what the command wanted. */
  reachedBy(room: RoomReading, input: Input, occasion: Occasion): boolean | null;
  /** Asked of the service where events have not told. */
  probe?(ask: Ask, cloud: Cloud, roomUuid: string, input: Input, options: SendOptions): Promise<boolean | null>;
  /** Left out: every service shows it. */
  showable?(capabilities: Capabilities): Showable;
};

const SECOND = 1_000;
const CLOCK_SLACK_MS = 2 * SECOND;
/** Events of properties have no time but that of the answers around them. */
const NEAR_MS = 15 * SECOND;

export const stateSign: Sign<{ state: number }> = {
  key: "roomState",
  withinMs: 20 * SECOND,
  // Exactly the state that was asked for. A later state proves nothing about this command: a teacher ends a class that was never started.
  shownBy: (event, { state }) => event.cmd === CMD.roomState && readInteger(field(asObject(event.data), "state")) === state,
  reachedBy: ({ summary }, { state }) => summary.state === state,
};

/** Operation 8 answers for a room that exists, and 20404100 for one that does not. */
export const existsSign: Sign<unknown> = {
  key: "roomExists",
  withinMs: 20 * SECOND,
  shownBy: () => false,
  // Asked for where there was none: one that is read to its end since then is it. That there is none here tells nothing, nobody may have looked.
  reachedBy: ({ summary }) => (summary.phase === "live" ? true : null),
  probe: async (ask, cloud, roomUuid, _input, options) => {
    const answer = await ask(cloud.roomSequences(roomUuid, {}, options));
    if (answer.ok) return true;
    return answer.error.code === "roomAbsent" ? false : null;
  },
};

type Removal = { userUuid: string; comeBack: ComeBack };

const leavers = (event: RoomEvent, userUuid: string) =>
  event.cmd === CMD.presence
    ? (readUsers(field(asObject(event.data), "offlineUsers")) ?? []).filter((user) => user.userUuid === userUuid)
    : [];

const removedSince = ({ present, leftAt, leftBecause }: Person, sentAt: number): boolean =>
  !present && leftBecause === "removed" && leftAt !== null && latest(leftAt) >= sentAt - CLOCK_SLACK_MS;

export const removedSign: Sign<Removal> = {
  key: "personLeft",
  withinMs: 20 * SECOND,
  // Somebody who left by their own will is gone, but not kept out by that.
  shownBy: (event, { userUuid, comeBack }) =>
    leavers(event, userUuid).some(({ type }) => comeBack.kind === "anytime" || type !== LEFT_CLIENT),
  // That they were removed is somebody's doing, and hardly anybody else's within seconds; that they left may have been before.
  toleranceMs: (event, { userUuid }) => (leavers(event, userUuid).some(({ type }) => type === LEFT_REMOVED) ? NEAR_MS : 0),
  reachedBy: (room, { userUuid, comeBack }, { sentAt, accepted }) => {
    const person = personOf(room.view(), userUuid);
    if (person === null) return comeBack.kind === "anytime" || accepted ? true : null;
    // Whoever came in after it left may have been removed before: nothing may be sent on this reading.
    if (person.present) return person.enteredAt !== null && latest(person.enteredAt) < sentAt - CLOCK_SLACK_MS ? false : null;
    return comeBack.kind === "anytime" || accepted || removedSince(person, sentAt);
  },
  probe: async (ask, cloud, roomUuid, { userUuid, comeBack }, options) => {
    const answer = await ask(cloud.user(roomUuid, userUuid, options));
    const gone = answer.ok
      ? answer.value.value.online === false
      : answer.error.code === "userAbsent" || answer.error.code === "userOffline";
    // That somebody is in says nothing against it: they may have come in again. Nor is one who is out kept out.
    return gone && comeBack.kind === "anytime" ? true : null;
  },
};

const isRunning = (event: RoomEvent): boolean => readInteger(field(asObject(event.data), "state")) === 1;

/**
 * The service had stopped the one that ran then: the one that runs began later. Its end may have come without a time. Where nobody knows
 * whether the service was told, this shows nothing: it begins one anew by itself when one breaks off.
 */
const isAnother = ({ recording }: RoomSummary, sentAt: number): boolean =>
  recording?.time.kind === "exact" && recording.time.at > sentAt + CLOCK_SLACK_MS;

/** The most pages of a list of recordings that are read for one answer; the running one is on the last. */
const MOST_PAGES = 20;

export const recordingSign = (wanted: boolean): Sign<unknown> => ({
  key: wanted ? "recordingStarted" : "recordingStopped",
  withinMs: 30 * SECOND,
  shownBy: (event) => event.cmd === CMD.recording && isRunning(event) === wanted,
  reachedBy: ({ summary }, _input, { sentAt, accepted }) => {
    if (summary.recording === null) return null;
    const running = isRecording(summary);
    return running === wanted || (running && accepted && isAnother(summary, sentAt));
  },
  probe: async (ask, cloud, roomUuid, _input, options) => {
    let nextId: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await ask(cloud.recordings(roomUuid, nextId === undefined ? {} : { nextId }, options));
      if (!answer.ok) return null;
      const { records, unreadable, nextId: following } = answer.value.value;
      if (records.some(({ running }) => running === true)) return wanted;
      if (following === null) return unreadable > 0 || records.some(({ running }) => running === null) ? null : !wanted;
      nextId = following;
    }
    return null;
  },
});

type Values = Readonly<Record<string, unknown>>;

const equal = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  const [left, right] = [asObject(a), asObject(b)];
  if (left === null || right === null) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && equal(left[key], right[key]));
};

/** Kinds of events that tell changed properties: of the room (4, 5), of a user (22, 23); public facts §1. */
const ROOM_PROPERTIES: ReadonlySet<number> = new Set([4, 5]);
const USER_PROPERTIES: ReadonlySet<number> = new Set([22, 23]);
const DELETED = "deleted";

/** What a change of properties comes to, path by path: the new value, or `GONE`. */
const GONE = Symbol("gone");
type Change = ReadonlyMap<string, unknown>;

export const changeOf = (values: Values): Change => new Map(Object.entries(values));
export const removalOf = (keys: readonly string[]): Change => new Map(keys.map((key) => [key, GONE]));
export const under = (prefix: string, change: Change): Change => new Map([...change].map(([path, value]) => [`${prefix}.${path}`, value]));

const toldBy = (event: RoomEvent, change: Change): boolean => {
  const told = readPropertyChange(event.data);
  if (told === null || change.size === 0) return false;
  const changed = new Map(told.entries);
  return [...change].every(([path, value]) => {
    if (!changed.has(path)) return false;
    return value === GONE ? told.deletes || changed.get(path) === DELETED : !told.deletes && equal(changed.get(path), value);
  });
};

/** Read back: a path that is not there tells nothing where a value was to be, for the service may keep it elsewhere. */
const standsIn = (values: unknown, change: Change): boolean | null => {
  let all: boolean | null = true;
  for (const [path, wanted] of change) {
    const found = valueAt(values, path);
    const so = wanted === GONE ? found === undefined : found === undefined ? null : equal(found, wanted);
    if (so === null) return null;
    all = all && so;
  }
  return change.size === 0 ? null : all;
};

/** By what events have told: that a value is another one, or missing, says only that nobody told. */
const standsNow = (told: Properties, change: Change): true | null =>
  [...change.values()].includes(GONE) || standsIn(knownValues(told), change) !== true ? null : true;

const anyOf = (...capabilities: readonly Capability[]): Showable => {
  if (capabilities.includes("present")) return "yes";
  return capabilities.every((capability) => capability === "lacking") ? "no" : "unknown";
};

/** `changeIn`: what the command changes among the room's properties as "get one room" and events name them. */
export const roomPropertySign = <Input>(changeIn: (input: Input) => Change): Sign<Input> => ({
  key: "properties",
  withinMs: 20 * SECOND,
  toleranceMs: () => NEAR_MS,
  shownBy: (event, input) => ROOM_PROPERTIES.has(event.cmd) && toldBy(event, changeIn(input)),
  reachedBy: (room, input) => standsNow(room.view().properties, changeIn(input)),
  probe: async (ask, cloud, roomUuid, input, options) => {
    const answer = await ask(cloud.room(roomUuid, options));
    return answer.ok ? standsIn(field(asObject(answer.value.value.raw), "roomProperties"), changeIn(input)) : null;
  },
  showable: ({ getRoom, propertyEvents }) => anyOf(getRoom, propertyEvents),
});

type WantedGroups = { groups: readonly { users: readonly { userUuid: string }[] }[] };

/** Who is with whom, whatever the groups are called. */
const company = (groups: readonly unknown[]): string =>
  groups
    .map((group) => (readUsers(field(asObject(group), "users")) ?? []).map(({ userUuid }) => userUuid))
    .map((ids) => JSON.stringify(ids.sort((a, b) => (a < b ? -1 : 1))))
    .sort((a, b) => (a < b ? -1 : 1))
    .join();

export const groupsMadeSign: Sign<WantedGroups> = {
  ...roomPropertySign(() => changeOf({ "groups.state": 1 })),
  probe: async (ask, cloud, roomUuid, { groups }, options) => {
    const answer = await ask(cloud.room(roomUuid, options));
    if (!answer.ok) return null;
    const told = valueAt(answer.value.value.raw, "roomProperties.groups");
    const details = asObject(field(asObject(told), "details"));
    // Groups were there before, perhaps: only that people are together as they were put tells that these are they.
    return details === null ? null : company(Object.values(details)) === company(groups);
  },
};

export const userPropertySign = <Input extends { userUuid: string }>(changeIn: (input: Input) => Change): Sign<Input> => ({
  key: "properties",
  withinMs: 20 * SECOND,
  toleranceMs: () => NEAR_MS,
  shownBy: (event, input) =>
    USER_PROPERTIES.has(event.cmd) &&
    field(asObject(field(asObject(event.data), "fromUser")), "userUuid") === input.userUuid &&
    toldBy(event, changeIn(input)),
  reachedBy: (room, input) => standsNow(propertiesOf(room.view(), input.userUuid), changeIn(input)),
  probe: async (ask, cloud, roomUuid, input, options) => {
    const answer = await ask(cloud.user(roomUuid, input.userUuid, options));
    return answer.ok ? standsIn(answer.value.value.properties, changeIn(input)) : null;
  },
  // Operation 7 may tell a person's properties; whether it does is seen by what it answers.
  showable: ({ propertyEvents }) => (propertyEvents === "present" ? "yes" : "unknown"),
});
