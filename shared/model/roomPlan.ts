/** What a room was made with and what no event tells (specification §2): the addresses of its exam and of its hosting scene, and when it was made. */
import { z } from "zod";
import { asObject, field, readText, readTime } from "../projection/readers.ts";

export const RoomPlan = z.object({
  examinationUrl: z.string().nullable(),
  videoURL: z.string().nullable(),
  reserveVideoURL: z.string().nullable(),
  /** Server time, ms: its reservation counts from here. */
  createdAt: z.number().nullable(),
});
export type RoomPlan = z.infer<typeof RoomPlan>;

/** Longest address that is kept, characters. */
const MAX_ADDRESS = 2_048;
const readAddress = (value: unknown): string | null => {
  const text = readText(value)?.trim() ?? "";
  return text === "" || text.length > MAX_ADDRESS ? null : text;
};

/** From `roomProperties`, as they are sent to make a room and as "get one room" answers them. */
export const readRoomPlan = (roomProperties: unknown, createdAt: unknown): RoomPlan => {
  const properties = asObject(roomProperties);
  const scene = asObject(field(properties, "hostingScene"));
  return {
    examinationUrl: readAddress(field(properties, "examinationUrl")),
    videoURL: readAddress(field(scene, "videoURL")),
    reserveVideoURL: readAddress(field(scene, "reserveVideoURL")),
    createdAt: readTime(createdAt),
  };
};
