import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createEventLink } from "../../../electron/store/eventLink.ts";
import { eventLine, GENESIS, link } from "../../../electron/store/recordChain.ts";

const time = fc.oneof(
  fc.record({ kind: fc.constant("exact" as const), at: fc.double({ noNaN: true }) }),
  fc.record({ kind: fc.constant("between" as const), notBefore: fc.option(fc.nat()), notAfter: fc.constantFrom(5, 6) }),
);
const event = fc.record({
  room: fc.constantFrom("a", '"', "老师"),
  incarnation: fc.constantFrom(1, 2),
  sequence: fc.maxSafeNat(),
  ordinal: fc.nat(12),
  cmd: fc.maxSafeInteger(),
  time,
  answeredAt: fc.constantFrom(5, 6.5),
  receivedAt: fc.constantFrom(7, 1_700_000_000_000),
  via: fc.constantFrom("room" as const, "app" as const),
  raw: fc.json(),
});

const expectAlike = (events: (typeof event extends fc.Arbitrary<infer E> ? E : never)[]): void => {
  const bind = createEventLink();
  let [bound, expected] = [GENESIS, GENESIS];
  for (const [index, one] of events.entries()) {
    bound = bind(bound, index + 1, one, Buffer.from(one.raw));
    expected = link(expected, eventLine(index + 1, one));
  }
  expect(bound).toBe(expected);
};

test("events are bound as their lines are, whatever came before them", () => {
  fc.assert(fc.property(fc.array(event), expectAlike), { numRuns: 100 });
});

test("one of any length is bound", () => {
  const [one] = fc.sample(event, 1);
  if (one !== undefined) expectAlike([one, { ...one, raw: JSON.stringify("老".repeat(50_000)) }, one]);
});
