import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "../../../../renderer/features/commands/json.ts";

describe("reading JSON that is typed", () => {
  it("takes what JSON.parse takes, and means the same", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, 2), (text, spaces) => {
        const typed = JSON.stringify(JSON.parse(text), null, spaces);
        expect(readJson(typed)).toEqual({ ok: true, value: JSON.parse(typed) });
      }),
    );
  });

  it("refuses what JSON.parse refuses, and besides only names that stand there twice and numbers beyond all bounds", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", '"', "\\", "-", "0", "\n", "x", ":"), (text, at, piece) => {
        const place = at % (text.length + 1);
        const broken = text.slice(0, place) + piece + text.slice(place + 1);
        let right = true;
        try {
          JSON.parse(broken);
        } catch {
          right = false;
        }
        const read = readJson(broken);
        if (!right) expect(read.ok).toBe(false);
        else if (!read.ok) expect(["twice", "number"]).toContain(read.fault.reason);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', "comma", 3, 3],
    ['{"a" 1}', "colon", 1, 6],
    ["{a: 1}", "name", 1, 2],
    ['{"a": }', "value", 1, 7],
    ['{"a": "x', "text", 1, 7],
    ['{"a": "\\x"}', "escape", 1, 8],
    ['{"a": 01}', "number", 1, 7],
    ['{"a": 1} 2', "rest", 1, 10],
    ['{\n"a": 1,\n"a": 2}', "twice", 3, 1],
    ["[1,]", "value", 1, 4],
    ["[".repeat(300), "deep", 1, 202],
    ["", "value", 1, 1],
  ] as const)("%j: %s in line %i, column %i", (text, reason, line, column) => {
    const read = readJson(text);
    expect(read.ok ? null : { ...read.fault, at: 0 }).toEqual({ reason, line, column, at: 0 });
  });

  it("never takes a name for what an object has by itself", () => {
    expect(readJson('{"__proto__": {"a": 1}}')).toEqual({ ok: true, value: JSON.parse('{"__proto__": {"a": 1}}') });
  });
});
