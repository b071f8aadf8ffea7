/** The open room's timeline: the topic's tail joined with the older pages that were read. Pure. */

import { TIMELINE_TAIL } from "../../shared/contract/rooms.ts";
import type { TimelineEntry } from "../../shared/model/event.ts";
import type { ListChange } from "./mirrors.ts";

/** More than this stays in the journal: the oldest are dropped and read again on scrolling. */
export const ENTRIES_KEPT = 5_000;

export type Timeline = {
  /** Newest first; keys sort in time order as text. */
  entries: readonly TimelineEntry[];
  /** Whether older entries may still be had. */
  more: boolean;
};

export const emptyTimeline: Timeline = { entries: [], more: true };

const byKeyDescending = (a: TimelineEntry, b: TimelineEntry): number => (a.key < b.key ? 1 : a.key > b.key ? -1 : 0);

const join = (known: readonly TimelineEntry[], fresh: readonly TimelineEntry[]): TimelineEntry[] => {
  const byKey = new Map(known.map((entry) => [entry.key, entry]));
  for (const entry of fresh) byKey.set(entry.key, entry);
  return [...byKey.values()].sort(byKeyDescending);
};

/**
 * Applies a change of the tail. What falls off the end of the tail stays here (it is older, not gone); what is removed
 * from within it goes. A snapshot that does not reach down to what is known leaves a hole: then only the snapshot stays.
 */
export const withTail = (timeline: Timeline, change: ListChange<{ key: string; entry: TimelineEntry }>): Timeline => {
  const fresh = change.upsert.map((item) => item.entry);
  if (change.reset) {
    const oldest = fresh.reduce<string | null>((least, entry) => (least === null || entry.key < least ? entry.key : least), null);
    const newestKnown = timeline.entries[0]?.key;
    const touches = oldest !== null && newestKnown !== undefined && newestKnown >= oldest;
    const older = touches ? timeline.entries.filter((entry) => entry.key < oldest) : [];
    return { entries: join(older, fresh), more: touches ? timeline.more : true };
  }
  const joined = join(timeline.entries, fresh);
  const endOfTail = joined[TIMELINE_TAIL - 1]?.key ?? "";
  const gone = new Set(change.remove.filter((key) => key > endOfTail));
  const entries = gone.size === 0 ? joined : joined.filter((entry) => !gone.has(entry.key));
  return entries.length > ENTRIES_KEPT ? { entries: entries.slice(0, ENTRIES_KEPT), more: true } : { ...timeline, entries };
};

/** Adds a page of older entries. */
export const withPage = (timeline: Timeline, page: { entries: readonly TimelineEntry[]; more: boolean }): Timeline => ({
  entries: join(timeline.entries, page.entries),
  more: page.more,
});
