/** The properties that a command is about, as far as events have told of them. Pure. */
import type { CommandName } from "../../../shared/contract.ts";
import type { Properties } from "../../../shared/model/property.ts";
import type { RoomView } from "../../../shared/model/room.ts";
import { extAppsOf } from "../../../shared/projection/properties.ts";
import { type Change, differenceOfRemoving, differenceOfSetting } from "./difference.ts";
import type { Draft } from "./fields.ts";
import { readJson } from "./json.ts";

/** null: of this owner nothing has been told. */
export const knownProperties = (name: CommandName, draft: Draft, view: RoomView | null): Properties | null => {
  if (view === null) return null;
  if (name.startsWith("roomProperties.")) return view.properties;
  const id = (draft["userUuid"] ?? "").trim();
  if (name.startsWith("userProperties.")) return Object.hasOwn(view.userProperties, id) ? (view.userProperties[id] ?? null) : null;
  const { apps, time } = extAppsOf(view);
  // The service keeps an app's id with '_' for '.'.
  const app = apps.find((one) => one.id === (draft["extAppUuid"] ?? "").trim().replaceAll(".", "_"));
  if (app === undefined || time === null) return null;
  return Object.fromEntries(Object.entries(app.properties).map(([key, value]) => [key, { value, time, cut: false }]));
};

/** Values that were kept whole. */
export const plainValues = (properties: Properties | null): Record<string, unknown> | null =>
  properties === null
    ? null
    : Object.fromEntries(Object.entries(properties).flatMap(([name, { value, cut }]) => (cut ? [] : [[name, value]])));

/** What is typed against what is known. */
export const compare = (name: CommandName, draft: Draft, view: RoomView | null): { changes: Change[]; known: boolean } => {
  const properties = knownProperties(name, draft, view);
  const known = properties !== null && Object.keys(properties).length > 0;
  const text = draft["properties"] ?? "";
  if (name.endsWith(".remove")) {
    const names = text.split("\n").map((line) => line.trim());
    return { known, changes: differenceOfRemoving(properties ?? {}, [...new Set(names.filter((line) => line !== ""))]) };
  }
  const read = readJson(text);
  const values = read.ok && typeof read.value === "object" && read.value !== null && !Array.isArray(read.value) ? read.value : {};
  return { known, changes: differenceOfSetting(properties ?? {}, values as Record<string, unknown>) };
};
