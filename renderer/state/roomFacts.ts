/** What a row of the wall means, in names that views translate. Pure. */
import { ROOM_STATE, type RoomSummary } from "../../shared/model/room.ts";

export type StateName = "notStarted" | "started" | "ended" | "closed" | "gone" | "none" | "other";

/** `other`: a state outside the known set, shown by its number. `gone`: the service no longer has the room. */
export const stateName = ({ state, phase }: Pick<RoomSummary, "state" | "phase">): StateName => {
  if (phase === "destroyed") return "gone";
  switch (state) {
    case null:
      return "none";
    case ROOM_STATE.notStarted:
      return "notStarted";
    case ROOM_STATE.started:
      return "started";
    case ROOM_STATE.ended:
      return "ended";
    case ROOM_STATE.closed:
      return "closed";
    default:
      return "other";
  }
};

export const isStarted = (room: Pick<RoomSummary, "state" | "phase">): boolean => stateName(room) === "started";
