/** `kill -9` while events are journalled, and while a room is removed: what is found afterwards. Throws where something does not hold. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFiles } from "../../electron/platform/files.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import { JOURNAL_FILE, openStore } from "../../electron/store/index.ts";
import { applyEvents, emptyView } from "../../shared/projection/index.ts";
import { bundleChild } from "../fakes/bundledChild.ts";
import { createVirtualClock } from "../fakes/clock.ts";
import { createSeededRandom } from "../fakes/random.ts";
import { readNow } from "../fakes/readers.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { createCount, killAfter } from "./kill.ts";
import { type Phase, phaseAt } from "./phases.ts";

/** A few kills on the same files, then new ones: what is checked stays small. */
const KILLS_PER_STORE = 5;
const MOMENTS_MS = 12;

export type Work = "journalling" | "removing";

const lookAt = (folder: string, work: Work, acknowledged: readonly string[]): void => {
  const opened = openStore({ driver: createSqliteDriver(), files: createFiles(), clock: createVirtualClock(), log: quietLog() }, folder);
  ok(opened.ok, "the store opens");
  const { journal } = opened.value;
  deepEqual(opened.value.notices, []);
  const events = journal
    .page("r", null, 1_000_000)
    .entries.toReversed()
    .flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));
  const room = journal.room("r");
  // Whole, in order, from the beginning: whether pages came or slices went.
  deepEqual(
    events.map(({ sequence }) => sequence),
    Array.from({ length: events.length }, (_, n) => n + 1),
  );
  equal(room?.lastSequence ?? 0, events.length);
  ok((room?.anchor ?? 0) <= events.length, "no cursor beyond what is stored");
  deepEqual(journal.view("r") ?? emptyView(), applyEvents(emptyView(), events));
  if (work === "journalling") ok(events.length >= Number(acknowledged.at(-1) ?? 0), "what was acknowledged is there");
  const { count } = journal.ledger.head();
  opened.value.close();
  // Nobody remembers its end here: what is there must hang together, and what is gone be accounted for.
  const verdict = readNow("verifyJournal", { journal: join(folder, JOURNAL_FILE), outbox: join(folder, "outbox.db"), bootedAt: 0 });
  ok(verdict.ok);
  deepEqual({ ok: verdict.value.ok, faults: verdict.value.faults, count: verdict.value.count }, { ok: true, faults: [], count });
  if (work === "journalling") equal(count, events.length);
};

/** In which phase each of `times` kills landed. */
export const killJournalling = async (work: Work, times: number, seed: number): Promise<Partial<Record<Phase, number>>> => {
  const parent = mkdtempSync(join(tmpdir(), "console-kill-"));
  const random = createSeededRandom(seed);
  const phases = createCount<Phase>();
  try {
    const child = await bundleChild(join(import.meta.dirname, "journallingChild.ts"), parent);
    for (let kill = 0; kill < times; kill += 1) {
      const folder = join(parent, String(Math.floor(kill / KILLS_PER_STORE)));
      mkdirSync(folder, { recursive: true });
      const after = 1 + Math.floor(random.unit() * 7);
      const { acknowledged, errors } = await killAfter(child, [folder, work], after, random.unit() * MOMENTS_MS);
      equal(errors, "");
      phases.add(phaseAt(join(folder, "phase")));
      lookAt(join(folder, "store"), work, acknowledged);
      if (kill % KILLS_PER_STORE === KILLS_PER_STORE - 1) rmSync(folder, { recursive: true });
    }
    return phases.all();
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
};
