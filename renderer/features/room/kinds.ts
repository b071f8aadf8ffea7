/** Kinds of event as the timeline groups and names them. Pure. */
import { CMD, type RoomEvent, type TimelineEntry } from "../../../shared/model/event.ts";

export const KINDS = [
  "people",
  "chat",
  "hands",
  "stage",
  "recording",
  "questions",
  "rewards",
  "files",
  "properties",
  "state",
  "other",
] as const;
export type Kind = (typeof KINDS)[number];

const byCmd: Readonly<Record<(typeof CMD)[keyof typeof CMD], Kind>> = {
  [CMD.roomState]: "state",
  [CMD.mute]: "chat",
  [CMD.chat]: "chat",
  [CMD.roomProperty]: "properties",
  [CMD.roomProperties]: "properties",
  [CMD.presence]: "people",
  [CMD.userProperty]: "properties",
  [CMD.userProperties]: "properties",
  [CMD.recording]: "recording",
  [CMD.resources]: "files",
  [CMD.rewards]: "rewards",
  [CMD.widget]: "questions",
  [CMD.stage]: "stage",
  [CMD.hands]: "hands",
};

/** `other`: a kind that neither the specification nor the public facts tell enough of. */
export const kindOf = ({ cmd }: Pick<RoomEvent, "cmd">): Kind => (byCmd as Readonly<Record<number, Kind>>)[cmd] ?? "other";

/** Gaps and new lives show under every kind: what is missing may have been of any. */
export const isOfKind = (entry: TimelineEntry, kind: Kind | "all"): boolean =>
  kind === "all" || entry.kind !== "event" || kindOf(entry.event) === kind;

/** Every cmd that has a kind of its own. */
export const NAMED_CMDS: readonly number[] = Object.keys(byCmd).map(Number);
export const cmdsOf = (kind: Kind): readonly number[] => NAMED_CMDS.filter((cmd) => kindOf({ cmd }) === kind);
