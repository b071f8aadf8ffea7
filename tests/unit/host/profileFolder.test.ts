/** A host that was killed leaves its browser's folder behind; the next one takes it away, and no other. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeLeftovers } from "../../host/profileFolder.ts";

it("removes the folder of a host that has ended, not of one that runs, and nothing else", () => {
  const among = mkdtempSync(join(tmpdir(), "leftovers-"));
  const { pid: ended } = spawnSync(process.execPath, ["-e", ""]);
  const own = `console-host-chromium-${process.pid}-abc`;
  for (const name of [`console-host-chromium-${ended}-abc`, own, "console-host-chromium-", `other-${ended}`]) mkdirSync(join(among, name));
  removeLeftovers(among);
  expect(readdirSync(among).sort()).toEqual(["console-host-chromium-", own, `other-${ended}`].sort());
  rmSync(among, { recursive: true });
});
