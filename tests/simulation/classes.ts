/** What the service's calls do in its classes (specification §4, public facts §4): who is in, what is recorded, properties, breakout rooms. What just happens in a class goes by here too, so both meet the same class. */
import type { Service } from "../fakes/service.ts";
import { stateEvent } from "./world.ts";

/** A call that changes something, as it goes over the wire; `path` below the room's. */
export type Order = { method: string; path: string; body: Readonly<Record<string, unknown>> };
export type Refusal = { status: number; code: number };
type Values = Record<string, unknown>;

type Class = {
  state: number;
  recording: boolean;
  people: Map<string, { present: boolean; blocked: boolean; properties: Values }>;
  properties: Values;
  groups: Values | null;
};

const REFUSED = {
  roomAbsent: { status: 404, code: 20_404_100 },
  roomExists: { status: 409, code: 20_409_100 },
  userAbsent: { status: 404, code: 20_404_200 },
  started: { status: 409, code: 30_409_100 },
  ended: { status: 409, code: 30_409_101 },
  notRecorded: { status: 409, code: 30_409_410 },
  recorded: { status: 409, code: 30_409_411 },
  wrong: { status: 400, code: 400 },
} as const satisfies Record<string, Refusal>;

const empty = (): Class => ({ state: 0, recording: false, people: new Map(), properties: {}, groups: null });
const valuesOf = (value: unknown): Values => (typeof value === "object" && value !== null ? (value as Values) : {});
const idsOf = (list: unknown): string[] => (Array.isArray(list) ? list.map((user) => String(valuesOf(user)["userUuid"])) : []);
const UPSERT = 1;
const DELETE = 2;
export const REMOVED = 2;

export type Classes = ReturnType<typeof createClasses>;

