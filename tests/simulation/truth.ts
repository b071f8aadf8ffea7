/** What really was so at the service: whether a command's end has come about, whoever brought it about. */
import type { CommandRow } from "../../shared/model/command.ts";
import type { ServiceEvent } from "../fakes/service.ts";
import { type Classes, REMOVED } from "./classes.ts";

type Values = Record<string, unknown>;
const valuesOf = (value: unknown): Values => (typeof value === "object" && value !== null ? (value as Values) : {});
const names = (list: unknown, id: unknown): boolean => Array.isArray(list) && list.some((user) => valuesOf(user)["userUuid"] === id);

/** What a change of properties comes to: path → value; undefined: gone. */
const changeOf = ({ name, input }: CommandRow): Map<string, unknown> => {
  const { properties, extAppUuid } = input;
  const prefix = name.startsWith("extApp") ? `extApps.${String(extAppUuid)}.` : "";
  return Array.isArray(properties)
    ? new Map(properties.map((key) => [`${prefix}${String(key)}`, undefined]))
    : new Map(Object.entries(valuesOf(properties)).map(([key, value]) => [`${prefix}${key}`, value]));
};
const tells = (data: Values, change: Map<string, unknown>): boolean => {
  const told = valuesOf(data["changeProperties"]);
  return [...change].every(([path, value]) => Object.hasOwn(told, path) && told[path] === (value ?? "deleted"));
};

const shownBy = ({ cmd, data }: ServiceEvent, row: CommandRow): boolean => {
  const { name, input } = row;
  const told = valuesOf(data);
  switch (name) {
    case "room.setState":
      return cmd === 1 && told["state"] === input["state"];
    case "person.remove":
      return cmd === 20 && names(told["offlineUsers"], input["userUuid"]);
    case "person.letIn":
      return cmd === 20 && names(told["onlineUsers"], input["userUuid"]);
    case "recording.start":
    case "recording.stop":
      return cmd === 1001 && (told["state"] === 1) === (name === "recording.start");
    case "groups.create":
    case "groups.remove":
      return cmd === 5 && valuesOf(told["changeProperties"])["groups.state"] === (name === "groups.create" ? 1 : 0);
    case "room.create":
      return false;
    default:
      return (cmd === 5 || cmd === 23) && tells(told, changeOf(row));
  }
};

/** Whether the room's events tell at or after `since`, server time ms, that the person of a removal was removed. */
export const takenOut = (service: Classes, { name, roomUuid, input }: CommandRow, since: number): boolean =>
  name === "person.remove" &&
  service.events(roomUuid).some(({ cmd, data, madeAt }) => {
    const gone = valuesOf(data)["offlineUsers"];
    return (
      cmd === 20 &&
      madeAt >= since &&
      Array.isArray(gone) &&
      gone.map(valuesOf).some(({ userUuid, type }) => userUuid === input["userUuid"] && type === REMOVED)
    );
  });

/** Whether the room stands so now. */
export const standsSo = (service: Classes, row: CommandRow): boolean => {
  const room = service.find(row.roomUuid);
  const { name, input } = row;
  if (room === undefined) return false;
  const person = room.people.get(String(input["userUuid"]));
  const has = (held: Values): boolean => [...changeOf(row)].every(([path, value]) => held[path] === value);
  switch (name) {
    case "room.create":
      return true;
    case "room.setState":
      return room.state === input["state"];
    case "person.remove":
      return person?.present !== true;
    case "person.letIn":
      return person?.blocked !== true;
    case "recording.start":
    case "recording.stop":
      return room.recording === (name === "recording.start");
    case "groups.create":
    case "groups.remove":
      return (room.groups !== null) === (name === "groups.create");
    default:
      return has(name.startsWith("user") ? (person?.properties ?? {}) : room.properties);
  }
};

/** Whether the room stood so already at `since`, as its events tell: what has not been told is not so. */
const stoodSo = (events: readonly ServiceEvent[], { name, input }: CommandRow, since: number): boolean => {
  let [state, recording, present]: unknown[] = [0, false, false];
  for (const { cmd, data, madeAt } of events) {
    if (madeAt > since) break;
    const told = valuesOf(data);
    if (cmd === 1) ({ state } = told);
    if (cmd === 1001) recording = told["state"] === 1;
    if (cmd === 20 && names(told["offlineUsers"], input["userUuid"])) present = false;
    if (cmd === 20 && names(told["onlineUsers"], input["userUuid"])) present = true;
  }
  if (name === "room.setState") return state === input["state"];
  if (name === "person.remove" || name === "person.letIn") return present === (name === "person.letIn");
  return (name === "recording.start" || name === "recording.stop") && recording === (name === "recording.start");
};

/** Whether the service's rooms show what this command wanted, now or at any time since `since`, server time ms. */
export const cameAbout = (service: Classes, row: CommandRow, since: number): boolean => {
  if (standsSo(service, row)) return true;
  const events = [...service.past(row.roomUuid).flatMap((life) => life.events), ...service.events(row.roomUuid)];
  return stoodSo(events, row, since) || events.some((event) => event.madeAt >= since && shownBy(event, row));
};
