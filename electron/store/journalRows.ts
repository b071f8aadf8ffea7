/** Between the journal's rows and the models. */
import { CMD, type Gap, type RoomEvent } from "../../shared/model/event.ts";
import type { SqlRow } from "../../shared/ports.ts";
import type { ViewSummary } from "../../shared/projection/index.ts";
import { contentHash } from "./contentHash.ts";
import type { JournalRoom, StoredMark } from "./journalTypes.ts";
import { numberOrNull, timeOf } from "./recordRows.ts";

/** The `data` of a wire event kept as text. */
export const dataOf = (raw: string): unknown => {
  const whole: unknown = JSON.parse(raw);
  return typeof whole === "object" && whole !== null && "data" in whole ? whole.data : null;
};

export const EVENT_COLUMNS = "incarnation, sequence, ordinal, cmd, raw, exact_at, not_before, not_after, received_at, via";

/** As `EVENT_COLUMNS`; what was said is left in the database. */
export const SILENT_COLUMNS = EVENT_COLUMNS.replace(" raw,", ` CASE WHEN cmd = ${CMD.chat} THEN '{}' ELSE raw END AS raw,`);

export const eventOf = (roomUuid: string, row: SqlRow): RoomEvent => ({
  roomUuid,
  incarnation: Number(row["incarnation"]),
  sequence: Number(row["sequence"]),
  ordinal: Number(row["ordinal"]),
  cmd: Number(row["cmd"]),
  data: dataOf(String(row["raw"])),
  time: timeOf(row),
  receivedAt: Number(row["received_at"]),
  via: row["via"] === "app" ? "app" : "room",
});

export const MARK_COLUMNS = "sequence, ordinal, cmd, raw, hash, not_after, seen_room, seen_app";

/** An event with a number is seldom asked for its content: only then it is named, from its text. */
class Mark implements StoredMark {
  readonly sequence: number;
  readonly ordinal: number;
  readonly raw: string;
  readonly answeredAt: number;
  readonly seenRoom: boolean;
  readonly seenApp: boolean;
  readonly #cmd: number;
  #hash: string;

  constructor(row: SqlRow) {
    this.sequence = Number(row["sequence"]);
    this.ordinal = Number(row["ordinal"]);
    this.raw = String(row["raw"]);
    this.answeredAt = Number(row["not_after"]);
    this.seenRoom = row["seen_room"] === 1;
    this.seenApp = row["seen_app"] === 1;
    this.#cmd = Number(row["cmd"]);
    this.#hash = String(row["hash"]);
  }
  get hash(): string {
    this.#hash ||= contentHash(this.#cmd, dataOf(this.raw));
    return this.#hash;
  }
}

export const markOf = (row: SqlRow): StoredMark => new Mark(row);

export const gapOf = (roomUuid: string, row: SqlRow): Gap => ({
  roomUuid,
  incarnation: Number(row["incarnation"]),
  from: Number(row["first"]),
  to: Number(row["last"]),
  foundAt: Number(row["found_at"]),
});

export const roomOf = (row: SqlRow): JournalRoom => ({
  roomUuid: String(row["uuid"]),
  incarnation: Number(row["incarnation"]),
  anchor: Number(row["anchor"]),
  lastSequence: Number(row["last_sequence"]),
  proof: { provedAt: numberOrNull(row["proved_at"]), chainId: numberOrNull(row["chain_id"]) },
  absent: row["absent"] === 1,
  gaps: Number(row["gaps"]),
  summary: JSON.parse(String(row["summary"])) as ViewSummary,
  folding: false,
});
