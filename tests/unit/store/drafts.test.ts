import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createKeptDrafts } from "../../../electron/store/drafts.ts";
import { MAX_DRAFTS } from "../../../shared/contract/app.ts";
import type { Log } from "../../../shared/ports.ts";

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => silent };
const folderNew = (): string => mkdtempSync(join(tmpdir(), "drafts-"));
const draftsIn = (folder: string) => createKeptDrafts({ files: createFiles(), folder, log: silent });

test("what is typed outlives a restart, until it is sent", () => {
  const folder = folderNew();
  draftsIn(folder).keep("app person.remove room-1", { userUuid: "ann", comeBack: "never" });
  const again = draftsIn(folder);
  expect(again.all()).toEqual({ "app person.remove room-1": { userUuid: "ann", comeBack: "never" } });
  again.keep("app person.remove room-1", null);
  expect(draftsIn(folder).all()).toEqual({});
});

test("the oldest are forgotten; one that is typed on is the newest", () => {
  const drafts = draftsIn(folderNew());
  for (let number = 0; number < MAX_DRAFTS; number += 1) drafts.keep(String(number), {});
  drafts.keep("0", { a: "b" });
  drafts.keep("new", {});
  const kept = Object.keys(drafts.all());
  expect(kept).toHaveLength(MAX_DRAFTS);
  expect(kept).toContain("0");
  expect(kept).not.toContain("1");
});

test.each(["not json", '{"a": 1}'])("a file that cannot be read (%s) is set aside", (text) => {
  const folder = folderNew();
  writeFileSync(join(folder, "drafts.json"), text);
  expect(draftsIn(folder).all()).toEqual({});
  expect(readdirSync(folder)).toEqual(["drafts.json.unreadable"]);
});
