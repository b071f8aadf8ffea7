import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";

const files = createFiles();
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("what is written is read back, and nothing is left beside it", () => {
  const path = files.join(folder, "settings.json");
  expect(files.writeText(path, "eins")).toEqual({ ok: true, value: undefined });
  expect(files.writeText(path, "教室")).toEqual({ ok: true, value: undefined });
  expect(files.readText(path)).toEqual({ ok: true, value: "教室" });
  expect(readdirSync(folder)).toEqual(["settings.json"]);
});

test("a write that cannot finish leaves the old text and no part", () => {
  const path = files.join(folder, "a");
  files.makeFolder(path);
  expect(files.writeText(path, "text")).toMatchObject({ ok: false });
  expect(readdirSync(folder)).toEqual(["a"]);
});

test("what is not there is missing", () => {
  expect(files.readText(files.join(folder, "none"))).toMatchObject({ ok: false, error: { kind: "missing" } });
  expect(files.list(files.join(folder, "none"))).toMatchObject({ ok: false, error: { kind: "missing" } });
  expect(files.rename(files.join(folder, "none"), files.join(folder, "b"))).toMatchObject({ ok: false, error: { kind: "missing" } });
  expect(files.exists(files.join(folder, "none"))).toBe(false);
});

test("a folder below a file is missing, a folder below folders is made", () => {
  writeFileSync(join(folder, "file"), "");
  expect(files.makeFolder(files.join(folder, "file", "deeper"))).toMatchObject({ ok: false, error: { kind: "missing" } });
  expect(files.makeFolder(files.join(folder, "x", "y", "z"))).toEqual({ ok: true, value: undefined });
  expect(files.list(files.join(folder, "x"))).toEqual({ ok: true, value: ["y"] });
});
