import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createProfileStore } from "../../../electron/vault/profileStore.ts";
import { Profile } from "../../../shared/model/profile.ts";
import type { Files } from "../../../shared/ports.ts";
import { createMemoryLog } from "../../contract/harness.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { createSeededRandom } from "../../fakes/random.ts";

const folder = mkdtempSync(join(tmpdir(), "profiles-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a profile file that tells nothing new writes nothing, over restarts; one that does replaces the profile", () => {
  let written = 0;
  const files: Files = createFiles();
  const counting: Files = { ...files, writeText: (...given) => ((written += 1), files.writeText(...given)) };
  const open = () =>
    createProfileStore({ files: counting, folder, clock: createVirtualClock(), random: createSeededRandom(1), log: createMemoryLog() });
  const profile = (pollSeconds: number) =>
    Profile.parse({
      name: "School",
      region: "ap",
      hosts: { primary: "https://cloud.example" },
      appId: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
      uid: "console",
      pollSeconds,
    });
  const kept = open().keep(profile(2));
  expect(written).toBe(1);
  expect(open().keep(profile(2))).toEqual(kept);
  expect(written).toBe(1);

  const store = open();
  expect(store.keep(profile(5))).toEqual(kept);
  expect(written).toBe(2);
  expect(store.list()).toMatchObject([{ profile: { pollSeconds: 5 } }]);
});