export const createClasses = (service: Service, now: () => number) => {
  const classes = new Map<string, Class>();

  /** What a class is by its own events, however contradictory. */
  const follow = (room: Class, cmd: number, data: unknown): void => {
    const told = valuesOf(data);
    if (cmd === 1) room.state = Number(told["state"]);
    if (cmd === 1001) room.recording = told["state"] === 1;
    if (cmd !== 20) return;
    for (const id of idsOf(told["offlineUsers"])) room.people.set(id, { ...personIn(room, id), present: false });
    for (const id of idsOf(told["onlineUsers"])) room.people.set(id, { ...personIn(room, id), present: true, blocked: false });
  };
  const personIn = (room: Class, id: string) => room.people.get(id) ?? { present: false, blocked: false, properties: {} };

  const emit: Service["emit"] = (roomUuid, cmd, data, options) => {
    const room = classes.get(roomUuid);
    if (room !== undefined) follow(room, cmd, data);
    return service.emit(roomUuid, cmd, data, options);
  };

  const exit = (roomUuid: string, room: Class, id: string, dirty: Values): Refusal | null => {
    const person = room.people.get(id);
    const keepsOut = dirty["state"] === 1;
    if (person === undefined || (!person.present && !person.blocked && !keepsOut)) return REFUSED.userAbsent;
    person.blocked = keepsOut;
    if (person.present) emit(roomUuid, 20, { total: 0, onlineUsers: [], offlineUsers: [{ userUuid: id, type: REMOVED }] });
    room.people.set(id, { ...personIn(room, id), blocked: keepsOut });
    return null;
  };

  const record = (roomUuid: string, room: Class, wanted: boolean, { method, body }: Order): Refusal | null => {
    // Without a mode it is operation 5, which has the same path.
    const update = method === "PATCH" || (wanted && body["webRecordConfig"] !== undefined && body["mode"] === undefined);
    if (update) return room.recording ? null : REFUSED.notRecorded;
    if (room.recording === wanted) return wanted ? REFUSED.recorded : REFUSED.notRecorded;
    emit(roomUuid, 1001, { state: wanted ? 1 : 2, recordId: "r", startTime: now() });
    return null;
  };

  const change = (roomUuid: string, holder: Values, kind: number, prefix: string, { method, body }: Order, more: Values): null => {
    const { properties } = body;
    const gone = method === "DELETE";
    const values: Values = gone
      ? Object.fromEntries((properties as string[]).map((key) => [`${prefix}${key}`, "deleted"]))
      : Object.fromEntries(Object.entries(valuesOf(properties)).map(([key, value]) => [`${prefix}${key}`, value]));
    for (const [key, value] of Object.entries(values)) {
      if (gone) delete holder[key];
      else holder[key] = value;
    }
    service.emit(roomUuid, kind, { action: gone ? DELETE : UPSERT, changeProperties: values, ...more });
    return null;
  };

  const setGroups = (roomUuid: string, room: Class, wanted: boolean, { body }: Order): Refusal | null => {
    const groups = wanted ? body["groups"] : [];
    if (!Array.isArray(groups)) return REFUSED.wrong;
    room.groups = wanted ? Object.fromEntries(groups.map((group, index) => [`g${now()}-${index}`, group])) : null;
    service.emit(roomUuid, 5, {
      action: UPSERT,
      changeProperties: { "groups.state": wanted ? 1 : 0, "groups.details": room.groups ?? {} },
    });
    return null;
  };

  const setState = (roomUuid: string, room: Class, state: number): Refusal | null => {
    if (state === room.state && state === 1) return REFUSED.started;
    if (state === room.state && state === 2) return REFUSED.ended;
    emit(roomUuid, 1, stateEvent(state, now()));
    return null;
  };

  const obey = (roomUuid: string, order: Order): Refusal | null => {
    const room = classes.get(roomUuid);
    const [kind = "", id = "", ...rest] = order.path.split("/");
    if (order.path === "" && order.method === "POST") {
      if (room !== undefined) return REFUSED.roomExists;
      create(roomUuid);
      return null;
    }
    if (room === undefined) return REFUSED.roomAbsent;
    if (kind === "states") return setState(roomUuid, room, Number(id));
    if (kind === "records") return record(roomUuid, room, rest[0] === "1", order);
    if (kind === "groups") return setGroups(roomUuid, room, rest[0] === "1", order);
    if (kind === "properties") return change(roomUuid, room.properties, 5, "", order, {});
    if (kind === "extApps") return change(roomUuid, room.properties, 5, `extApps.${id}.`, order, {});
    if (kind !== "users") return REFUSED.wrong;
    if (rest[0] === "exit") return exit(roomUuid, room, id, valuesOf(order.body["dirty"]));
    const person = room.people.get(id);
    return person === undefined ? REFUSED.userAbsent : change(roomUuid, person.properties, 23, "", order, { fromUser: { userUuid: id } });
  };

  const create = (roomUuid: string): void => {
    if (!service.exists(roomUuid)) classes.set(roomUuid, empty());
    service.create(roomUuid);
  };
  const destroy = (roomUuid: string): void => {
    classes.delete(roomUuid);
    service.destroy(roomUuid);
  };

  /** A dotted name is a path; the answer has the tree. */
  const tree = (values: Values): Values => {
    const root: Values = {};
    for (const [name, value] of Object.entries(values)) {
      const parts = name.split(".");
      const last = parts.pop() ?? name;
      let holder = root;
      for (const part of parts) {
        const inner = valuesOf(holder[part]);
        holder[part] = inner;
        holder = inner;
      }
      holder[last] = value;
    }
    return root;
  };

  return {
    ...service,
    emit,
    create,
    destroy,
    /** Does what is ordered; null, or by what it is refused. */
    obey,
    /** How the class stands; undefined: there is no such room. */
    find: (roomUuid: string): Readonly<Class> | undefined => classes.get(roomUuid),
    /** The data of "get one room", operation 7 and operation 6. */
    facts: (roomUuid: string) => {
      const { state = 0, properties = {}, groups = null } = classes.get(roomUuid) ?? {};
      const details = { state: groups === null ? 0 : 1, details: groups ?? {} };
      return { roomName: `Room ${roomUuid}`, roomProperties: { state, ...tree(properties), groups: details } };
    },
    person: (roomUuid: string, userUuid: string) => {
      const person = classes.get(roomUuid)?.people.get(userUuid);
      return person === undefined ? null : { userUuid, state: person.present ? 1 : 0, userProperties: person.properties };
    },
    recordings: (roomUuid: string) => ({
      total: 1,
      list: [{ recordId: "r", roomUuid, status: classes.get(roomUuid)?.recording ? 1 : 2 }],
      nextId: null,
    }),
  };
};
