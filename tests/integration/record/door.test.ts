/** `npm run record`: what it prints and how it ends. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { dropFolder, eventOf, newFolder, openDesk } from "./rig.ts";

const DOOR = resolve("electron/doors/record.ts");
let userData: string;
let folder: string;
beforeEach(() => {
  userData = newFolder();
  folder = join(userData, "profiles", "school");
  mkdirSync(folder, { recursive: true });
});
afterEach(() => dropFolder(userData));

const fill = (into: string, sequences: number[], receivedAt = 2_000): void => {
  const desk = openDesk(into);
  desk.journal.record([{ roomUuid: "room-a", insert: sequences.map((n) => eventOf(n, { receivedAt })) }]);
  desk.close();
};
/** Where there is no keychain to be asked. */
const environment = { ...process.env, DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/bus", INIT_CWD: undefined };
const record = (...flags: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [DOOR, ...flags], { env: environment, cwd: userData, encoding: "utf8" });
  return { status, out: stdout, err: stderr };
};

it("exports to standard output, from a console that is open or closed, and verifies what it exported", () => {
  fill(folder, [1, 2, 3]);
  const open = openDesk(folder);
  const exported = record("export", "--user-data-dir", userData, "--format", "jsonl");
  open.close();
  expect(exported.status, exported.err).toBe(0);
  const lines = exported.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter(({ kind }) => kind === "event")).toMatchObject([1, 2, 3].map((sequence) => ({ room: "room-a", sequence })));
  expect(lines.at(-1)).toMatchObject({ kind: "footer", lines: 3, key: "run" });
  expect(exported.err).toContain("no keychain");
  const file = join(userData, "record.jsonl");
  writeFileSync(file, exported.out);
  const verified = record("verify", "record.jsonl");
  expect(verified.status, verified.err).toBe(0);
  expect(JSON.parse(verified.out)).toMatchObject({ ok: true, what: "jsonl", count: 3 });
  writeFileSync(file, exported.out.replace("message 2", "message 7"));
  const found = record("verify", file);
  expect(found.status).toBe(1);
  expect(JSON.parse(found.out)).toMatchObject({ ok: false, faults: [{ fault: "changed", from: 2, room: "room-a" }] });
  expect(found.err).toContain("changed, entry 2 (room room-a)");
});

it("writes a file, in each format, and takes the record that was written last", () => {
  fill(folder, [1, 2], 9_000);
  const other = join(userData, "profiles", "other");
  mkdirSync(other);
  fill(other, [1], 5_000);
  for (const format of ["csv", "html", "jsonl"]) {
    const file = join(userData, `out.${format}`);
    const done = record("export", "--user-data-dir", userData, "--format", format, "--out", file, "--lang", "zh");
    expect(done.status, done.err).toBe(0);
    expect(JSON.parse(done.out)).toMatchObject({ file, lines: 2, format });
    expect(record("verify", file).status).toBe(0);
  }
  expect(readFileSync(join(userData, "out.html"), "utf8")).toContain('lang="zh-CN"');
  const named = record("export", "--user-data-dir", userData, "--format", "jsonl", "--profile", "other");
  expect(named.out.trimEnd().split("\n")).toHaveLength(2);
  expect(record("verify", "--user-data-dir", userData).status).toBe(0);
  expect(record("verify", join(other, "journal.db")).status).toBe(0);
});

it("exports and verifies by the name of an exam, of a console that is open or closed", () => {
  fill(folder, [1, 2, 3]);
  const desk = openDesk(folder);
  desk.journal.record([{ roomUuid: "room-b", insert: [eventOf(1)] }]);
  const tally = { rows: 2, errors: 0, warnings: 0, candidates: 0, proctors: 0, drifted: 0, counts: {}, run: null };
  const facts = { name: "Finals", date: "2026-06-07", timeZone: "UTC" };
  desk.exams.save({ id: "e1", createdAt: 1, facts, tally, rooms: ["room-b", "room-c"].map((room) => [room, null, null]) });
  const exported = record("export", "--user-data-dir", userData, "--format", "jsonl", "--exam", "Finals");
  desk.close();
  expect(exported.status, exported.err).toBe(0);
  const lines = exported.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([{ room: "room-b" }, { kind: "footer", part: { exam: { id: "e1", name: "Finals" } } }]);
  const verified = record("verify", "--user-data-dir", userData, "--exam", "e1");
  expect(JSON.parse(verified.out)).toMatchObject({ ok: true, count: 4, part: { rooms: 1, entries: 1, faults: 0 } });
  expect(record("export", "--user-data-dir", userData, "--format", "csv", "--exam", "Mocks")).toMatchObject({ status: 1, out: "" });
});

it.each([
  [["export", "--user-data-dir", "nowhere", "--format", "csv"], 1, "nowhere"],
  [["export", "--format", "csv"], 2, "--user-data-dir"],
  [["export", "--user-data-dir", ".", "--format", "pdf"], 2, "--format"],
  [["export", "--user-data-dir", ".", "--format", "csv", "--from", "noon"], 2, "--from"],
  [["verify", "nowhere.jsonl"], 1, "nowhere.jsonl"],
  [["verify"], 2, "--user-data-dir"],
  [["weigh"], 2, "usage"],
  [["verify", "x", "--loud"], 2, "usage"],
])("refuses %j in a line, with nothing on standard output", (flags, status, said) => {
  const refused = record(...flags);
  expect(refused).toMatchObject({ status, out: "" });
  expect(refused.err).toContain(said);
});
