/** The class itself: its state (cmd 1), its recording (1001), its resources (1003) and its chat (3). */
import type { RoomEvent } from "../model/event.ts";
import { CHAT_KEPT, type RoomView } from "../model/room.ts";
import { eventKey } from "./keys.ts";
import { asObject, field, readArray, readInteger, readNumber, readOneUser, readText, readTime } from "./readers.ts";

/** The state that a cmd 1 event reports; null where it cannot be read. */
export const readState = (data: unknown): number | null => readInteger(field(asObject(data), "state"));

export const foldState = (view: RoomView, event: RoomEvent): RoomView => {
  const state = readState(event.data);
  if (state === null) return view;
  return { ...view, state, stateTime: event.time, startTime: readTime(field(asObject(event.data), "startTime")) ?? view.startTime };
};

export const foldRecording = (view: RoomView, event: RoomEvent): RoomView => {
  const data = asObject(event.data);
  const state = readInteger(field(data, "state"));
  if (state === null) return view;
  const startTime = readTime(field(data, "startTime"));
  return {
    ...view,
    recording: {
      state,
      startTime: startTime ?? view.recording?.startTime ?? null,
      recordId: readText(field(data, "recordId")) ?? (state === 1 ? null : (view.recording?.recordId ?? null)),
      reason: readInteger(field(data, "reason")),
      time: event.time,
    },
  };
};

type Resource = RoomView["resources"][number];
/** As an event tells it, without when and by whom. */
type ToldResource = Omit<Resource, "time" | "by">;

/** `action` of cmd 1003 (public facts §1): 1 added or updated, 2 deleted. */
export const RESOURCE_DELETED = 2;

export const readResources = (data: unknown): { resources: ToldResource[]; action: number | null } => ({
  action: readInteger(field(asObject(data), "action")),
  resources: (readArray(field(asObject(data), "resources")) ?? []).flatMap((item) => {
    const object = asObject(item);
    const resourceUuid = readText(object === null ? item : field(object, "resourceUuid"));
    if (resourceUuid === null || resourceUuid === "") return [];
    return [
      {
        resourceUuid,
        resourceName: readText(field(object, "resourceName")) ?? "",
        size: readNumber(field(object, "size")),
        url: readText(field(object, "url")) || null,
      },
    ];
  }),
});

export const foldResources = (view: RoomView, event: RoomEvent): RoomView => {
  const { resources, action } = readResources(event.data);
  const named = new Set(resources.map((resource) => resource.resourceUuid));
  if (action === RESOURCE_DELETED) return { ...view, resources: view.resources.filter((resource) => !named.has(resource.resourceUuid)) };
  const operator = readOneUser(field(asObject(event.data), "operator"));
  const by = operator?.userName || operator?.userUuid || "";
  const changed = new Map(resources.map((resource) => [resource.resourceUuid, { ...resource, by, time: event.time }]));
  const kept = view.resources.map((resource) => {
    const update = changed.get(resource.resourceUuid);
    changed.delete(resource.resourceUuid);
    return update ?? resource;
  });
  return { ...view, resources: [...kept, ...changed.values()] };
};

export const readChat = (data: unknown): { fromUuid: string; from: string | null; text: string } | null => {
  const object = asObject(data);
  const text = readText(field(object, "message"));
  if (text === null) return null;
  const user = readOneUser(field(object, "fromUser"));
  return { fromUuid: user?.userUuid ?? "", from: user?.userName ?? null, text };
};

/** The view after these events of chat; nothing else of it is changed by one. */
export const foldChat = (view: RoomView, events: readonly RoomEvent[]): RoomView => {
  const said = events.flatMap((event) => {
    const message = readChat(event.data);
    if (message === null) return [];
    const from = message.from ?? message.fromUuid;
    return [{ key: eventKey(event), from, fromUuid: message.fromUuid, text: message.text, time: event.time }];
  });
  return said.length === 0 ? view : { ...view, chat: [...view.chat, ...said].slice(-CHAT_KEPT) };
};
