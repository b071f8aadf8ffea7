import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoredCommand } from "../../../electron/store/outboxRows.ts";
import { link } from "../../../electron/store/recordChain.ts";
import { alarmOf, commandOf, type Desk, driver, dropFolder, eventOf, newFolder, openDesk } from "./rig.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => dropFolder(folder));

type Entry = Record<string, unknown> & { number: number; kind: string };
/** The notes as they stand in the journal, and how many entries there are with the events. */
const notesIn = (path = join(folder, "journal.db")): Entry[] => {
  const opened = driver.open(path, { durability: "NORMAL", readOnly: true });
  if (!opened.ok) throw new Error(opened.error.detail);
  const lines = opened.value.prepare("SELECT line FROM record WHERE line IS NOT NULL ORDER BY number").all();
  opened.value.close();
  return lines.map(({ line }) => JSON.parse(String(line)) as Entry);
};
const statesOf = (id: string): unknown[] =>
  notesIn()
    .filter(({ kind, command }) => kind === "command" && (command as { id: string }).id === id)
    .map(({ state }) => state);

const good = <T>(result: { ok: true; value: T } | { ok: false }): T => {
  if (!result.ok) throw new Error("a store refused");
  return result.value;
};
const ask = (desk: Desk, id: string) =>
  good(desk.outbox.insert([{ command: commandOf(id), passed: ["asked", "queued"] }], { superseded: [], at: 5_000 }))[0] as StoredCommand;

/** The files as a power failure would leave them: the journal of some time ago, the outbox as it is. */
const imageOf = (name: string): string[] => ["", "-wal"].map((ending) => join(folder, `${name}${ending}`));
const keep = (name: string): void => {
  for (const path of imageOf(name)) if (existsSync(path)) copyFileSync(path, `${path}.kept`);
};
const bringBack = (name: string): void => {
  for (const path of [...imageOf(name), join(folder, `${name}-shm`)]) rmSync(path, { force: true });
  for (const path of imageOf(name)) if (existsSync(`${path}.kept`)) copyFileSync(`${path}.kept`, path);
};

describe("what the record tells", () => {
  it("has each state of a command once, with who asked, across restarts and a kill between writing and noting", async () => {
    let desk = openDesk(folder);
    const command = ask(desk, "c1");
    await desk.look();
    expect(statesOf("c1")).toEqual(["asked", "queued"]);
    const sending = { ...command, row: { ...command.row, state: "sending" as const } };
    good(desk.outbox.save([{ command: sending, passed: [{ state: "sending", at: 6_000 }] }]));
    desk.drop();
    desk = openDesk(folder);
    desk.drop();
    desk = openDesk(folder);
    const accepted = { ...command, row: { ...command.row, state: "accepted" as const } };
    good(desk.outbox.save([{ command: accepted, passed: [{ state: "accepted", at: 6_500 }] }]));
    desk.close();
    expect(statesOf("c1")).toEqual(["asked", "queued", "sending", "accepted"]);
    expect(notesIn().find(({ kind }) => kind === "command")).toMatchObject({
      at: 5_000,
      state: "asked",
      command: { id: "c1", number: 1, name: "room.setState", roomUuid: "room-a", operator: "Ana", input: { state: 1 } },
    });
  });

  it("goes on where the outbox was begun anew", () => {
    const first = openDesk(folder);
    for (let n = 0; n < 5; n += 1) first.recorder.tell("started", { operator: "Ana" });
    first.close();
    for (const path of imageOf("outbox.db")) rmSync(path, { force: true });
    const next = openDesk(folder);
    next.recorder.tell("ended", { operator: "Ana" });
    next.close();
    const last = openDesk(folder);
    last.recorder.tell("ended", { operator: "Ben" });
    last.close();
    expect(notesIn().map(({ kind }) => kind)).toEqual([...Array.from({ length: 5 }, () => "started"), "ended", "ended"]);
  });

  it("has each change of an alarm, and who acknowledged it", () => {
    const desk = openDesk(folder);
    const alarms = desk.outbox;
    const save = (part: Parameters<typeof alarmOf>[1], open = true): void =>
      good(alarms.saveAlarms([{ alarm: alarmOf("gap:room-a", part), open }], []));
    save({});
    save({});
    save({ acknowledgedAt: 8_000, acknowledgedBy: "Ana" });
    save({ acknowledgedAt: 8_000, acknowledgedBy: "Ana", clearedAt: 9_000 });
    good(alarms.saveAlarms([], ["gap:room-a"]));
    desk.close();
    const told = notesIn().filter(({ kind }) => kind === "alarm");
    expect(told.map(({ state }) => state)).toEqual(["raised", "acknowledged", "cleared", "closed"]);
    expect(told[1]).toMatchObject({ alarm: { id: "gap:room-a", acknowledgedBy: "Ana" } });
  });

  it("numbers events, gaps, new lives and moved events in the order in which they were stored", () => {
    const desk = openDesk(folder);
    desk.journal.record([
      { roomUuid: "a", insert: [eventOf(1), eventOf(2)] },
      { roomUuid: "b", insert: [eventOf(1)], gap: { from: 2, to: 5, foundAt: 3_000 } },
    ]);
    desk.journal.record([{ roomUuid: "a", insert: [eventOf(2)] }]);
    desk.journal.record([{ roomUuid: "a", begin: { foundAt: 4_000 }, insert: [eventOf(1, { ordinal: 1 })] }]);
    desk.journal.record([{ roomUuid: "a", move: [{ from: { sequence: 1, ordinal: 1 }, to: { sequence: 2, ordinal: 1 } }] }]);
    desk.close();
    expect(notesIn().map(({ number, kind, room }) => ({ number, kind, room }))).toEqual([
      { number: 4, kind: "gap", room: "b" },
      { number: 5, kind: "newLife", room: "a" },
      { number: 7, kind: "moved", room: "a" },
    ]);
  });

  it("binds each entry to the one before", () => {
    const desk = openDesk(folder);
    desk.recorder.tell("started", { operator: "Ana" });
    desk.recorder.tell("ended", { operator: "Ana" });
    desk.close();
    const again = openDesk(folder);
    const { ledger } = again.journal;
    const [first, second] = notesIn().map((entry) => JSON.stringify(entry));
    expect(ledger.hashAt(1)).toBe(link("0".repeat(64), first ?? ""));
    expect(ledger.head()).toEqual({ count: 2, hash: link(ledger.hashAt(1) ?? "", second ?? "") });
    again.close();
  });

  it("does not take an entry for written that the disk refused", () => {
    const desk = openDesk(folder);
    const before = desk.journal.ledger.head();
    expect(() => desk.journal.record([{ roomUuid: "a", insert: [eventOf(1), eventOf(2, { raw: null as unknown as string })] }])).toThrow();
    expect(desk.journal.ledger.head()).toEqual(before);
    desk.journal.record([{ roomUuid: "a", insert: [eventOf(1)] }]);
    desk.close();
    expect(openDesk(folder).journal.ledger.head().count).toBe(1);
  });
});

