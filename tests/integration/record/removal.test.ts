import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRemovals } from "../../../electron/record/removal.ts";
import { createSigning } from "../../../electron/record/signing.ts";
import { createTakeOut, type TakeOut } from "../../../electron/record/takingOut.ts";
import type { RemovalChoice } from "../../../shared/model/removal.ts";
import type { RoomSummary } from "../../../shared/model/room.ts";
import { appError, err, ok, type Result } from "../../../shared/result.ts";
import { createFakeKeychain } from "../../fakes/keychain.ts";
import { readNow } from "../../fakes/readers.ts";
import { quietLog } from "../../fakes/syncRig.ts";
import { room as aRoom } from "../../unit/renderer/rooms.ts";
import { type Desk, driver, dropFolder, eventOf, files, newFolder, openDesk } from "./rig.ts";

let folder: string;
let desk: Desk;
beforeEach(() => {
  folder = newFolder();
  desk = openDesk(folder);
});
afterEach(() => {
  desk.close();
  dropFolder(folder);
});

const EXAM = "0190b6a4-5b7e-4c3a-9f10-0a1b2c3d4e50";
const ALL: RemovalChoice = { rooms: ["a", "b", "c"], before: null };
const read = <T>(name: Parameters<typeof readNow>[0], input: unknown): { done: Promise<Result<T>> } => {
  const found = readNow(name, input as never) as Result<T, { detail: string }>;
  return { done: Promise.resolve(found.ok ? found : err(appError("unavailable", found.error.detail))) };
};

/** Rooms a, b and c of 600 events each, all closed; what happens to them is the test's. */
const world = (parts: { takeOut?: (real: TakeOut) => TakeOut } = {}) => {
  for (const room of ["a", "b", "c"])
    for (let from = 1; from <= 600; from += 100)
      desk.journal.record([{ roomUuid: room, insert: Array.from({ length: 100 }, (_, n) => eventOf(from + n)) }]);
  const paths = { journal: join(folder, "journal.db"), outbox: join(folder, "outbox.db") };
  const signing = createSigning({ keychain: createFakeKeychain(), log: quietLog() });
  const real = createTakeOut({
    files,
    clock: desk.clock,
    bootedAt: () => 1_000_000,
    shell: { printPdf: async () => ok(undefined) },
    signing,
  });
  const takeOut = (parts.takeOut ?? ((same) => same))(real);
  const known = new Map<string, RoomSummary>(["a", "b", "c"].map((roomUuid) => [roomUuid, aRoom(roomUuid, { state: 3 })]));
  const waiting = new Set<string>();
  const busy = new Set<string>();
  const removals = createRemovals({
    journal: desk.journal,
    path: paths.journal,
    reader: { read: (name, input) => read(name, input) },
    takeOut: (order) => takeOut({ folder, ...paths, reader: { read: (name, input) => read(name, input) }, timeZone: "UTC" }, order),
    rooms: {
      list: () => [...known.values()],
      get: (roomUuid) => known.get(roomUuid),
      provedUntil: () => null,
      idle: (roomUuid) => !busy.has(roomUuid),
      setVisibility: (ids, visibility) => {
        for (const id of ids) {
          const room = known.get(id);
          if (room) known.set(id, { ...room, visibility, phase: visibility === "archived" ? "paused" : "live" });
        }
      },
      readAnew: () => undefined,
      forget: (roomUuid) => void known.delete(roomUuid),
    },
    exam: (id) => (id === EXAM ? ok({ id, name: "Finals", rooms: ["a", "c", "never seen"] }) : err(appError("notFound", "no such exam"))),
    waiting: () => waiting,
    operator: () => "Ana",
    driver,
    clock: desk.clock,
    serverNow: desk.clock.wall,
    log: quietLog(),
  });
  const settled = (): boolean => ["ended", "broken"].includes(removals.read().phase);
  return { removals, known, waiting, busy, until: (condition = settled) => desk.clock.advanceUntil(condition, 60_000) };
};
const verify = () =>
  readNow("verifyJournal", { journal: join(folder, "journal.db"), outbox: join(folder, "outbox.db"), bootedAt: 1_000_000 });
const stored = (room: string): number => desk.journal.page(room, null, 10_000).entries.length;
const everything = { rooms: 3, events: 1_800 };

it("tells what would go, exports all of it, removes it, and leaves a record that verifies and names who did it", async () => {
  const { removals, known, until } = world();
  expect(await removals.plan(ALL)).toMatchObject({ ok: true, value: { rooms: 3, events: 1_800, from: 2_001, to: 2_600, kept: [] } });
  expect(await removals.begin(ALL, everything)).toEqual({ ok: true, value: undefined });
  await until();
  expect(removals.read()).toMatchObject({ phase: "ended", rooms: 3, gone: 3, events: 1_800, removed: 1_800, left: 0, error: null });
  expect([...known.keys()]).toEqual([]);
  expect([...desk.journal.rooms()]).toEqual([]);
  const file = removals.read().file ?? "";
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.filter((line) => line.includes('"kind":"event"'))).toHaveLength(1_800);
  expect(readNow("verifyFile", { path: file, keys: null })).toMatchObject({ ok: true, value: { ok: true } });
  const name = file.slice(file.lastIndexOf("/") + 1);
  expect(verify()).toMatchObject({
    ok: true,
    value: { ok: true, pruned: 1_800, removals: [{ operator: "Ana", rooms: 3, entries: 1_800, file: name }] },
  });
});

