/** Every place of the console as the palette offers it; a room is found by its own name. Pure. */
import { examsPlace, type Place, pastPlace } from "../../state/ui.ts";

type PlaceName = Exclude<Place["name"], "room">;

/** The compiler asks for a new one. */
const PLACE_OF: { readonly [N in PlaceName]: Extract<Place, { name: N }> } = {
  wall: { name: "wall" },
  alarms: { name: "alarms" },
  commands: { name: "commands" },
  exams: examsPlace(),
  tokens: { name: "tokens" },
  record: { name: "record" },
  past: pastPlace(),
  board: { name: "board" },
  practice: { name: "practice" },
  settings: { name: "settings" },
  profiles: { name: "profiles" },
};

/** Rehearsals are of the practice profile alone. */
export const offeredPlaces = (practice: boolean): readonly Extract<Place, { name: PlaceName }>[] =>
  Object.values(PLACE_OF).filter(({ name }) => practice || name !== "practice");
