/** How much clients may pile up. Beyond it a call is refused, so that no client takes the machine; where no source is named, the service's own limit is not public. */
import { type Err, err } from "../../../shared/result.ts";
import { PROBLEMS, type Problem } from "./problems.ts";

export type Limits = {
  rooms: number;
  /** People that a room remembers, those who left among them. */
  peopleOfRoom: number;
  eventsOfRoom: number;
  /** Text of all events of all rooms, characters. */
  eventText: number;
  /** Properties of one room or one extApp, characters of JSON. */
  propertyText: number;
  /** Properties of one user, who brings them into every event of coming and going. */
  userPropertyText: number;
  extAppsOfRoom: number;
  resourcesOfRoom: number;
  recordsOfRoom: number;
  chatUsers: number;
  /** The oldest are forgotten. */
  incidents: number;
};

export const LIMITS: Limits = {
  rooms: 5_000,
  peopleOfRoom: 2_000,
  eventsOfRoom: 100_000,
  eventText: 512 * 1_048_576,
  propertyText: 65_536,
  userPropertyText: 16_384,
  extAppsOfRoom: 100,
  resourcesOfRoom: 500,
  recordsOfRoom: 2_000,
  chatUsers: 100_000,
  incidents: 1_000,
};

/** Levels of a body, and parts of a dotted key: deeper ones would overflow whoever walks them. */
export const MAX_DEPTH = 64;

export const tooMany = (what: string): Err<Problem> => err({ ...PROBLEMS.tooMuch, message: `The limit of ${what} is reached` });

/** Whether properties as a client gave them are short enough. */
export const isShort = (properties: unknown, limit: number): boolean =>
  properties === undefined || JSON.stringify(properties).length <= limit;

/** How deep objects and arrays lie in one another in JSON text. */
export const depthOf = (json: string): number => {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (character === 0x7d || character === 0x5d) depth -= 1;
  }
  return deepest;
};
