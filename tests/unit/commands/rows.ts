/** Commands as a test wants them. */
import type { StoredCommand } from "../../../electron/store/outbox.ts";
import type { CommandRow } from "../../../shared/model/command.ts";

export const aRow = (more: Partial<CommandRow> = {}): CommandRow => ({
  id: "c1",
  number: 1,
  name: "room.setState",
  roomUuid: "room-1",
  input: { state: 1 },
  operator: "Ann",
  danger: "safe",
  state: "queued",
  askedAt: 0,
  heldUntil: null,
  expiresAt: 600_000,
  attempt: null,
  sentAt: null,
  acceptedAt: null,
  observedAt: null,
  endedAt: null,
  sign: "roomState",
  overdue: false,
  failure: null,
  ...more,
});

export const aStored = (row: Partial<CommandRow> = {}, more: Partial<StoredCommand> = {}): StoredCommand => ({
  row: aRow(row),
  askedWall: 0,
  lived: 0,
  wordLived: 0,
  confirmed: false,
  waitsSinceLived: null,
  ...more,
});
