/** What the journal keeps and takes. */
import type { RoomEvent, TimelineEntry } from "../../shared/model/event.ts";
import type { Proof, RoomView, SilentView } from "../../shared/model/room.ts";
import type { EventTime } from "../../shared/model/time.ts";
import { emptyView, summaryOf, type ViewSummary } from "../../shared/projection/index.ts";
import type { Ledger, Removal } from "./ledger.ts";

export type Position = { sequence: number; ordinal: number };

/** An event to be stored. `raw` is the whole wire event as JSON, in UTF-8 or as text, `data` its data read; `hash` names its content, null where its number does. Times in ms, server's clock. */
export type NewEvent = Position & {
  cmd: number;
  data: unknown;
  raw: string | Uint8Array;
  hash: string | null;
  time: EventTime;
  /** `ts` of the answer that brought it. */
  answeredAt: number;
  receivedAt: number;
  via: "room" | "app";
};

/** What sync must know of a stored event. `raw`: its text; `hash` names its content, reckoned where it is asked for. Server time in ms. */
export type StoredMark = Readonly<Position & { raw: string; hash: string; answeredAt: number; seenRoom: boolean; seenApp: boolean }>;

/** One room's part of a transaction. Applied in the order of the fields. */
export type RoomChange = {
  roomUuid: string;
  /** A new incarnation begins: cursor and view start anew. */
  begin?: { foundAt: number };
  /** Unnumbered events that operation 8 has shown at another place than where they were put. */
  move?: { from: Position; to: Position }[];
  /** Unnumbered events now seen on this way too. */
  seen?: (Position & { via: "room" | "app" })[];
  insert?: NewEvent[];
  gap?: { from: number; to: number; foundAt: number };
  /** Last sequence seen through operation 8. */
  anchor?: number;
  proof?: Proof;
  /** The service says that the room does not exist. */
  absent?: boolean;
};

export type ChainMark = { id: number; lastTs: number | null };

/** A room as the journal has it. */
export type JournalRoom = {
  roomUuid: string;
  incarnation: number;
  anchor: number;
  /** Highest sequence stored. */
  lastSequence: number;
  proof: Proof;
  absent: boolean;
  gaps: number;
  summary: ViewSummary;
  /** An earlier program folded it otherwise, and it is not folded again yet: the summary is an empty one. */
  folding: boolean;
};

/** A room of which nothing is stored. */
export const newJournalRoom = (roomUuid: string): JournalRoom => ({
  roomUuid,
  incarnation: 1,
  anchor: 0,
  lastSequence: 0,
  proof: { provedAt: null, chainId: null },
  absent: false,
  gaps: 0,
  summary: summaryOf(emptyView()),
  folding: false,
});

/** What a transaction did to a room: the events that were new, and the timeline keys of what else changed. */
export type Recorded = { roomUuid: string; stored: RoomEvent[]; others: string[] };

/** `done`: rooms that show what they are from now on; `left`: rooms to come. */
export type Refolded = { done: string[]; left: number };

/** `newer`: an event came that the export does not have; it stays, and what stands before it. */
export type Pruned = { removed: number; left: "more" | "newer" | "nothing" };

export interface Journal {
  rooms(): Iterable<JournalRoom>;
  room(roomUuid: string): JournalRoom | undefined;
  chain(): ChainMark;
  /** Everything in ONE transaction: store, fold, move cursors, mark the chain. Throws what the driver throws; then nothing has changed. */
  record(changes: readonly RoomChange[], chain?: ChainMark): Recorded[];
  /** Rooms proved by chain `id` are proved until `provedUntil` and no longer by a chain; `next` is the chain from now on. */
  breakChain(id: number, provedUntil: number | null, next: number): string[];
  /** The stored events of the room's present incarnation from one sequence to another, inclusive, unnumbered ones with them. */
  marks(roomUuid: string, from: number, to: number): StoredMark[];
  /** The unnumbered events of the present incarnation with one of these contents. */
  unnumbered(roomUuid: string, hashes: readonly string[]): StoredMark[];
  /** The highest stored sequence of the present incarnation below `sequence`; 0 where there is none. */
  sequenceBefore(roomUuid: string, sequence: number): number;
  /** The fold of the present incarnation; undefined for a room without a row. */
  view(roomUuid: string): RoomView | undefined;
  /** The same without chat, which is read from the disk. */
  silentView(roomUuid: string): SilentView | undefined;
  /** Entries before `before` (null: from the newest), newest first. */
  page(roomUuid: string, before: string | null, limit: number): { entries: TimelineEntry[]; more: boolean };
  /** One entry by its key. */
  entry(roomUuid: string, key: string): TimelineEntry | undefined;
  /** Folds some more of what an earlier program folded otherwise. Throws what the driver throws; then nothing has changed. */
  refold(): Refolded;
  /** Removes at most `limit` of the room's newest events, each named by an entry of the record in the same transaction; with the last, the room itself. Throws what the driver throws. */
  prune(roomUuid: string, order: Removal, limit: number): Pruned;
  /** The record, in the same file: what `record` stores is in it with the same transaction. */
  readonly ledger: Ledger;
  close(): void;
}
