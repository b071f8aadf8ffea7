/** An event in a few words, ready for translation: `events.<key>` with parameters. Used by the wall's "last event" and the timeline. */
import { CMD, type RoomEvent } from "../model/event.ts";
import { type EventBrief, ROOM_STATE, type RoomView } from "../model/room.ts";
import type { PollRecord, QuizRecord, Who } from "../model/widgetRecord.ts";
import { LEFT_REMOVED, personOf, readRewards } from "./people.ts";
import { breakoutOf, EXT_APPS, EXT_APPS_COMMON, examinationUrlOf, readMuted, readPropertyChange, toldProperties } from "./properties.ts";
import { readQuestionRecord, votersOf, widgetOf } from "./questions.ts";
import { asObject, field, pathOf, readInteger, readUsers } from "./readers.ts";
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
  chatMuted: [],
  chatUnmuted: [],
  examinationUrlSet: ["url"],
  groupsMade: ["groups"],
  groupsRemoved: [],
  appChanged: ["name", "count"],
  propertySet: ["name", "count"],
  propertyRemoved: ["name", "count"],
  userPropertySet: ["user", "name", "count"],
  userPropertyRemoved: ["user", "name", "count"],
  quizStarted: ["options"],
  quizAnswered: ["user", "answer"],
  quizSummary: ["done", "of", "percent"],
  quizChanged: [],
  quizEnded: [],
  quizEndedWith: ["done", "of", "percent"],
  pollStarted: ["title", "options"],
  pollAnswered: ["user", "answer"],
  pollSummary: ["done"],
  pollChanged: [],
  pollEnded: [],
  pollEndedWith: ["done"],
  widgetChanged: ["widget"],
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

const whoIs = (view: RoomView | undefined, who: Who | null): string => (who === null ? "" : nameIn(view, who.userUuid, who.userName));

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

const ofMute = (event: RoomEvent): EventBrief => {
  const muted = readMuted(event.data);
  return muted === null ? brief("unreadable", { cmd: event.cmd }) : brief(muted ? "chatMuted" : "chatUnmuted");
};

/** Of a property of an embedded app: the app's id. */
const appOf = (name: string): string[] => {
  const [owner, app] = pathOf(name);
  return app !== undefined && (owner === EXT_APPS || owner === EXT_APPS_COMMON) ? [app] : [];
};

const ofRoomProperties = (event: RoomEvent): EventBrief => {
  const change = readPropertyChange(event.data);
  if (change === null) return brief("unreadable", { cmd: event.cmd });
  const told = { properties: toldProperties(change, event.time) };
  const url = examinationUrlOf(told);
  if (url !== null) return brief("examinationUrlSet", { url: cut(url) });
  const breakout = breakoutOf(told);
  if (breakout !== null) return breakout.active ? brief("groupsMade", { groups: breakout.groups.length }) : brief("groupsRemoved");
  const apps = [...new Set(change.entries.flatMap(([name]) => appOf(name)))];
  if (apps.length > 0) return brief("appChanged", names(apps));
  return brief(change.deletes ? "propertyRemoved" : "propertySet", names(change.entries.map(([name]) => name)));
};

const ofUserProperties = (event: RoomEvent, view?: RoomView): EventBrief => {
  const change = readPropertyChange(event.data);
  if (change === null || change.user === null) return brief("unreadable", { cmd: event.cmd });
  const user = cut(nameIn(view, change.user.userUuid, change.user.userName));
  return brief(change.deletes ? "userPropertyRemoved" : "userPropertySet", { user, ...names(change.entries.map(([name]) => name)) });
};

const PERCENT = 100;

const ofQuiz = (record: QuizRecord, view?: RoomView): EventBrief => {
  const { answer, from, selectedCount: done, totalCount: of } = record;
  if (answer !== null) return brief("quizAnswered", { user: cut(whoIs(view, from)), answer: cut(answer.selectedItems.join(", ")) });
  if (record.phase === "started") return brief("quizStarted", { options: record.items?.length ?? 0 });
  const ended = record.phase === "ended";
  if (done === null || of === null) return brief(ended ? "quizEnded" : "quizChanged");
  const percent = Math.round((record.averageAccuracy ?? 0) * PERCENT);
  return brief(ended ? "quizEndedWith" : "quizSummary", { done, of, percent });
};

const ofPoll = (record: PollRecord, view?: RoomView): EventBrief => {
  const { choice, from, details } = record;
  if (choice !== null) {
    // Of another poll the options' words are not at hand.
    const items = view?.poll?.id === record.pollId ? view?.poll?.items : undefined;
    const chosen = choice.map((index) => items?.[index] ?? String(index + 1)).join(", ");
    return brief("pollAnswered", { user: cut(whoIs(view, from)), answer: cut(chosen) });
  }
  if (record.phase === "started") return brief("pollStarted", { title: cut(record.title ?? ""), options: record.items?.length ?? 0 });
  const ended = record.phase === "ended";
  if (details === null) return brief(ended ? "pollEnded" : "pollChanged");
  return brief(ended ? "pollEndedWith" : "pollSummary", { done: votersOf(details) });
};

const ofWidget = (event: RoomEvent, view?: RoomView): EventBrief => {
  const record = readQuestionRecord(event.data);
  if (record !== null) return "quiz" in record ? ofQuiz(record.quiz, view) : ofPoll(record.poll, view);
  const widget = widgetOf(event.data);
  return widget === "" ? brief("unreadable", { cmd: event.cmd }) : brief("widgetChanged", { widget: cut(widget) });
};

/** `view`: as it was before or after the event; it lends names to ids. */
export const briefOf = (event: RoomEvent, view?: RoomView): EventBrief => {
  switch (event.cmd) {
    case CMD.roomState:
      return ofState(event);
    case CMD.mute:
      return ofMute(event);
    case CMD.chat:
      return ofChat(event, view);
    case CMD.roomProperty:
    case CMD.roomProperties:
      return ofRoomProperties(event);
    case CMD.userProperty:
    case CMD.userProperties:
      return ofUserProperties(event, view);
    case CMD.widget:
      return ofWidget(event, view);
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
