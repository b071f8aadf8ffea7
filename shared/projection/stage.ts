/** Hands (cmd 1502) and the stage (cmd 1501): a whole list where the event has one, else what was added and removed. */
import type { RoomEvent } from "../model/event.ts";
import type { RoomView } from "../model/room.ts";
import { asObject, field, readUsers } from "./readers.ts";

export type MemberChange = { whole: string[] | null; added: string[]; removed: string[] };

const ids = (value: unknown): string[] | null => {
  const users = readUsers(value);
  return users === null ? null : [...new Set(users.map((user) => user.userUuid))];
};

const readChange = (data: unknown, noun: "Accepted" | "Progress"): MemberChange => {
  const object = asObject(data);
  return {
    whole: ids(field(object, `${noun.toLowerCase()}Users`)),
    added: ids(field(object, `add${noun}Users`)) ?? [],
    removed: ids(field(object, `remove${noun}Users`)) ?? [],
  };
};

export const readStage = (data: unknown): MemberChange => readChange(data, "Accepted");
export const readHands = (data: unknown): MemberChange => readChange(data, "Progress");

const after = (before: readonly string[], change: MemberChange): string[] => {
  if (change.whole !== null) return change.whole;
  const removed = new Set(change.removed);
  return [...new Set([...before.filter((id) => !removed.has(id)), ...change.added])];
};

type Member = RoomView["hands"][number];

/** Who stays keeps the time of the beginning. */
const membersAfter = (before: readonly Member[], change: MemberChange, event: RoomEvent): Member[] => {
  const since = new Map(before.map((member) => [member.userUuid, member.since]));
  return after([...since.keys()], change).map((userUuid) => ({ userUuid, since: since.get(userUuid) ?? event.time }));
};

export const foldStage = (view: RoomView, event: RoomEvent): RoomView => ({
  ...view,
  stage: membersAfter(view.stage, readStage(event.data), event),
});

export const foldHands = (view: RoomView, event: RoomEvent): RoomView => ({
  ...view,
  hands: membersAfter(view.hands, readHands(event.data), event),
});
