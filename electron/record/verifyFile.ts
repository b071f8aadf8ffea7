/** Reads an export through and says whether it is what was written, and by whom. */
import { createHash } from "node:crypto";
import type { RecordFault, RecordFooter, RecordFormat, RecordVerdict } from "../../shared/model/record.ts";
import type { DatabaseFault, Files } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { asDatabaseFault } from "../store/open.ts";
import type { ReadJob } from "../store/reads/job.ts";
import { GENESIS } from "../store/recordChain.ts";
import { type ChainFindings, createChainCheck } from "./chainCheck.ts";
import { CSV_HEADER, formatOf, isWhole, readFooter, readRow, statementOf } from "./formats.ts";
import { signedBy } from "./signing.ts";

/** `keys`: public halves that are trusted here; null: nothing to compare with. */
export type FileToVerify = { path: string; keys: string[] | null };

/** No export has a longer line. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** The lines of a file with their line feeds, a step per piece; the last may lack one. */
function* linesOf(files: Files, path: string): Generator<Buffer[], Result<void, DatabaseFault>> {
  const opened = files.reader(path);
  if (!opened.ok) return err(asDatabaseFault(opened.error));
  let rest = Buffer.alloc(0);
  try {
    for (;;) {
      const piece = opened.value.next();
      if (!piece.ok) return err(asDatabaseFault(piece.error));
      if (piece.value === null) break;
      const bytes = Buffer.concat([rest, piece.value]);
      const lines: Buffer[] = [];
      let start = 0;
      for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
        lines.push(bytes.subarray(start, end + 1));
        start = end + 1;
      }
      rest = bytes.subarray(start);
      if (rest.length > MAX_LINE_BYTES) return err({ kind: "other", detail: `${path} has a line of more than ${MAX_LINE_BYTES} bytes` });
      yield lines;
    }
    if (rest.length > 0) yield [rest];
    return ok(undefined);
  } finally {
    opened.value.close();
  }
}

const textOf = (line: Buffer): string => line.toString("utf8").replace(/\n$/, "");

/** What the lines before the last come to. */
type Body = { format: RecordFormat; lines: number; unread: number; footers: number; sha256: string; chain: ChainFindings };

const nobody: RecordVerdict = {
  ok: false,
  what: null,
  count: 0,
  head: GENESIS,
  faults: [{ fault: "unreadable", from: null, to: null, room: null }],
  moreFaults: 0,
  lost: [],
  pruned: 0,
  removals: [],
  before: null,
  key: null,
  part: null,
};

export const verifyFile: ReadJob<FileToVerify, RecordVerdict> = function* (world, { path, keys }) {
  // Whether it is a part of a record is said only at its end.
  const footer = yield* lastLine(world.files, path);
  if (!footer.ok) return footer;
  const part = footer.value !== null && !isWhole(footer.value.part);
  const body = yield* readBody(world.files, path, part);
  if (!body.ok) return body;
  return ok(body.value === null ? nobody : judge(body.value, footer.value, keys));
};

function* lastLine(files: Files, path: string): Generator<void, Result<RecordFooter | null, DatabaseFault>> {
  let last = Buffer.alloc(0);
  const lines = linesOf(files, path);
  for (let step = lines.next(); ; step = lines.next()) {
    if (step.done) return step.value.ok ? ok(last.at(-1) === 0x0a ? readFooter(textOf(last)) : null) : step.value;
    last = Buffer.from(step.value.at(-1) ?? last);
    yield;
  }
}

function* readBody(files: Files, path: string, part: boolean): Generator<void, Result<Body | null, DatabaseFault>> {
  const sha = createHash("sha256");
  const chain = createChainCheck({ part });
  let format: RecordFormat | null = null;
  let held: Buffer | null = null;
  const counts = { lines: 0, unread: 0, footers: 0 };

  const take = (line: Buffer): void => {
    sha.update(line);
    const text = textOf(line);
    if (readFooter(text) !== null) counts.footers += 1;
    else if (format === "html" || text === CSV_HEADER) return;
    else {
      counts.lines += 1;
      const entry = format === null ? null : readRow[format](text);
      if (entry === null) counts.unread += 1;
      else chain.take(entry);
    }
  };
  const lines = linesOf(files, path);
  for (let step = lines.next(); ; step = lines.next()) {
    if (step.done) {
      if (!step.value.ok) return step.value;
      break;
    }
    for (const line of step.value) {
      if (held === null) format = formatOf(textOf(line));
      else take(held);
      if (format === null) return ok(null);
      held = Buffer.from(line);
    }
    yield;
  }
  if (format === null) return ok(null);
  // A file that was cut ends with an entry.
  if (held !== null && readFooter(textOf(held)) === null) take(held);
  return ok({ format, ...counts, sha256: sha.digest("hex"), chain: chain.end() });
}

const judge = (body: Body, footer: RecordFooter | null, keys: string[] | null): RecordVerdict => {
  const { chain, format } = body;
  const faults = [...chain.faults];
  const add = (fault: RecordFault["fault"], from: number | null = null, to = from): void =>
    void faults.push({ fault, from, to, room: null });

  if (footer === null) add(body.footers > 0 ? "added" : "cut", body.footers > 0 ? null : chain.head.count + 1, null);
  else if (footer.format !== format) add("changed");
  else {
    const whole = format !== "html" && isWhole(footer.part);
    const sound = signedBy(footer.publicKey, statementOf(footer), footer.signature);
    const same = footer.sha256 === body.sha256;
    if (whole && chain.head.count < footer.count) add("removed", chain.head.count + 1, footer.count);
    else if (format !== "html" && faults.length === 0 && body.lines < footer.lines) add("removed");
    else if (format !== "html" && faults.length === 0 && body.lines > footer.lines) add("added");
    if (body.unread > 0) add("changed");
    const fits = faults.length === 0 && same && (!whole || chain.head.hash === footer.hash);
    // Everything hangs together and yet it is not what was signed: somebody has reckoned it anew.
    if (!sound) add(fits ? "recomputed" : "changed");
    else if (faults.length === 0 && !fits) add("changed");
    if (sound && keys !== null && !keys.includes(footer.publicKey)) add("otherKey");
    if (footer.faults > 0 && faults.length === 0) add("changed");
  }
  return {
    ok: faults.length === 0,
    what: format,
    count: footer?.count ?? chain.head.count,
    head: footer?.hash ?? chain.head.hash,
    faults,
    moreFaults: chain.moreFaults,
    lost: chain.lost,
    pruned: chain.pruned,
    removals: chain.removals,
    before: chain.rebuiltFrom,
    key: footer && { publicKey: footer.publicKey, kept: footer.key, known: keys && keys.includes(footer.publicKey) },
    part: null,
  };
};
