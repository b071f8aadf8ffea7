/** The record door: verifies a record and takes it out. JSON (or what was exported) alone on standard output, talk on standard error, exit status 0 only on success. */
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir, uptime } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import {
  RECORD_FORMATS,
  type RecordExam,
  type RecordFooter,
  RecordFormat,
  type RecordPart,
  type RecordVerdict,
} from "../../shared/model/record.ts";
import type { DatabaseFault, Files } from "../../shared/ports.ts";
import { appError, err, type Result } from "../../shared/result.ts";
import { createSystemClock } from "../platform/clock.ts";
import { createFiles } from "../platform/files.ts";
import { createKeychain } from "../platform/keychain.ts";
import { createLog } from "../platform/log.ts";
import { createSqliteDriver } from "../platform/sqlite.ts";
import { exportSigned } from "../record/exporting.ts";
import { exportRecord } from "../record/exportRecord.ts";
import { createSigning } from "../record/signing.ts";
import { recordSummary } from "../record/summary.ts";
import { verifyFile } from "../record/verifyFile.ts";
import { type JournalPaths, verifyJournal } from "../record/verifyJournal.ts";
import { listExams, recordedExam, type StoredExam } from "../store/exams.ts";
import { onReadOnly, type ReadJob } from "../store/reads/job.ts";

const USAGE = `usage: record verify FILE [--key PUBLIC_KEY]
       record verify --user-data-dir D [--profile FOLDER] [--exam EXAM]
       record export --user-data-dir D --format ${RECORD_FORMATS.join("|")} [--out FILE] [--profile FOLDER]
                     [--exam EXAM] [--room ROOM] [--from TIME] [--to TIME] [--lang en|zh] [--time-zone ZONE]
EXAM is the name or the id of an exam that has a sheet: the rooms of its sheet alone.
FILE is an export, or a journal.db with the outbox.db beside it. Without --out the export itself goes to standard output.
TIME is like 2026-01-31T09:00:00Z. Without --profile it is the folder below D/profiles that was written last.`;

const FAILED = 1;
const MISUSED = 2;
const JOURNAL = "journal.db";
const OUTBOX = "outbox.db";
const EXAMS = "exams.db";
const SQLITE_MAGIC = "SQLite format 3\0";

/** A wrong use of the door, or something that is not there: what, in one line. */
class Refusal extends Error {
  readonly status: number;
  constructor(message: string, status = MISUSED) {
    super(message);
    this.status = status;
  }
}

const clock = createSystemClock();
const log = createLog({ file: null });
const files = createFiles();
const driver = createSqliteDriver();
const signing = createSigning({ keychain: createKeychain({ clock }), log });
const bootedAt = clock.wall() - uptime() * 1_000;
const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

/** Here nobody waits beside it, so a job runs through at once. */
const run = <I, O>(job: ReadJob<I, O>, input: I): Result<O, DatabaseFault> => {
  try {
    const steps = job({ driver, files }, input);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  } catch (error) {
    const fault = driver.faultOf(error);
    if (fault === null) throw error;
    return err(fault);
  }
};
const valueOf = <T>(result: Result<T, DatabaseFault>, path: string): T => {
  if (result.ok) return result.value;
  throw new Refusal(`${path} cannot be read: ${result.error.detail}`, FAILED);
};

/** Where the caller stands; npm itself runs in the project's folder. */
const here = (path: string): string => resolve(process.env["INIT_CWD"] ?? "", path);

const storedExams: ReadJob<string, StoredExam[]> = (world, path) =>
  onReadOnly(world, path, function* (database) {
    const value = listExams(database);
    yield;
    return { ok: true, value };
  });

const pathsIn = (folder: string): JournalPaths => ({ journal: join(folder, JOURNAL), outbox: join(folder, OUTBOX), bootedAt });

/** The folders below `userData` that hold a record, the one that was written last first. */
const foldersIn = (userData: string, listed: Files["list"]): string[] => {
  const folders = listed(join(userData, "profiles"));
  if (!folders.ok) throw new Refusal(`there are no profiles in ${userData}: ${folders.error.detail}`, FAILED);
  return folders.value
    .map((name) => join(userData, "profiles", name))
    .filter((folder) => files.exists(join(folder, JOURNAL)))
    .map((folder) => {
      const summary = run(recordSummary, { journal: join(folder, JOURNAL) });
      return { folder, lastAt: (summary.ok ? summary.value.lastAt : null) ?? 0 };
    })
    .sort((a, b) => b.lastAt - a.lastAt)
    .map(({ folder }) => folder);
};

const choose = (values: Values): string => {
  const given = values["user-data-dir"];
  if (given === undefined) throw new Refusal("--user-data-dir is missing");
  const userData = here(given);
  const folders = foldersIn(userData, files.list);
  const wanted = values.profile;
  const chosen = wanted === undefined ? folders[0] : folders.find((folder) => basename(folder) === wanted);
  if (chosen === undefined) {
    throw new Refusal(wanted === undefined ? `there is no record in ${userData}` : `there is no record in the folder ${wanted}`, FAILED);
  }
  if (wanted === undefined && folders.length > 1)
    tell(
      `the record of ${basename(chosen)}; the others: ${folders
        .slice(1)
        .map((folder) => basename(folder))
        .join(", ")}`,
    );
  return chosen;
};

