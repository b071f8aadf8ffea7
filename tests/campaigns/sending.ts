/** `kill -9` while commands are asked and sent: what the outbox has afterwards. Throws where something does not hold. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFiles } from "../../electron/platform/files.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import { openOutbox } from "../../electron/store/outbox.ts";
import type { StoredCommand } from "../../electron/store/outboxRows.ts";
import { type CommandState, isTerminal } from "../../shared/model/command.ts";
import { bundleChild } from "../fakes/bundledChild.ts";
import { createSeededRandom } from "../fakes/random.ts";
import { createCount, killAfter } from "./kill.ts";

const KILLS_PER_OUTBOX = 10;
const MOMENTS_MS = 12;
const EVERYTHING = 1_000_000;

type Feed = { commandId: string; state: CommandState }[];
const readAll = (path: string): { commands: Map<string, StoredCommand>; feed: Feed } => {
  const opened = openOutbox({ driver: createSqliteDriver(), files: createFiles() }, path);
  ok(opened.ok, "the outbox opens");
  const commands = opened.value.load(EVERYTHING);
  const feed = opened.value.feed(0, EVERYTHING);
  opened.value.close();
  ok(commands.ok && feed.ok, "the outbox can be read");
  return { commands: new Map(commands.value.map((one) => [one.row.id, one])), feed: feed.value };
};

/** What must hold of one outbox, kill after kill. */
const createWatch = (found: (state: CommandState) => void) => {
  const acknowledged: string[] = [];
  const ended = new Map<string, CommandState>();
  return (path: string, more: readonly string[]): void => {
    acknowledged.push(...more);
    const { commands, feed } = readAll(path);
    deepEqual(
      acknowledged.filter((id) => !commands.has(id)),
      [],
      "what was acknowledged is there",
    );
    const numbers = acknowledged.map((id) => commands.get(id)?.row.number ?? 0);
    ok(
      numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0)),
      "numbers follow the order of asking",
    );
    const last = new Map(feed.map(({ commandId, state }) => [commandId, state]));
    for (const [id, { row }] of commands) {
      equal(last.get(id), row.state, "the feed ends where the row stands");
      const end = ended.get(id);
      if (end !== undefined) equal(row.state, end, "what had ended has not changed");
      else if (isTerminal(row)) ended.set(id, row.state);
      else found(row.state);
    }
    const ends = feed.filter(({ state }) => isTerminal({ state, sign: "roomState" }));
    equal(new Set(ends.map(({ commandId }) => commandId)).size, ends.length, "a command ends once");
  };
};

/** In which states the kills found commands that had not ended. */
export const killSending = async (times: number, seed: number): Promise<Partial<Record<CommandState, number>>> => {
  const parent = mkdtempSync(join(tmpdir(), "console-kill-"));
  const random = createSeededRandom(seed);
  const states = createCount<CommandState>();
  try {
    const child = await bundleChild(join(import.meta.dirname, "askingChild.ts"), parent);
    let watch = createWatch(states.add);
    for (let kill = 0; kill < times; kill += 1) {
      if (kill % KILLS_PER_OUTBOX === 0) watch = createWatch(states.add);
      const path = join(parent, `outbox-${Math.floor(kill / KILLS_PER_OUTBOX)}.db`);
      const { acknowledged, errors } = await killAfter(child, [path], 1 + Math.floor(random.unit() * 40), random.unit() * MOMENTS_MS);
      equal(errors, "");
      watch(path, acknowledged);
    }
    return states.all();
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
};
