/** What is known of a room that was created from here, before anything of it was read: what was asked (specification §2). */
import { asObject, field, readNumber, readText } from "../projection/readers.ts";
import type { Schedule } from "./room.ts";
import { type RoomPlan, readRoomPlan } from "./roomPlan.ts";

/** From the fields of the command; `at` is server time, ms. */
export const readCreatedRoom = (
  { roomName, roomProperties }: Record<string, unknown>,
  at: number,
): { name: string | null; schedule: Schedule | null; plan: RoomPlan } => {
  const schedule = asObject(field(asObject(roomProperties), "schedule"));
  const [startTime, duration, closeDelay] = ["startTime", "duration", "closeDelay"].map((name) => readNumber(field(schedule, name)));
  return {
    name: readText(roomName),
    plan: readRoomPlan(roomProperties, at),
    schedule: schedule && { startTime: startTime ?? null, duration: duration ?? null, closeDelay: closeDelay ?? null },
  };
};
