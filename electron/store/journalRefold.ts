/** Folds again, in slices, what an earlier program folded otherwise: a room shows nothing of its own until that is done. How far it is stands in `meta`. */
import type { Database } from "../../shared/ports.ts";
import { PROJECTION, summaryOf } from "../../shared/projection/index.ts";
import type { Kept } from "./journalApply.ts";
import { type createFolds, emptyFold, type Fold, type FoldedRoom } from "./journalFold.ts";
import { newJournalRoom, type Refolded } from "./journalTypes.ts";

/** Events that one slice folds: some 10 ms. */
const EVENTS_A_SLICE = 512;
/** Folds are kept between so many, as they would have been while the events came. */
const STEP = 64;
/** Rooms that one slice finishes. */
const ROOMS_A_SLICE = 64;

/** `through`: rooms up to this row are done. */
type Progress = { projection: number; through: number };

type Deps = {
  folds: ReturnType<typeof createFolds>;
  kept: Map<string, Kept>;
  updateSummary: (entry: Kept) => void;
};

export const createRefold = (database: Database, { folds, kept, updateSummary }: Deps) => {
  const read = database.prepare("SELECT value FROM meta WHERE name = ?");
  const write = database.prepare("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value");
  const drop = database.prepare("DELETE FROM meta WHERE name = ?");
  const note = (progress: Progress): void => void write.run("refolding", JSON.stringify(progress));
  const finish = (): void => {
    write.run("projection", PROJECTION);
    drop.run("refolding");
  };

  /** Rooms that are to be folded again, in the order of their rows. */
  const waiting: { id: number; roomUuid: string }[] = [];
  /** The first of them, as far as it is folded. */
  let partly: { id: number; fold: Fold } | null = null;

  const begin = (): void => {
    if (Number(read.get("projection")?.["value"]) === PROJECTION) return;
    const text = read.get("refolding")?.["value"];
    const known = text === undefined ? null : (JSON.parse(String(text)) as Progress);
    const through = known?.projection === PROJECTION ? known.through : 0;
    if (known?.projection !== PROJECTION) {
      database.transaction(() => {
        folds.forgetAll();
        // The earlier program, should it come back half-way, must not take these for its own.
        drop.run("projection");
        note({ projection: PROJECTION, through });
        if (kept.size === 0) finish();
      });
    }
    for (const [roomUuid, entry] of kept) {
      if (entry.id <= through) continue;
      waiting.push({ id: entry.id, roomUuid });
      entry.room = { ...entry.room, summary: newJournalRoom(roomUuid).summary, folding: true };
    }
    waiting.sort((a, b) => a.id - b.id);
  };

  /** Some steps further; null: the room's last event is in it. */
  const further = (start: Fold, room: FoldedRoom, budget: number): { fold: Fold; whole: boolean; used: number } => {
    let fold = start;
    for (let used = 0; used < budget; used += STEP) {
      const { fold: longer, whole } = folds.further(fold, room, STEP);
      fold = folds.keep(longer, room);
      if (whole) return { fold, whole, used: used + STEP };
    }
    return { fold, whole: false, used: budget };
  };

  begin();

  /** Throws what the driver throws; then nothing has changed. */
  return (): Refolded => {
    const done: { entry: Kept; fold: Fold }[] = [];
    let next = partly;
    let count = 0;
    const last = database.transaction(() => {
      let through: number | null = null;
      for (let budget = EVENTS_A_SLICE; budget > 0 && count < Math.min(waiting.length, ROOMS_A_SLICE); ) {
        const { id, roomUuid } = waiting[count] as (typeof waiting)[number];
        const entry = kept.get(roomUuid);
        const { incarnation } = entry?.room ?? { incarnation: 0 };
        const start = entry?.fold ?? (next?.id === id ? next.fold : emptyFold());
        // A room that was looked at, or heard of, meanwhile has its fold; one that is gone needs none.
        const found =
          entry === undefined || entry.fold !== null
            ? { fold: start, whole: true, used: 1 }
            : further(start, { id, roomUuid, incarnation }, budget);
        budget -= found.used;
        next = found.whole ? null : { id, fold: found.fold };
        if (!found.whole) break;
        through = id;
        count += 1;
        if (entry === undefined || entry.id !== id) continue;
        updateSummary({ ...entry, room: { ...entry.room, summary: summaryOf(found.fold.view) } });
        done.push({ entry, fold: found.fold });
      }
      if (through !== null) note({ projection: PROJECTION, through });
      if (count === waiting.length) finish();
      return through;
    });
    partly = next;
    if (last !== null) waiting.splice(0, count);
    for (const { entry, fold } of done) entry.room = { ...entry.room, summary: summaryOf(fold.view), folding: false };
    return { done: done.map(({ entry }) => entry.room.roomUuid), left: waiting.length };
  };
};
