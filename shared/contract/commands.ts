/** Every command: its schema, and what both sides know of it. What main does with it is in `electron/commands/catalogue.ts`. */
import { z } from "zod";
import type { Danger } from "../model/command.ts";
import { MAX_WEB_RECORDED_ID_BYTES, utf8Bytes } from "../model/ids.ts";
import { knownValues, type Properties } from "../model/property.ts";
import { isRecording, ROOM_STATE, type RoomSummary } from "../model/room.ts";
import { propertiesOf } from "../projection/properties.ts";
import { valueAt } from "../projection/readers.ts";
import { Cause, ExistingId, Groups, Keys, Name, NewId, Seconds, StreamAddress, Values, WebAddress, WebRecordConfig } from "./fields.ts";
import { command } from "./kinds.ts";

const safe = (): Danger => "safe";
const disruptive = (): Danger => "disruptive";

/** Closed is for good; of a state that nobody has named the worst must be assumed (product: danger in levels). */
export const stateDanger = (state: number): Danger => {
  if (state === ROOM_STATE.started) return "safe";
  return state === ROOM_STATE.ended || state === ROOM_STATE.notStarted ? "disruptive" : "irreversible";
};

const closed = ({ state }: Pick<RoomSummary, "state">) => (state === ROOM_STATE.closed ? "closed" : null);
const notRecording = (room: RoomSummary) => closed(room) ?? (room.recording !== null && !isRecording(room) ? "notRecording" : null);

/** What stood at these names before; null where any of it is not known. */
const formerValues = (told: Properties, names: readonly string[]): Record<string, unknown> | null => {
  const known = knownValues(told);
  const former = names.map((name) => [name, valueAt(known, name)] as const);
  return former.every(([, value]) => value !== undefined) ? Object.fromEntries(former) : null;
};

type Inverse = { name: string; input: Record<string, unknown> } | null;
const given = (name: string, properties: Record<string, unknown> | null, more: Record<string, unknown> = {}): Inverse =>
  properties === null ? null : { name, input: { ...more, properties } };

const userUuid = ExistingId;
const extAppUuid = ExistingId;
const properties = Values;

/** Whether, and when, a person who is removed may come back. */
export const ComeBack = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("anytime") }),
  z.strictObject({
    kind: z.literal("after"),
    seconds: z
      .int()
      .min(1)
      .max(5 * 86_400),
  }),
  z.strictObject({ kind: z.literal("never") }),
]);
export type ComeBack = z.infer<typeof ComeBack>;

/** Body of operation 1 beyond type and name (specification §2). */
const RoomProperties = z.strictObject({
  schedule: z
    .strictObject({
      /** Unix ms; cannot be changed once it is set. */
      startTime: z.int().min(1).max(8.64e15).optional(),
      /** s. */
      duration: Seconds.optional(),
      /** s between the end of the class and its closing. */
      closeDelay: z.int().min(0).max(86_400).optional(),
    })
    .optional(),
  processes: z.strictObject({ handsUp: z.strictObject({ maxAccept: z.int().min(0).max(1_000).optional() }).optional() }).optional(),
  examinationUrl: WebAddress.optional(),
  hostingScene: z
    .strictObject({
      videoURL: StreamAddress.optional(),
      reserveVideoURL: StreamAddress.optional(),
      /** 0: ends when the recording has been played; 1: when the teacher ends it. */
      finishType: z.int().min(0).max(100).optional(),
    })
    .optional(),
});

/** The page that is recorded must be named, and its room's id be short. */
const webRecording: z.core.CheckFn<{
  roomUuid: string;
  mode?: string | undefined;
  webRecordConfig?: { url?: unknown; rootUrl?: unknown } | undefined;
}> = ({ value: { roomUuid, mode, webRecordConfig }, issues }) => {
  if (mode !== "web") return;
  const input = roomUuid;
  if (webRecordConfig?.url === undefined && webRecordConfig?.rootUrl === undefined)
    issues.push({
      code: "custom",
      input,
      path: ["webRecordConfig", "rootUrl"],
      message: "a page to record must be given",
      params: { reason: "pageMissing" },
    });
  if (utf8Bytes(roomUuid) > MAX_WEB_RECORDED_ID_BYTES)
    issues.push({
      code: "custom",
      input,
      path: ["roomUuid"],
      message: `web recording takes room ids of at most ${MAX_WEB_RECORDED_ID_BYTES} bytes`,
      params: { reason: "webRoomId", max: MAX_WEB_RECORDED_ID_BYTES, bytes: utf8Bytes(roomUuid) },
    });
};

