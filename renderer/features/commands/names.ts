/** What a command is called: one name for menus, lists and dialogs. Pure. */
import { ROOM_STATE } from "../../../shared/model/room.ts";
import type { Words } from "../../i18n/words.tsx";
import type { Entry } from "./entries.ts";

type Asked = { name: string; input: Readonly<Record<string, unknown>> };

const KNOWN_STATES: ReadonlySet<unknown> = new Set(Object.values(ROOM_STATE));

/** The command's key among names and effects: its own, and what of its input makes another thing of it. */
export const wordOf = ({ name, input }: Asked): string => {
  const word = name.replace(".", "_");
  if (name === "room.setState") return KNOWN_STATES.has(input["state"]) ? `${word}_s${String(input["state"])}` : `${word}_unnamed`;
  if (name !== "person.remove") return word;
  const { kind } = (input["comeBack"] ?? {}) as { kind?: string };
  return `${word}_${kind ?? "anytime"}`;
};

const figures = ({ input }: Asked, person?: string) => {
  const { seconds } = (input["comeBack"] ?? {}) as { seconds?: number };
  const { state, userUuid } = input;
  return {
    state: typeof state === "number" ? state : "",
    person: person ?? (typeof userUuid === "string" ? userUuid : ""),
    minutes: Math.round(((seconds ?? 0) / 60) * 10) / 10,
  };
};

/** `person`: the name of the one it is about, where it is known. */
export const commandName = (asked: Asked, words: Words, person?: string): string =>
  words.code("commandNames", wordOf(asked), { ...figures(asked, person), code: asked.name });

/** What those inside notice of it; empty: nothing. */
export const commandEffect = (asked: Asked, words: Words): string => words.code("commandEffects", wordOf(asked), figures(asked));

/** Where a form is called otherwise than the command that it becomes. */
const FORMS: Readonly<Record<string, string>> = { "person.letIn": "person_letIn_form", "recording.start": "recording_start_form" };

export const entryName = ({ name, preset }: Entry, words: Words): string =>
  preset === null
    ? words.code("commandNames", FORMS[name] ?? name.replace(".", "_"), { code: name })
    : commandName({ name, input: preset }, words);
