/** Writes the record, or a part of it, into a file: every line but the signed footer. Verifies as it reads. */
import { createHash } from "node:crypto";
import type { RecordFormat, RecordHead, RecordPart } from "../../shared/model/record.ts";
import type { Database, DatabaseFault, FileWriter } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { asDatabaseFault } from "../store/open.ts";
import { onReadOnly, type ReadJob } from "../store/reads/job.ts";
import { createChainCheck, type Entry } from "./chainCheck.ts";
import { CSV_HEADER, lineOf, rowOf } from "./formats.ts";
import { journalEntries, type StoredEntry } from "./journalEntries.ts";
import { reportHead, reportRow, reportTail } from "./report.ts";
import { createReportWords, type ReportLanguage } from "./reportWords.ts";
import { judgeTail } from "./tail.ts";
import { inSnapshot, type JournalPaths, knownHead } from "./verifyJournal.ts";

export type ExportOrder = JournalPaths & {
  /** Begun anew. What it holds is no export before its footer is there. */
  target: string;
  format: RecordFormat;
  part: RecordPart;
  /** Of the report. `timeZone`: an IANA name, or "system". */
  language: ReportLanguage;
  timeZone: string;
  /** Unix ms. */
  exportedAt: number;
};
/** What the footer says of the lines before it. */
export type Exported = RecordHead & { lines: number; faults: number; sha256: string };

type Written = { head: string[]; row(entry: Entry): string; tail(found: RecordHead & { faults: number }): string[] };

const writing = (order: ExportOrder, profile: string): Written => {
  const nothing = (): string[] => [];
  if (order.format === "csv") return { head: [CSV_HEADER], row: rowOf.csv, tail: nothing };
  if (order.format === "jsonl") return { head: [], row: rowOf.jsonl, tail: nothing };
  const words = createReportWords(order.language, order.timeZone);
  return {
    head: reportHead({ ...order, profile }, words),
    row: (entry) => reportRow(entry, words),
    tail: (found) => reportTail(found, words),
  };
};

/** Whether an entry belongs to a part of the record. */
const belongsTo = ({ room: only, from, to, exam }: RecordPart): ((entry: StoredEntry) => boolean) => {
  const rooms = exam && new Set(exam.rooms);
  return ({ room, at }) =>
    (only === null || room === only) &&
    (rooms === undefined || (room !== null && rooms.has(room))) &&
    (from === null || (at !== null && at >= from)) &&
    (to === null || (at !== null && at <= to));
};

/** The profile's name as it was last told. */
const profileName = (database: Database): string => {
  const row = database.prepare(`SELECT line FROM record WHERE line LIKE '%"kind":"started"%' ORDER BY number DESC LIMIT 1`).get();
  const { profile } = row === undefined ? {} : (JSON.parse(String(row["line"])) as { profile?: { name?: unknown } });
  return typeof profile?.name === "string" ? profile.name : "";
};

export const exportRecord: ReadJob<ExportOrder, Exported> = function* (world, order) {
  const known = knownHead(world, order.outbox);
  const opened = world.files.writer(order.target);
  if (!opened.ok) return err(asDatabaseFault(opened.error));
  let done: Result<Exported, DatabaseFault>;
  try {
    done = yield* onReadOnly<Exported>(world, order.journal, (database) =>
      inSnapshot(database, () => write(database, order, opened.value, known)),
    );
  } finally {
    opened.value.close();
  }
  return done;
};

function* write(
  database: Database,
  order: ExportOrder,
  file: FileWriter,
  known: ReturnType<typeof knownHead>,
): Generator<void, Result<Exported, DatabaseFault>> {
  const sha = createHash("sha256");
  const put = (rows: readonly string[]): Result<void, DatabaseFault> => {
    const text = rows.map(lineOf).join("");
    sha.update(text);
    const written = file.write(text);
    return written.ok ? written : err(asDatabaseFault(written.error));
  };
  const form = writing(order, profileName(database));
  const chain = createChainCheck();
  const isIn = belongsTo(order.part);
  let lines = 0;
  let hashAt: string | null = null;
  const begun = put(form.head);
  if (!begun.ok) return begun;
  for (const entries of journalEntries(database)) {
    for (const entry of entries) {
      chain.take(entry);
      if (entry.number === known?.count) hashAt = entry.hash;
    }
    const wanted = entries.filter(isIn);
    lines += wanted.length;
    const written = put(wanted.map(form.row));
    if (!written.ok) return written;
    yield;
  }
  const { head, faults, moreFaults } = chain.end();
  const tail = judgeTail(known, { count: head.count, hashAt, bootedAt: order.bootedAt });
  const counted = faults.length + moreFaults + (tail.kind === "cut" || tail.kind === "recomputed" ? 1 : 0);
  const ended = put(form.tail({ ...head, faults: counted }));
  return ended.ok ? ok({ ...head, lines, faults: counted, sha256: sha.digest("hex") }) : ended;
}
