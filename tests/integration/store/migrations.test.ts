/** Files as earlier versions of the program left them (tests/fixtures/stores: written by those versions, as SQL), opened by this one. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { openStore } from "../../../electron/store/index.ts";
import { JOURNAL_MIGRATIONS } from "../../../electron/store/journalMigrations.ts";
import { type Migration, openMigrated } from "../../../electron/store/open.ts";
import { openOutbox } from "../../../electron/store/outbox.ts";
import { outboxMigrations } from "../../../electron/store/outboxMigrations.ts";
import { REGISTRY_MIGRATIONS } from "../../../electron/store/registryMigrations.ts";
import { applyEvent, emptyView, summaryOf } from "../../../shared/projection/index.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { readNow } from "../../fakes/readers.ts";
import { quietLog } from "../../fakes/syncRig.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures/stores");
const MIGRATIONS: Record<string, readonly Migration[]> = {
  journal: JOURNAL_MIGRATIONS,
  outbox: outboxMigrations,
  registry: REGISTRY_MIGRATIONS,
};
const newestOf = (name: string): number => MIGRATIONS[name]?.at(-1)?.version ?? 0;
/** `journal`, 1 … of every fixture that is older than this program. */
const OLDER = readdirSync(FIXTURES)
  .map((file) => ({ file, name: file.split(".")[0] ?? "", version: Number(/\.v(\d+)\.sql$/.exec(file)?.[1]) }))
  .filter(({ name, version }) => version < newestOf(name));
const versionsOf = (name: string): number[] => OLDER.filter((one) => one.name === name).map(({ version }) => version);

const driver = createSqliteDriver();
const files = createFiles();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-old-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (name: string): string => join(folder, `${name}.db`);
const put = (name: string, version: number): void => {
  const database = new DatabaseSync(pathOf(name));
  database.exec(`PRAGMA synchronous = OFF; BEGIN; ${readFileSync(join(FIXTURES, `${name}.v${version}.sql`), "utf8")} COMMIT`);
  database.close();
};
/** Everything that stands in a file. */
const contentOf = (path: string): unknown => {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
  const rows = tables.map(({ name, sql }) => ({ sql, rows: database.prepare(`SELECT * FROM ${String(name)}`).all() }));
  const version = database.prepare("PRAGMA user_version").get();
  database.close();
  return { version, rows };
};
const openJournal = () => {
  const opened = openStore({ driver, files, clock: createVirtualClock(), log: quietLog() }, folder);
  if (!opened.ok) throw new Error(opened.error.message);
  expect(opened.value.notices).toEqual([]);
  return opened.value;
};

it("has a file of every version that there was before this one", () => {
  for (const [name, migrations] of Object.entries(MIGRATIONS))
    expect(versionsOf(name), name).toEqual(migrations.slice(0, -1).map(({ version }) => version));
});

describe.each(OLDER)("$file", ({ name, version }) => {
  it("is copied before it is changed, and the copy is what it was", () => {
    put(name, version);
    const before = contentOf(pathOf(name));
    const opened = openMigrated({ driver, files }, pathOf(name), { durability: "NORMAL", migrations: MIGRATIONS[name] ?? [] });
    if (!opened.ok) throw new Error(opened.error.detail);
    opened.value.close();
    expect(contentOf(`${pathOf(name)}.v${version}`)).toEqual(before);
    expect(contentOf(pathOf(name))).toMatchObject({ version: { user_version: newestOf(name) } });
  });

  it("stays as it was where a migration breaks off, and is opened by the next start", () => {
    put(name, version);
    const before = contentOf(pathOf(name));
    const migrations = MIGRATIONS[name] ?? [];
    const broken = migrations.map((one) =>
      one.version === version + 1 ? { ...one, sql: `${one.sql}; INSERT INTO nowhere VALUES (1);` } : one,
    );
    expect(openMigrated({ driver, files }, pathOf(name), { durability: "NORMAL", migrations: broken })).toMatchObject({ ok: false });
    expect(contentOf(pathOf(name))).toEqual(before);
    const opened = openMigrated({ driver, files }, pathOf(name), { durability: "NORMAL", migrations });
    expect(opened).toMatchObject({ ok: true });
    if (opened.ok) opened.value.close();
  });
});

