/** Binds events to the record's chain as they come: `link` over `eventLine`, without making a text of what is at hand in bytes. */
import { hash } from "node:crypto";
import type { EventTime } from "../../shared/model/time.ts";
import { LINE, type StoredEvent } from "./recordChain.ts";

type Part = { of: StoredEvent; bytes: Uint8Array };

const sameTime = (a: EventTime, b: EventTime): boolean =>
  a.kind === "between" && b.kind === "between" && a.notBefore === b.notBefore && a.notAfter === b.notAfter;
const sameWhere = (a: StoredEvent, b: StoredEvent): boolean =>
  a.room === b.room && a.receivedAt === b.receivedAt && a.incarnation === b.incarnation;
const sameWhen = (a: StoredEvent, b: StoredEvent): boolean => a.answeredAt === b.answeredAt && a.via === b.via && sameTime(a.time, b.time);

const LINE_FEED = Buffer.from("\n");
const [BEGIN, ORDINAL, CMD, END] = [LINE.begin, LINE.ordinal, LINE.cmd, LINE.end].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
/** Digits that are written by hand, the fewest of a number for which that is not done. */
const LARGE = 1_000_000_000;
const ZERO = 0x30;
/** More than all that stands in a line beside its three parts of any length. */
const NUMBERS = 256;

/** The hash of an event's entry: after `before`, as entry `number`. `raw`: its wire event, JSON in UTF-8. */
export const createEventLink = () => {
  let line = Buffer.allocUnsafe(64 * 1024);
  let length = 0;
  let where: Part | null = null;
  let when: Part | null = null;

  const put = (bytes: Uint8Array): void => {
    line.set(bytes, length);
    length += bytes.length;
  };
  const putNumber = (value: number): void => {
    if (value < 0 || value >= LARGE) {
      length += line.write(String(value), length, "latin1");
      return;
    }
    for (let rest = value; rest >= 10; rest = Math.trunc(rest / 10)) length += 1;
    length += 1;
    let at = length - 1;
    let rest = value;
    do {
      line[at] = ZERO + (rest % 10);
      rest = Math.trunc(rest / 10);
      at -= 1;
    } while (rest > 0);
  };

  return (before: string, number: number, event: StoredEvent, raw: Uint8Array): string => {
    if (where === null || !sameWhere(where.of, event)) where = { of: event, bytes: Buffer.from(LINE.where(event)) };
    if (when === null || !sameWhen(when.of, event)) when = { of: event, bytes: Buffer.from(LINE.when(event)) };
    const most = before.length + where.bytes.length + when.bytes.length + raw.length + NUMBERS;
    if (most > line.length) line = Buffer.allocUnsafe(most * 2);
    length = line.write(before, "latin1");
    put(LINE_FEED);
    put(BEGIN);
    putNumber(number);
    put(where.bytes);
    putNumber(event.sequence);
    put(ORDINAL);
    putNumber(event.ordinal);
    put(CMD);
    putNumber(event.cmd);
    put(when.bytes);
    put(raw);
    put(END);
    return hash("sha256", line.subarray(0, length), "hex");
  };
};
