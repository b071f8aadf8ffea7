import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSqliteDriver, versionAtLeast } from "../../../electron/platform/sqlite.ts";
import type { Database, DatabaseFault } from "../../../shared/ports.ts";

const driver = createSqliteDriver();
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-sqlite-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (): string => join(folder, "data.sqlite");
const open = (durability: "FULL" | "NORMAL" = "NORMAL"): Database => {
  const opened = driver.open(path(), { durability });
  if (!opened.ok) throw new Error(opened.error.detail);
  return opened.value;
};
const thrownFault = (work: () => unknown): DatabaseFault | null => {
  try {
    work();
  } catch (error) {
    return driver.faultOf(error);
  }
  throw new Error("nothing was thrown");
};

test.each([
  ["FULL", 2],
  ["NORMAL", 1],
] as const)("durability %s is what the connection has, in write-ahead mode with foreign keys", (durability, synchronous) => {
  const database = open(durability);
  expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous });
  expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(database.prepare("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 1 });
  database.close();
});

test("a transaction whose work throws leaves nothing behind, throws on, and the next one works", () => {
  const database = open();
  database.exec("CREATE TABLE t (x INTEGER)");
  expect(() =>
    database.transaction(() => {
      database.prepare("INSERT INTO t VALUES (?)").run(1);
      throw new Error("changed my mind");
    }),
  ).toThrow("changed my mind");
  database.transaction(() => database.prepare("INSERT INTO t VALUES (?)").run(2));
  expect(database.prepare("SELECT x FROM t").all()).toEqual([{ x: 2 }]);
  database.close();
});

test("a statement is prepared once per text", () => {
  const database = open();
  expect(database.prepare("SELECT 1")).toBe(database.prepare("SELECT 1"));
  database.close();
});

test("closing twice is harmless", () => {
  const database = open();
  database.close();
  expect(() => database.close()).not.toThrow();
});

describe("what is wrong is known when the file is opened", () => {
  test("a file that is no database is corrupt and stays as it is", () => {
    writeFileSync(path(), "this is a letter, not a database. ".repeat(50));
    expect(driver.open(path(), { durability: "FULL" })).toMatchObject({ ok: false, error: { kind: "corrupt" } });
  });

  test("a folder that does not exist is missing", () => {
    expect(driver.open(join(folder, "no", "data.sqlite"), { durability: "FULL" })).toMatchObject({ ok: false, error: { kind: "missing" } });
  });

  test("a path that is a folder cannot be written", () => {
    expect(driver.open(folder, { durability: "FULL" })).toMatchObject({ ok: false, error: { kind: "readOnly" } });
  });

  test("reading alone does not create a file", () => {
    expect(driver.open(path(), { durability: "FULL", readOnly: true })).toMatchObject({ ok: false, error: { kind: "missing" } });
  });
});

describe("thrown errors are named", () => {
  test("a database cut in the middle is corrupt", () => {
    const database = open();
    database.exec("CREATE TABLE t (x TEXT)");
    database.transaction(() => {
      for (let row = 0; row < 2_000; row += 1) database.prepare("INSERT INTO t VALUES (?)").run("x".repeat(100));
    });
    database.close();
    truncateSync(path(), 4096 * 3);
    const reopened = driver.open(path(), { durability: "NORMAL" });
    if (reopened.ok) expect(thrownFault(() => reopened.value.prepare("SELECT count(*) FROM t").all())).toMatchObject({ kind: "corrupt" });
    else expect(reopened.error.kind).toBe("corrupt");
  });

  test("a full database is full", () => {
    const database = open();
    database.exec("CREATE TABLE t (x BLOB); PRAGMA max_page_count = 10");
    const fault = thrownFault(() => database.transaction(() => database.prepare("INSERT INTO t VALUES (zeroblob(1000000))").run()));
    expect(fault).toMatchObject({ kind: "full" });
    expect(database.prepare("SELECT count(*) AS n FROM t").get()).toEqual({ n: 0 });
    database.close();
  });

  test("a read-only connection refuses writing as readOnly", () => {
    open().close();
    const reading = driver.open(path(), { durability: "NORMAL", readOnly: true });
    if (!reading.ok) throw new Error(reading.error.detail);
    expect(thrownFault(() => reading.value.exec("CREATE TABLE t (x)"))).toMatchObject({ kind: "readOnly" });
    reading.value.close();
  });

  test("another connection's lock is locked", () => {
    const database = open();
    database.exec("PRAGMA busy_timeout = 20");
    const other = new DatabaseSync(path());
    other.exec("BEGIN IMMEDIATE");
    expect(thrownFault(() => database.transaction(() => undefined))).toMatchObject({ kind: "locked" });
    other.close();
    database.close();
  });

  test("an error of somebody else is not the driver's", () => {
    expect(driver.faultOf(new Error("mine"))).toBeNull();
    expect(driver.faultOf("text")).toBeNull();
  });
});

test.each([
  ["3.53.4", "3.51.3", true],
  ["3.51.3", "3.51.3", true],
  ["3.51.2", "3.51.3", false],
  ["3.9.9", "3.51.3", false],
  ["4.0", "3.51.3", true],
])("version %s against %s: %s", (found, wanted, enough) => {
  expect(versionAtLeast(found, wanted)).toBe(enough);
});
