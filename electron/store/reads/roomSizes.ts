/** How much is stored of each room, and from when to when it was seen. */
import { ok } from "../../../shared/result.ts";
import { onReadOnly, type ReadJob } from "./job.ts";

/** Times when it was seen, server time, ms; null where nothing is stored. */
export type RoomSize = { roomUuid: string; events: number; bytes: number; from: number | null; to: number | null };

/** What a row takes beside its text, bytes: its other columns, and its place in the indexes. */
const ROW_BYTES = 250;

/** Rooms without a row in the journal are left out. */
export const roomSizes: ReadJob<{ path: string; roomUuids: string[] }, RoomSize[]> = (world, { path, roomUuids }) =>
  onReadOnly(world, path, function* (database) {
    const idOf = database.prepare("SELECT id FROM rooms WHERE uuid = ?");
    const events = database.prepare(
      "SELECT count(*) AS count, total(octet_length(raw)) AS bytes, min(received_at) AS first, max(received_at) AS last FROM events WHERE room_id = ?",
    );
    const folds = database.prepare("SELECT total(octet_length(view)) AS bytes FROM folds WHERE room_id = ?");
    const sizes: RoomSize[] = [];
    for (const roomUuid of roomUuids) {
      const id = idOf.get(roomUuid)?.["id"];
      if (id === undefined) continue;
      const found = events.get(id);
      const count = Number(found?.["count"]);
      sizes.push({
        roomUuid,
        events: count,
        bytes: Number(found?.["bytes"]) + Number(folds.get(id)?.["bytes"]) + count * ROW_BYTES,
        from: count === 0 ? null : Number(found?.["first"]),
        to: count === 0 ? null : Number(found?.["last"]),
      });
      yield;
    }
    return ok(sizes);
  });
