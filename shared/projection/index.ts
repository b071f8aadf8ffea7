/** Pure folds: from a room's events to what is shown of it. Knows no clock, keeps no state, never throws, mutates nothing. */
import { CMD, type RoomEvent } from "../model/event.ts";
import type { RoomSummary, RoomView, SilentView } from "../model/room.ts";
import { latest } from "../model/time.ts";
import { briefOf } from "./brief.ts";
import { foldPresence, foldRewards } from "./people.ts";
import { examinationUrlOf, foldMute, foldRoomProperties, foldUserProperties } from "./properties.ts";
import { foldWidget, withAsked } from "./questions.ts";
import { foldChat, foldRecording, foldResources, foldState } from "./session.ts";
import { foldHands, foldStage } from "./stage.ts";

export { BRIEF_KEYS, briefOf } from "./brief.ts";
export { compareKeys, eventKey, gapKey, incarnationKey, parseKey } from "./keys.ts";
export { eventTime } from "./time.ts";

/** Counts the changes of these folds: what was folded by another number must be folded again. */
export const PROJECTION = 3;

export const emptyView = (): RoomView => ({
  state: null,
  stateTime: null,
  startTime: null,
  total: null,
  people: {},
  hands: [],
  stage: [],
  recording: null,
  rewards: {},
  resources: [],
  chat: [],
  muted: null,
  properties: {},
  userProperties: {},
  quiz: null,
  poll: null,
  unknownKinds: {},
  eventCount: 0,
  lastEvent: null,
});

const countUnknown = (view: RoomView, cmd: number): RoomView => {
  const kind = String(cmd);
  const before = Object.hasOwn(view.unknownKinds, kind) ? (view.unknownKinds[kind] ?? 0) : 0;
  return { ...view, unknownKinds: { ...view.unknownKinds, [kind]: before + 1 } };
};

const fold = (view: RoomView, event: RoomEvent): RoomView => {
  switch (event.cmd) {
    case CMD.roomState:
      return foldState(view, event);
    case CMD.mute:
      return foldMute(view, event);
    case CMD.chat:
      // Of all events at once: no other event asks what was said.
      return view;
    case CMD.roomProperty:
    case CMD.roomProperties:
      return foldRoomProperties(view, event);
    case CMD.presence:
      return withAsked(foldPresence(view, event));
    case CMD.userProperty:
    case CMD.userProperties:
      return foldUserProperties(view, event);
    case CMD.recording:
      return foldRecording(view, event);
    case CMD.resources:
      return foldResources(view, event);
    case CMD.rewards:
      return foldRewards(view, event);
    case CMD.widget:
      return foldWidget(view, event);
    case CMD.stage:
      return foldStage(view, event);
    case CMD.hands:
      return foldHands(view, event);
    default:
      return countUnknown(view, event.cmd);
  }
};

/** The view after `events`, of one incarnation, in the order of their keys; its chat is left as it was. Only the last event is put in words: nobody sees those before it. */
export const applySilently = (view: RoomView, events: readonly RoomEvent[]): RoomView => {
  let before = view;
  let after = view;
  for (const event of events) {
    before = after;
    after = fold(before, event);
  }
  const last = events.at(-1);
  if (last === undefined) return view;
  return {
    ...after,
    eventCount: view.eventCount + events.length,
    lastEvent: { cmd: last.cmd, sequence: last.sequence, brief: briefOf(last, before), time: last.time },
  };
};

/** The view after `events`, of one incarnation, in the order of their keys. */
export const applyEvents = (view: RoomView, events: readonly RoomEvent[]): RoomView =>
  foldChat(
    applySilently(view, events),
    events.filter((event) => event.cmd === CMD.chat),
  );

/** The view after `event`. */
export const applyEvent = (view: RoomView, event: RoomEvent): RoomView => applyEvents(view, [event]);

/** What the wall shows of a view. */
export type ViewSummary = Pick<
  RoomSummary,
  | "state"
  | "startTime"
  | "present"
  | "total"
  | "hands"
  | "longestHand"
  | "stage"
  | "recording"
  | "examinationUrl"
  | "lastEvent"
  | "eventCount"
>;

export const summaryOf = (view: SilentView): ViewSummary => {
  let present = 0;
  for (const person of Object.values(view.people)) if (person.present) present += 1;
  let longestHand: RoomSummary["longestHand"] = null;
  for (const { since } of view.hands) if (longestHand === null || latest(since) < latest(longestHand)) longestHand = since;
  return {
    state: view.state,
    startTime: view.startTime,
    present,
    total: view.total,
    hands: view.hands.length,
    longestHand,
    stage: view.stage.length,
    recording: view.recording,
    examinationUrl: examinationUrlOf(view),
    lastEvent: view.lastEvent,
    eventCount: view.eventCount,
  };
};
