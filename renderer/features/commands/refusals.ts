/** Which field a refusal is about: the service's by its code, the console's own by the field that it names. Pure. */
import type { CommandName } from "../../../shared/contract.ts";
import { type Draft, FIELDS, type Field, keyOf } from "./fields.ts";
import { fieldAt } from "./form.ts";
import { WHEN_FIELDS, whenBy } from "./when.ts";

const FIELD_OF: Readonly<Record<string, readonly string[]>> = {
  roomExists: ["roomUuid"],
  roomTypeConflict: ["roomType"],
  userAbsent: ["userUuid"],
  userOffline: ["userUuid"],
  mayNotEnter: ["userUuid"],
  rootUrlMissing: ["webRecordConfig.rootUrl"],
};

/** null: none in particular; it is about the room. */
export const fieldOfRefusal = (name: CommandName, code: string): string | null =>
  FIELD_OF[code]?.find((path) => FIELDS[name].some((field) => field.path === path)) ?? null;

/** Where among the fields that are drawn the console's own refusal of `path` is shown; null: at none, so it is told of the whole. */
export const keyOfRefusal = (name: CommandName, draft: Draft, path: string, drawn: readonly Field[]): string | null => {
  if (path === "when" || path.startsWith("when.")) {
    const by = whenBy(draft);
    return by === "now" ? null : by === "clock" ? WHEN_FIELDS.at : WHEN_FIELDS.amount;
  }
  const field = fieldAt(name, path);
  return field !== undefined && drawn.includes(field) ? keyOf(field) : null;
};
