/** A disk in memory that outlives the programs that use it: files, and databases whose commits stay when a program is killed. */
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import type { Database, DatabaseDriver, Files, Statement } from "../../shared/ports.ts";
import { err, ok } from "../../shared/result.ts";

export const FULL_DISK = "simulated: the disk is full";
class FullDisk extends Error {}
export const isFullDisk = (error: unknown): boolean => error instanceof FullDisk;

export type Disk = {
  /** One program's way to the disk. */
  files: Files;
  driver: DatabaseDriver;
  /** The database at `path` as it is on disk now; undefined: nobody has made it. */
  database(path: string): Database | undefined;
  /** Of every database. */
  paths(): string[];
  /** While this answers true, what would be written is refused. */
  full: () => boolean;
};

export const createDisk = (): Disk => {
  const texts = new Map<string, string>();
  const databases = new Map<string, Database>();
  const sqlite = createSqliteDriver();

  /** A connection of its own: closing it leaves the database, and a closed one cannot be used. */
  const connect = (database: Database): Database => {
    let open = true;
    const use = (): Database => {
      if (!open) throw new Error(`${database.path} was used after it was closed`);
      return database;
    };
    return {
      path: database.path,
      exec: (sql) => use().exec(sql),
      prepare: (sql): Statement => {
        const statement = use().prepare(sql);
        return {
          run: (...values) => (use(), statement.run(...values)),
          get: (...values) => (use(), statement.get(...values)),
          all: (...values) => (use(), statement.all(...values)),
        };
      },
      transaction: (work) => {
        if (disk.full()) throw new FullDisk(FULL_DISK);
        return use().transaction(work);
      },
      close: () => {
        open = false;
      },
    };
  };

  const disk: Disk = {
    full: () => false,
    database: (path) => databases.get(path),
    paths: () => [...databases.keys()],
    driver: {
      faultOf: (error) => (isFullDisk(error) ? { kind: "full", detail: FULL_DISK } : sqlite.faultOf(error)),
      open: (path, options) => {
        let database = databases.get(path);
        if (database === undefined) {
          const made = sqlite.open(":memory:", { durability: options.durability });
          if (!made.ok) return made;
          database = made.value;
          databases.set(path, database);
        }
        return ok(connect(database));
      },
    },
    files: {
      join: (...parts) => parts.join("/"),
      readText: (path) => {
        const text = texts.get(path);
        return text === undefined ? err({ kind: "missing", detail: path }) : ok(text);
      },
      writeText: (path, text) => {
        texts.set(path, text);
        return ok(undefined);
      },
      makeFolder: () => ok(undefined),
      exists: (path) => texts.has(path) || databases.has(path),
      rename: (from, to) => {
        const text = texts.get(from);
        if (text !== undefined) texts.set(to, text);
        texts.delete(from);
        return ok(undefined);
      },
      remove: (path) => {
        texts.delete(path);
        return ok(undefined);
      },
      reader: (path) => {
        const text = texts.get(path);
        if (text === undefined) return err({ kind: "missing", detail: path });
        let given = false;
        const next = () => {
          const piece = given ? null : new TextEncoder().encode(text);
          given = true;
          return ok(piece);
        };
        return ok({ next, close: () => undefined });
      },
      writer: (path, { append } = { append: false }) => {
        if (!append || !texts.has(path)) texts.set(path, "");
        const write = (text: string) => {
          texts.set(path, `${texts.get(path) ?? ""}${text}`);
          return ok(undefined);
        };
        return ok({ write, close: () => ok(undefined) });
      },
      list: (folder) =>
        ok(
          [...texts.keys(), ...databases.keys()].flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [])),
        ),
    },
  };
  return disk;
};
