/** Events: operation 8 of one room, operation 9 of all. */
import type { SequencePage } from "../types.ts";
import { readSequences } from "../wire.ts";
import { type Operation, type PathOwner, pollingPath, query, roomPath } from "./operation.ts";

/** Operation 8. `nextId` is inclusive; reading changes nothing. */
export const roomSequences = (owner: PathOwner, roomUuid: string, ask: { nextId?: string; cmd?: number }): Operation<SequencePage> => ({
  service: "events",
  method: "GET",
  path: `${roomPath(owner, roomUuid)}/sequences${query({ nextId: ask.nextId, cmd: ask.cmd })}`,
  repeatable: true,
  read: (data, body) => readSequences(data, roomUuid, body),
});

/** Operation 9. Consumed by being read: an answer that is lost has taken its events along. */
export const appSequences = (owner: PathOwner): Operation<SequencePage> => ({
  service: "events",
  method: "GET",
  path: `${pollingPath(owner)}/sequences`,
  repeatable: false,
  read: (data, body) => readSequences(data, null, body),
});
