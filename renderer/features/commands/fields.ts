/** What is filled in for each command: which fields, of which kind. A new command needs its line here, or the compiler says so. */
import type { CommandName } from "../../../shared/contract.ts";

/** Every field's value as text, by its path: what is typed is kept as it was typed. */
export type Draft = Readonly<Record<string, string>>;

export type FieldKind =
  | "text"
  | "integer"
  /** Typed in minutes, sent in seconds. */
  | "minutes"
  | "instant"
  | "choice"
  | "json"
  /** One name in a line. */
  | "names"
  | "person"
  | "extApp"
  | "comeBack"
  | "groups";

export type Field = {
  /** Where it belongs in the command's input. */
  path: string;
  /** Its words: `askFields.<word>`. */
  word: string;
  kind: FieldKind;
  required?: true;
  /** Values of a choice; "" means that nothing is sent. Words: `askChoices.<word>.<value>`. */
  options?: readonly string[];
  /** What stands there before anything is typed. */
  usual?: string;
  /** Whether it matters for what is typed so far. */
  shownIf?(draft: Draft): boolean;
  /** Folded away under "More". */
  more?: true;
  /** A field of JSON whose members go beside the others. */
  spread?: true;
  /** JSON that is compared with what is known. */
  compared?: true;
};

const room = (path: string, word: string, kind: FieldKind, more: Partial<Field> = {}): Field => ({
  path: `roomProperties.${path}`,
  word,
  kind,
  ...more,
});

const page = (path: string, word: string, kind: FieldKind, more: Partial<Field> = {}): Field => ({
  path: `webRecordConfig.${path}`,
  word,
  kind,
  ...more,
});
const pageFields: readonly Field[] = [
  page("rootUrl", "rootUrl", "text"),
  page("url", "pageUrl", "text"),
  page("onhold", "onhold", "choice", { options: ["", "true", "false"] }),
  page("maxRecordingHour", "maxRecordingHour", "integer", { more: true }),
  page("videoWidth", "videoWidth", "integer", { more: true }),
  page("videoHeight", "videoHeight", "integer", { more: true }),
  page("videoFps", "videoFps", "integer", { more: true }),
  page("videoBitrate", "videoBitrate", "integer", { more: true }),
  page("audioProfile", "audioProfile", "choice", { options: ["", "0", "1", "2"], more: true }),
  page("publishRtmp", "publishRtmp", "choice", { options: ["", "true", "false"], more: true }),
  { path: "webRecordConfig", word: "otherSettings", kind: "json", spread: true, more: true },
];
const isWeb = (draft: Draft): boolean => draft["mode"] === "web";

const person: Field = { path: "userUuid", word: "userUuid", kind: "person", required: true };
const extApp: Field = { path: "extAppUuid", word: "extAppUuid", kind: "extApp", required: true };
const properties: Field = { path: "properties", word: "properties", kind: "json", required: true, usual: "{\n  \n}", compared: true };
const names: Field = { path: "properties", word: "names", kind: "names", required: true, compared: true };
const cause: Field = { path: "cause", word: "cause", kind: "json" };

export const FIELDS: Readonly<Record<CommandName, readonly Field[]>> = {
  "room.create": [
    { path: "roomUuid", word: "roomUuid", kind: "text", required: true },
    { path: "roomName", word: "roomName", kind: "text", required: true },
    { path: "roomType", word: "roomType", kind: "choice", required: true, options: ["0", "2", "4", "10", "6"], usual: "4" },
    room("schedule.startTime", "startTime", "instant"),
    room("schedule.duration", "duration", "minutes"),
    room("schedule.closeDelay", "closeDelay", "minutes"),
    room("examinationUrl", "examinationUrl", "text"),
    room("processes.handsUp.maxAccept", "maxAccept", "integer"),
    room("hostingScene.videoURL", "videoURL", "text", { more: true }),
    room("hostingScene.reserveVideoURL", "reserveVideoURL", "text", { more: true }),
    room("hostingScene.finishType", "finishType", "choice", { options: ["", "0", "1"], more: true }),
  ],
  "room.setState": [],
  "person.remove": [person, { path: "comeBack", word: "comeBack", kind: "comeBack", required: true, usual: "anytime" }],
  "person.letIn": [person],
  "recording.start": [
    { path: "mode", word: "mode", kind: "choice", options: ["", "web"] },
    ...pageFields.map((field) => ({ ...field, shownIf: isWeb })),
    { path: "retryTimeout", word: "retryTimeout", kind: "integer" },
  ],
  "recording.stop": [],
  "recording.update": pageFields,
  "roomProperties.set": [properties, { path: "examinationUrl", word: "examinationUrl", kind: "text" }, cause],
  "roomProperties.remove": [names, cause],
  "userProperties.set": [person, properties, cause],
  "userProperties.remove": [person, names, cause],
  "extAppProperties.set": [extApp, properties, { path: "common", word: "common", kind: "json" }, cause],
  "extAppProperties.remove": [extApp, names, cause],
  "groups.create": [{ path: "groups", word: "groups", kind: "groups", required: true, usual: "[]" }],
  "groups.remove": [],
};

/** The fields that are there for what is typed so far. */
export const fieldsOf = (name: CommandName, draft: Draft): readonly Field[] =>
  FIELDS[name].filter((field) => field.shownIf?.(draft) ?? true);

export const emptyDraft = (name: CommandName): Draft =>
  Object.fromEntries(FIELDS[name].map(({ path, usual, spread }) => [keyOf({ path, ...(spread && { spread }) }), usual ?? ""]));

/** A field's key in the draft: a spread one lies beside the fields whose members it adds to. */
export const keyOf = ({ path, spread }: Pick<Field, "path" | "spread">): string => (spread ? `${path}.*` : path);
