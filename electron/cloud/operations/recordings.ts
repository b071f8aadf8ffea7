/** Recordings: operations 4 (start and stop), 5 and 6. */
import { type RecordingItem, readRecordingItem } from "../../../shared/model/recordingItem.ts";
import type { RecordingOrder } from "../requests.ts";
import type { RecordPage } from "../types.ts";
import { readNothing, readRecords } from "../wire.ts";
import { type Operation, type Owner, type PathOwner, query, roomPath } from "./operation.ts";

const statePath = (owner: PathOwner, roomUuid: string, state: 0 | 1): string => `${roomPath(owner, roomUuid)}/records/states/${state}`;

/** Operation 4, start. Repeatable: a recording that runs already says so (30409411). */
export const startRecording = (owner: PathOwner, roomUuid: string, order: RecordingOrder): Operation<null> => ({
  service: "recording",
  method: "PUT",
  path: statePath(owner, roomUuid, 1),
  body: {
    ...(order.mode !== undefined && { mode: order.mode }),
    ...(order.webRecordConfig !== undefined && { webRecordConfig: order.webRecordConfig }),
    ...(order.retryTimeout !== undefined && { retryTimeout: order.retryTimeout }),
  },
  repeatable: true,
  reachedBy: ["recordingNotEnded"],
  read: readNothing,
});

/** Operation 4, stop. Repeatable: where nothing is recorded the service says so (30409410). */
export const stopRecording = (owner: PathOwner, roomUuid: string): Operation<null> => ({
  service: "recording",
  method: "PUT",
  path: statePath(owner, roomUuid, 0),
  body: {},
  repeatable: true,
  reachedBy: ["recordingNotStarted"],
  read: readNothing,
});

/**
 * Operation 5: PUT by the specification, PATCH in all that is public. By PUT it is a start to a service that has just stopped recording,
 * so it is not sent blindly again; by PATCH it is.
 */
export const updateRecording = (
  owner: Owner,
  roomUuid: string,
  { webRecordConfig }: Pick<RecordingOrder, "webRecordConfig">,
): Operation<null> => ({
  service: "recording",
  method: owner.preset === "public" ? "PATCH" : "PUT",
  path: statePath(owner, roomUuid, 1),
  body: webRecordConfig === undefined ? {} : { webRecordConfig },
  repeatable: owner.preset === "public",
  read: readNothing,
});

/** Operation 6. Reading changes nothing. */
export const recordings = (owner: PathOwner, roomUuid: string, ask: { nextId?: string }): Operation<RecordPage<RecordingItem>> => ({
  service: "recording",
  method: "GET",
  path: `${roomPath(owner, roomUuid)}/records${query({ nextId: ask.nextId })}`,
  repeatable: true,
  read: (data) => readRecords(data, readRecordingItem),
});