describe("a journal that is not what the outbox remembers", () => {
  /** Ten entries, of which the outbox knows, and a journal from after the first five. */
  const shorten = async (how: "close" | "drop", bootedAt: number): Promise<Desk> => {
    const desk = openDesk(folder);
    desk.journal.record([{ roomUuid: "a", insert: [1, 2, 3, 4, 5].map((n) => eventOf(n)) }]);
    await desk.look();
    keep("journal.db");
    desk.journal.record([{ roomUuid: "a", insert: [6, 7, 8, 9, 10].map((n) => eventOf(n)) }]);
    await desk.look();
    desk[how]();
    bringBack("journal.db");
    return openDesk(folder, { bootedAt });
  };
  const ANOTHER_START = 9_000_000;

  it("calls it a loss where the machine was started anew, and goes on behind it", async () => {
    const desk = await shorten("drop", ANOTHER_START);
    expect(notesIn()).toMatchObject([{ number: 11, kind: "lost", from: 6, to: 10, known: { count: 10 } }]);
    expect(desk.journal.ledger.hashAt(11)).toBe(link(desk.journal.ledger.hashAt(5) ?? "", JSON.stringify(notesIn()[0])));
    desk.close();
    openDesk(folder).close();
    expect(notesIn()).toHaveLength(1);
  });

  it("calls it cut where the machine never stopped", async () => {
    (await shorten("drop", 1_000_500)).close();
    expect(notesIn()).toMatchObject([{ number: 11, kind: "cut", from: 6, to: 10 }]);
  });

  it("calls it cut where the journal had been closed in order", async () => {
    (await shorten("close", ANOTHER_START)).close();
    expect(notesIn()).toMatchObject([{ number: 11, kind: "cut", from: 6, to: 10 }]);
  });

  it("feeds again what the journal has lost of commands", async () => {
    const desk = openDesk(folder);
    await desk.look();
    keep("journal.db");
    ask(desk, "c1");
    await desk.look();
    desk.drop();
    bringBack("journal.db");
    openDesk(folder, { bootedAt: ANOTHER_START }).close();
    expect(notesIn().map(({ kind }) => kind)).toEqual(["lost", "command", "command"]);
  });

  it("calls it recomputed where the known entry has another hash", async () => {
    const desk = openDesk(folder);
    desk.journal.record([{ roomUuid: "a", insert: [eventOf(1)] }]);
    desk.close();
    keep("outbox.db");
    for (const path of [...imageOf("journal.db"), ...imageOf("outbox.db")]) rmSync(path, { force: true });
    const forged = openDesk(folder);
    forged.journal.record([{ roomUuid: "a", insert: [eventOf(1, { cmd: 20 })] }]);
    forged.close();
    bringBack("outbox.db");
    openDesk(folder).close();
    expect(notesIn().map(({ kind }) => kind)).toContain("recomputed");
  });

  it("opens a new chain that names the old file and its head where the journal was damaged", () => {
    const desk = openDesk(folder);
    desk.journal.record([{ roomUuid: "a", insert: [1, 2, 3].map((n) => eventOf(n)) }]);
    const head = desk.journal.ledger.head();
    desk.close();
    const path = join(folder, "journal.db");
    writeFileSync(path, readFileSync(path).fill(0x5a));
    const rebuilt = openDesk(folder);
    rebuilt.close();
    const [first] = notesIn();
    expect(first).toMatchObject({ number: 1, kind: "rebuilt", before: { count: head.count, hash: head.hash } });
    expect(existsSync(String(first?.["file"]))).toBe(true);
    openDesk(folder).close();
    expect(notesIn()).toHaveLength(1);
  });
});
