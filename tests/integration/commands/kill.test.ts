import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { openOutbox } from "../../../electron/store/outbox.ts";
import type { StoredCommand } from "../../../electron/store/outboxRows.ts";
import { isTerminal } from "../../../shared/model/command.ts";

const KILLS = Number(process.env["KILLS"] ?? 25);
const CHILD = join(import.meta.dirname, "askingChild.ts");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outbox-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the child until it has acknowledged `count` commands, and kills it a moment later in whatever it does. */
const runAndKill = (path: string, count: number, moment: number): Promise<{ acknowledged: string[]; errors: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [CHILD, path], { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    let errors = "";
    let armed = false;
    child.stderr.on("data", (chunk) => void (errors += String(chunk)));
    child.stdout.on("data", (chunk) => {
      text += String(chunk);
      if (armed || text.split("\n").length <= count) return;
      armed = true;
      setTimeout(() => child.kill("SIGKILL"), moment);
    });
    // An id whose line was cut off was not acknowledged.
    child.on("close", () => resolve({ acknowledged: text.split("\n").slice(0, -1), errors }));
  });

const readAll = (path: string): { commands: Map<string, StoredCommand>; feed: { commandId: string; state: string; seq: number }[] } => {
  const opened = openOutbox({ driver: createSqliteDriver(), files: createFiles() }, path);
  if (!opened.ok) throw new Error(opened.error.message);
  const commands = opened.value.load(1_000_000);
  const feed = opened.value.feed(0, 1_000_000);
  opened.value.close();
  if (!commands.ok || !feed.ok) throw new Error("the outbox cannot be read");
  return { commands: new Map(commands.value.map((one) => [one.row.id, one])), feed: feed.value };
};

describe("a console that is killed", () => {
  it(`has every acknowledged command in its outbox, in order, after each of ${KILLS} kills`, {
    timeout: 120_000 + KILLS * 2_000,
  }, async () => {
    const path = join(folder, "outbox.db");
    const acknowledged: string[] = [];
    const ended = new Map<string, string>();
    const phases = new Map<string, number>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const run = await runAndKill(path, 1 + ((kill * 7) % 40), (kill * 3) % 11);
      expect(run.errors).toBe("");
      acknowledged.push(...run.acknowledged);
      const { commands, feed } = readAll(path);
      expect(acknowledged.filter((id) => !commands.has(id))).toEqual([]);
      // Numbers follow the order of asking.
      const numbers = acknowledged.map((id) => commands.get(id)?.row.number ?? 0);
      expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))).toBe(true);
      // What had ended has not changed, and the feed ends where the row stands.
      const last = new Map(feed.map(({ commandId, state }) => [commandId, state]));
      for (const [id, { row }] of commands) {
        expect(last.get(id)).toBe(row.state);
        const end = ended.get(id);
        if (end !== undefined) expect(row.state).toBe(end);
        else if (isTerminal(row)) ended.set(id, row.state);
        else phases.set(row.state, (phases.get(row.state) ?? 0) + 1);
      }
      const ends = feed.filter(({ state }) => isTerminal({ state: state as "failed", sign: "roomState" }));
      expect(new Set(ends.map(({ commandId }) => commandId)).size).toBe(ends.length);
    }
    // The kills must have landed in the middle of something, or they have shown nothing.
    for (const phase of ["asked", "sending", "accepted"])
      expect(phases.get(phase) ?? 0, `no kill found a command ${phase}`).toBeGreaterThan(0);
    expect(ended.size).toBeGreaterThan(KILLS);
  });
});
