/** What a menu offers for rooms or a person: the catalogue's entries in the order of a proctor's day, danger at the end. Pure. */
import type { RoomSummary } from "../../../shared/model/room.ts";
import { ENTRIES, type Entry, isOffered, suits, traitsOf } from "./entries.ts";

const ORDER: readonly string[] = [
  "room.setState:start",
  "recording.start:plain",
  "recording.start",
  "recording.stop:plain",
  "recording.update",
  "person.remove",
  "person.letIn",
  "groups.create",
  "groups.remove:plain",
  "roomProperties.set",
  "roomProperties.remove",
  "userProperties.set",
  "userProperties.remove",
  "extAppProperties.set",
  "extAppProperties.remove",
];
/** Apart, at the far end (design: danger stands apart). */
const LAST: readonly string[] = ["room.setState:reset", "room.setState:end", "room.setState:close"];

const rank = ({ id }: Entry): number => {
  const place = ORDER.indexOf(id);
  // What is new stands before what is dangerous.
  return place >= 0 ? place : ORDER.length + 1 + LAST.indexOf(id);
};

export const isLast = ({ id }: Entry): boolean => LAST.includes(id);

type Extras = { closedState: boolean };

export const entriesForRooms = (rooms: readonly RoomSummary[], extras: Extras): Entry[] =>
  ENTRIES.filter((entry) => entry.about !== "newRoom" && isOffered(entry, extras) && suits(entry, rooms)).sort((a, b) => rank(a) - rank(b));

export const entriesForPerson = (rooms: readonly RoomSummary[], extras: Extras): Entry[] =>
  entriesForRooms(rooms, extras).filter(({ about }) => about === "person");

/** Whether the entry is as dangerous as it looks: the menu shows it in the colour of danger. */
export const isDangerous = (entry: Entry): boolean =>
  entry.preset !== null && traitsOf(entry.name).danger(entry.preset) !== "safe" && isLast(entry);
