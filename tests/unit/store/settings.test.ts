import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSettings } from "../../../electron/store/settings.ts";
import { SettingsChange } from "../../../shared/model/settings.ts";
import type { Log } from "../../../shared/ports.ts";

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => silent };
const folderWith = (text?: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "settings-"));
  if (text !== undefined) writeFileSync(join(folder, "settings.json"), text);
  return folder;
};
const settingsIn = (folder: string) => createSettings({ files: createFiles(), folder, log: silent });

test("a change keeps what it leaves out, and outlives a restart", () => {
  const folder = folderWith();
  const settings = settingsIn(folder);
  settings.change(SettingsChange.parse({ theme: "dark" }));
  settings.change(SettingsChange.parse({ operator: " Ann " }));
  expect(settingsIn(folder).read()).toMatchObject({ theme: "dark", operator: "Ann", language: "system" });
});

test("a setting that is missing in an older file has its default", () => {
  expect(settingsIn(folderWith('{"language":"zh"}')).read()).toMatchObject({ language: "zh", zoom: 1, sound: true });
});

test.each(["not json", '{"zoom": 9}'])("a file that cannot be read (%s) is set aside and kept", (text) => {
  const folder = folderWith(text);
  expect(settingsIn(folder).read()).toMatchObject({ language: "system", zoom: 1 });
  expect(readdirSync(folder)).toEqual(["settings.json.unreadable"]);
  expect(readFileSync(join(folder, "settings.json.unreadable"), "utf8")).toBe(text);
});
