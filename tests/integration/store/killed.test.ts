import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { openStore } from "../../../electron/store/index.ts";
import { applyEvent, emptyView } from "../../../shared/projection/index.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { readNow } from "../../fakes/readers.ts";
import { quietLog } from "../../fakes/syncRig.ts";

const KILLS = 50;
const KILLS_PER_STORE = 5;

/** Starts the writer, kills it hard once it has acknowledged `pages` pages; the last sequence that it acknowledged. */
const killedAfter = (folder: string, pages: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL("./writer.ts", import.meta.url)), folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.split("\n").length > pages) child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("close", () => {
      const whole = text.slice(0, text.lastIndexOf("\n")).split("\n");
      resolve(Number(whole.at(-1)));
    });
  });

it(`has every acknowledged event in order after each of ${KILLS} hard kills, and no cursor beyond what is stored`, async () => {
  const parent = mkdtempSync(join(tmpdir(), "console-kill-"));
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      // A few kills on the same files, then new ones: what is checked stays small.
      const folder = join(parent, String(Math.floor(kill / KILLS_PER_STORE)));
      const acknowledged = await killedAfter(folder, 1 + (kill % 7));
      const opened = openStore(
        { driver: createSqliteDriver(), files: createFiles(), clock: createVirtualClock(), log: quietLog() },
        folder,
      );
      if (!opened.ok) throw new Error(opened.error.message);
      expect(opened.value.notices).toEqual([]);
      const { journal } = opened.value;
      const events = journal
        .page("r", null, 1_000_000)
        .entries.toReversed()
        .flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));
      const room = journal.room("r");
      expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: events.length }, (_, n) => n + 1));
      expect(events.length).toBeGreaterThanOrEqual(acknowledged);
      expect([room?.lastSequence, room?.anchor]).toEqual([events.length, events.length]);
      expect(journal.view("r")).toEqual(events.reduce(applyEvent, emptyView()));
      opened.value.close();
      // Nobody remembers its end here: what is there must hang together.
      const verdict = readNow("verifyJournal", { journal: join(folder, "journal.db"), outbox: join(folder, "outbox.db"), bootedAt: 0 });
      expect(verdict).toMatchObject({ ok: true, value: { ok: true, count: events.length, faults: [] } });
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}, 300_000);
