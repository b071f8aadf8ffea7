/** Every command as data: its call, life, what it supersedes and what shows that it worked. A new command is one entry here and its schema in the contract. */
import { stateDanger } from "../../shared/contract/commands.ts";
import type { Traits } from "../../shared/contract/kinds.ts";
import { type CommandInput, type CommandName, contract, isCommandName } from "../../shared/contract.ts";
import { ROOM_STATE } from "../../shared/model/room.ts";
import { personOf } from "../../shared/projection/people.ts";
import type { Dirty } from "../cloud/requests.ts";
import type { Cloud, ProblemCode, Sending, SendOptions } from "../cloud/types.ts";
import {
  changeOf,
  existsSign,
  groupsMadeSign,
  type RoomReading,
  recordingSign,
  removalOf,
  removedSign,
  roomPropertySign,
  type Sign,
  stateSign,
  under,
  userPropertySign,
} from "./signs.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Whether it may be sent again after an answer was lost. `always`: twice is once, and it goes again by itself; `onceRead`: after a reading has
 * shown that it had no effect; `never`: only by a person.
 */
export type Repeat = "always" | "onceRead" | "never";

export type CatalogueEntry<Input> = {
  /** Of the specification, §4. */
  operation: number;
  send(cloud: Cloud, roomUuid: string, input: Input, options: SendOptions): Sending<unknown>;
  repeat(input: Input): Repeat;
  /** How long it lives unsent, ms; where it was asked for a time, how late it may still leave. */
  lifeMs(input: Input): number;
  /** Older commands of the same room that have not left, nor wait for their time, are dropped when this one is asked. */
  supersedes?: readonly CommandName[];
  /** null: the service shows nothing; it ends at accepted. */
  sign: Sign<Input> | null;
  /** Refusals that say that what was wanted is so already. `again`: it was sent before, and that answer was lost. */
  reachedByRefusal?(code: ProblemCode, input: Input, again: boolean): boolean;
  /** Looked at before it leaves: the room has already what is wanted, and sending it would do harm. */
  needless?(room: RoomReading, input: Input): boolean;
};

const tenMinutes = (): number => 10 * MINUTE;
/** Nobody waits for a property; it is as right tomorrow. */
const aDay = (): number => 24 * HOUR;
const always = (): Repeat => "always";
const onceRead = (): Repeat => "onceRead";
const never = (): Repeat => "never";

type Given<T> = T extends readonly (infer I)[] ? Given<I>[] : T extends object ? { [K in keyof T]: Given<Exclude<T[K], undefined>> } : T;
/** What a schema calls undefined is left out of JSON. */
const given = <T>(values: T): Given<T> => values as Given<T>;

const dirtyOf = ({ comeBack }: CommandInput<"person.remove">): { dirty?: Dirty } => {
  if (comeBack.kind === "anytime") return {};
  return { dirty: comeBack.kind === "never" ? { state: 1 } : { state: 1, duration: comeBack.seconds } };
};

/** Ids with '.' are kept with '_' (public facts §4). */
const extAppPath = ({ extAppUuid }: { extAppUuid: string }): string => `extApps.${extAppUuid.replaceAll(".", "_")}`;

