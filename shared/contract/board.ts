/** The check before the exam, and what plays in a room's hosting scene. */
import { z } from "zod";
import { BoardRow, BoardScope, BoardStatus } from "../model/boardCheck.ts";
import { SceneStatus } from "../model/stream.ts";
import { action, Done, listTopic, valueTopic } from "./kinds.ts";

const OneBoard = z.strictObject({ examId: BoardScope });
const KnownRoom = z.string().min(1).max(300);

/** A run is repeated at most so seldom, minutes. */
export const MAX_REPEAT_MINUTES = 240;

export const board = {
  actions: {
    /** `conflict` where there is no room to look at (`noRooms`), or a run of these is under way (`boardRuns`); `notFound`: there is no such exam. */
    "board.run": action(OneBoard, Done),
    /** Rooms that were looked at keep their verdict. */
    "board.stop": action(OneBoard, Done),
    /** Minutes from the end of one run to the next; null: only when asked. */
    "board.repeat": action(OneBoard.extend({ minutes: z.int().min(1).max(MAX_REPEAT_MINUTES).nullable() }), Done),
    /** What a person says who has listened to the alarm's sound. */
    "board.soundTested": action(z.strictObject({ heard: z.boolean() }), Done),
  },
  topics: {
    /** Each exam has a check of its own, and every room together has one. Closed with `notFound` where there is no such exam. */
    board: valueTopic(OneBoard, BoardStatus),
    boardRows: listTopic(OneBoard, BoardRow, "roomUuid"),
    /** Looking at it keeps its streams watched, and fetchable where it says so. Closed with `notFound` for a room that is not known. */
    scene: valueTopic(z.strictObject({ roomUuid: KnownRoom }), SceneStatus),
  },
} as const;
