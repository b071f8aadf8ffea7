/** What the contract's readings of one room do: a line per entry. */
import type { roomReads } from "../../shared/contract/roomReads.ts";
import type { CallOutput } from "../../shared/contract.ts";
import { appError, err, type Result } from "../../shared/result.ts";
import type { Handlers } from "../../shared/serving.ts";

type RoomRead = keyof (typeof roomReads)["queries"];
type Answer<N extends RoomRead> = Promise<Result<CallOutput<N>>>;

/** Of the session that runs. */
export type RoomReadsOf = {
  reads: {
    recordings(roomUuid: string, from: string | null): Answer<"room.recordings">;
    userState(roomUuid: string, userUuid: string): Answer<"room.userState">;
    quizzes(roomUuid: string): Answer<"room.quizzes">;
    polls(roomUuid: string): Answer<"room.polls">;
    facts(roomUuid: string): Answer<"room.facts">;
  };
  /** undefined: no such room here, and nothing is asked of the service. */
  sync: { rooms: { get(roomUuid: string): unknown } };
};

export const createRoomReadHandlers = (running: () => RoomReadsOf): Pick<Handlers, RoomRead> => {
  const inRoom = async <T>(roomUuid: string, read: (reads: RoomReadsOf["reads"]) => Promise<Result<T>>): Promise<Result<T>> => {
    const { reads, sync } = running();
    return sync.rooms.get(roomUuid) === undefined
      ? err(appError("notFound", `room ${roomUuid} is not known here`, { reason: "room" }))
      : read(reads);
  };
  return {
    "room.recordings": ({ roomUuid, from }) => inRoom(roomUuid, (reads) => reads.recordings(roomUuid, from)),
    "room.userState": ({ roomUuid, userUuid }) => inRoom(roomUuid, (reads) => reads.userState(roomUuid, userUuid)),
    "room.quizzes": ({ roomUuid }) => inRoom(roomUuid, (reads) => reads.quizzes(roomUuid)),
    "room.polls": ({ roomUuid }) => inRoom(roomUuid, (reads) => reads.polls(roomUuid)),
    "room.facts": ({ roomUuid }) => inRoom(roomUuid, (reads) => reads.facts(roomUuid)),
  };
};
