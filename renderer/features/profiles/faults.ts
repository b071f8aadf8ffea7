/** What is wrong at a field of a profile, in words that name its limit. */
import { MAX_ID_BYTES } from "../../../shared/model/ids.ts";
import type { Words } from "../../i18n/words.tsx";
import type { DraftFault, DraftField, RegionalField, ServicesField } from "./draft.ts";

const isServices = (field: DraftField): field is ServicesField => field.endsWith(".services");
const isRegional = (field: DraftField): field is RegionalField => field.startsWith("hosts.regional.") && !isServices(field);

export const faultText = (field: DraftField, { kind, bytes, characters }: DraftFault, { t, n }: Words): string => {
  if (isServices(field)) return t("profiles.fault.hosts.services");
  if (kind === "empty") return t("profiles.fault.empty");
  const params = { bytes: n(bytes), characters: n(characters), max: n(MAX_ID_BYTES) };
  return isRegional(field) ? t("profiles.fault.hosts.regional", params) : t(`profiles.fault.${field}`, params);
};
