/** What a service has beyond the specification: the public facts' extras, learned from its own answers, once per profile and run. */
import { asObject, field, readInteger } from "../../shared/projection/readers.ts";
import type { Capabilities, CloudAnswer, CloudProblem, RoomFacts, SequencePage } from "./types.ts";

const PROPERTY_EVENTS: ReadonlySet<number> = new Set([4, 5, 22, 23]);
const ROOM_STATE_EVENT = 1;
const CLOSED = 3;
/** An event may be seen this much later than the answer that accepted its cause, ms. */
const EVENT_LATENESS_MS = 10_000;

export type CapabilityBook = {
  read(): Capabilities;
  /** Whether "get one room" is worth asking. */
  mayGetRoom(): boolean;
  gotRoom(facts: RoomFacts): void;
  /** `refusal`: what the service answered to "get one room". */
  roomRefused(refusal: CloudProblem): void;
  /** Operation 3 brought a room into this state, or was refused. */
  stateSet(state: number, refusal: CloudProblem | null): void;
  /** A change of the room's, a user's or an extApp's properties was accepted at `ts`, server time ms. */
  propertiesSet(roomUuid: string, ts: number | null): void;
  /** A page of events. `wholeOf`: the room that it was read to the end of, all kinds; null: no such room. */
  seen(answer: CloudAnswer<SequencePage>, wholeOf: string | null): void;
};

export const createCapabilityBook = (): CapabilityBook => {
  const known: Capabilities = { getRoom: "unknown", propertyEvents: "unknown", closedState: "unknown" };
  /** The change that is watched for its event. */
  let watched: { roomUuid: string; ts: number } | null = null;

  return {
    read: () => ({ ...known }),
    mayGetRoom: () => known.getRoom !== "lacking",
    gotRoom: (facts) => {
      known.getRoom = "present";
      if (facts.state === CLOSED) known.closedState = "present";
    },
    roomRefused: ({ code }) => {
      if (code === "roomAbsent") known.getRoom = "present";
      else if (code === "notFound" && known.getRoom === "unknown") known.getRoom = "lacking";
    },
    stateSet: (state, refusal) => {
      if (state !== CLOSED) return;
      if (refusal === null) known.closedState = "present";
      else if (refusal.code === "rejected" && refusal.httpStatus === 400 && known.closedState === "unknown") known.closedState = "lacking";
    },
    propertiesSet: (roomUuid, ts) => {
      if (known.propertyEvents === "unknown" && ts !== null) watched ??= { roomUuid, ts };
    },
    seen: ({ value: { events }, ts }, wholeOf) => {
      if (known.propertyEvents !== "present" || known.closedState !== "present") {
        for (const { cmd, data } of events) {
          if (PROPERTY_EVENTS.has(cmd)) known.propertyEvents = "present";
          if (cmd === ROOM_STATE_EVENT && readInteger(field(asObject(data), "state")) === CLOSED) known.closedState = "present";
        }
      }
      if (watched === null || watched.roomUuid !== wholeOf || ts === null || ts < watched.ts + EVENT_LATENESS_MS) return;
      if (known.propertyEvents === "unknown") known.propertyEvents = "lacking";
      watched = null;
    },
  };
};
