/** From what is typed to a command's input, by the contract's own rules, and back; every fault at its field. Pure. */
import type { z } from "zod";
import { type CommandName, contract } from "../../../shared/contract.ts";
import { instantOf, localText } from "../../../shared/localTime.ts";
import type { When } from "../../../shared/model/command.ts";
import { type Draft, emptyDraft, FIELDS, type Field, fieldsOf, keyOf } from "./fields.ts";
import { type GroupDraft } from "./groups.ts";
import { readJson } from "./json.ts";
import { readWhen, WHEN_FIELDS } from "./when.ts";

/** `faults.<reason>` with its figures. */
export type Fault = { reason: string; params: Readonly<Record<string, string | number>> };
export type Faults = ReadonlyMap<string, Fault>;
export type Values = Record<string, unknown>;
export type FormRead = { ok: true; input: Values; when: When | null } | { ok: false; faults: Faults };

const fault = (reason: string, params: Fault["params"] = {}): Fault => ({ reason, params });
type Read = { value: unknown } | { fault: Fault } | null;

/** A whole or decimal number with a point or a comma. */
const number = (text: string): number => Number(text.replace(",", "."));

/** What one field holds; null: nothing, and nothing is sent. */
const readField = (field: Field, draft: Draft, zone: string): Read => {
  const text = (draft[keyOf(field)] ?? "").trim();
  if (text === "" && field.kind !== "comeBack") return field.required ? { fault: fault("empty") } : null;
  switch (field.kind) {
    case "text":
    case "person":
    case "extApp":
      return { value: text };
    case "choice":
      if (text === "true" || text === "false") return { value: text === "true" };
      return { value: /^\d+$/.test(text) ? Number(text) : text };
    case "integer":
      return Number.isInteger(number(text)) ? { value: number(text) } : { fault: fault("integer") };
    case "minutes":
      return Number.isFinite(number(text)) ? { value: Math.round(number(text) * 60) } : { fault: fault("number") };
    case "instant": {
      const at = instantOf(text, zone);
      return at === null ? { fault: fault("instant") } : { value: at };
    }
    case "json": {
      const read = readJson(text);
      if (!read.ok) return { fault: fault(`json_${read.fault.reason}`, { line: read.fault.line, column: read.fault.column }) };
      const { value } = read;
      if (typeof value !== "object" || value === null || Array.isArray(value)) return { fault: fault("object") };
      return field.required && Object.keys(value).length === 0 ? { fault: fault("noProperty") } : { value };
    }
    case "names": {
      const lines = text.split(/\r?\n/).map((line) => line.trim());
      return { value: [...new Set(lines.filter((line) => line !== ""))] };
    }
    case "comeBack": {
      if (text !== "after") return { value: { kind: text === "never" ? "never" : "anytime" } };
      const minutes = number((draft["comeBack.minutes"] ?? "").trim() || "NaN");
      return Number.isFinite(minutes) ? { value: { kind: "after", seconds: Math.round(minutes * 60) } } : { fault: fault("number") };
    }
    case "groups": {
      const groups = readGroups(text).filter(({ users }) => users.length > 0);
      if (groups.length === 0) return { fault: fault("noGroup") };
      return { value: groups.map(({ name, users }) => ({ groupName: name.trim(), users: users.map((userUuid) => ({ userUuid })) })) };
    }
  }
};

export const readGroups = (text: string): GroupDraft[] => {
  const read = readJson(text || "[]");
  return read.ok && Array.isArray(read.value) ? (read.value as GroupDraft[]) : [];
};

const put = (target: Values, path: string, value: unknown): void => {
  const [first = "", ...rest] = path.split(".");
  if (rest.length === 0) target[first] = value;
  else put((target[first] ??= {}) as Values, rest.join("."), value);
};

const origin = (issue: z.core.$ZodIssue): string => ("origin" in issue ? String(issue.origin) : "");

/** An issue of the contract in words: its own name and figures, or the limit that was passed, in the unit that was typed. */
const faultOf = (issue: z.core.$ZodIssue, field: Field | undefined): Fault => {
  const inMinutes = field?.kind === "minutes" || field?.kind === "comeBack";
  const figure = (value: unknown): number => (inMinutes ? Math.round((Number(value) / 60) * 100) / 100 : Number(value));
  if (issue.code === "too_small") {
    const min = figure(issue.minimum);
    return origin(issue) === "string" && min === 1 ? fault("empty") : fault(origin(issue) === "array" ? "noProperty" : "tooSmall", { min });
  }
  if (issue.code === "too_big") {
    const max = figure(issue.maximum);
    return fault(origin(issue) === "string" ? "tooLong" : origin(issue) === "array" ? "tooMany" : "tooBig", { max });
  }
  if (issue.code !== "custom") return fault("wrong");
  const { reason, ...params } = issue.params ?? {};
  return typeof reason === "string" ? fault(reason, params) : fault("wrong");
};

