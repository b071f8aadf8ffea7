import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import type { StoredExam, StoredRun } from "../../../electron/store/exams.ts";
import { openStore, type Store } from "../../../electron/store/index.ts";
import type { SheetRow } from "../../../shared/model/exam.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { quietLog } from "../../fakes/syncRig.ts";

const driver = createSqliteDriver();
let folder = "";
let opened: Store | null = null;

const open = (): Store => {
  opened?.close();
  const store = openStore({ driver, files: createFiles(), clock: createVirtualClock(), log: quietLog() }, folder);
  if (!store.ok) throw new Error(store.error.message);
  opened = store.value;
  return opened;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-exams-"));
});
afterEach(() => {
  opened?.close();
  opened = null;
  rmSync(folder, { recursive: true, force: true });
});

const exam: StoredExam = {
  id: "e",
  createdAt: 1,
  facts: { name: "Finals", date: "2026-06-07", timeZone: "UTC" },
  tally: { rows: 0, errors: 0, warnings: 0, candidates: 0, proctors: 0, drifted: 0, counts: {}, run: null },
  rooms: [],
};
const run = (asked: boolean): StoredRun => ({
  id: "run",
  examId: "e",
  planId: "p",
  operator: "Ann",
  startedAt: 1,
  stoppedAt: null,
  items: [],
  bulks: [{ id: "b", name: "room.create", rowIds: ["r1"], after: null, retryOf: null, asked }],
});
const row = (id: string, name: string): SheetRow => ({ id, cells: { roomName: name } });

describe("the store of exams", () => {
  it("has the sheet in its order after reopening: changed, moved, added and removed", () => {
    const { exams } = open();
    exams.save(exam);
    const before = [row("a", "1"), row("b", "2"), row("c", "3")];
    exams.saveRows("e", [], before, null);
    const after = [row("d", "4"), before[2] ?? row("c", "3"), row("a", "one")];
    exams.saveRows("e", before, after, { ...exam, rooms: [["hall", 1, 2]] });
    const again = open().exams;
    expect(again.rows("e")).toEqual(after);
    expect(again.list()).toEqual([{ ...exam, rooms: [["hall", 1, 2]] }]);
  });

  it("knows of which exams something is still to be asked", () => {
    const { exams } = open();
    exams.save(exam);
    exams.saveRun(run(false));
    expect(exams.unfinished()).toEqual(["e"]);
    exams.saveRun(run(true));
    expect(exams.unfinished()).toEqual([]);
    expect(open().exams.runs("e")).toEqual([run(true)]);
  });

  it("removes an exam with all that is its own", () => {
    const { exams } = open();
    exams.save(exam);
    exams.saveRows("e", [], [row("a", "1")], null);
    exams.saveRun(run(false));
    exams.remove("e");
    expect([exams.list(), exams.rows("e"), exams.runs("e"), exams.unfinished()]).toEqual([[], [], [], []]);
  });

  it("that holds what nobody wrote is set aside and kept, and the list of rooms stays", () => {
    const store = open();
    store.registry.add(["hall"], "added", 1);
    store.exams.save(exam);
    store.close();
    opened = null;
    const file = driver.open(join(folder, "exams.db"), { durability: "FULL" });
    if (!file.ok) throw new Error(file.error.detail);
    file.value.exec(`UPDATE exams SET body = '{"id":"e"}'`);
    file.value.close();
    const next = open();
    expect(next.exams.list()).toEqual([]);
    expect(next.notices).toMatchObject([{ code: "examsSetAside" }]);
    expect([...next.registry.rooms()].map(({ roomUuid }) => roomUuid)).toEqual(["hall"]);
    expect(readdirSync(folder).some((name) => name.startsWith("exams.db.damaged"))).toBe(true);
  });
});
