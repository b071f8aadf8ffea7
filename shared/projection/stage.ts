/** Hands (cmd 1502) and the stage (cmd 1501): a whole list where the event has one, else what was added and removed. */
import type { RoomEvent } from "../model/event.ts";
import type { RoomView } from "../model/room.ts";
import { asObject, field, readUserUuids } from "./readers.ts";

export type MemberChange = { whole: string[] | null; added: string[]; removed: string[] };

type Names = { whole: string; added: string; removed: string };
const STAGE: Names = { whole: "acceptedUsers", added: "addAcceptedUsers", removed: "removeAcceptedUsers" };
const HANDS: Names = { whole: "progressUsers", added: "addProgressUsers", removed: "removeProgressUsers" };

const readChange = (data: unknown, names: Names): MemberChange => {
  const object = asObject(data);
  return {
    whole: readUserUuids(field(object, names.whole)),
    added: readUserUuids(field(object, names.added)) ?? [],
    removed: readUserUuids(field(object, names.removed)) ?? [],
  };
};

export const readStage = (data: unknown): MemberChange => readChange(data, STAGE);
export const readHands = (data: unknown): MemberChange => readChange(data, HANDS);

const after = (before: readonly string[], data: unknown, names: Names): string[] => {
  // Most events have the whole list, and then nobody asks for what changed.
  const told = readUserUuids(field(asObject(data), names.whole));
  if (told !== null) return told;
  const { added, removed } = readChange(data, names);
  const gone = new Set(removed);
  return [...new Set([...before.filter((id) => !gone.has(id)), ...added])];
};

type Member = RoomView["hands"][number];

/** Who stays keeps the time of the beginning. */
const membersAfter = (before: readonly Member[], names: Names, { data, time }: RoomEvent): Member[] => {
  const known = new Map<string, Member>();
  for (const member of before) known.set(member.userUuid, member);
  return after([...known.keys()], data, names).map((userUuid) => known.get(userUuid) ?? { userUuid, since: time });
};

export const foldStage = (view: RoomView, event: RoomEvent): RoomView => ({
  ...view,
  stage: membersAfter(view.stage, STAGE, event),
});

export const foldHands = (view: RoomView, event: RoomEvent): RoomView => ({
  ...view,
  hands: membersAfter(view.hands, HANDS, event),
});
