import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differenceOfRemoving, differenceOfSetting } from "../../../../renderer/features/commands/difference.ts";
import { evenly, fromList, groupOf, place } from "../../../../renderer/features/commands/groups.ts";
import { instantOf, localText } from "../../../../shared/localTime.ts";
import type { Properties } from "../../../../shared/model/property.ts";

const time = { kind: "exact", at: 0 } as const;
const known: Properties = {
  seat: { value: 12, time, cut: false },
  paper: { value: { page: 1, marks: { a: 2 } }, time, cut: false },
  "a.b": { value: "dotted", time, cut: false },
  long: { value: null, time, cut: true },
};

describe("the difference before sending", () => {
  it.each([
    ["seat", 13, "changed", "12", "13"],
    ["seat", 12, "same", "12", "12"],
    ["row", 1, "added", null, "1"],
    ["paper", { marks: { a: 2 }, page: 1 }, "same", '{"marks":{"a":2},"page":1}', '{"marks":{"a":2},"page":1}'],
    ["paper.page", 2, "changed", "1", "2"],
    ["paper.marks.b", 1, "added", null, "1"],
    ["a.b", "x", "changed", '"dotted"', '"x"'],
    ["long", 1, "unsure", null, "1"],
    ["toString", 1, "added", null, "1"],
  ])("setting %s to %j: %s", (name, value, kind, before, after) => {
    expect(differenceOfSetting(known, { [name]: value })).toEqual([{ name, kind, before, after }]);
  });

  it("deleting: what is there goes, what is not there is told", () => {
    expect(differenceOfRemoving(known, ["paper.page", "paper.none", "long"]).map(({ kind, before }) => [kind, before])).toEqual([
      ["removed", "1"],
      ["absent", null],
      ["removed", null],
    ]);
  });
});

describe("breakout rooms", () => {
  it("evenly: everybody once, sizes that differ by one at most, none empty", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 80 }),
        (users, count) => {
          const groups = evenly(users, count, String);
          const sizes = groups.map((group) => group.users.length);
          expect(groups.flatMap((group) => group.users)).toEqual(users);
          expect(groups.length).toBe(Math.min(count, users.length));
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  const people = [
    { userUuid: "s1", userName: "Ana Costa" },
    { userUuid: "s2", userName: "Ben" },
    { userUuid: "s3", userName: "Ben" },
  ];
  it("from a list: by id or by name, with a heading, in any of the usual forms", () => {
    expect(fromList("group,person\nA,s1\nB;s2\n\nA\t s3 \n", people)).toEqual({
      groups: [
        { name: "A", users: ["s1", "s3"] },
        { name: "B", users: ["s2"] },
      ],
      faults: [],
    });
    expect(fromList('A,"ana costa"', people).groups).toEqual([{ name: "A", users: ["s1"] }]);
  });
  it("from a list: each line that cannot be taken is named", () => {
    expect(fromList("A,s1\nB,nobody\nB,Ben\nB,s1\nB", people).faults.map(({ line, reason }) => [line, reason])).toEqual([
      [2, "nobody"],
      [3, "several"],
      [4, "twice"],
      [5, "form"],
    ]);
  });

  it("by hand: a person is in one at most, wherever they are put", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: -1, max: 2 }))), (moves) => {
        let groups = [0, 1, 2].map((name) => ({ name: String(name), users: [] as readonly string[] }));
        for (const [user, index] of moves) {
          groups = place(groups, user, index);
          expect(groupOf(groups, user)).toBe(index);
          expect(groups.flatMap(({ users }) => users).filter((one) => one === user).length).toBe(index < 0 ? 0 : 1);
        }
      }),
    );
  });
});

describe("a time as typed in a zone", () => {
  it.each(["UTC", "Asia/Shanghai", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"])(
    "comes back from %s as the same instant",
    (zone) => {
      fc.assert(
        fc.property(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }), (ms) => {
          const at = Math.floor(ms / 1_000) * 1_000;
          const back = instantOf(localText(at, zone), zone);
          // In the hour that is there twice the first of the two is meant.
          expect([at, at - 3_600_000, at - 86_400_000]).toContain(back);
          expect(localText(back ?? 0, zone)).toBe(localText(at, zone));
        }),
      );
    },
  );
  it.each([
    ["2026-03-29T02:30", "Europe/Berlin", null],
    ["2026-10-25T02:30", "Europe/Berlin", Date.UTC(2026, 9, 25, 0, 30)],
    ["2026-11-21T09:00", "Asia/Shanghai", Date.UTC(2026, 10, 21, 1)],
    ["2026-11-21 09:00:05", "UTC", Date.UTC(2026, 10, 21, 9, 0, 5)],
    ["2026-02-30T09:00", "UTC", null],
    ["2026-11-21T24:00", "UTC", null],
    ["tomorrow", "UTC", null],
    ["", "UTC", null],
  ])("%s in %s is %s", (text, zone, at) => {
    expect(instantOf(text, zone)).toBe(at);
  });
});
