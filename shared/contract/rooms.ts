/** The wall and the room. */
import { z } from "zod";
import { TimelineEntry } from "../model/event.ts";
import { RoomDetail, RoomSummary } from "../model/room.ts";
import { SavedView } from "../model/settings.ts";
import { action, Done, listTopic, Nothing, query, valueTopic } from "./kinds.ts";

const KnownRoom = z.string().min(1).max(300);

/** How many rooms may be added in one go. */
export const MAX_ROOMS_ADDED = 1_000;
/** How many entries the timeline topic carries, and the most that a page of older ones may have. */
export const TIMELINE_TAIL = 200;

/** What became of each id that was added. `unchecked`: no answer now; it is kept and checked when there is one. */
export const AddVerdict = z.object({
  roomUuid: z.string(),
  verdict: z.enum(["added", "known", "absent", "unchecked", "invalid"]),
});
export type AddVerdict = z.infer<typeof AddVerdict>;

export const rooms = {
  actions: {
    /** Each id is checked by operation 8. An id that does not exist is not added and told so. */
    "rooms.add": action(
      z.strictObject({ roomUuids: z.array(z.string().max(300)).min(1).max(MAX_ROOMS_ADDED) }),
      z.object({ verdicts: z.array(AddVerdict) }),
    ),
    "rooms.setVisibility": action(
      z.strictObject({ roomUuids: z.array(KnownRoom).min(1).max(10_000), visibility: z.enum(["shown", "hidden", "archived"]) }),
      Done,
    ),
    "views.save": action(SavedView.strict(), Done),
    "views.remove": action(z.strictObject({ id: z.string().min(1).max(64) }), Done),
  },
  queries: {
    /** Entries before `before` (a timeline key; null: the newest), newest first. */
    "timeline.page": query(
      z.strictObject({ roomUuid: KnownRoom, before: z.string().max(100).nullable(), limit: z.int().min(1).max(TIMELINE_TAIL) }),
      z.object({ entries: z.array(TimelineEntry), more: z.boolean() }),
    ),
  },
  topics: {
    rooms: listTopic(Nothing, RoomSummary, "roomUuid"),
    /** Opening a room also moves it to the front of the polling order. Closed with `notFound` for a room that is not known. */
    room: valueTopic(z.strictObject({ roomUuid: KnownRoom }), RoomDetail),
    /** The newest entries of the open room, and each that comes. */
    timeline: listTopic(z.strictObject({ roomUuid: KnownRoom }), z.object({ key: z.string(), entry: TimelineEntry }), "key"),
    views: listTopic(Nothing, SavedView, "id"),
  },
} as const;
