import { describe, expect, it } from "vitest";
import type { ProblemCode } from "../../../electron/cloud/types.ts";
import { catalogue, entryOf } from "../../../electron/commands/catalogue.ts";
import { type CommandInput, type CommandName, calls, contract } from "../../../shared/contract.ts";
import type { Danger } from "../../../shared/model/command.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("the catalogue", () => {
  it("has an entry for every command of the contract, and for nothing else", () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(contract.commands).sort());
    for (const name of [...Object.keys(calls), "toString", "__proto__"])
      expect(entryOf(name) !== undefined, name).toBe(Object.hasOwn(contract.commands, name));
  });

  type Row<N extends CommandName> = readonly [N, CommandInput<N>, number, Danger, number, "always" | "onceRead" | "never", string | null];
  const row = <N extends CommandName>(...cells: Row<N>): Row<CommandName> => cells;
  const remove = (kind: "anytime" | "never") => ({ userUuid: "u", comeBack: { kind } });
  it.each([
    row("room.create", { roomType: 4, roomName: "A" }, 1, "safe", 10 * MINUTE, "onceRead", "roomExists"),
    row("room.setState", { state: 1 }, 3, "safe", 10 * MINUTE, "onceRead", "roomState"),
    row("room.setState", { state: 2 }, 3, "disruptive", 10 * MINUTE, "onceRead", "roomState"),
    row("room.setState", { state: 0 }, 3, "disruptive", 10 * MINUTE, "onceRead", "roomState"),
    row("room.setState", { state: 3 }, 3, "irreversible", 2 * MINUTE, "never", "roomState"),
    row("room.setState", { state: 999 }, 3, "irreversible", 2 * MINUTE, "never", "roomState"),
    row("person.remove", remove("anytime"), 2, "disruptive", 2 * MINUTE, "onceRead", "personLeft"),
    row("person.remove", remove("never"), 2, "irreversible", 2 * MINUTE, "onceRead", "personLeft"),
    row("person.letIn", { userUuid: "u" }, 2, "safe", 10 * MINUTE, "never", null),
    row("recording.start", {}, 4, "safe", 10 * MINUTE, "onceRead", "recordingStarted"),
    row("recording.stop", {}, 4, "disruptive", 10 * MINUTE, "onceRead", "recordingStopped"),
    row("recording.update", { webRecordConfig: {} }, 5, "safe", 10 * MINUTE, "never", null),
    row("roomProperties.set", { properties: { a: 1 } }, 10, "safe", DAY, "always", "properties"),
    row("roomProperties.remove", { properties: ["a"] }, 11, "disruptive", DAY, "always", "properties"),
    row("userProperties.set", { userUuid: "u", properties: { a: 1 } }, 12, "safe", DAY, "always", "properties"),
    row("userProperties.remove", { userUuid: "u", properties: ["a"] }, 13, "disruptive", DAY, "always", "properties"),
    row("extAppProperties.set", { extAppUuid: "x", properties: { a: 1 } }, 14, "safe", DAY, "always", "properties"),
    row("extAppProperties.remove", { extAppUuid: "x", properties: ["a"] }, 15, "disruptive", DAY, "always", "properties"),
    row("groups.create", { groups: [{ users: [] }] }, 18, "disruptive", 10 * MINUTE, "onceRead", "properties"),
    row("groups.create", { groups: [{ groupUuid: "g", users: [] }] }, 18, "disruptive", 10 * MINUTE, "always", "properties"),
    row("groups.remove", {}, 18, "disruptive", 10 * MINUTE, "always", "properties"),
  ])("%s %j: operation %i, %s, lives %i ms, repeated %s, shown by %s", (name, input, operation, danger, life, repeat, sign) => {
    const entry = entryOf(name);
    expect([entry?.operation, entry?.traits.danger(input), entry?.lifeMs(input), entry?.repeat(input), entry?.sign?.key ?? null]).toEqual([
      operation,
      danger,
      life,
      repeat,
      sign,
    ]);
  });

  it.each([
    ["room.setState", "alreadyStarted", { state: 1 }, true],
    ["room.setState", "alreadyEnded", { state: 2 }, true],
    ["room.setState", "classOver", { state: 2 }, true],
    ["room.setState", "alreadyEnded", { state: 1 }, false],
    ["room.setState", "alreadyStarted", { state: 2 }, false],
    ["room.setState", "conflict", { state: 1 }, false],
    ["person.remove", "userAbsent", remove("anytime"), true],
    ["person.remove", "userAbsent", remove("never"), false],
    ["person.letIn", "userAbsent", { userUuid: "u" }, true],
    ["recording.start", "recordingNotEnded", {}, true],
    ["recording.stop", "recordingNotStarted", {}, true],
    ["recording.stop", "recordingNotEnded", {}, false],
    ["groups.remove", "conflict", {}, false],
  ] as [CommandName, ProblemCode, Record<string, unknown>, boolean][])(
    "%s: the refusal %s of %j says that it is so already: %s",
    (name, code, input, reached) => {
      expect(entryOf(name)?.reachedByRefusal?.(code, input, false) ?? false).toBe(reached);
    },
  );

  it("takes a room that exists for its own only where its own creation may have made it", () => {
    const input = { roomType: 4, roomName: "A" };
    expect([false, true].map((again) => entryOf("room.create")?.reachedByRefusal?.("roomExists", input, again))).toEqual([false, true]);
  });
});
