/** Every place of the console, in the order of the rail; a room is found by its own name. Pure. */
import { examsPlace, type Place, pastPlace } from "./ui.ts";

type FixedPlace = Extract<Place, { name: Exclude<Place["name"], "room"> }>;

/** Profiles stand under Settings. */
type RailPlace = Exclude<FixedPlace, { name: "profiles" }>;

/** The compiler asks for a new one. */
const PLACE_OF: { readonly [N in FixedPlace["name"]]: Extract<FixedPlace, { name: N }> } = {
  wall: { name: "wall" },
  exams: examsPlace(),
  board: { name: "board" },
  alarms: { name: "alarms" },
  commands: { name: "commands" },
  past: pastPlace(),
  record: { name: "record" },
  tokens: { name: "tokens" },
  settings: { name: "settings" },
  profiles: { name: "profiles" },
  practice: { name: "practice" },
};

/** Rehearsals are of the practice profile alone. */
export const offeredPlaces = (practice: boolean): readonly FixedPlace[] =>
  Object.values(PLACE_OF).filter(({ name }) => practice || name !== "practice");

/** Those of the rail, from above; the keys 1 to 9 lead to the first nine. */
export const railPlaces = (practice: boolean): readonly RailPlace[] =>
  offeredPlaces(practice).filter((place): place is RailPlace => place.name !== "profiles");

/** The place of the rail under which each place stands. */
export const railNameOf = (name: Place["name"]): RailPlace["name"] => {
  if (name === "room") return "wall";
  return name === "profiles" ? "settings" : name;
};