/** The field that a path of the input belongs to: its own, else the one that it lies in. */
export const fieldAt = (name: CommandName, path: string): Field | undefined =>
  FIELDS[name].find((field) => !field.spread && field.path === path) ??
  FIELDS[name].find((field) => path.startsWith(`${field.path}.`)) ??
  FIELDS[name].find((field) => field.path.startsWith(`${path}.`));

/** An id that stands for the room and the command while only the rest is looked at. */
const SOME_ID = "00000000-0000-4000-8000-000000000000";

/**
 * `preset`: an input that needs nothing to be filled in; null: the form's. `roomUuid`: null where many rooms are meant.
 * `zone`: the time zone in which times are typed. `now`: server time, ms.
 */
export type Around = { preset: Values | null; roomUuid: string | null; zone: string; now: number };
export const readForm = (name: CommandName, draft: Draft, { preset, roomUuid, zone, now }: Around): FormRead => {
  const faults = new Map<string, Fault>();
  const input: Values = { ...preset };
  for (const field of preset === null ? fieldsOf(name, draft) : []) {
    const read = readField(field, draft, zone);
    if (read === null) continue;
    if ("fault" in read) faults.set(keyOf(field), read.fault);
    else if (field.spread) for (const [member, value] of Object.entries(read.value as Values)) put(input, `${field.path}.${member}`, value);
    else put(input, field.path, read.value);
  }
  // A configuration of which nothing was given is asked of the schema all the same, so that it says what it needs.
  if (name === "recording.update" && preset === null && input["webRecordConfig"] === undefined)
    faults.set("webRecordConfig.rootUrl", fault("nothing"));
  const when = readWhen(draft, zone, now);
  if ("fault" in when) faults.set(when.field, when.fault);

  const parsed = contract.commands[name].input.safeParse({
    commandId: SOME_ID,
    ...(roomUuid === null && input["roomUuid"] === undefined ? { roomUuid: "room" } : { roomUuid: roomUuid ?? input["roomUuid"] }),
    ...("when" in when && when.when !== null && { when: when.when }),
    ...input,
  });
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const path = issue.path.map(String).join(".");
    const field = fieldAt(name, path);
    const key = path === "when" || path.startsWith("when.") ? WHEN_FIELDS.amount : field === undefined ? path : keyOf(field);
    if (!faults.has(key)) faults.set(key, faultOf(issue, field));
  }
  if (faults.size > 0 || !parsed.success || "fault" in when) return { ok: false, faults };
  const { commandId: _, roomUuid: __, when: ___, ...read } = parsed.data as Values;
  return { ok: true, input: name === "room.create" ? { ...read, roomUuid: input["roomUuid"] } : read, when: when.when };
};

const lookUp = (input: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((value, part) => (typeof value === "object" && value !== null ? (value as Values)[part] : undefined), input);

const asText = (field: Field, value: unknown, zone: string): string => {
  if (value === undefined || value === null) return field.usual ?? "";
  switch (field.kind) {
    case "minutes":
      return String(Number(value) / 60);
    case "instant":
      return localText(Number(value), zone);
    case "json":
      return JSON.stringify(value, null, 2);
    case "names":
      return (value as string[]).join("\n");
    case "comeBack":
      return (value as { kind: string }).kind;
    case "groups":
      return JSON.stringify(
        (value as { groupName?: string; users: { userUuid: string }[] }[]).map(({ groupName, users }) => ({
          name: groupName ?? "",
          users: users.map(({ userUuid }) => userUuid),
        })),
      );
    case "text":
    case "integer":
    case "choice":
    case "person":
    case "extApp":
      return typeof value === "string" ? value : JSON.stringify(value);
  }
};

/** What was asked, as it would be typed: to change it and ask again. */
export const draftOf = (name: CommandName, input: Values, zone: string): Draft => {
  const draft: Record<string, string> = { ...emptyDraft(name) };
  for (const field of FIELDS[name]) {
    if (!field.spread) draft[field.path] = asText(field, lookUp(input, field.path), zone);
    else {
      const own = new Set(FIELDS[name].map(({ path }) => path));
      const members = Object.entries((lookUp(input, field.path) ?? {}) as Values).filter(([member]) => !own.has(`${field.path}.${member}`));
      draft[keyOf(field)] = members.length === 0 ? "" : JSON.stringify(Object.fromEntries(members), null, 2);
    }
  }
  const seconds = lookUp(input, "comeBack.seconds");
  if (typeof seconds === "number") draft["comeBack.minutes"] = String(seconds / 60);
  return draft;
};
