/** Opening a database of the console: migrations forward, a copy before each, nothing touched that is corrupt or newer. May not know what is in the tables. */
import type { Database, DatabaseDriver, DatabaseFault, FileFault, Files } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";

/** `version` counts 1, 2, 3 …; kept in `PRAGMA user_version`. */
export type Migration = { version: number; sql: string };

export type StoreFault = DatabaseFault | { kind: "newer"; detail: string };

const versionOf = (database: Database): number => Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);

/**
 * Opens `path` and brings it to the newest of `migrations`. A file that a newer program wrote answers `newer`, a damaged one
 * `corrupt`; both stay exactly as they are. Before a migration of a file that has content, a copy is left beside it as `<path>.v<version>`.
 */
export const openMigrated = (
  deps: { driver: DatabaseDriver; files: Files },
  path: string,
  options: { durability: "FULL" | "NORMAL"; migrations: readonly Migration[] },
): Result<Database, StoreFault> => {
  const opened = deps.driver.open(path, { durability: options.durability });
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    const newest = options.migrations.at(-1)?.version ?? 0;
    const found = versionOf(database);
    if (found > newest) {
      database.close();
      return err({ kind: "newer", detail: `${path} has version ${found}; this program knows ${newest}` });
    }
    const copied = found > 0 && found < newest ? backUp(database, deps.files, `${path}.v${found}`) : ok(undefined);
    if (!copied.ok) {
      database.close();
      return err(asDatabaseFault(copied.error));
    }
    for (const migration of options.migrations) {
      if (migration.version <= versionOf(database)) continue;
      database.transaction(() => {
        database.exec(migration.sql);
        database.exec(`PRAGMA user_version = ${migration.version}`);
      });
    }
    return ok(database);
  } catch (error) {
    const fault = deps.driver.faultOf(error);
    database.close();
    if (fault === null) throw error;
    return err(fault);
  }
};

/** Under its name only once it is whole: a disk that fills up leaves a part of it. Throws what the driver throws. */
const backUp = (database: Database, files: Files, copy: string): Result<void, FileFault> => {
  if (files.exists(copy)) return ok(undefined);
  const part = `${copy}.part`;
  const emptied = files.exists(part) ? files.remove(part) : ok(undefined);
  if (!emptied.ok) return emptied;
  try {
    database.exec(`VACUUM INTO '${part.replaceAll("'", "''")}'`);
  } catch (error) {
    files.remove(part);
    throw error;
  }
  return files.rename(part, copy);
};

const AS_DATABASE: Record<FileFault["kind"], DatabaseFault["kind"]> = {
  missing: "missing",
  denied: "readOnly",
  full: "full",
  other: "other",
};

/** What keeps a file from being written keeps the database beside it from being used. */
export const asDatabaseFault = ({ kind, detail }: FileFault): DatabaseFault => ({ kind: AS_DATABASE[kind], detail });
