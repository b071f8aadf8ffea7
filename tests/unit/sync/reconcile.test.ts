import { describe, expect, it } from "vitest";
import type { StoredMark } from "../../../electron/store/journalTypes.ts";
import { type Incoming, incoming } from "../../../electron/sync/incoming.ts";
import {
  firstPageReading,
  type Known,
  mayHaveEnded,
  NOTHING_KNOWN,
  reconcile,
  startReading,
  verifyReading,
} from "../../../electron/sync/reconcile.ts";
import { type AppKnown, reconcileApp } from "../../../electron/sync/reconcileApp.ts";

const event = (sequence: number | null, text = `m${sequence}`): Incoming =>
  incoming({
    roomUuid: "r",
    cmd: 3,
    sequence,
    data: { message: text },
    raw: Buffer.from(JSON.stringify({ sequence, data: { message: text } })),
  });
const mark = (sequence: number, part: Partial<StoredMark> = {}, text = `m${sequence}`): StoredMark => ({
  sequence,
  ordinal: 0,
  raw: Buffer.from(event(sequence, text).raw).toString(),
  hash: event(sequence, text).hash,
  answeredAt: 1_000,
  seenRoom: true,
  seenApp: false,
  ...part,
});
const known = (marks: StoredMark[], part: Partial<Known> = {}): Known => {
  const last = marks.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  return { anchor: last, lastSequence: last, marks, unnumbered: marks.filter(({ ordinal }) => ordinal > 0), ...part };
};
const inserted = (decision: ReturnType<typeof reconcile>): string[] =>
  decision.kind === "store" ? decision.insert.map(({ at }) => `${at.sequence}.${at.ordinal}`) : [decision.kind];

describe("an operation 8 page", () => {
  it("goes on where the anchor came with the same content", () => {
    expect(inserted(reconcile(startReading(5, 4), [event(5), event(6), event(9)], null, known([mark(5)])))).toEqual(["6.0", "9.0"]);
  });

  it("takes an anchor that came in other bytes for the same where it says the same", () => {
    const raw = '{ "data": { "message": "m5" }, "cmd": 3, "sequence": 5 }';
    expect(reconcile(startReading(5, 4), [event(5), event(6)], null, known([mark(5, { raw })]))).toMatchObject({ kind: "store" });
  });

  it("begins a new life where the anchor came with other content", () => {
    expect(inserted(reconcile(startReading(5, 4), [event(5, "other")], null, known([mark(5)])))).toEqual(["reborn"]);
  });

  it.each([[[]], [[event(7)]]])("verifies from the beginning where the anchor did not come (%#)", (page) => {
    expect(inserted(reconcile(startReading(5, 4), page, null, known([mark(5)])))).toEqual(["verify"]);
  });

  it("finds a new life while verifying, by any known sequence with other content", () => {
    expect(inserted(reconcile(verifyReading(), [event(1, "x"), event(2)], null, known([mark(1), mark(5)])))).toEqual(["reborn"]);
  });

  it("records as a gap what the service no longer has, and nothing else", () => {
    const lost = reconcile(verifyReading(), [event(9), event(12)], null, known([], { anchor: 5, lastSequence: 5 }));
    expect(lost).toMatchObject({ kind: "store", gap: { from: 6, to: 8 } });
    const hole = reconcile(startReading(5, 4), [event(5), event(12)], null, known([mark(5)]));
    expect(hole).toMatchObject({ kind: "store", gap: null });
    const firstMeeting = reconcile(startReading(0, 0), [event(4)], null, NOTHING_KNOWN);
    expect(firstMeeting).toMatchObject({ kind: "store", gap: null });
  });

  it("puts unnumbered events behind the one before them, each as often as it came", () => {
    const page = [event(null, "a"), event(1), event(null, "a"), event(null, "a"), event(2)];
    expect(inserted(reconcile(startReading(0, 0), page, null, NOTHING_KNOWN))).toEqual(["0.1", "1.0", "1.1", "1.2", "2.0"]);
  });

  it("knows them again when it is read again", () => {
    const marks = [mark(1), mark(1, { ordinal: 1 }, "a"), mark(1, { ordinal: 2 }, "a")];
    expect(inserted(reconcile(startReading(1, 0), [event(1), event(null, "a"), event(null, "a")], null, known(marks)))).toEqual([]);
  });

  it("takes an unnumbered event that only operation 9 has brought for the same, and moves it to its place", () => {
    const waiting = mark(1, { ordinal: 1, seenRoom: false, seenApp: true }, "a");
    const decision = reconcile(startReading(1, 0), [event(1), event(2), event(null, "a")], null, known([mark(1), waiting], { anchor: 1 }));
    expect(decision).toMatchObject({ kind: "store", move: [{ from: { sequence: 1, ordinal: 1 }, to: { sequence: 2, ordinal: 1 } }] });
    expect(inserted(decision)).toEqual(["2.0"]);
  });

  it("carries the count of unnumbered events over the end of a page", () => {
    const first = reconcile(startReading(0, 0), [event(1), event(null, "a")], "1", NOTHING_KNOWN);
    if (first.kind !== "store") throw new Error("it is stored");
    const stored = [mark(1), mark(1, { ordinal: 1 }, "a")];
    expect(inserted(reconcile(first.reading, [event(null, "a"), event(2)], null, known(stored)))).toEqual(["1.2", "2.0"]);
  });
});

