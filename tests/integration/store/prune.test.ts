import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { JOURNAL_FILE, openStore, type Store } from "../../../electron/store/index.ts";
import type { RoomEvent } from "../../../shared/model/event.ts";
import { applyEvent, emptyView, summaryOf } from "../../../shared/projection/index.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { readNow } from "../../fakes/readers.ts";
import { quietLog } from "../../fakes/syncRig.ts";
import { eventOf } from "../record/rig.ts";

const driver = createSqliteDriver();
let folder: string;
let store: Store;
const path = (): string => join(folder, JOURNAL_FILE);
const open = (): Store => {
  const opened = openStore({ driver, files: createFiles(), clock: createVirtualClock(), log: quietLog() }, folder);
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  return store;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-prune-"));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const eventsOf = (roomUuid: string): RoomEvent[] =>
  store.journal
    .page(roomUuid, null, 100_000)
    .entries.toReversed()
    .flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));
const verdict = () => {
  const found = readNow("verifyJournal", { journal: path(), outbox: join(folder, "outbox.db"), bootedAt: 0 });
  if (!found.ok) throw new Error(found.error.detail);
  return found.value;
};
const page = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => eventOf(from + n));

/** Two lives of room a, with folds that were kept and a gap, and another room between its pages. */
const fill = (): void => {
  const { journal } = open();
  for (let from = 1; from <= 141; from += 20) {
    journal.record([{ roomUuid: "a", insert: page(from, from + 19), anchor: from + 19, proof: { provedAt: 5, chainId: 1 } }]);
    journal.record([{ roomUuid: "b", insert: [eventOf(from)] }]);
  }
  journal.record([{ roomUuid: "a", begin: { foundAt: 9 }, insert: page(1, 100), gap: { from: 50, to: 60, foundAt: 9 }, anchor: 100 }]);
};
const order = () => ({ at: 20, asked: 10, operator: "Ana", exported: { ...store.journal.ledger.head(), file: "all.jsonl" } });

it("takes a room away from its end, and whatever is left is a beginning of it: shown as its fold, verified, and the same after a kill", () => {
  fill();
  const all = eventsOf("a");
  const agreed = order();
  for (let kept = all.length; ; ) {
    const { removed, left } = store.journal.prune("a", agreed, 37);
    kept -= removed;
    // As after a kill at this moment: nothing was said to anybody.
    store.close();
    open();
    const events = eventsOf("a");
    expect(events).toEqual(all.slice(0, kept));
    expect(verdict()).toMatchObject({ ok: true, pruned: all.length - kept });
    if (left === "nothing") break;
    const room = store.journal.room("a");
    const present = events.filter(({ incarnation }) => incarnation === 2);
    const view = present.reduce(applyEvent, emptyView());
    expect(room?.summary).toEqual(summaryOf(view));
    expect(store.journal.view("a")).toEqual(view);
    expect(room).toMatchObject({ anchor: 0, lastSequence: present.at(-1)?.sequence ?? 0, proof: { provedAt: null, chainId: null } });
    expect(room?.gaps).toBe(present.length >= 50 ? 1 : 0);
  }
  expect(store.journal.room("a")).toBeUndefined();
  const database = new DatabaseSync(path(), { readOnly: true });
  for (const table of ["events", "folds", "gaps", "incarnations", "room_people"])
    expect(database.prepare(`SELECT count(*) AS count FROM ${table} WHERE room_id = 1`).get(), table).toEqual({ count: 0 });
  database.close();
  expect(eventsOf("b")).toHaveLength(8);
  expect(verdict().removals).toEqual([{ asked: 10, operator: "Ana", file: "all.jsonl", rooms: 1, entries: 260 }]);
});

it("shows of a room that is half gone, looked back at, only what is left of it", () => {
  fill();
  store.journal.prune("a", order(), 150);
  const past = readNow("pastRoom", { path: path(), roomUuid: "a", at: 1_000_000, mode: "seen" });
  expect(past).toMatchObject({ ok: true, value: { room: { incarnation: 2, eventCount: 0 } } });
  store.journal.prune("a", order(), 30);
  const entries = store.journal.page("a", null, 1).entries;
  expect(entries).toMatchObject([{ kind: "incarnation", incarnation: 2 }]);
});

it("leaves what the export does not have, and all that stands before it", () => {
  fill();
  const agreed = order();
  store.journal.record([{ roomUuid: "a", insert: [eventOf(101)] }]);
  expect(store.journal.prune("a", agreed, 10)).toEqual({ removed: 0, left: "newer" });
  expect(eventsOf("a")).toHaveLength(261);
  expect(verdict()).toMatchObject({ ok: true, pruned: 0 });
});

it("removes nothing without the entry that says so, and writes no entry where nothing was removed", () => {
  fill();
  const before = { events: eventsOf("a"), head: store.journal.ledger.head(), room: store.journal.room("a") };
  const blocker = new DatabaseSync(path());
  blocker.exec("CREATE TRIGGER no_notes BEFORE INSERT ON record WHEN NEW.line LIKE '%pruned%' BEGIN SELECT RAISE(ABORT, 'no'); END");
  expect(() => store.journal.prune("a", order(), 10)).toThrow();
  blocker.exec("DROP TRIGGER no_notes");
  expect({ events: eventsOf("a"), head: store.journal.ledger.head(), room: store.journal.room("a") }).toEqual(before);
  blocker.exec("CREATE TRIGGER no_deletes BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'no'); END");
  expect(() => store.journal.prune("a", order(), 10)).toThrow();
  blocker.exec("DROP TRIGGER no_deletes");
  blocker.close();
  expect({ events: eventsOf("a"), head: store.journal.ledger.head(), room: store.journal.room("a") }).toEqual(before);
  store.journal.prune("a", order(), 10);
  expect(verdict()).toMatchObject({ ok: true, pruned: 10 });
});

it("goes on with a room that is heard of again, from its beginning, and numbers no entry twice", () => {
  fill();
  const agreed = order();
  while (store.journal.prune("a", agreed, 100).left === "more");
  store.journal.record([{ roomUuid: "a", insert: page(1, 3), anchor: 3 }]);
  expect(eventsOf("a").map(({ incarnation, sequence }) => [incarnation, sequence])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
  ]);
  expect(verdict()).toMatchObject({ ok: true, pruned: 260 });
});

it("says also of a room of which nothing but gaps was stored that it is gone", () => {
  const { journal } = open();
  journal.record([{ roomUuid: "a", gap: { from: 1, to: 5, foundAt: 9 } }]);
  expect(journal.prune("a", order(), 10)).toEqual({ removed: 0, left: "nothing" });
  expect(verdict()).toMatchObject({ ok: true, pruned: 0, removals: [{ operator: "Ana", rooms: 1, entries: 0 }] });
});