export const commands = {
  commands: {
    /** Operation 1. */
    "room.create": command(
      { roomUuid: NewId, roomType: z.int().min(0).max(1_000), roomName: Name, roomProperties: RoomProperties.optional() },
      { about: "newRoom", danger: safe },
    ),
    /** Operation 3. */
    "room.setState": command(
      { state: z.int().min(0).max(1_000) },
      {
        about: "room",
        danger: ({ state }) => stateDanger(state),
        misfit: (room, { state }) => closed(room) ?? (room.state === state ? "already" : null),
        presets: [
          { key: "start", input: { state: ROOM_STATE.started } },
          { key: "end", input: { state: ROOM_STATE.ended } },
          { key: "reset", input: { state: ROOM_STATE.notStarted } },
          { key: "close", input: { state: ROOM_STATE.closed } },
        ],
      },
    ),
    /** Operation 2. */
    "person.remove": command(
      { userUuid, comeBack: ComeBack },
      { about: "person", danger: ({ comeBack }) => (comeBack.kind === "never" ? "irreversible" : "disruptive"), misfit: closed },
    ),
    /** Operation 2 with a `dirty` that lifts what a removal has left: the person may come in again. */
    "person.letIn": command({ userUuid }, { about: "person", danger: safe, misfit: closed }),
    /** Operation 4, start. `retryTimeout` s between the service's own tries, at most two. */
    "recording.start": command(
      { mode: z.string().trim().min(1).max(50).optional(), webRecordConfig: WebRecordConfig.optional(), retryTimeout: Seconds.optional() },
      {
        about: "room",
        danger: safe,
        inverse: () => ({ name: "recording.stop", input: {} }),
        misfit: (room) => closed(room) ?? (isRecording(room) ? "already" : null),
        presets: [{ key: "plain", input: {} }],
        check: webRecording,
      },
    ),
    /** Operation 4, stop. */
    "recording.stop": command({}, { about: "room", danger: disruptive, misfit: notRecording, presets: [{ key: "plain", input: {} }] }),
    /** Operation 5. Replaces the whole configuration of the running recording. */
    "recording.update": command({ webRecordConfig: WebRecordConfig }, { about: "room", danger: safe, misfit: notRecording }),
    /** Operation 10. A plain key replaces its whole value, a dotted one sets only what it names. */
    "roomProperties.set": command(
      { properties, examinationUrl: WebAddress.optional(), cause: Cause },
      {
        about: "room",
        danger: safe,
        misfit: closed,
        inverse: (input, room) => {
          const examinationUrl = room?.summary.examinationUrl ?? null;
          if (input.examinationUrl !== undefined && examinationUrl === null) return null;
          const url = input.examinationUrl === undefined ? {} : { examinationUrl };
          return given("roomProperties.set", formerValues(room?.view.properties ?? {}, Object.keys(input.properties)), url);
        },
      },
    ),
    /** Operation 11. */
    "roomProperties.remove": command(
      { properties: Keys, cause: Cause },
      {
        about: "room",
        danger: disruptive,
        misfit: closed,
        inverse: (input, room) => given("roomProperties.set", formerValues(room?.view.properties ?? {}, input.properties)),
      },
    ),
    /** Operation 12. */
    "userProperties.set": command(
      { userUuid, properties, cause: Cause },
      {
        about: "person",
        danger: safe,
        misfit: closed,
        inverse: (input, room) =>
          given("userProperties.set", room && formerValues(propertiesOf(room.view, input.userUuid), Object.keys(input.properties)), {
            userUuid: input.userUuid,
          }),
      },
    ),
    /** Operation 13. */
    "userProperties.remove": command(
      { userUuid, properties: Keys, cause: Cause },
      {
        about: "person",
        danger: disruptive,
        misfit: closed,
        inverse: (input, room) =>
          given("userProperties.set", room && formerValues(propertiesOf(room.view, input.userUuid), input.properties), {
            userUuid: input.userUuid,
          }),
      },
    ),
    /** Operation 14. `common`: the app's state that all share. */
    "extAppProperties.set": command(
      { extAppUuid, properties, common: Values.optional(), cause: Cause },
      { about: "extApp", danger: safe, misfit: closed },
    ),
    /** Operation 15. */
    "extAppProperties.remove": command(
      { extAppUuid, properties: Keys, cause: Cause },
      { about: "extApp", danger: disruptive, misfit: closed },
    ),
    /** Operation 18, state 1. Breakout rooms that were there are gone afterwards. */
    "groups.create": command({ groups: Groups }, { about: "room", danger: disruptive, misfit: closed }),
    /** Operation 18, state 0. */
    "groups.remove": command({}, { about: "room", danger: disruptive, misfit: closed, presets: [{ key: "plain", input: {} }] }),
  },
} as const;
