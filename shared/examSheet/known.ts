/** What is known of a room from all who tell of it: its row on the wall, its events, "get one room", and what the service accepted from here. Pure. */
import type { Column, RowMeaning } from "../model/exam.ts";
import { knownValues, type Properties } from "../model/property.ts";
import { ROOM_STATE, type RoomSummary } from "../model/room.ts";
import { latest } from "../model/time.ts";
import { asObject, field, readInteger, readNumber, readText, readTime, valueAt } from "../projection/readers.ts";
import type { KnownRoom, KnownValue } from "./difference.ts";

/** "Get one room" as it was last answered; `absent`: there is no such room. Times Unix ms. */
export type RoomReadingTold = {
  readAt: number;
  absent: boolean;
  name: string | null;
  state: number | null;
  createdAt: number | null;
  properties: Readonly<Record<string, unknown>>;
};
/** A command of a sheet that the service has accepted. */
export type AcceptedCommand = { name: string; input: Readonly<Record<string, unknown>>; at: number };

export type Sources = {
  summary: RoomSummary | undefined;
  /** As events have told them. */
  told: Properties;
  reading: RoomReadingTold | undefined;
  accepted: readonly AcceptedCommand[];
};

type Fields = KnownRoom["fields"];

/** The fixed fields of a room's properties, as operation 1 takes and "get one room" gives them. */
const fieldsIn = (properties: unknown, at: number, seen: boolean): Fields => {
  const inside = (name: string): unknown => valueAt(properties, name);
  const found: [Column, unknown][] = [
    ["roomType", readInteger(inside("roomType"))],
    ["startTime", readTime(inside("schedule.startTime"))],
    ["duration", readNumber(inside("schedule.duration"))],
    ["closeDelay", readNumber(inside("schedule.closeDelay"))],
    ["maxAccept", readInteger(inside("processes.handsUp.maxAccept"))],
    ["examinationUrl", readText(inside("examinationUrl"))],
    ["videoURL", readText(inside("hostingScene.videoURL"))],
    ["reserveVideoURL", readText(inside("hostingScene.reserveVideoURL"))],
    ["finishType", readInteger(inside("hostingScene.finishType"))],
  ];
  return Object.fromEntries(found.flatMap(([column, value]) => (value === null ? [] : [[column, { value, at, seen }]])));
};

const ofReading = ({ readAt, name, state, properties }: RoomReadingTold): Fields => {
  const fields = fieldsIn(properties, readAt, true);
  // Once a class runs some services tell when it began instead of when it was to begin.
  if (state !== null && state !== ROOM_STATE.notStarted) delete fields.startTime;
  return name === null ? fields : { ...fields, roomName: { value: name, at: readAt, seen: true } };
};

const ofAccepted = ({ name, input, at }: AcceptedCommand): Fields => {
  if (name === "room.create") {
    const { roomName, roomType, roomProperties } = input;
    const named: Fields = {
      roomName: { value: readText(roomName), at, seen: false },
      roomType: { value: readInteger(roomType), at, seen: false },
    };
    return { ...fieldsIn(roomProperties, at, false), ...named };
  }
  const url = readText(input["examinationUrl"]);
  return url === null ? {} : { examinationUrl: { value: url, at, seen: false } };
};

const ofEvents = (told: Properties): Fields => {
  const own = told["examinationUrl"];
  const inner = told["roomProperties"];
  const property = own ?? inner;
  const value = readText(own?.value) ?? readText(field(asObject(inner?.value), "examinationUrl"));
  return property === undefined || value === null ? {} : { examinationUrl: { value, at: latest(property.time), seen: true } };
};

/** What the registry holds was told at some time that is not kept. */
const ofSummary = ({ name, roomUuid, schedule }: RoomSummary): Fields => {
  const fields = fieldsIn({ schedule: schedule ?? {} }, 0, false);
  return name === roomUuid ? fields : { ...fields, roomName: { value: name, at: 0, seen: false } };
};

const isLater = (value: KnownValue, than: KnownValue | undefined): boolean => than === undefined || value.at >= than.at;

/** Each wanted path by the latest who tells it; a path that is missing tells nothing, the service may keep it elsewhere. */
const propertiesOf = ({ told, reading, accepted }: Sources, wanted: Readonly<Record<string, unknown>>): KnownValue | undefined => {
  const values: Record<string, unknown> = {};
  let at = 0;
  let seen = false;
  const events = knownValues(told);
  for (const path of Object.keys(wanted)) {
    let best: KnownValue | undefined;
    const consider = (value: unknown, when: number, isSeen: boolean): void => {
      const candidate = { value, at: when, seen: isSeen };
      if (value !== undefined && isLater(candidate, best)) best = candidate;
    };
    for (const { name, input, at: when } of accepted)
      if (name === "roomProperties.set") consider(valueAt(input["properties"], path), when, false);
    if (reading !== undefined && !reading.absent)
      consider(valueAt(reading.properties, path) ?? valueAt(reading.properties["flexProps"], path), reading.readAt, true);
    const own = told[path.split(".", 1)[0] ?? path] ?? told[path];
    if (own !== undefined) consider(valueAt(events, path), latest(own.time), true);
    if (best === undefined) continue;
    values[path] = best.value;
    at = Math.max(at, best.at);
    seen ||= best.seen;
  }
  return Object.keys(values).length === 0 ? undefined : { value: values, at, seen };
};

const standingOf = ({ summary, reading, accepted }: Sources): KnownRoom["standing"] | null => {
  const created = accepted.reduce((last, { at }) => Math.max(last, at), 0);
  if (summary?.phase === "destroyed" && created <= (summary.proof.provedAt ?? 0)) return "destroyed";
  if (summary?.state === ROOM_STATE.closed && summary.phase !== "destroyed") return "closed";
  if (reading !== undefined && !reading.absent && reading.state === ROOM_STATE.closed && reading.readAt >= created) return "closed";
  if (summary?.proof.provedAt != null) return "exists";
  if (reading !== undefined && reading.readAt >= created) return reading.absent ? "absent" : "exists";
  if (created > 0) return "exists";
  return summary === undefined ? null : "exists";
};

/** undefined: nobody has heard of it. `wanted`: the properties that are asked about. */
export const knownRoomOf = (sources: Sources, wanted: RowMeaning["properties"]): KnownRoom | undefined => {
  const standing = standingOf(sources);
  if (standing === null) return undefined;
  const { summary, told, reading, accepted } = sources;
  const tellers: Fields[] = [
    ...(summary === undefined ? [] : [ofSummary(summary)]),
    ...accepted.map(ofAccepted),
    ofEvents(told),
    ...(reading === undefined || reading.absent ? [] : [ofReading(reading)]),
  ];
  const fields: Fields = {};
  for (const teller of tellers)
    for (const [column, value] of Object.entries(teller) as [Column, KnownValue][])
      if (isLater(value, fields[column])) fields[column] = value;
  const properties = wanted === null ? undefined : propertiesOf(sources, wanted);
  if (properties !== undefined) fields.properties = properties;
  return { standing, fields, createdAt: reading?.createdAt ?? accepted.find(({ name }) => name === "room.create")?.at ?? null };
};