export const catalogue: { readonly [N in CommandName]: CatalogueEntry<CommandInput<N>> } = {
  "room.create": {
    operation: 1,
    send: (cloud, roomUuid, input, options) => cloud.createRoom(roomUuid, given(input), options),
    repeat: onceRead,
    lifeMs: tenMinutes,
    sign: existsSign,
    // A room that is there at the first try is somebody else's.
    reachedByRefusal: (code, _input, again) => again && code === "roomExists",
  },
  "room.setState": {
    operation: 3,
    send: (cloud, roomUuid, { state }, options) => cloud.setRoomState(roomUuid, state, options),
    // The state is absolute, so saying it twice is saying it once; what cannot be taken back still needs a person.
    repeat: ({ state }) => (stateDanger(state) === "irreversible" ? "never" : "onceRead"),
    lifeMs: ({ state }) => (stateDanger(state) === "irreversible" ? 2 * MINUTE : 10 * MINUTE),
    supersedes: ["room.setState"],
    sign: stateSign,
    reachedByRefusal: (code, { state }) =>
      (code === "alreadyStarted" && state === ROOM_STATE.started) ||
      ((code === "alreadyEnded" || code === "classOver") && state === ROOM_STATE.ended),
  },
  "person.remove": {
    operation: 2,
    send: (cloud, roomUuid, input, options) => cloud.removeUser(roomUuid, input.userUuid, dirtyOf(input), options),
    repeat: onceRead,
    lifeMs: () => 2 * MINUTE,
    sign: removedSign,
    // Who is gone is gone; whether they are kept out as well cannot be read off the refusal.
    reachedByRefusal: (code, { comeBack }) => (code === "userAbsent" || code === "userOffline") && comeBack.kind === "anytime",
  },
  "person.letIn": {
    operation: 2,
    send: (cloud, roomUuid, { userUuid }, options) => cloud.removeUser(roomUuid, userUuid, { dirty: { state: 0 } }, options),
    // It would throw out somebody who has come in meanwhile.
    repeat: never,
    lifeMs: tenMinutes,
    sign: null,
    reachedByRefusal: (code) => code === "userAbsent" || code === "userOffline",
    needless: (room, { userUuid }) => personOf(room.view(), userUuid)?.present ?? false,
  },
  "recording.start": {
    operation: 4,
    send: (cloud, roomUuid, input, options) => cloud.startRecording(roomUuid, given(input), options),
    repeat: onceRead,
    lifeMs: tenMinutes,
    supersedes: ["recording.start", "recording.stop"],
    sign: recordingSign(true),
    reachedByRefusal: (code) => code === "recordingNotEnded",
  },
  "recording.stop": {
    operation: 4,
    send: (cloud, roomUuid, _input, options) => cloud.stopRecording(roomUuid, options),
    repeat: onceRead,
    lifeMs: tenMinutes,
    supersedes: ["recording.start", "recording.stop", "recording.update"],
    sign: recordingSign(false),
    reachedByRefusal: (code) => code === "recordingNotStarted",
  },
  "recording.update": {
    operation: 5,
    send: (cloud, roomUuid, { webRecordConfig }, options) =>
      cloud.updateRecording(roomUuid, { webRecordConfig: given(webRecordConfig) }, options),
    // By PUT it is a start to a service that has stopped recording meanwhile.
    repeat: never,
    lifeMs: tenMinutes,
    supersedes: ["recording.update"],
    sign: null,
  },
  "roomProperties.set": {
    operation: 10,
    send: (cloud, roomUuid, input, options) => cloud.setRoomProperties(roomUuid, given(input), options),
    repeat: always,
    lifeMs: aDay,
    sign: roomPropertySign(({ properties, examinationUrl }) =>
      changeOf(examinationUrl === undefined ? properties : { ...properties, examinationUrl }),
    ),
  },
  "roomProperties.remove": {
    operation: 11,
    send: (cloud, roomUuid, input, options) => cloud.deleteRoomProperties(roomUuid, given(input), options),
    repeat: always,
    lifeMs: aDay,
    sign: roomPropertySign(({ properties }) => removalOf(properties)),
  },
  "userProperties.set": {
    operation: 12,
    send: (cloud, roomUuid, { userUuid, ...change }, options) => cloud.setUserProperties(roomUuid, userUuid, given(change), options),
    repeat: always,
    lifeMs: aDay,
    sign: userPropertySign(({ properties }) => changeOf(properties)),
  },
  "userProperties.remove": {
    operation: 13,
    send: (cloud, roomUuid, { userUuid, ...removal }, options) => cloud.deleteUserProperties(roomUuid, userUuid, given(removal), options),
    repeat: always,
    lifeMs: aDay,
    sign: userPropertySign(({ properties }) => removalOf(properties)),
  },
  "extAppProperties.set": {
    operation: 14,
    send: (cloud, roomUuid, { extAppUuid, ...change }, options) => cloud.setExtAppProperties(roomUuid, extAppUuid, given(change), options),
    repeat: always,
    lifeMs: aDay,
    sign: roomPropertySign((input) => under(extAppPath(input), changeOf(input.properties))),
  },
  "extAppProperties.remove": {
    operation: 15,
    send: (cloud, roomUuid, { extAppUuid, ...removal }, options) =>
      cloud.deleteExtAppProperties(roomUuid, extAppUuid, given(removal), options),
    repeat: always,
    lifeMs: aDay,
    sign: roomPropertySign((input) => under(extAppPath(input), removalOf(input.properties))),
  },
  "groups.create": {
    operation: 18,
    send: (cloud, roomUuid, { groups }, options) => cloud.createGroups(roomUuid, given(groups), options),
    // Groups without ids of their own would be given others.
    repeat: ({ groups }) => (groups.every(({ groupUuid }) => groupUuid !== undefined) ? "always" : "onceRead"),
    lifeMs: tenMinutes,
    supersedes: ["groups.create", "groups.remove"],
    sign: groupsMadeSign,
  },
  "groups.remove": {
    operation: 18,
    send: (cloud, roomUuid, _input, options) => cloud.removeGroups(roomUuid, options),
    repeat: always,
    lifeMs: tenMinutes,
    supersedes: ["groups.create", "groups.remove"],
    sign: roomPropertySign(() => changeOf({ "groups.state": 0 })),
  },
};

/** An entry whose input is known only at run time: rows of the outbox, parsed when they were asked. */
type AnyInput = Record<string, unknown>;
export type AnyEntry = CatalogueEntry<AnyInput> & { readonly traits: Traits<AnyInput> };

const entries = new Map<string, AnyEntry>();
export const entryOf = (name: string): AnyEntry | undefined => {
  const known = entries.get(name);
  if (known !== undefined || !isCommandName(name)) return known;
  const entry = { ...catalogue[name], traits: contract.commands[name].traits } as unknown as AnyEntry;
  entries.set(name, entry);
  return entry;
};

/** How long what is safe and has no inverse is held before it leaves, ms, so that it can be taken back. */
export const HOLD_MS = 5_000;
