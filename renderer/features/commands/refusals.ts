/** Which field a refusal of the service is about. Pure. */
import type { CommandName } from "../../../shared/contract.ts";
import { FIELDS } from "./fields.ts";

const FIELD_OF: Readonly<Record<string, readonly string[]>> = {
  roomExists: ["roomUuid"],
  roomTypeConflict: ["roomType"],
  userAbsent: ["userUuid"],
  userOffline: ["userUuid"],
  pageMissing: ["webRecordConfig.rootUrl"],
  rootUrlMissing: ["webRecordConfig.rootUrl"],
};

/** null: none in particular; it is about the room. */
export const fieldOfRefusal = (name: CommandName, code: string): string | null =>
  FIELD_OF[code]?.find((path) => FIELDS[name].some((field) => field.path === path)) ?? null;
