/** SQLite as Node brings it: synchronous, write-ahead log, one connection per `open`. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Database, DatabaseDriver, DatabaseFault, Statement } from "../../shared/ports.ts";
import { err, ok } from "../../shared/result.ts";

/** Before this version SQLite could damage a database in write-ahead mode. */
const OLDEST_SOUND_VERSION = "3.51.3";
/** How long opening waits for another connection's lock, ms: the run before this one may be ending. */
const OPENING_PATIENCE_MS = 5_000;
/** And a statement later on, ms: it waits in the main loop, and what is refused is tried again. */
const PATIENCE_MS = 100;

/** Primary result codes of SQLite. */
const KIND: Readonly<Record<number, DatabaseFault["kind"]>> = {
  5: "locked",
  6: "locked",
  8: "readOnly",
  11: "corrupt",
  13: "full",
  14: "missing",
  26: "corrupt",
};
/** SQLITE_IOERR_CORRUPTFS: the file system below is damaged. */
const IOERR_CORRUPTFS = 8458;
/** SQLITE_IOERR_SHMSIZE: the index of the log cannot grow. */
const IOERR_SHMSIZE = 4874;
const EXTENDED: Readonly<Record<number, DatabaseFault["kind"]>> = { [IOERR_CORRUPTFS]: "corrupt", [IOERR_SHMSIZE]: "full" };

const faultOf = (error: unknown): DatabaseFault | null => {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== "ERR_SQLITE_ERROR") return null;
  const { errcode = 0, message } = error as Error & { errcode?: number };
  const kind = EXTENDED[errcode] ?? KIND[errcode & 0xff] ?? "other";
  return { kind, detail: `${message} (SQLite ${errcode})` };
};

/** Whether dotted version `found` is at least `wanted`. */
export const versionAtLeast = (found: string, wanted: string): boolean => {
  const have = found.split(".").map(Number);
  const need = wanted.split(".").map(Number);
  for (let index = 0; index < need.length; index += 1) {
    const difference = (have[index] ?? 0) - (need[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
};

const wrapStatement = (statement: StatementSync): Statement => ({
  run: (...values) => {
    const { changes, lastInsertRowid } = statement.run(...values);
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  },
  get: (...values) => statement.get(...values),
  all: (...values) => statement.all(...values),
});

const wrap = (raw: DatabaseSync, path: string): Database => {
  const statements = new Map<string, Statement>();
  return {
    path,
    exec: (sql) => raw.exec(sql),
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const made = wrapStatement(raw.prepare(sql));
      statements.set(sql, made);
      return made;
    },
    transaction: (work) => {
      raw.exec("BEGIN IMMEDIATE");
      try {
        const value = work();
        raw.exec("COMMIT");
        return value;
      } catch (error) {
        // A full disk makes SQLite roll back by itself; rolling back twice would hide the cause.
        if (raw.isTransaction) raw.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => {
      statements.clear();
      if (raw.isOpen) raw.close();
    },
  };
};

/** Reads the header and schema and takes the write lock once, so that a damaged or unwritable file is known at `open`. Cost does not grow with the file. */
const prove = (raw: DatabaseSync, durability: "FULL" | "NORMAL", readOnly: boolean): void => {
  raw.prepare("SELECT count(*) FROM sqlite_master").get();
  raw.exec("PRAGMA foreign_keys = ON");
  if (readOnly) return;
  raw.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability}`);
  raw.exec("BEGIN IMMEDIATE; ROLLBACK");
  raw.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
};

/** `openingPatienceMs`: how long opening waits for another connection's lock. */
export const createSqliteDriver = ({ openingPatienceMs = OPENING_PATIENCE_MS } = {}): DatabaseDriver => {
  const probe = new DatabaseSync(":memory:");
  const version = String(probe.prepare("SELECT sqlite_version() AS version").get()?.["version"]);
  probe.close();
  if (!versionAtLeast(version, OLDEST_SOUND_VERSION))
    throw new Error(`SQLite ${version} is too old: ${OLDEST_SOUND_VERSION} or newer is needed`);

  return {
    faultOf,
    open: (path, { durability, readOnly = false }) => {
      let raw: DatabaseSync | undefined;
      try {
        raw = new DatabaseSync(path, { readOnly, timeout: openingPatienceMs });
        prove(raw, durability, readOnly);
        return ok(wrap(raw, path));
      } catch (error) {
        if (raw?.isOpen) raw.close();
        const fault = faultOf(error);
        if (fault === null) throw error;
        // SQLite says "unable to open" both for a folder that is not there and for one that may not be written.
        const denied = fault.kind === "missing" && (readOnly ? existsSync(path) : existsSync(dirname(path)));
        return err(denied ? { kind: "readOnly", detail: fault.detail } : fault);
      }
    },
  };
};
