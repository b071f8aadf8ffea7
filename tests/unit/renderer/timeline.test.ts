import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyTimeline, type Timeline, withPage, withTail } from "../../../renderer/state/timeline.ts";
import { TIMELINE_TAIL } from "../../../shared/contract/rooms.ts";
import type { TimelineEntry } from "../../../shared/model/event.ts";

const key = (number: number): string => String(number).padStart(6, "0");
const entry = (number: number): TimelineEntry => ({ kind: "incarnation", key: key(number), incarnation: 1, foundAt: number });
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const items = (numbers: number[]) => numbers.map((number) => ({ key: key(number), entry: entry(number) }));
const numbers = (timeline: Timeline): number[] => timeline.entries.map((each) => Number(each.key));

const snapshot = (timeline: Timeline, of: number[]): Timeline => withTail(timeline, { reset: true, upsert: items(of), remove: [] });

describe("the timeline of the open room", () => {
  it("is newest first, whatever the order in which entries come", () => {
    expect(numbers(snapshot(emptyTimeline, [2, 9, 5]))).toEqual([9, 5, 2]);
  });

  it("keeps what falls off the end of the tail: it is older, not gone", () => {
    const full = snapshot(emptyTimeline, range(1, TIMELINE_TAIL));
    const later = withTail(full, { reset: false, upsert: items([TIMELINE_TAIL + 1, TIMELINE_TAIL + 2]), remove: [key(1), key(2)] });
    expect(numbers(later)).toEqual(range(1, TIMELINE_TAIL + 2).reverse());
  });

  it("drops what main takes out of the tail itself", () => {
    const full = snapshot(emptyTimeline, range(1, 50));
    expect(numbers(withTail(full, { reset: false, upsert: [], remove: [key(40)] }))).not.toContain(40);
  });

  it("keeps older pages over a new snapshot that touches what is known, and drops them over one that leaves a hole", () => {
    const paged = withPage(snapshot(emptyTimeline, range(100, 200)), { entries: range(50, 99).map(entry), more: true });
    expect(numbers(snapshot(paged, range(150, 250)))).toEqual(
      range(50, 250)
        .reverse()
        .filter((number) => number <= 149 || number >= 150),
    );
    const afterHole = snapshot(paged, range(300, 400));
    expect(numbers(afterHole)).toEqual(range(300, 400).reverse());
    expect(afterHole.more).toBe(true);
  });

  it("a page changes nothing but what is older, and says whether there is more", () => {
    const paged = withPage(snapshot(emptyTimeline, range(10, 20)), { entries: range(1, 12).map(entry), more: false });
    expect(numbers(paged)).toEqual(range(1, 20).reverse());
    expect(paged.more).toBe(false);
  });

  it("never holds an entry twice, and is always in order", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 30 }), { maxLength: 10 }), (changes) => {
        let timeline = emptyTimeline;
        changes.forEach((change, index) => {
          timeline = withTail(timeline, { reset: index % 4 === 0, upsert: items(change), remove: [] });
          const shown = numbers(timeline);
          expect(shown).toEqual([...new Set(shown)].sort((a, b) => b - a));
        });
      }),
    );
  });
});
