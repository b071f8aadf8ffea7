import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import type { ReadJobTable } from "../../../electron/readJobs.ts";
import { JOURNAL_FILE, openStore } from "../../../electron/store/index.ts";
import { createReader } from "../../../electron/store/reads/reader.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { readThreads } from "../../fakes/readers.ts";
import { quietLog } from "../../fakes/syncRig.ts";

/** Threads of this process that stand behind this one, as the system schedules them. */
const behind = (): number => readdirSync("/proc/self/task").filter((thread) => getPriority(Number(thread)) > getPriority()).length;

it("reads in a real thread behind this one, beside the connection that writes, and says what cannot be read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "console-reads-"));
  const store = openStore({ driver: createSqliteDriver(), files: createFiles(), clock: createVirtualClock(), log: quietLog() }, folder);
  const log = quietLog();
  const reader = createReader<ReadJobTable>({ workers: readThreads(log), log });
  try {
    if (!store.ok) throw new Error(store.error.message);
    expect(await reader.read("integrity", { path: join(folder, JOURNAL_FILE) }).done).toEqual({ ok: true, value: [] });
    if (process.platform === "linux" && getPriority() < 19) expect(behind()).toBe(1);
    expect(await reader.read("integrity", { path: join(folder, "none", "journal.db") }).done).toMatchObject({
      ok: false,
      error: { code: "unavailable", reason: "store.missing" },
    });
  } finally {
    await reader.close();
    if (store.ok) store.value.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
