/** Takes away what is stored of a room, from its newest event back, in slices: what is left is a beginning of it, and its row the fold of that. */
import type { Database } from "../../shared/ports.ts";
import { summaryOf } from "../../shared/projection/index.ts";
import type { Kept } from "./journalApply.ts";
import { type createFolds, emptyFold, type Fold } from "./journalFold.ts";
import type { Pruned } from "./journalTypes.ts";
import type { LedgerPage, Removal } from "./ledger.ts";

export const createPruning = (database: Database, folds: ReturnType<typeof createFolds>) => {
  const newest = database.prepare(
    "SELECT id, incarnation, sequence, ordinal FROM events WHERE room_id = ? ORDER BY incarnation DESC, sequence DESC, ordinal DESC LIMIT ?",
  );
  const dropGaps = database.prepare("DELETE FROM gaps WHERE room_id = ? AND (incarnation, first) >= (?, ?)");
  const countGaps = database.prepare("SELECT count(*) AS count FROM gaps WHERE room_id = ? AND incarnation = ?");
  const rest = ["folds", "gaps", "incarnations", "room_people"].map((table) => database.prepare(`DELETE FROM ${table} WHERE room_id = ?`));
  const dropRoom = database.prepare("DELETE FROM rooms WHERE id = ?");

  /** Inside the transaction of `page`. `after` null: nothing of the room is left. */
  return (entry: Kept, page: LedgerPage, order: Removal, limit: number): { after: Kept | null; pruned: Pruned } => {
    const { id, room } = entry;
    const rows = newest.all(id, limit);
    const ids = rows.map((row) => Number(row["id"]));
    if (!page.prune(room.roomUuid, ids, order)) return { after: entry, pruned: { removed: 0, left: "newer" } };
    if (rows.length < limit) {
      for (const drop of rest) drop.run(id);
      dropRoom.run(id);
      return { after: null, pruned: { removed: ids.length, left: "nothing" } };
    }
    const last = rows.at(-1);
    const lowest = { sequence: Number(last?.["sequence"]), ordinal: Number(last?.["ordinal"]) };
    const incarnation = Number(last?.["incarnation"]);
    folds.dropBehind(id, incarnation, lowest);
    dropGaps.run(id, incarnation, lowest.sequence);
    const present = { id, roomUuid: room.roomUuid, incarnation: room.incarnation };
    const fold: Fold = incarnation < room.incarnation ? emptyFold() : folds.load(present);
    const left = {
      ...room,
      // Read again, if it ever is, from its beginning; and nothing proves any more that this is all.
      anchor: 0,
      proof: { provedAt: null, chainId: null },
      lastSequence: fold.through.sequence,
      gaps: Number(countGaps.get(id, room.incarnation)?.["count"]),
      summary: summaryOf(fold.view),
      folding: false,
    };
    return { after: { id, room: left, fold, met: 0 }, pruned: { removed: ids.length, left: "more" } };
  };
};
