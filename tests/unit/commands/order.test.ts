import { describe, expect, it } from "vitest";
import { dueLast, laneOrder } from "../../../electron/commands/order.ts";
import type { CommandState } from "../../../shared/model/command.ts";

type Given = [name: string, askedAt: number, dueAt?: number, state?: CommandState];
const commands = (list: readonly Given[]) =>
  list.map(([name, askedAt, dueAt = null, state = "queued"]) => ({ name, row: { askedAt, dueAt, state } }));
const names = (list: readonly { name: string }[]): string => list.map(({ name }) => name).join(" ");

describe("the commands of a room leave", () => {
  it.each<[string, Given[], string]>([
    [
      "as they were asked",
      [
        ["a", 1],
        ["b", 2],
      ],
      "a b",
    ],
    [
      "as they were asked, also where the clock went back",
      [
        ["a", 9],
        ["b", 2],
      ],
      "a b",
    ],
    [
      "behind what had been asked when they became due",
      [
        ["at five", 1, 5],
        ["b", 2],
        ["c", 6],
      ],
      "b at five c",
    ],
    [
      "by their time, where several have become due",
      [
        ["at nine", 1, 9],
        ["at five", 2, 5],
        ["c", 3],
      ],
      "c at five at nine",
    ],
    [
      "last of all, while they wait for their time",
      [
        ["at five", 1, 5, "scheduled"],
        ["b", 6],
      ],
      "at five b",
    ],
  ])("%s", (_what, list, expected) => {
    expect(names(laneOrder(commands(list)))).toBe(expected);
  });

  it("by their time, where several are found due together", () => {
    const jobs = commands([
      ["at nine", 1, 9, "scheduled"],
      ["b", 2],
      ["at five", 3, 5, "scheduled"],
    ]);
    expect(names(dueLast(jobs.map(({ name, row }) => ({ name, command: { row } }))))).toBe("b at five at nine");
  });
});
