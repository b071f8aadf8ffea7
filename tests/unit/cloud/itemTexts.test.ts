import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { itemTexts } from "../../../electron/cloud/itemTexts.ts";

const textsOf = (body: string): (string | null)[] | null =>
  itemTexts(Buffer.from(body))?.map((text) => (text === null ? null : Buffer.from(text).toString("utf8"))) ?? null;

describe("the texts of a list's items", () => {
  test.each([
    [
      "as they came, however they are written",
      '{"code":0,"data":{"nextId":null,"list":[{"a": 1.0},{"b":[1,{"c":"]}"}]} ]}}',
      ['{"a": 1.0}', '{"b":[1,{"c":"]}"}]}'],
    ],
    ["with what no number of JavaScript holds", '{"data":{"list":[{"a":12345678901234567890}]}}', ['{"a":12345678901234567890}']],
    ["where data itself is the list", '{"data":[{"a":1},2,"x",null,[3]],"code":0}', ['{"a":1}', "2", '"x"', "null", "[3]"]],
    ["none where there is nothing in it", '{"data":{"list":[ ]}}', []],
    ["not of a list elsewhere", '{"list":[1],"data":{"other":[2],"list":[3]},"more":{"list":[4]}}', ["3"]],
    ["of the last of two of the same name", '{"data":{"list":[1],"list":[2]},"data":{"list":[3]}}', ["3"]],
    ["not of one that the last takes away", '{"data":{"list":[1],"list":{}}}', null],
    ["not of one under a name in escapes, which may be the same name", '{"data":{"list":[1],"l\\u0069st":[2]}}', null],
    ["not of an item with escapes or of several lines", '{"data":{"list":[{"a":"\\u8001"},{"b":\n2},{"c":3}]}}', [null, null, '{"c":3}']],
    ["none where there is no list", '{"data":null}', null],
    ["none where there is no object", "[1,2]", ["1", "2"]],
  ])("%s", (_name, body, expected) => {
    expect(textsOf(body)).toEqual(expected);
  });

  test("are the items that JSON.parse reads, each written in one way only", () => {
    const space = fc.constantFrom("", " ", "  ");
    const items = fc.array(fc.tuple(fc.jsonValue({ maxDepth: 3 }), space));
    fc.assert(
      fc.property(items, fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })), (list, others) => {
        const written = list.map(([item, gap]) => `${gap}${JSON.stringify(item)}${gap}`).join(",");
        const beside = Object.entries(others).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
        const body = `{${beside.join("")}"code":0,"data":{${beside.join("")}"list":[${written}]}}`;
        const texts = textsOf(body);
        const expected = (JSON.parse(body) as { data: { list: unknown[] } }).data.list.map((item) => JSON.stringify(item));
        if (beside.some((text) => text.includes("\\"))) expect([null, expected.length]).toContain(texts && texts.length);
        else expect(texts).toHaveLength(expected.length);
        for (const [index, text] of texts?.entries() ?? []) expect(text ?? expected[index]).toBe(expected[index]);
      }),
      { numRuns: 100 },
    );
  });
});
