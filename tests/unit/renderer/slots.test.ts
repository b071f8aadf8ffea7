import { describe, expect, it } from "vitest";
import { slotsFor } from "../../../renderer/components/slots.ts";

const steps = (...lists: string[]): string => {
  let slots: ReadonlyMap<string | number | bigint, number> = new Map();
  for (const list of lists) slots = slotsFor(list.split(""), slots);
  return [...slots]
    .sort(([, a], [, b]) => a - b)
    .map(([key]) => key)
    .join("");
};

describe("the rows of a virtual list", () => {
  it.each([
    ["stand in the order of the list at first", ["abcd"], "abcd"],
    ["are used again by what comes into view, and the others stay", ["abcd", "bcde", "cdef"], "efcd"],
    ["stay with what they show when the order changes", ["abcd", "dbac"], "abcd"],
    ["do so while the view moves as well", ["abcd", "edcb"], "ebcd"],
    ["become more and fewer with the view", ["ab", "abcd", "cd", "cdx"], "xcd"],
    ["never serve two at once", ["abc", "cde", "eab"], "aeb"],
  ])("%s", (_what, lists, expected) => {
    expect(steps(...lists)).toBe(expected);
  });
});
