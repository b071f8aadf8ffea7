/** The text of the record's entries and how each is bound to the one before it. Pure: what is written, verified and exported goes through here. */
import { hash } from "node:crypto";
import type { EventTime } from "../../shared/model/time.ts";

/** What the first entry of a chain is bound to. */
export const GENESIS = "0".repeat(64);
/** Bytes of one entry's hash. */
export const HASH_BYTES = 32;

/** An entry's hash, 64 hexadecimal digits: SHA-256 of the hash before it, a line feed, and the entry's line. */
export const link = (before: string, line: string): string => hash("sha256", `${before}\n${line}`, "hex");

/** An event as the record tells it. Times in ms, server's clock. */
export type RecordedEvent = {
  room: string;
  incarnation: number;
  sequence: number;
  ordinal: number;
  cmd: number;
  time: EventTime;
  answeredAt: number;
  receivedAt: number;
  via: "room" | "app";
  /** The whole wire event as JSON, as it was stored. */
  raw: string;
};

/** As `JSON.stringify` writes it; by hand, since it is written for every event that comes. */
const timeText = (time: EventTime): string =>
  time.kind === "exact"
    ? `{"kind":"exact","at":${time.at}}`
    : `{"kind":"between","notBefore":${time.notBefore},"notAfter":${time.notAfter}}`;

/** An event but for its text. */
export type StoredEvent = Omit<RecordedEvent, "raw">;

/** The parts of an event's line, between which its numbers stand; `where` and `when` are alike for most events of a page. */
export const LINE = {
  begin: `{"number":`,
  where: ({ receivedAt, room, incarnation }: StoredEvent): string =>
    `,"at":${receivedAt},"kind":"event","room":${JSON.stringify(room)},"incarnation":${incarnation},"sequence":`,
  ordinal: `,"ordinal":`,
  cmd: `,"cmd":`,
  when: ({ time, answeredAt, via }: StoredEvent): string => `,"time":${timeText(time)},"answeredAt":${answeredAt},"via":"${via}","event":`,
  end: "}",
} as const;

/** The wire event stands in the line as it was stored: everything that was seen is in the record. */
export const eventLine = (number: number, event: RecordedEvent): string => {
  const numbers = `${event.sequence}${LINE.ordinal}${event.ordinal}${LINE.cmd}${event.cmd}`;
  return `${LINE.begin}${number}${LINE.where(event)}${numbers}${LINE.when(event)}${event.raw}${LINE.end}`;
};

/** Anything but an event. `at`: server time, ms; null where nobody knows it. */
export type Note = { kind: string; at: number | null; body: Readonly<Record<string, unknown>> };

export const noteLine = (number: number, { kind, at, body }: Note): string => JSON.stringify({ number, at, kind, ...body });
