/** Images of a journal that was copied while it ran, its end torn: what opens. Throws where something does not hold. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { hash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFiles } from "../../electron/platform/files.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import { JOURNAL_FILE, openStore } from "../../electron/store/index.ts";
import { applyEvents, emptyView } from "../../shared/projection/index.ts";
import { createVirtualClock } from "../fakes/clock.ts";
import { createSeededRandom } from "../fakes/random.ts";
import { quietLog } from "../fakes/syncRig.ts";

const PAGE = 20;
/** Then a new journal is begun: what is read of each image stays small. */
const IMAGES_PER_JOURNAL = 50;

const open = (folder: string) => {
  const opened = openStore({ driver: createSqliteDriver(), files: createFiles(), clock: createVirtualClock(), log: quietLog() }, folder);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
};

/** As a power failure leaves it: the end of the log is missing, or is whatever stood on that part of the disk. */
const tear = (file: string, random: ReturnType<typeof createSeededRandom>): void => {
  const bytes = readFileSync(file);
  const from = Math.floor(random.unit() * bytes.length);
  if (random.unit() < 0.5) return writeFileSync(file, bytes.subarray(0, from));
  bytes.set(random.bytes(Math.min(bytes.length - from, 1 + Math.floor(random.unit() * 4_096))), from);
  writeFileSync(file, bytes);
};

/** How many of so many images of one journal had less than had been committed. */
const tearJournal = (times: number, seed: number): number => {
  const random = createSeededRandom(seed);
  const parent = mkdtempSync(join(tmpdir(), "console-torn-"));
  const live = join(parent, "live");
  const store = open(live);
  let committed = 0;
  let shorter = 0;
  let checkpointed = "";
  try {
    for (let image = 0; image < times; image += 1) {
      for (let pages = Math.floor(random.unit() * 6); pages >= 0; pages -= 1) {
        const from = committed + 1;
        const insert = Array.from({ length: PAGE }, (_, n) => ({
          sequence: from + n,
          ordinal: 0,
          cmd: 3,
          data: { message: `m${from + n}` },
          raw: JSON.stringify({ cmd: 3, sequence: from + n, data: { message: `m${from + n}` } }),
          hash: null,
          time: { kind: "exact" as const, at: from + n },
          answeredAt: from + n,
          receivedAt: from + n,
          via: "room" as const,
        }));
        store.journal.record([{ roomUuid: "r", insert, anchor: from + PAGE - 1 }]);
        committed += PAGE;
      }
      const folder = join(parent, `image-${image}`);
      mkdirSync(folder);
      for (const part of ["", "-wal"]) cpSync(join(live, JOURNAL_FILE + part), join(folder, JOURNAL_FILE + part));
      const database = hash("sha256", readFileSync(join(folder, JOURNAL_FILE)));
      // Right behind a checkpoint the whole log has been synced, and no power failure tears it.
      if (database === checkpointed) tear(join(folder, `${JOURNAL_FILE}-wal`), random);
      checkpointed = database;
      const torn = open(folder);
      deepEqual(torn.notices, [], `image ${image} of seed ${seed}`);
      const room = torn.journal.room("r");
      const events = torn.journal
        .page("r", null, 1_000_000)
        .entries.toReversed()
        .flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));
      deepEqual(
        events.map(({ sequence }) => sequence),
        Array.from({ length: events.length }, (_, n) => n + 1),
      );
      equal(events.length % PAGE, 0, "whole pages");
      ok(events.length <= committed);
      deepEqual([room?.lastSequence ?? 0, room?.anchor ?? 0], [events.length, events.length]);
      deepEqual(torn.journal.view("r") ?? emptyView(), applyEvents(emptyView(), events));
      if (events.length < committed) shorter += 1;
      torn.close();
      rmSync(folder, { recursive: true });
    }
    return shorter;
  } finally {
    store.close();
    rmSync(parent, { recursive: true, force: true });
  }
};

/** How many of `times` images had everything, and how many a shorter beginning of it. */
export const tearJournals = (times: number, seed: number): { whole: number; shorter: number } => {
  let shorter = 0;
  for (let done = 0; done < times; done += IMAGES_PER_JOURNAL)
    shorter += tearJournal(Math.min(IMAGES_PER_JOURNAL, times - done), seed + done / IMAGES_PER_JOURNAL);
  return { whole: times - shorter, shorter };
};