it("exports one room alone where one is meant, and touches no other", async () => {
  const { removals, until } = world();
  const choice: RemovalChoice = { rooms: ["b"], before: null };
  await removals.begin(choice, { rooms: 1, events: 600 });
  await until();
  expect(removals.read()).toMatchObject({ phase: "ended", removed: 600 });
  expect(readFileSync(removals.read().file ?? "", "utf8")).not.toContain('"room":"a"');
  expect([stored("a"), stored("b"), stored("c")]).toEqual([600, 0, 600]);
});

it("exports and removes the rooms of one exam, and touches no other", async () => {
  const { removals, until } = world();
  const choice: RemovalChoice = { rooms: { examId: EXAM }, before: null };
  expect(await removals.plan(choice)).toMatchObject({ ok: true, value: { rooms: 2, events: 1_200 } });
  await removals.begin(choice, { rooms: 2, events: 1_200 });
  await until();
  expect(removals.read()).toMatchObject({ phase: "ended", gone: 2, removed: 1_200 });
  expect([stored("a"), stored("b"), stored("c")]).toEqual([0, 600, 0]);
  const exported = readFileSync(removals.read().file ?? "", "utf8");
  expect(exported).not.toContain('"room":"b"');
  expect(JSON.parse(exported.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ lines: 1_200, part: { exam: { name: "Finals" } } });
  expect(verify()).toMatchObject({ ok: true, value: { ok: true, pruned: 1_200 } });
  expect(await removals.plan({ rooms: { examId: EXAM.replace("0", "1") }, before: null })).toMatchObject({
    ok: false,
    error: { code: "notFound" },
  });
});

it.each<[string, (real: TakeOut) => TakeOut, string]>([
  ["cannot be written", () => async () => err(appError("unavailable", "full", { reason: "store.full" })), "store.full"],
  [
    "does not verify when it is read back",
    (real) => async (running, order) => {
      const taken = await real(running, order);
      return taken.ok && taken.value.verdict !== null ? ok({ ...taken.value, verdict: { ...taken.value.verdict, ok: false } }) : taken;
    },
    "removalNotWhole",
  ],
])("removes nothing where the export %s", async (_why, takeOut, reason) => {
  const { removals, until, known } = world({ takeOut });
  await removals.begin(ALL, everything);
  await until();
  expect(removals.read()).toMatchObject({ phase: "broken", removed: 0, error: { reason } });
  expect([stored("a"), stored("b"), stored("c"), known.size]).toEqual([600, 600, 600, 3]);
  expect([...known.values()].map(({ visibility }) => visibility)).toEqual(["shown", "shown", "shown"]);
});

it("refuses what is not what was agreed upon, and a second one beside the first", async () => {
  const { removals, until } = world();
  expect(await removals.begin(ALL, { rooms: 3, events: 1_799 })).toMatchObject({
    ok: false,
    error: { reason: "removalChanged", params: { rooms: 3, events: 1_800 } },
  });
  await removals.begin(ALL, everything);
  expect(await removals.begin(ALL, everything)).toMatchObject({ ok: false, error: { reason: "removalRunning" } });
  await until();
});

it("leaves a room for which a command is asked, or an event comes, while others are removed", async () => {
  const { removals, until, waiting, known } = world();
  await removals.begin(ALL, everything);
  await until(() => removals.read().removed > 0);
  waiting.add("b");
  desk.journal.record([{ roomUuid: "c", insert: [eventOf(601)] }]);
  await until();
  expect(removals.read()).toMatchObject({ phase: "ended", gone: 1, left: 2, removed: 600 });
  expect([stored("a"), stored("b"), stored("c")]).toEqual([0, 600, 601]);
  expect([...known.values()].map(({ visibility }) => visibility)).toEqual(["shown", "shown"]);
});

it("ends between two slices when the profile is closed; what is left is whole, and it can be begun again", async () => {
  const { removals, until } = world();
  await removals.begin(ALL, everything);
  await until(() => removals.read().removed > 0);
  const stopping = removals.stop();
  await desk.clock.advance(1_000);
  await stopping;
  const { removed, phase } = removals.read();
  expect(phase).toBe("broken");
  expect(removed).toBeLessThan(1_800);
  expect(stored("a") + stored("b") + stored("c")).toBe(1_800 - removed);
  expect(verify()).toMatchObject({ ok: true, value: { ok: true, pruned: removed } });
  expect(readdirSync(join(folder, "exports"))).toHaveLength(1);
});

it("says in a sentence why the disk stopped it, and takes no more than it said", async () => {
  const { removals, until } = world();
  await removals.begin(ALL, everything);
  await until(() => removals.read().removed > 0);
  const holder = driver.open(join(folder, "journal.db"), { durability: "NORMAL" });
  if (!holder.ok) throw new Error(holder.error.detail);
  holder.value.exec("CREATE TRIGGER no BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'no'); END");
  await until();
  expect(removals.read()).toMatchObject({ phase: "broken", error: { reason: "store.other" } });
  holder.value.exec("DROP TRIGGER no");
  holder.value.close();
  expect(stored("a") + stored("b") + stored("c")).toBe(1_800 - removals.read().removed);
  expect(verify()).toMatchObject({ ok: true, value: { ok: true } });
});