it.each(versionsOf("journal"))("a journal of version %i has every event, its record verifies, and what is shown is its fold", (version) => {
  put("journal", version);
  const { journal, close } = openJournal();
  while (journal.refold().left > 0);
  const eventsOf = (room: string) =>
    journal
      .page(room, null, 1_000)
      .entries.toReversed()
      .flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));
  expect(eventsOf("alpha").map(({ sequence, ordinal }) => [sequence, ordinal])).toEqual([
    ...Array.from({ length: 78 }, (_, n) => [n + 1, 0]),
    [78, 1],
    [88, 0],
  ]);
  expect(eventsOf("beta").map(({ incarnation }) => incarnation)).toEqual([...Array(5).fill(1), ...Array(12).fill(2)]);
  for (const [room, incarnation] of [
    ["alpha", 1],
    ["beta", 2],
  ] as const) {
    const view = eventsOf(room)
      .filter((event) => event.incarnation === incarnation)
      .reduce(applyEvent, emptyView());
    expect(journal.view(room)).toEqual(view);
    expect(journal.room(room)).toMatchObject({ incarnation, summary: summaryOf(view), folding: false });
  }
  expect(journal.room("alpha")).toMatchObject({ anchor: 88, gaps: 1, proof: { chainId: 3 } });
  expect(journal.page("alpha", null, 3).entries.map(({ kind }) => kind)).toContain("gap");
  // It goes on where it was.
  journal.record([{ roomUuid: "beta", absent: true }]);
  close();
  expect(readNow("verifyJournal", { journal: pathOf("journal"), outbox: pathOf("outbox"), bootedAt: 0 })).toMatchObject({
    ok: true,
    value: { ok: true, faults: [] },
  });
  expect(readNow("people", { path: pathOf("journal"), text: "王" })).toMatchObject({
    ok: true,
    value: { people: [{ userName: "王11", roomUuids: ["alpha", "beta"] }, ...Array.from({ length: 6 }, () => ({ roomUuids: ["alpha"] }))] },
  });
  const asked = { path: pathOf("journal"), roomUuid: "alpha", kinds: null, userUuid: null, from: null, to: null, before: null, limit: 50 };
  expect(readNow("search", { ...asked, text: "第36句" })).toMatchObject({
    ok: true,
    value: { hits: [{ entry: { event: { sequence: 36 } } }] },
  });
});

it.each(versionsOf("outbox"))(
  "an outbox of version %i has every command, state and alarm, and tells them to the record once",
  (version) => {
    put("outbox", version);
    const opened = openOutbox({ driver, files }, pathOf("outbox"));
    if (!opened.ok) throw new Error(opened.error.message);
    const outbox = opened.value;
    expect(outbox.load(100)).toMatchObject({
      ok: true,
      value: [
        { row: { id: "c-queued", number: 1, state: "queued", when: null, bulk: null } },
        { row: { id: "c-seen", number: 2, state: "observed" } },
        { row: { id: "c-failed", number: 3, state: "failed", failure: { code: "forbidden" } } },
        { row: { id: "c-sending", number: 4, state: "sending" }, lost: false },
      ],
    });
    const feed = outbox.feed(0, 100);
    expect(feed.ok && feed.value.map(({ commandId, state }) => `${commandId} ${state}`)).toHaveLength(14);
    expect(outbox.loadAlarms()).toMatchObject({ ok: true, value: [{ open: true, alarm: { id: "gap:alpha" } }] });
    const happenings = outbox.happenings.read(0, 100);
    expect(happenings.ok && happenings.value.filter(({ kind }) => kind === "command")).toHaveLength(14);
    outbox.close();
    const filter = { roomUuid: "alpha", states: ["failed" as const] };
    expect(readNow("commandPage", { path: pathOf("outbox"), filter, before: null, limit: 10 })).toMatchObject({
      ok: true,
      value: { total: 1, rows: [{ id: "c-failed" }] },
    });
  },
);
