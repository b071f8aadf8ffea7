import { describe, expect, it } from "vitest";
import { type Alarms, createAlarms } from "../../../electron/alarms/index.ts";
import type { Facts } from "../../../electron/alarms/rules.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { type AlarmStore, createOutbox } from "../../../electron/store/outbox.ts";
import { outboxMigrations } from "../../../electron/store/outboxMigrations.ts";
import type { DatabaseFault } from "../../../shared/ports.ts";
import { err } from "../../../shared/result.ts";
import { createMemoryLog } from "../../contract/harness.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { commandRow } from "../../fakes/commandRow.ts";

const driver = createSqliteDriver();

const createConsole = () => {
  const clock = createVirtualClock();
  const opened = driver.open(":memory:", { durability: "FULL" });
  if (!opened.ok) throw new Error(opened.error.detail);
  for (const { sql } of outboxMigrations) opened.value.exec(sql);
  const onDisk = createOutbox(opened.value, driver);
  const log = createMemoryLog();
  let fault: DatabaseFault | null = null;
  const store: AlarmStore = {
    loadAlarms: () => onDisk.loadAlarms(),
    saveAlarms: (saved, removed) => (fault ? err(fault) : onDisk.saveAlarms(saved, removed)),
  };
  const facts = (more: Partial<Facts> = {}): Facts => ({
    connection: { phase: "live", lastAnswerAt: clock.wall(), proofInterval: 2_000, problem: null, otherReader: false },
    startedAt: clock.wall(),
    certificate: "keychain",
    unrenewable: null,
    examEndsAt: null,
    commands: [],
    lostRecordings: [],
    stoppedStreams: [],
    gaps: [],
    journalSetAside: null,
    hungLoops: [],
    ...more,
  });
  const start = (): Alarms => {
    const alarms = createAlarms({ clock, serverNow: clock.wall, log, store });
    expect(alarms.load()).toEqual({ ok: true, value: undefined });
    alarms.start();
    return alarms;
  };
  return { clock, log, facts, start, onDisk, fail: (next: DatabaseFault | null) => void (fault = next) };
};

const rules = (alarms: Alarms): string[] => alarms.list().map(({ rule }) => rule);

describe("alarms", () => {
  it("raise silence by the clock alone, and clear it when answers have come for a while", async () => {
    const { clock, facts, start } = createConsole();
    const alarms = start();
    const changes: string[] = [];
    alarms.watch((id) => void changes.push(id));
    alarms.update(facts());
    await clock.advance(6_000);
    expect(alarms.list()).toEqual([]);
    await clock.advance(1_000);
    expect(alarms.list()).toMatchObject([{ id: "noAnswer", priority: 1, clearedAt: null }]);
    expect(alarms.get("noAnswer")).toEqual(alarms.list()[0]);
    alarms.update(facts());
    expect(alarms.get("noAnswer")?.clearedAt).toBeNull();
    await clock.advance(3_000);
    expect(alarms.get("noAnswer")?.clearedAt).not.toBeNull();
    alarms.acknowledge(["noAnswer", "nothing"], "Ann");
    expect(alarms.list()).toEqual([]);
    expect(changes).toEqual(["noAnswer", "noAnswer", "noAnswer"]);
  });

  it("that nobody has seen survive a restart, and clear there when their cause is gone", async () => {
    const { facts, start } = createConsole();
    const before = start();
    before.update(facts({ certificate: "absent", commands: [commandRow({ id: "c1", state: "failed" })] }));
    before.acknowledge(["noCertificate"], "Ann");
    before.stop();
    const after = start();
    expect(after.list()).toEqual(before.list());
    expect(after.get("noCertificate")).toMatchObject({ acknowledgedBy: "Ann" });
    after.update(facts({ commands: [commandRow({ id: "c1", state: "failed" })] }));
    expect(rules(after)).toEqual(["commandFailed"]);
  });

  it("of a failed command are seen once, also after a restart, and forgotten with the command", () => {
    const { facts, start, onDisk } = createConsole();
    const failed = facts({ commands: [commandRow({ id: "c1", state: "failed" })] });
    const before = start();
    before.update(failed);
    before.acknowledge(["commandFailed:c1"], "Ann");
    before.update(failed);
    expect(before.list()).toEqual([]);
    before.stop();
    const after = start();
    after.update(failed);
    expect(after.list()).toEqual([]);
    after.update(facts());
    expect(onDisk.loadAlarms()).toEqual({ ok: true, value: [] });
  });

  it("are kept in memory while the disk fails, told once in the log, and written when it works again", async () => {
    const { clock, facts, start, onDisk, fail, log } = createConsole();
    const alarms = start();
    fail({ kind: "full", detail: "no room" });
    alarms.update(facts({ certificate: "absent" }));
    await clock.advance(5_000);
    expect(rules(alarms)).toEqual(["noCertificate"]);
    expect(log.lines.filter(({ level }) => level === "error")).toHaveLength(1);
    expect(onDisk.loadAlarms()).toEqual({ ok: true, value: [] });
    fail(null);
    await clock.advance(1_000);
    expect(onDisk.loadAlarms()).toMatchObject({ ok: true, value: [{ open: true, alarm: { id: "noCertificate" } }] });
  });

  it("neither raise nor clear anything before the first facts, nor after the end", async () => {
    const { clock, facts, start } = createConsole();
    const before = start();
    before.update(facts({ certificate: "absent" }));
    before.stop();
    const alarms = start();
    await clock.advance(60_000);
    expect(alarms.list()).toMatchObject([{ id: "noCertificate", clearedAt: null }]);
    alarms.stop();
    alarms.update(facts());
    expect(alarms.list()).toMatchObject([{ id: "noCertificate", clearedAt: null }]);
    expect(clock.pending()).toBe(0);
  });
});
