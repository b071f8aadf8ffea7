/** What is wrong at a field of a profile, in words that name its limit. */
import { MAX_ID_BYTES } from "../../../shared/model/ids.ts";
import type { Words } from "../../i18n/words.tsx";
import type { DraftFault, DraftField, TextField } from "./draft.ts";

const isRegional = (field: DraftField): field is Exclude<DraftField, TextField> => field.startsWith("hosts.regional.");

export const faultText = (field: DraftField, { kind, bytes, characters }: DraftFault, { t, n }: Words): string => {
  if (kind === "empty") return t("profiles.fault.empty");
  const params = { bytes: n(bytes), characters: n(characters), max: n(MAX_ID_BYTES) };
  return isRegional(field) ? t("profiles.fault.hosts.regional", params) : t(`profiles.fault.${field}`, params);
};
