import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { JOURNAL_FILE, openStore, type Store } from "../../../electron/store/index.ts";
import type { RoomView } from "../../../shared/model/room.ts";
import { applyEvent, emptyView, summaryOf } from "../../../shared/projection/index.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { quietLog } from "../../fakes/syncRig.ts";
import { eventOf } from "../record/rig.ts";

let folder: string;
let store: Store;
const open = (): Store => {
  const opened = openStore({ driver: createSqliteDriver(), files: createFiles(), clock: createVirtualClock(), log: quietLog() }, folder);
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  return store;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-refold-"));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const change = (sql: string): void => {
  const database = new DatabaseSync(join(folder, JOURNAL_FILE));
  database.exec(sql);
  database.close();
};
const count = (table: string): number => {
  const database = new DatabaseSync(join(folder, JOURNAL_FILE), { readOnly: true });
  const found = Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.["count"]);
  database.close();
  return found;
};
const meta = (): string[] => {
  const database = new DatabaseSync(join(folder, JOURNAL_FILE), { readOnly: true });
  const names = database.prepare("SELECT name FROM meta ORDER BY name").all();
  database.close();
  return names.map(({ name }) => String(name));
};
const page = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => eventOf(from + n));
const EMPTY = summaryOf(emptyView());
const ROOMS = { small: 3, large: 1_500, other: 90 } as const;

/** Three rooms, folded by an earlier program that made something else of them. */
const fill = (): Record<string, RoomView> => {
  const { journal } = open();
  for (const [roomUuid, events] of Object.entries(ROOMS))
    for (let from = 1; from <= events; from += 100)
      journal.record([
        { roomUuid, insert: page(from, Math.min(events, from + 99)), anchor: events, proof: { provedAt: 7, chainId: null } },
      ]);
  const views = Object.fromEntries(Object.keys(ROOMS).map((room) => [room, journal.view(room) ?? emptyView()]));
  store.close();
  change(`UPDATE meta SET value = 1 WHERE name = 'projection'; DELETE FROM meta WHERE name = 'refolding';
          UPDATE rooms SET summary = json_set(summary, '$.present', 99); UPDATE folds SET view = json_set(view, '$.total', 99);`);
  open();
  return views;
};
const shown = (room: string) => store.journal.room(room);

it("shows nothing that an earlier program folded, and each room's own value once it is folded again", () => {
  const views = fill();
  for (const room of Object.keys(ROOMS))
    expect(shown(room)).toMatchObject({ folding: true, summary: EMPTY, anchor: ROOMS[room as "small"] });
  // An earlier program that comes back half-way begins again from the start.
  expect(meta()).toEqual(["refolding"]);
  const seen: string[] = [];
  let slices = 0;
  for (let left = 3; left > 0; slices += 1) {
    const turn = store.journal.refold();
    seen.push(...turn.done);
    ({ left } = turn);
    for (const room of Object.keys(ROOMS))
      expect(shown(room)).toMatchObject(
        seen.includes(room) ? { folding: false, summary: summaryOf(views[room] ?? emptyView()) } : { folding: true, summary: EMPTY },
      );
  }
  expect(seen).toEqual(["small", "large", "other"]);
  expect(slices).toBeGreaterThan(2);
  // A look at the past begins at folds that were kept along the way.
  expect(count("folds")).toBeGreaterThan(10);
  expect(meta()).toEqual(["projection"]);
  store.close();
  open();
  for (const room of Object.keys(ROOMS)) {
    expect(shown(room)).toMatchObject({ folding: false, summary: summaryOf(views[room] ?? emptyView()) });
    expect(store.journal.view(room)).toEqual(views[room]);
  }
  expect(store.journal.refold()).toEqual({ done: [], left: 0 });
});

it("goes on where a killed run was, wherever that was", () => {
  const views = fill();
  const seen: string[] = [];
  for (let left = 3; left > 0; ) {
    const turn = store.journal.refold();
    seen.push(...turn.done);
    store.close();
    open();
    ({ left } = turn);
    // What was done stays so.
    for (const room of seen) expect(shown(room)?.folding).toBe(false);
    if (seen.length > 50) break;
    if (left > 0 && turn.done.length === 0) {
      // The large room is begun anew by each run: let this one finish it.
      while (!seen.includes("large")) seen.push(...store.journal.refold().done);
      left = 3 - seen.length;
    }
  }
  for (const room of Object.keys(ROOMS)) expect(store.journal.view(room)).toEqual(views[room]);
});

it("folds at once a room that somebody opens, and shows the same when its turn comes", () => {
  const views = fill();
  expect(store.journal.view("large")).toEqual(views["large"]);
  expect(shown("large")).toMatchObject({ folding: false, summary: summaryOf(views["large"] ?? emptyView()) });
  while (store.journal.refold().left > 0);
  store.close();
  open();
  expect(shown("large")).toMatchObject({ folding: false, summary: summaryOf(views["large"] ?? emptyView()) });
});

it("takes events for a room that waits, also one that stands before others, and folds them where they belong", () => {
  const views = fill();
  store.journal.refold();
  store.journal.record([{ roomUuid: "large", insert: [eventOf(1_501), eventOf(700, { ordinal: 1, cmd: 20, hash: "late" })] }]);
  store.journal.record([{ roomUuid: "other", proof: { provedAt: 8, chainId: null } }]);
  expect(shown("other")).toMatchObject({ folding: true, proof: { provedAt: 8 } });
  const events = store.journal
    .page("large", null, 10_000)
    .entries.toReversed()
    .flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));
  const view = events.reduce(applyEvent, emptyView());
  expect(shown("large")).toMatchObject({ folding: false, summary: summaryOf(view) });
  while (store.journal.refold().left > 0);
  store.close();
  open();
  expect(store.journal.view("large")).toEqual(view);
  expect(shown("other")?.summary).toEqual(summaryOf(views["other"] ?? emptyView()));
});

it("loses nothing to a disk that does not take a slice, and tries it again", () => {
  const views = fill();
  const blocker = new DatabaseSync(join(folder, JOURNAL_FILE));
  blocker.exec("CREATE TRIGGER full BEFORE UPDATE ON rooms BEGIN SELECT RAISE(ABORT, 'full'); END");
  expect(() => store.journal.refold()).toThrow();
  expect(shown("small")).toMatchObject({ folding: true, summary: EMPTY });
  blocker.exec("DROP TRIGGER full");
  blocker.close();
  while (store.journal.refold().left > 0);
  for (const room of Object.keys(ROOMS)) expect(shown(room)?.summary).toEqual(summaryOf(views[room] ?? emptyView()));
});
