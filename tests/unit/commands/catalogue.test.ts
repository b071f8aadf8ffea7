import { describe, expect, it } from "vitest";
import type { ProblemCode } from "../../../electron/cloud/types.ts";
import { catalogue, entryOf, targetFault } from "../../../electron/commands/catalogue.ts";
import { calls, contract } from "../../../shared/contract.ts";

describe("the catalogue", () => {
  it("has an entry for every command of the contract, and for nothing else", () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(contract.commands).sort());
    for (const name of [...Object.keys(calls), "toString", "__proto__"])
      expect(entryOf(name) !== undefined, name).toBe(Object.hasOwn(contract.commands, name));
  });

  const entry = catalogue["room.setState"];
  it.each([
    [1, "safe", 5_000, 600_000, true],
    [2, "disruptive", 0, 600_000, true],
    [0, "disruptive", 0, 600_000, true],
    [3, "irreversible", 0, 120_000, false],
    [4, "irreversible", 0, 120_000, false],
    [999, "irreversible", 0, 120_000, false],
  ])("setting state %i is %s, held %i ms, lives %i ms, repeatable: %s", (state, danger, hold, life, repeat) => {
    const input = { state };
    expect([entry.danger(input), entry.holdMs(input), entry.lifeMs(input), entry.repeatSafe(input)]).toEqual([danger, hold, life, repeat]);
  });

  it.each([
    ["alreadyStarted", 1, true],
    ["alreadyEnded", 2, true],
    ["alreadyEnded", 1, false],
    ["alreadyStarted", 2, false],
    ["conflict", 1, false],
  ] as [ProblemCode, number, boolean][])("the refusal %s of state %i says that it is so already: %s", (code, state, reached) => {
    expect(entry.reachedByRefusal(code, { state })).toBe(reached);
  });

  it("takes no room id that would leave its path", () => {
    for (const id of ["", ".", "..", "x".repeat(64), "试".repeat(22)])
      expect(targetFault(id)).toMatchObject({ code: "invalid", field: "roomUuid" });
    for (const id of ["room-1", "x".repeat(63), "试".repeat(21), "a/b", "..."]) expect(targetFault(id)).toBeNull();
  });
});
