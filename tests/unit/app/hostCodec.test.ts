/** Text that carries values between the host's worlds: what goes in comes out, and what Electron would refuse is refused. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCodec } from "../../host/codec.ts";

const codec = createCodec();

test("every value that structured cloning knows comes back as it was", () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.double(),
    fc.bigInt(),
    fc.constant(undefined),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
    fc.uint8Array(),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie("value")),
      fc.dictionary(fc.string(), tie("value")),
      fc.array(fc.tuple(fc.string(), tie("value"))).map((entries) => new Map(entries)),
      fc.array(scalar).map((items) => new Set(items)),
    ),
  }));
  fc.assert(
    fc.property(value, (original) => {
      expect(codec.decode(codec.encode(original))).toEqual(original);
    }),
    { numRuns: 500 },
  );
});

test("an array that looks like a tag stays an array", () => {
  for (const value of [["undefined"], ["array", []], ["function", 1], [["map", []]]])
    expect(codec.decode(codec.encode(value))).toEqual(value);
});

test("an error keeps its name and message", () => {
  const error = codec.decode(codec.encode(new TypeError("wrong"))) as Error;
  expect([error instanceof Error, error.name, error.message]).toEqual([true, "TypeError", "wrong"]);
});

test("functions, symbols and cycles are refused", () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  for (const value of [() => 1, Symbol("s"), { deep: [() => 1] }, cycle]) expect(() => codec.encode(value)).toThrow(/clon|carr/);
});
