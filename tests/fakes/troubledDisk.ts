/** A folder of its own on a real disk that can be full, read-only, or held by another program: real files, real SQLite, real refusals where this machine allows them. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createFiles } from "../../electron/platform/files.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import type { Database, DatabaseDriver, FileFault, Files, Statement } from "../../shared/ports.ts";
import { err, type Result } from "../../shared/result.ts";

export const TROUBLES = ["full", "readOnly", "locked"] as const;
export type Trouble = (typeof TROUBLES)[number];

const NOBODY = 65_534;
const SIZE = "3m";

/** A file system of its own that can really be full; null where mounting is not permitted. */
const mounted = (folder: string): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "console-test", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** What SQLite says itself of a database that may not grow. */
const fullError = (): unknown => {
  const database = new DatabaseSync(":memory:");
  try {
    database.exec("CREATE TABLE t (x); PRAGMA max_page_count = 2; INSERT INTO t VALUES (zeroblob(100000))");
    return null;
  } catch (error) {
    return error;
  } finally {
    database.close();
  }
};

export type TroubledDisk = {
  folder: string;
  files: Files;
  driver: DatabaseDriver;
  /** Whether the disk is really full when it says so. */
  real: boolean;
  begin(trouble: Trouble): void;
  end(): void;
  /** Another program holds this database too, while the trouble is that. */
  hold(path: string): void;
  /** Runs what knows no port, so that this disk refuses it. */
  refusing<T>(work: () => T): T;
  drop(): void;
};

export const createTroubledDisk = (): TroubledDisk => {
  const folder = mkdtempSync(join(tmpdir(), "console-disk-"));
  const real = mounted(folder);
  const sqlite = createSqliteDriver({ openingPatienceMs: 50 });
  const files = createFiles();
  const open = new Set<Database>();
  const holders: DatabaseSync[] = [];
  const ballast = join(folder, "ballast");
  let trouble: Trouble | null = null;
  const held = new Set<string>();

  const refusesByItself = (): boolean => trouble === "full" && !real;
  const guard = <T>(work: () => T): T => {
    if (refusesByItself()) throw fullError();
    return work();
  };
  const wrap = (database: Database): Database => {
    const statements = (statement: Statement): Statement => ({ ...statement, run: (...values) => guard(() => statement.run(...values)) });
    const mine: Database = {
      path: database.path,
      exec: (sql) => (sql.startsWith("PRAGMA") ? database.exec(sql) : guard(() => database.exec(sql))),
      prepare: (sql) => statements(database.prepare(sql)),
      transaction: (work) => guard(() => database.transaction(work)),
      close: () => {
        open.delete(mine);
        database.close();
      },
    };
    open.add(mine);
    return mine;
  };

  const fill = (): void => {
    for (const database of open) database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      try {
        for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: "a" });
      } catch {
        // A smaller piece may still fit.
      }
    }
  };
  const hold = (path: string): void => {
    if (trouble !== "locked") return;
    const holder = new DatabaseSync(path);
    holder.exec("BEGIN IMMEDIATE");
    holders.push(holder);
  };
  const everything = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((path) => join(folder, path))
      .sort((a, b) => b.length - a.length);
  const allow = (writing: boolean): void => {
    for (const path of [...everything(), folder]) {
      const inside = statSync(path).isDirectory();
      chmodSync(path, writing ? (inside ? 0o777 : 0o666) : inside ? 0o555 : 0o444);
    }
  };
  /** Whoever may do everything is made somebody who may not. */
  const demoted = <T>(work: () => T): T => {
    const me = process.geteuid?.();
    if (me !== 0) return work();
    process.seteuid?.(NOBODY);
    try {
      return work();
    } finally {
      process.seteuid?.(me);
    }
  };
  const asNobody = <T>(work: () => T): T => (trouble === "readOnly" ? demoted(work) : work());
  const portRefusal = (): Result<never, FileFault> => err({ kind: "full", detail: "no space left on device" });

  return {
    folder,
    real,
    hold,
    refusing: (work) => {
      if (!refusesByItself()) return asNobody(work);
      allow(false);
      try {
        return demoted(work);
      } finally {
        allow(true);
      }
    },
    files: {
      ...files,
      writeText: (path, text) => {
        if (refusesByItself()) return portRefusal();
        // A name that somebody holds cannot be given to another file.
        if (trouble === "locked" && !held.has(path)) {
          held.add(path);
          if (existsSync(path)) renameSync(path, `${path}.kept`);
          mkdirSync(join(path, "held"), { recursive: true });
        }
        return asNobody(() => files.writeText(path, text));
      },
      makeFolder: (path) => asNobody(() => files.makeFolder(path)),
      writer: (path, options) => (refusesByItself() ? portRefusal() : asNobody(() => files.writer(path, options))),
    },
    driver: {
      faultOf: sqlite.faultOf,
      open: (path, options) => {
        if (refusesByItself() && !existsSync(path)) return err({ kind: "full", detail: "database or disk is full" });
        const opened = asNobody(() => sqlite.open(path, options));
        return opened.ok ? { ok: true, value: wrap(opened.value) } : opened;
      },
    },
    begin: (kind) => {
      trouble = kind;
      if (kind === "full" && real) fill();
      if (kind === "locked") for (const { path } of open) hold(path);
      if (kind !== "readOnly") return;
      for (const database of open) database.exec("PRAGMA query_only = ON");
      allow(false);
    },
    end: () => {
      if (trouble === "readOnly") {
        allow(true);
        for (const database of open) database.exec("PRAGMA query_only = OFF");
      }
      for (const path of held) {
        rmdirSync(join(path, "held"));
        rmdirSync(path);
        if (existsSync(`${path}.kept`)) renameSync(`${path}.kept`, path);
      }
      held.clear();
      for (const holder of holders.splice(0)) holder.close();
      rmSync(ballast, { force: true });
      trouble = null;
    },
    drop: () => {
      if (real) execFileSync("umount", ["-l", folder], { stdio: "ignore" });
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