const OPTIONS = {
  "user-data-dir": { type: "string" },
  profile: { type: "string" },
  format: { type: "string" },
  out: { type: "string" },
  room: { type: "string" },
  exam: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  lang: { type: "string" },
  "time-zone": { type: "string" },
  key: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;
type Values = Partial<Record<Exclude<keyof typeof OPTIONS, "help">, string>>;

/** The exam that goes by this name or id. */
const examIn = (folder: string, wanted: string): RecordExam => {
  const path = join(folder, EXAMS);
  const found = valueOf(run(storedExams, path), path).filter(({ id, facts }) => id === wanted || facts.name === wanted);
  const [exam, ...more] = found;
  if (exam === undefined) throw new Refusal(`there is no exam ${wanted}`, FAILED);
  if (more.length > 0) throw new Refusal(`several exams are called ${wanted}: ${found.map(({ id }) => id).join(", ")}`, FAILED);
  return recordedExam(exam);
};

const timeOf = (text: string | undefined, name: string): number | null => {
  if (text === undefined) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Refusal(`--${name} must be a time like 2026-01-31T09:00:00Z`);
  return time;
};

const isDatabase = (path: string): boolean => {
  const opened = files.reader(path);
  if (!opened.ok) throw new Refusal(`${path} cannot be read: ${opened.error.detail}`, FAILED);
  const piece = opened.value.next();
  opened.value.close();
  return piece.ok && piece.value !== null && Buffer.from(piece.value.subarray(0, SQLITE_MAGIC.length)).toString("latin1") === SQLITE_MAGIC;
};

const sayVerdict = (path: string, { ok, count, faults, moreFaults, lost, key, part }: RecordVerdict): void => {
  for (const { fault, from, to, room } of faults) {
    const where = from === null ? "" : from === to ? `, entry ${from}` : `, entries ${from} to ${to ?? "the end"}`;
    tell(`${fault}${where}${room === null ? "" : ` (room ${room})`}`);
  }
  if (moreFaults > 0) tell(`and ${moreFaults} more`);
  for (const { from, to } of lost) tell(`lost at a power failure, and no tampering: entries ${from} to ${to}`);
  if (key?.kept === "run") tell("signed with a key of one run: who holds it cannot be told");
  else if (key?.known === null) tell(`signed by ${key.publicKey}; compare this with the key of the workstation that exported it`);
  if (part !== null) tell(`of this exam: ${part.entries} entries of ${part.rooms} rooms, ${part.faults} of the faults`);
  tell(ok ? `${path} is whole: ${count} entries` : `${path} is NOT whole`);
};

const verify = async (file: string | undefined, values: Values): Promise<number> => {
  const path = file === undefined ? join(choose(values), JOURNAL) : here(file);
  let verdict: RecordVerdict;
  if (isDatabase(path)) {
    const exam = values.exam === undefined ? {} : { rooms: examIn(dirname(path), values.exam).rooms };
    verdict = valueOf(run(verifyJournal, { ...pathsIn(dirname(path)), journal: path, ...exam }), path);
  } else if (values.exam !== undefined) throw new Refusal("--exam is for the record itself; an export says what it is of");
  else {
    const known = values.key ?? (await signing.knownKey());
    verdict = valueOf(run(verifyFile, { path, keys: known === null ? null : [known] }), path);
  }
  print(verdict);
  sayVerdict(path, verdict);
  return verdict.ok ? 0 : FAILED;
};

const write = async (values: Values): Promise<number> => {
  const format = RecordFormat.safeParse(values.format);
  if (!format.success) throw new Refusal(`--format must be one of ${RECORD_FORMATS.join(", ")}`);
  const language = values.lang ?? "en";
  if (language !== "en" && language !== "zh") throw new Refusal("--lang must be en or zh");
  const bounds = { from: timeOf(values.from, "from"), to: timeOf(values.to, "to") };
  const folder = choose(values);
  const exam = values.exam === undefined ? {} : { exam: examIn(folder, values.exam) };
  const part: RecordPart = { room: values.room ?? null, ...bounds, ...exam };
  const aside = values.out === undefined ? mkdtempSync(join(tmpdir(), "record-")) : null;
  const path = aside === null ? here(values.out ?? "") : join(aside, "record");
  try {
    const done = await exportSigned(
      {
        files,
        signing,
        write: async (order) => {
          const written = run(exportRecord, order);
          return written.ok ? written : err(appError("unavailable", `the record cannot be read: ${written.error.detail}`));
        },
      },
      path,
      { ...pathsIn(folder), format: format.data, part, language, timeZone: values["time-zone"] ?? "system", exportedAt: clock.wall() },
    );
    if (!done.ok) throw new Refusal(done.error.message, FAILED);
    if (aside === null) print({ file: path, ...done.value });
    else await pipeline(createReadStream(path), process.stdout);
    return sayExported(done.value);
  } finally {
    if (aside !== null) rmSync(aside, { recursive: true, force: true });
  }
};

const sayExported = ({ lines, key, publicKey, faults }: RecordFooter): number => {
  tell(`${lines} entries`);
  tell(
    key === "keychain"
      ? `signed with this workstation's key ${publicKey}`
      : "there is no keychain here: signed with a key of this run alone",
  );
  if (faults > 0) tell(`the record is NOT whole (${faults} faults): verify it`);
  return 0;
};

const main = async (argv: readonly string[]): Promise<number> => {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
    const [name, file, ...more] = positionals;
    if (values.help === true) {
      tell(USAGE);
      return 0;
    }
    if (more.length > 0) throw new Refusal(`not understood: ${more.join(" ")}`);
    if (name === "verify") return await verify(file, values);
    if (name === "export" && file === undefined) return await write(values);
    throw new Refusal("verify or export?");
  } catch (error) {
    const misused = error instanceof TypeError && (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
    if (!(error instanceof Refusal) && !misused) throw error;
    tell(error.message);
    const status = error instanceof Refusal ? error.status : MISUSED;
    if (status === MISUSED) tell(USAGE);
    return status;
  }
};

process.exitCode = await main(process.argv.slice(2));