const MINUTE_MS = 60_000;
describe("a life that was not seen for a while", () => {
  it.each([
    ["of a room whose class runs, cannot have ended within an hour", 1, 59, false],
    ["may have ended after it: closed at once, destroyed, and its id used again", 1, 60, true],
    ["of which no state is known, is no other", null, 59, false],
    ["of a closed room may end at any time, but for a short look away", 3, 4, false],
    ["of a closed room may have ended within its hour", 3, 5, true],
  ])("%s", (_case, state, minutes, ended) => {
    expect(mayHaveEnded(1_000, 1_000 + minutes * MINUTE_MS, state)).toBe(ended);
  });

  const marks = [mark(1), mark(2), mark(3), mark(8)];
  it.each([
    ["goes on at the anchor where its first page is alike", [event(1), event(2), event(3)], "5", ["alike"]],
    ["is another where the first page is not, though the anchor may be", [event(1), event(2, "other")], "5", ["reborn"]],
    ["needs no second reading where the first page is all there is", [event(1), event(2), event(3), event(8), event(9)], null, ["9.0"]],
    ["needs none either where the first page reaches the anchor", [event(1), event(2), event(3), event(8), event(9)], "10", ["9.0"]],
  ])("%s", (_case, page, nextId, expected) => {
    expect(inserted(reconcile(firstPageReading(), page, nextId, known(marks)))).toEqual(expected);
  });

  it("is read whole where the service has nothing of the first page any more", () => {
    const decision = reconcile(firstPageReading(), [event(5), event(6)], "7", known(marks));
    expect(decision).toMatchObject({ kind: "store", insert: [], reading: { mode: "verify" } });
  });
});

const appKnown = (marks: StoredMark[], part: Partial<AppKnown> = {}): AppKnown => ({
  lastSequence: marks.reduce((most, { sequence }) => Math.max(most, sequence), 0),
  marks,
  unnumbered: marks.filter(({ ordinal }) => ordinal > 0),
  continuous: true,
  gone: false,
  sameSince: 500,
  ...part,
});
const at = (decision: ReturnType<typeof reconcileApp>): string[] =>
  decision.insert.map((placed) => `${placed.at.sequence}.${placed.at.ordinal}`);

describe("an operation 9 answer", () => {
  it("is applied where it continues the room's sequence, and needs nothing more", () => {
    const decision = reconcileApp([event(6), event(7)], appKnown([mark(5)]));
    expect([at(decision), decision.hint]).toEqual([["6.0", "7.0"], false]);
  });

  it("ignores what is known, and hints at a hole", () => {
    const decision = reconcileApp([event(5), event(8)], appKnown([mark(5)]));
    expect([at(decision), decision.hint, decision.contradicts]).toEqual([[], true, false]);
    expect(reconcileApp([event(5)], appKnown([mark(5)])).hint).toBe(false);
  });

  it("applies nothing of a room that it contradicts, where no chain holds, or that was said to be gone", () => {
    expect(reconcileApp([event(5, "other"), event(6)], appKnown([mark(5)]))).toMatchObject({ insert: [], hint: true, contradicts: true });
    expect(reconcileApp([event(6)], appKnown([mark(5)], { continuous: false }))).toMatchObject({ insert: [], hint: true });
    expect(reconcileApp([event(5)], appKnown([mark(5)], { continuous: false, gone: true }))).toMatchObject({ insert: [], hint: true });
  });

  it("stores an unnumbered event at once, and leaves the last word to operation 8", () => {
    const decision = reconcileApp([event(6), event(null, "a"), event(null, "a")], appKnown([mark(5)]));
    expect([at(decision), decision.hint]).toEqual([["6.0", "6.1"], true]);
  });

  it("does not store again what stood before something that is known", () => {
    const decision = reconcileApp([event(null, "old"), event(5), event(6)], appKnown([mark(5)]));
    expect([at(decision), decision.hint]).toEqual([["6.0"], true]);
  });

  it("takes an unnumbered event that operation 8 has just brought for the same", () => {
    const decision = reconcileApp([event(null, "a")], appKnown([mark(5), mark(5, { ordinal: 1 }, "a")]));
    expect([at(decision), decision.seen]).toEqual([[], [{ sequence: 5, ordinal: 1 }]]);
    const old = reconcileApp([event(null, "a")], appKnown([mark(5), mark(5, { ordinal: 1, answeredAt: 1 }, "a")]));
    expect(at(old)).toEqual(["5.2"]);
  });
});
