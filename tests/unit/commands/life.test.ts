import { describe, expect, it } from "vitest";
import { entryOf } from "../../../electron/commands/catalogue.ts";
import { livedBy, needsWord, nextDue, sendableFor, WORD_HOLDS_MS } from "../../../electron/commands/life.ts";
import { isSign, judge } from "../../../electron/commands/reconcile.ts";
import type { RoomEvent } from "../../../shared/model/event.ts";
import type { EventTime } from "../../../shared/model/time.ts";
import { aReading, aStored } from "./rows.ts";

const entry = entryOf("room.setState");
if (entry === undefined) throw new Error("the catalogue lacks room.setState");

describe("the age of a command", () => {
  const base = { lived: 1_000, monotonic: 50 };
  it.each([
    ["counts monotonic time where the wall stood still", { wall: 0, monotonic: 550 }, 1_500],
    ["counts wall time where that is longer: sleep, or a restart", { wall: 90_000, monotonic: 550 }, 90_000],
    ["does not shrink when the clock is set back", { wall: -3_600_000, monotonic: 550 }, 1_500],
  ])("%s", (_what, { wall, monotonic }, expected) => {
    expect(livedBy({ lived: 1_000, askedWall: 0 }, base, wall, monotonic)).toBe(expected);
  });
  it("is never less than what was written", () => {
    expect(livedBy({ lived: 7_000, askedWall: 0 }, base, 0, 50)).toBe(7_000);
  });
});

describe("a person's word", () => {
  const dangerous = aStored({ danger: "disruptive" });
  it.each([
    ["is never asked for again for something safe", aStored({ danger: "safe" }), 500_000, 500_000, false],
    ["holds for a minute", dangerous, WORD_HOLDS_MS, null, false],
    ["does not hold longer, even without an outage", dangerous, WORD_HOLDS_MS + 1, null, true],
    ["given early in an outage still holds", dangerous, 0, WORD_HOLDS_MS, false],
    ["given blindly, late in an outage, does not hold", dangerous, 0, WORD_HOLDS_MS + 1, true],
    ["given in review holds in that outage", { ...dangerous, confirmed: true }, 0, WORD_HOLDS_MS + 1, false],
    ["given in review holds for a minute too", { ...dangerous, confirmed: true, wordLived: 10 }, WORD_HOLDS_MS + 11, null, true],
  ] as const)("%s", (_what, command, lived, outage, expected) => {
    expect(needsWord(command, lived, outage)).toBe(expected);
  });

  it("bounds how long something dangerous may still leave; its life bounds the rest", () => {
    expect(sendableFor(dangerous, 10_000)).toBe(WORD_HOLDS_MS - 10_000);
    expect(sendableFor(aStored({ danger: "safe" }), 10_000)).toBe(590_000);
    expect(sendableFor(aStored({ danger: "irreversible", expiresAt: 20_000 }), 15_000)).toBe(5_000);
  });
});

describe("what is due next by time alone", () => {
  it.each([
    ["a held command: its release", aStored({ state: "asked", heldUntil: 5_000 }), 5_000],
    ["a safe one in the queue: its expiry", aStored({ state: "queued" }), 600_000],
    ["a dangerous one in the queue: its word", aStored({ state: "queued", danger: "disruptive" }), 60_001],
    ["one in review: its expiry", aStored({ state: "needsReview", danger: "disruptive" }), 600_000],
    ["one under way: nothing", aStored({ state: "sending" }), Number.POSITIVE_INFINITY],
    ["an accepted one: being overdue", aStored({ state: "accepted" }, { waitsSinceLived: 1_000 }), 21_000],
    ["an overdue one: the end of the day", aStored({ state: "accepted", overdue: true }, { waitsSinceLived: 1_000 }), 86_401_000],
    ["one that is unknown: the same", aStored({ state: "unknown" }, { waitsSinceLived: 1_000 }), 86_401_000],
  ])("%s", (_what, command, expected) => {
    expect(nextDue(command, entry, 0)).toBe(expected);
  });
});

const anEvent = (state: unknown, time: EventTime, cmd = 1): RoomEvent => ({
  roomUuid: "room-1",
  incarnation: 1,
  sequence: 5,
  ordinal: 0,
  cmd,
  data: { state },
  time,
  receivedAt: 200_000,
  via: "room",
});
const exact = (at: number): EventTime => ({ kind: "exact", at });
const between = (notBefore: number | null): EventTime => ({ kind: "between", notBefore, notAfter: 200_000 });

