import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { type Outbox, openOutbox, setOutboxAside } from "../../../electron/store/outbox.ts";
import type { StoredCommand } from "../../../electron/store/outboxRows.ts";
import type { CommandState } from "../../../shared/model/command.ts";
import type { Result } from "../../../shared/result.ts";
import { aStored } from "../../unit/commands/rows.ts";

const driver = createSqliteDriver();
const files = createFiles();
let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outbox-"));
  path = join(folder, "outbox.db");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const valueOf = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};
const open = (): Outbox => valueOf(openOutbox({ driver, files }, path));
const put = (outbox: Outbox, id: string, state: "queued" | "observed" = "queued") =>
  valueOf(outbox.insert([{ command: aStored({ id, state }), passed: ["asked", state] }], { superseded: [], at: 5 }))[0] as StoredCommand;

describe("the outbox", () => {
  it("numbers commands in the order of asking, across closing, and takes no id twice", () => {
    const first = open();
    expect(put(first, "a").row.number).toBe(1);
    expect(put(first, "b").row.number).toBe(2);
    first.close();
    const second = open();
    expect(put(second, "c").row.number).toBe(3);
    expect(second.insert([{ command: aStored({ id: "a", state: "failed" }), passed: [] }], { superseded: [], at: 9 }).ok).toBe(false);
    expect(valueOf(second.find("a"))?.row).toMatchObject({ number: 1, state: "queued" });
    expect(valueOf(second.load(10)).map(({ row }) => row.id)).toEqual(["a", "b", "c"]);
    second.close();
  });

  it("loads everything that has not ended, and of the rest only the latest", () => {
    const outbox = open();
    for (let number = 1; number <= 6; number += 1) put(outbox, `c${number}`, number === 2 || number === 5 ? "queued" : "observed");
    expect(valueOf(outbox.load(2)).map(({ row }) => row.id)).toEqual(["c2", "c4", "c5", "c6"]);
    expect(valueOf(outbox.find("c1"))?.row.number).toBe(1);
    expect(valueOf(outbox.find("never"))).toBeNull();
    outbox.close();
  });

  it("feeds each change of state once, with its number and time, from wherever one has read to", () => {
    const outbox = open();
    const command = put(outbox, "a");
    const change = (state: CommandState, passed: { state: CommandState; at: number }[]) =>
      valueOf(outbox.save([{ command: { ...command, row: { ...command.row, state } }, passed }]));
    change("sending", [{ state: "sending", at: 10 }]);
    change("sending", []);
    change("observed", [
      { state: "accepted", at: 12 },
      { state: "observed", at: 13 },
    ]);
    const feed = valueOf(outbox.feed(0, 100));
    expect(feed).toEqual([
      { seq: 1, commandId: "a", state: "asked", at: 5 },
      { seq: 2, commandId: "a", state: "queued", at: 5 },
      { seq: 3, commandId: "a", state: "sending", at: 10 },
      { seq: 4, commandId: "a", state: "accepted", at: 12 },
      { seq: 5, commandId: "a", state: "observed", at: 13 },
    ]);
    expect(valueOf(outbox.feed(2, 1))).toEqual(feed.slice(2, 3));
    outbox.close();
  });

  it("writes a command and what it supersedes together or not at all", () => {
    const outbox = open();
    const command = put(outbox, "old");
    const superseded = [{ command: { ...command, row: { ...command.row, state: "superseded" as const } }, passed: [] }];
    const stranger = { command: { ...command, row: { ...command.row, id: "never written" } }, passed: [] };
    const arrivals = [{ command: aStored({ id: "new" }), passed: ["queued" as const] }];
    expect(() => outbox.insert(arrivals, { superseded: [...superseded, stranger], at: 6 })).toThrow();
    expect(valueOf(outbox.load(10)).map(({ row }) => [row.id, row.state])).toEqual([["old", "queued"]]);
    valueOf(outbox.insert(arrivals, { superseded, at: 6 }));
    expect(valueOf(outbox.load(10)).map(({ row }) => [row.id, row.state])).toEqual([
      ["old", "superseded"],
      ["new", "queued"],
    ]);
    outbox.close();
  });
});

describe("an outbox file that cannot be used", () => {
  it("that is no database is told in a sentence and not touched", () => {
    writeFileSync(path, "this is not a database, and it is long enough to look like one ".repeat(100));
    const before = readFileSync(path);
    expect(openOutbox({ driver, files }, path)).toMatchObject({
      ok: false,
      error: { code: "unavailable", reason: "outboxCorrupt", message: expect.stringContaining("left as it is") },
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("whose rows are garbled is told at opening, not at the first command", () => {
    const outbox = open();
    put(outbox, "a");
    outbox.close();
    const raw = valueOf(driver.open(path, { durability: "FULL" }));
    raw.exec("UPDATE commands SET body = '{\"row\": 7}'");
    raw.close();
    expect(openOutbox({ driver, files }, path)).toMatchObject({ ok: false, error: { reason: "outboxCorrupt" } });
    const after = valueOf(driver.open(path, { durability: "FULL" }));
    expect(after.prepare("SELECT id FROM commands").all()).toEqual([{ id: "a" }]);
    after.close();
  });

  it("of a newer program, or in a folder that is not there, is told as such", () => {
    const outbox = open();
    outbox.close();
    const raw = valueOf(driver.open(path, { durability: "FULL" }));
    raw.exec("PRAGMA user_version = 99");
    raw.close();
    expect(openOutbox({ driver, files }, path)).toMatchObject({ ok: false, error: { reason: "outboxNewer" } });
    expect(openOutbox({ driver, files }, join(folder, "nowhere", "outbox.db"))).toMatchObject({
      ok: false,
      error: { reason: "outboxMissing" },
    });
  });

  it("is set aside only when that is asked, with its companions, and kept; a new one begins", () => {
    writeFileSync(path, "garbage ".repeat(1_000));
    writeFileSync(`${path}-wal`, "more");
    const aside = valueOf(setOutboxAside(files, path, "20261121"));
    expect(readFileSync(aside, "utf8")).toContain("garbage");
    expect(readFileSync(`${aside}-wal`, "utf8")).toBe("more");
    const outbox = open();
    expect(valueOf(outbox.load(10))).toEqual([]);
    outbox.close();
    expect(setOutboxAside(files, path, "20261121")).toMatchObject({ ok: false, error: { code: "conflict" } });
  });
});
