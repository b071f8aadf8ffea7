/** Commands and rooms as a test wants them. */

import type { RoomReading } from "../../../electron/commands/signs.ts";
import type { StoredCommand } from "../../../electron/store/outboxRows.ts";
import type { CommandRow } from "../../../shared/model/command.ts";
import type { RoomSummary, RoomView } from "../../../shared/model/room.ts";
import { emptyView } from "../../../shared/projection/index.ts";
import { commandRow } from "../../fakes/commandRow.ts";
import { room } from "../renderer/rooms.ts";

export const aStored = (row: Partial<CommandRow> = {}, more: Partial<StoredCommand> = {}): StoredCommand => ({
  row: commandRow(row),
  askedWall: 0,
  lived: 0,
  wordLived: 0,
  confirmed: false,
  waitsSinceLived: null,
  lost: false,
  dated: true,
  ...more,
});

/** A room as it was read. */
export const aReading = (summary: Partial<RoomSummary> & { provedAt?: number | null } = {}, view: Partial<RoomView> = {}): RoomReading => {
  const { provedAt = null, ...part } = summary;
  return { summary: room(part.roomUuid ?? "room-1", { state: 0, ...part }), view: () => ({ ...emptyView(), ...view }), provedAt };
};
