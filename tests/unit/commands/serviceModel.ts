/** What the service would do with each command, and the events and readings that follow: in memory, at once. */
import type { Dirty, Group } from "../../../electron/cloud/requests.ts";
import type { Cloud, ProblemCode } from "../../../electron/cloud/types.ts";
import { CMD, type RoomEvent } from "../../../shared/model/event.ts";
import type { RoomSummary, RoomView } from "../../../shared/model/room.ts";
import { applyEvent, emptyView, summaryOf } from "../../../shared/projection/index.ts";

/** The methods of the cloud that change something. */
export type Method = Exclude<
  keyof Cloud,
  "recordings" | "user" | "roomSequences" | "appSequences" | "quizRecords" | "pollRecords" | "room" | "capabilities"
>;

type Room = {
  state: number;
  recording: boolean;
  people: Map<string, { present: boolean; blocked: boolean; properties: Record<string, unknown> }>;
  properties: Record<string, unknown>;
  groups: readonly Group[] | null;
  /** Told to nobody yet. */
  events: { cmd: number; data: unknown; at: number }[];
  sequence: number;
  view: RoomView;
  provedAt: number | null;
};

type Summary = Partial<RoomSummary> & { provedAt: number | null };
const NOTHING_READ = emptyView();

export const createServiceModel = (now: () => number) => {
  const rooms = new Map<string, Room>();
  const summaries = new WeakMap<Room, { view: RoomView; summary: Summary }>();
  /** How often somebody who was in was put out. */
  let removals = 0;

  const make = (roomUuid: string): Room => {
    const room: Room = {
      state: 0,
      recording: false,
      people: new Map(),
      properties: {},
      groups: null,
      events: [],
      sequence: 0,
      view: emptyView(),
      provedAt: null,
    };
    rooms.set(roomUuid, room);
    return room;
  };
  const tell = (room: Room, cmd: number, data: unknown): void => void room.events.push({ cmd, data, at: now() });
  const properties = (room: Room, cmd: number, changed: Record<string, unknown>, action: number, more: object = {}): void =>
    tell(room, cmd, { action, changeProperties: changed, ...more });
  const gone = (keys: readonly string[]): Record<string, unknown> => Object.fromEntries(keys.map((key) => [key, "deleted"]));

  const remove = (room: Room, userUuid: string, dirty: Dirty | undefined): ProblemCode | null => {
    const person = room.people.get(userUuid);
    if (person === undefined || (!person.present && !person.blocked && dirty?.state !== 1)) return "userAbsent";
    person.blocked = dirty?.state === 1;
    if (!person.present) return null;
    person.present = false;
    removals += 1;
    tell(room, CMD.presence, { total: 0, onlineUsers: [], offlineUsers: [{ userUuid, type: 2 }] });
    return null;
  };

  const record = (room: Room, wanted: boolean): ProblemCode | null => {
    if (room.recording === wanted) return wanted ? "recordingNotEnded" : "recordingNotStarted";
    room.recording = wanted;
    tell(room, CMD.recording, { state: wanted ? 1 : 2, recordId: "r" });
    return null;
  };

  const effects: { [M in Method]: (room: Room, ...args: never[]) => ProblemCode | null } = {
    createRoom: () => "roomExists",
    removeUser: (room: Room, userUuid: string, { dirty }: { dirty?: Dirty }) => remove(room, userUuid, dirty),
    setRoomState: (room: Room, state: number) => {
      if (room.state === state) return state === 2 ? "alreadyEnded" : state === 1 ? "alreadyStarted" : "conflict";
      room.state = state;
      tell(room, CMD.roomState, { state, startTime: now() });
      return null;
    },
    startRecording: (room: Room) => record(room, true),
    stopRecording: (room: Room) => record(room, false),
    updateRecording: (room: Room) => (room.recording ? null : "recordingNotStarted"),
    setRoomProperties: (room: Room, change: { properties: Record<string, unknown> }) => {
      Object.assign(room.properties, change.properties);
      properties(room, 5, change.properties, 1);
      return null;
    },
    deleteRoomProperties: (room: Room, removal: { properties: string[] }) => {
      for (const key of removal.properties) delete room.properties[key];
      properties(room, 5, gone(removal.properties), 2);
      return null;
    },
    setUserProperties: (room: Room, userUuid: string, change: { properties: Record<string, unknown> }) => {
      const person = room.people.get(userUuid);
      if (person === undefined) return "userAbsent";
      Object.assign(person.properties, change.properties);
      properties(room, 23, change.properties, 1, { fromUser: { userUuid } });
      return null;
    },
    deleteUserProperties: (room: Room, userUuid: string, removal: { properties: string[] }) => {
      const person = room.people.get(userUuid);
      if (person === undefined) return "userAbsent";
      for (const key of removal.properties) delete person.properties[key];
      properties(room, 23, gone(removal.properties), 2, { fromUser: { userUuid } });
      return null;
    },
    setExtAppProperties: (room: Room, app: string, change: { properties: Record<string, unknown> }) => {
      properties(room, 5, Object.fromEntries(Object.entries(change.properties).map(([key, value]) => [`extApps.${app}.${key}`, value])), 1);
      return null;
    },
    deleteExtAppProperties: (room: Room, app: string, removal: { properties: string[] }) => {
      properties(room, 5, gone(removal.properties.map((key) => `extApps.${app}.${key}`)), 2);
      return null;
    },
    createGroups: (room: Room, groups: readonly Group[]) => {
      room.groups = groups;
      properties(room, 5, { "groups.state": 1, "groups.details": groups }, 1);
      return null;
    },
    removeGroups: (room: Room) => {
      room.groups = null;
      properties(room, 5, { "groups.state": 0, "groups.details": {} }, 1);
      return null;
    },
  };

  return {
    make,
    exists: (roomUuid: string): boolean => rooms.has(roomUuid),
    room: (roomUuid: string): Room | undefined => rooms.get(roomUuid),
    removals: (): number => removals,
    /** What the service answers: null, or by which refusal. */
    apply: (method: Method, roomUuid: string, args: readonly unknown[]): ProblemCode | null => {
      const room = rooms.get(roomUuid);
      if (method === "createRoom" && room === undefined) {
        make(roomUuid);
        return null;
      }
      if (room === undefined) return "roomAbsent";
      return (effects[method] as (room: Room, ...args: unknown[]) => ProblemCode | null)(room, ...args);
    },
    /** Somebody comes in, unless they may not. */
    enter: (roomUuid: string, userUuid: string): void => {
      const room = rooms.get(roomUuid);
      const known = room?.people.get(userUuid);
      if (room === undefined || known?.present || known?.blocked) return;
      room.people.set(userUuid, { properties: {}, ...known, present: true, blocked: false });
      tell(room, CMD.presence, { total: 1, onlineUsers: [{ userUuid, userName: userUuid, role: "2", type: 1 }], offlineUsers: [] });
    },
    /** The console reads a room to its end: what was not told is folded, and answered as events. */
    read: (roomUuid: string, timed: boolean): RoomEvent[] => {
      const room = rooms.get(roomUuid);
      if (room === undefined) return [];
      const proved = room.provedAt;
      room.provedAt = now();
      return room.events.splice(0).map(({ cmd, data, at }) => {
        room.sequence += 1;
        // Most kinds carry no time of their own: they happened somewhere between two readings.
        const time = timed ? { kind: "exact" as const, at } : { kind: "between" as const, notBefore: proved, notAfter: now() };
        const place = { roomUuid, incarnation: 1, sequence: room.sequence, ordinal: 0, via: "room" as const };
        const event: RoomEvent = { ...place, cmd, data, time, receivedAt: now() };
        room.view = applyEvent(room.view, event);
        return event;
      });
    },
    /** The same object for as long as nothing of it changes. */
    summary: (roomUuid: string): Summary | undefined => {
      const room = rooms.get(roomUuid);
      if (room === undefined) return undefined;
      const { view, provedAt } = room;
      const last = summaries.get(room);
      if (last?.view === view && last.summary.provedAt === provedAt) return last.summary;
      const summary = { ...summaryOf(view), roomUuid, provedAt };
      summaries.set(room, { view, summary });
      return summary;
    },
    view: (roomUuid: string): RoomView => rooms.get(roomUuid)?.view ?? NOTHING_READ,
  };
};

type ServiceModel = ReturnType<typeof createServiceModel>;
type Changing = "make" | "enter" | "apply" | "read";
type Call = { [M in Changing]: { do: M; args: Parameters<ServiceModel[M]> } }[Changing];
/** What was done to the service, and when: done again to a new one, in order, it stands as before. */
export type Happening = { at: number; call: Call };

/** The same service; `note` is told of each change, before it is made. */
export const noted = (service: ServiceModel, note: (happening: Pick<Happening, "call">) => void): ServiceModel => ({
  ...service,
  make: (...args) => {
    note({ call: { do: "make", args } });
    return service.make(...args);
  },
  enter: (...args) => {
    note({ call: { do: "enter", args } });
    service.enter(...args);
  },
  apply: (...args) => {
    note({ call: { do: "apply", args } });
    return service.apply(...args);
  },
  read: (...args) => {
    note({ call: { do: "read", args } });
    return service.read(...args);
  },
});
