/** An event in a few words, ready for translation: `events.<key>` with parameters. Used by the wall's "last event" and the timeline. */
import { CMD, type RoomEvent } from "../model/event.ts";
import { type EventBrief, ROOM_STATE, type RoomView } from "../model/room.ts";
import { LEFT_REMOVED, personOf, readRewards } from "./people.ts";
import { asObject, field, readInteger, readUsers } from "./readers.ts";
import { RESOURCE_DELETED, readChat, readResources, readState } from "./session.ts";
import { type MemberChange, readHands, readStage } from "./stage.ts";

/**
 * Every key that `briefOf` can answer, with the names of its parameters. `name` holds up to three names joined by commas,
 * `count` how many there are in all, so each sentence works with either.
 */
export const BRIEF_KEYS = {
  entered: ["name", "count"],
  enteredMany: ["name", "count"],
  left: ["name", "count"],
  leftMany: ["name", "count"],
  removed: ["name", "count"],
  cameAndWent: ["entered", "left"],
  presence: ["total"],
  chat: ["name", "text"],
  handRaised: ["name", "count"],
  handLowered: ["name", "count"],
  handsChanged: ["count"],
  stageJoined: ["name", "count"],
  stageLeft: ["name", "count"],
  stageChanged: ["count"],
  recordingStarted: [],
  recordingEnded: [],
  recordingRetried: [],
  recordingGaveUp: [],
  reward: ["name", "count", "total"],
  resourceAdded: ["name", "count"],
  resourceRemoved: ["name", "count"],
  classNotStarted: [],
  classStarted: [],
  classEnded: [],
  classClosed: [],
  stateUnknown: ["state"],
  unknownKind: ["cmd"],
  unreadable: ["cmd"],
} as const satisfies Record<string, readonly string[]>;
export type BriefKey = keyof typeof BRIEF_KEYS;

/** Longest text that a brief carries, characters; the whole is in the event. */
const TEXT_LIMIT = 200;
const NAMES_SHOWN = 3;

const brief = (key: BriefKey, params: EventBrief["params"] = {}): EventBrief => ({ key, params });
const cut = (text: string): string => (text.length <= TEXT_LIMIT ? text : `${text.slice(0, TEXT_LIMIT - 1)}…`);
const names = (all: readonly string[]): EventBrief["params"] => ({ name: cut(all.slice(0, NAMES_SHOWN).join(", ")), count: all.length });

/** What the wire calls somebody, else what the view knows, else the id. */
const nameIn = (view: RoomView | undefined, userUuid: string, told: string | null = null): string =>
  told || personOf(view, userUuid)?.userName || userUuid;

const ofPresence = (event: RoomEvent, view?: RoomView): EventBrief => {
  const data = asObject(event.data);
  const entering = readUsers(field(data, "onlineUsers")) ?? [];
  const leaving = readUsers(field(data, "offlineUsers")) ?? [];
  const named = (users: typeof entering): string[] => users.map((user) => nameIn(view, user.userUuid, user.userName));
  if (entering.length > 0 && leaving.length > 0) return brief("cameAndWent", { entered: entering.length, left: leaving.length });
  if (entering.length > 0) return brief(entering.length === 1 ? "entered" : "enteredMany", names(named(entering)));
  if (leaving.length > 0) {
    if (leaving.every((user) => user.type === LEFT_REMOVED)) return brief("removed", names(named(leaving)));
    return brief(leaving.length === 1 ? "left" : "leftMany", names(named(leaving)));
  }
  const total = readInteger(field(data, "total"));
  return total === null ? brief("unreadable", { cmd: event.cmd }) : brief("presence", { total });
};

const ofMembers = (
  change: MemberChange,
  keys: { joined: BriefKey; gone: BriefKey; changed: BriefKey },
  event: RoomEvent,
  view?: RoomView,
): EventBrief => {
  const named = (userUuids: string[]): string[] => userUuids.map((userUuid) => nameIn(view, userUuid));
  if (change.added.length > 0) return brief(keys.joined, names(named(change.added)));
  if (change.removed.length > 0) return brief(keys.gone, names(named(change.removed)));
  return change.whole === null ? brief("unreadable", { cmd: event.cmd }) : brief(keys.changed, { count: change.whole.length });
};

const ofState = (event: RoomEvent): EventBrief => {
  const state = readState(event.data);
  switch (state) {
    case ROOM_STATE.notStarted:
      return brief("classNotStarted");
    case ROOM_STATE.started:
      return brief("classStarted");
    case ROOM_STATE.ended:
      return brief("classEnded");
    case ROOM_STATE.closed:
      return brief("classClosed");
    case null:
      return brief("unreadable", { cmd: event.cmd });
    default:
      return brief("stateUnknown", { state });
  }
};

/** `reason` of cmd 1001 (public facts §1): 4 timed out and will retry, 5 gave up. */
const ofRecording = (event: RoomEvent): EventBrief => {
  const data = asObject(event.data);
  const state = readInteger(field(data, "state"));
  const reason = readInteger(field(data, "reason"));
  if (reason === 5) return brief("recordingGaveUp");
  if (reason === 4) return brief("recordingRetried");
  if (state === null) return brief("unreadable", { cmd: event.cmd });
  return brief(state === 1 ? "recordingStarted" : "recordingEnded");
};

const ofRewards = (event: RoomEvent, view?: RoomView): EventBrief => {
  const rewards = readRewards(event.data);
  if (rewards.length === 0) return brief("unreadable", { cmd: event.cmd });
  const total = rewards.length === 1 ? (rewards[0]?.total ?? 0) : rewards.reduce((sum, reward) => sum + (reward.change ?? 0), 0);
  return brief("reward", { ...names(rewards.map((reward) => nameIn(view, reward.userUuid))), total });
};

const ofResources = (event: RoomEvent): EventBrief => {
  const { resources, action } = readResources(event.data);
  if (resources.length === 0) return brief("unreadable", { cmd: event.cmd });
  const named = names(resources.map((resource) => resource.resourceName || resource.resourceUuid));
  return brief(action === RESOURCE_DELETED ? "resourceRemoved" : "resourceAdded", named);
};

const ofChat = (event: RoomEvent, view?: RoomView): EventBrief => {
  const message = readChat(event.data);
  if (message === null) return brief("unreadable", { cmd: event.cmd });
  return brief("chat", { name: cut(nameIn(view, message.fromUuid, message.from)), text: cut(message.text) });
};

/** `view`: as it was before or after the event; it lends names to ids. */
export const briefOf = (event: RoomEvent, view?: RoomView): EventBrief => {
  switch (event.cmd) {
    case CMD.roomState:
      return ofState(event);
    case CMD.chat:
      return ofChat(event, view);
    case CMD.presence:
      return ofPresence(event, view);
    case CMD.recording:
      return ofRecording(event);
    case CMD.resources:
      return ofResources(event);
    case CMD.rewards:
      return ofRewards(event, view);
    case CMD.stage:
      return ofMembers(readStage(event.data), { joined: "stageJoined", gone: "stageLeft", changed: "stageChanged" }, event, view);
    case CMD.hands:
      return ofMembers(readHands(event.data), { joined: "handRaised", gone: "handLowered", changed: "handsChanged" }, event, view);
    default:
      return brief("unknownKind", { cmd: event.cmd });
  }
};
