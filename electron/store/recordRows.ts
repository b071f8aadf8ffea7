/** Between the journal's rows and the entries of the record. */
import type { EventTime } from "../../shared/model/time.ts";
import type { SqlRow, SqlValue } from "../../shared/ports.ts";
import type { RecordedEvent } from "./recordChain.ts";

export const numberOrNull = (value: SqlValue | undefined): number | null => (value === null || value === undefined ? null : Number(value));

export const timeOf = (row: SqlRow): EventTime => {
  const exact = numberOrNull(row["exact_at"]);
  if (exact !== null) return { kind: "exact", at: exact };
  return { kind: "between", notBefore: numberOrNull(row["not_before"]), notAfter: Number(row["not_after"]) };
};

/** Of `events e JOIN rooms r`. */
export const RECORDED_COLUMNS =
  "e.id, r.uuid, e.incarnation, e.sequence, e.ordinal, e.cmd, e.raw, e.exact_at, e.not_before, e.not_after, e.received_at, e.via";

export const recordedOf = (row: SqlRow): RecordedEvent => ({
  room: String(row["uuid"]),
  incarnation: Number(row["incarnation"]),
  sequence: Number(row["sequence"]),
  ordinal: Number(row["ordinal"]),
  cmd: Number(row["cmd"]),
  time: timeOf(row),
  answeredAt: Number(row["not_after"]),
  receivedAt: Number(row["received_at"]),
  via: row["via"] === "app" ? "app" : "room",
  raw: String(row["raw"]),
});