describe("an event of the room", () => {
  const sentAt = 100_000;
  it.each([
    ["that happened after it left is its sign", anEvent(1, exact(100_500)), null, true],
    ["may lie before it by what the clocks differ", anEvent(1, exact(98_500)), null, true],
    ["that happened long before is not", anEvent(1, exact(50_000)), 2, false],
    ["that happened some time since the last proof counts where that proof is later", anEvent(1, between(100_100)), null, true],
    ["of unknown time counts only while the room still stands so", anEvent(1, between(90_000)), 1, true],
    ["of unknown time does not count where the room has moved on", anEvent(1, between(null)), 2, false],
    ["with a later state proves nothing", anEvent(2, exact(100_500)), 2, false],
    ["of another kind proves nothing", anEvent(1, exact(100_500), 20), 1, false],
    ["with data of another shape proves nothing", { ...anEvent(1, exact(100_500)), data: null }, 1, false],
  ])("%s", (_what, event, roomState, expected) => {
    const reading = aReading({ state: roomState, provedAt: 1 });
    expect(isSign(entry, aStored({ state: "accepted" }), event, sentAt, reading)).toBe(expected);
  });
});

describe("the end of a recording that was to be stopped", () => {
  const stop = entryOf("recording.stop");
  const recording = (state: number, time: EventTime) => ({ state, startTime: null, recordId: null, reason: null, time });
  it.each<[string, ReturnType<typeof recording> | null, boolean | null, boolean?]>([
    ["is not shown while the same one runs", recording(1, exact(50_000)), false],
    ["is not shown by one that began as it left: clocks differ", recording(1, exact(102_000)), false],
    ["is shown where the one that runs began later", recording(1, exact(102_001)), true],
    ["is shown where it ended, be it unknown when", recording(2, between(null)), true],
    ["is unknown where none was ever told of", null, null],
    ["is not shown by a later one where the service may never have been told", recording(1, exact(102_001)), false, false],
  ])("%s", (_what, told, reached, accepted = true) => {
    const reading = aReading({ recording: told });
    expect(stop?.sign?.reachedBy(reading, {}, { sentAt: 100_000, accepted })).toBe(reached);
  });
});

describe("a reading of the room", () => {
  const known = { sentAt: 100_000, provedWhenSent: 90_000, lostAt: 110_000, provedWhenLost: 112_000 as number | undefined };
  const times = { ...known, lived: 120_000, waited: 110_000 };
  const unknown = aStored({ state: "unknown" });
  const accepted = aStored({ state: "accepted" });
  const day = { ...times, waited: 86_400_000 };
  it.each([
    ["shows that an unknown one worked", unknown, { state: 1, provedAt: 100_000 }, times, "signSeen"],
    ["shows that an accepted one worked, where the event was missed", accepted, { state: 1, provedAt: 100_000 }, times, "signSeen"],
    ["from before it left proves nothing", unknown, { state: 1, provedAt: 99_999 }, times, undefined],
    ["says that a safe one may be sent again", unknown, { state: 0, provedAt: 115_000 }, times, "absent"],
    ["says so too where no state was ever told", unknown, { state: null, provedAt: 115_000 }, times, "absent"],
    ["is not believed while the request may still arrive", unknown, { state: 0, provedAt: 114_999 }, times, undefined],
    [
      "that was known when it left proves nothing, whatever the clocks say",
      unknown,
      { state: 1, provedAt: 100_500 },
      { ...times, provedWhenSent: 100_500 },
      undefined,
    ],
    [
      "that was known when it was lost says nothing against it",
      unknown,
      { state: 0, provedAt: 115_000 },
      { ...times, provedWhenLost: 115_000 },
      undefined,
    ],
    [
      "says nothing against it while it may still arrive, whatever the clocks say",
      unknown,
      { state: 0, provedAt: 115_000 },
      { ...times, provedWhenLost: undefined },
      undefined,
    ],
    ["ends one whose life is over", unknown, { state: 0, provedAt: 115_000 }, { ...times, lived: 600_000 }, "absentForGood"],
    [
      "ends one that may not be repeated",
      aStored({ state: "unknown", input: { state: 3 } }),
      { state: 0, provedAt: 115_000 },
      times,
      "absentForGood",
    ],
    ["says nothing against an accepted one: it is overdue, not lost", accepted, { state: 0, provedAt: 900_000 }, times, undefined],
    ["that never comes ends an unknown one after a day", unknown, undefined, day, "gaveUp"],
    ["that never shows it ends an accepted one after a day", accepted, { state: 0, provedAt: 900_000 }, day, "gaveUp"],
    ["means nothing to one in the queue", aStored({ state: "queued" }), { state: 1, provedAt: 900_000 }, times, undefined],
  ])("%s", (_what, command, reading, at, expected) => {
    expect(judge(entry, command, reading && aReading(reading), at, "yes")?.event).toBe(expected);
  });
});
