import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandActions, commandState, loopOf } from "../../../../renderer/features/commands/describe.ts";
import { filterOf, isMeant, merged, WHICH } from "../../../../renderer/features/commands/list.ts";
import { createI18n } from "../../../../renderer/i18n/setup.ts";
import { createWords } from "../../../../renderer/i18n/words.tsx";
import { type CommandRow, CommandState } from "../../../../shared/model/command.ts";
import { commandRow } from "../../../fakes/commandRow.ts";

const NOW = Date.UTC(2026, 10, 21, 9);
const row = (part: Partial<CommandRow>): CommandRow =>
  commandRow({
    id: `c${part.number ?? 1}`,
    operator: "Ana",
    input: { state: 2 },
    danger: "disruptive",
    askedAt: NOW,
    expiresAt: NOW + 600_000,
    ...part,
  });

describe("the list of commands", () => {
  const states = fc.constantFrom(...CommandState.options);
  const rows = fc.uniqueArray(fc.record({ number: fc.integer({ min: 1, max: 60 }), state: states, before: states }), {
    selector: (one) => one.number,
  });

  it("pages with what has changed meanwhile are what one reading of all would be", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 60 }), fc.constantFrom(...WHICH), (all, read, which) => {
        const filter = filterOf(which, "");
        const now = all.map(({ number, state }) => row({ number, state })).sort((a, b) => b.number - a.number);
        const then = all.map(({ number, before }) => row({ number, state: before })).sort((a, b) => b.number - a.number);
        const page = then.filter((one) => isMeant(one, filter)).slice(0, read);
        const more = read < then.filter((one) => isMeant(one, filter)).length;
        const shown = merged({ rows: page, more }, new Map(now.map((one) => [one.id, one])), filter);
        const oldest = more ? (page.at(-1)?.number ?? 0) : 0;
        expect(shown).toEqual(now.filter((one) => one.number >= oldest && isMeant(one, filter)));
      }),
    );
  });

  it.each([
    ["room.set", true],
    ["ANA", true],
    ['"state":2', true],
    ["room-2", false],
  ])("text %s: %s", (text, meant) => {
    expect(isMeant(row({}), filterOf("all", text))).toBe(meant);
  });

  it("what the service shows no sign of is no longer under way once it was accepted", () => {
    const accepted = row({ state: "accepted", sign: null });
    expect(isMeant(accepted, filterOf("open", ""))).toBe(false);
    expect(isMeant({ ...accepted, sign: "roomState" }, filterOf("open", ""))).toBe(true);
  });
});

describe("a command's life", () => {
  const i18n = createI18n("en");
  const words = createWords(i18n.t, (key, params) => i18n.exists(key, params), "en", "UTC");

  it.each(CommandState.options)("%s has words and a loop of five", (state) => {
    const shown = row({ state, dueAt: NOW + 60_000, acceptedAt: NOW, observedAt: NOW });
    expect(commandState(shown, NOW, words)).not.toBe("");
    expect(loopOf(shown).bars).toHaveLength(5);
  });

  it("counts down to its time, or says that the time is not known yet", () => {
    expect(commandState(row({ state: "scheduled", dueAt: NOW + 754_000 }), NOW, words)).toBe("leaves 09:12:34, in 12:34");
    expect(commandState(row({ state: "scheduled" }), NOW, words)).toBe("waits for the room's schedule to be known");
  });

  it("is taken back by holding it, or by its opposite for five seconds after it was accepted", () => {
    const held = row({ state: "queued", heldUntil: NOW + 4_100, undo: { kind: "hold" } });
    expect(commandActions(held, NOW)).toEqual({ undo: 5, inverse: null, cancel: false, confirm: false, letGo: false });
    const opposite = { kind: "inverse" as const, name: "recording.stop", input: {} };
    const sent = row({ state: "observed", acceptedAt: NOW, undo: opposite });
    expect(commandActions(sent, NOW + 4_999).inverse).toEqual(opposite);
    expect(commandActions(sent, NOW + 5_000).inverse).toBeNull();
    expect(commandActions(row({ state: "scheduled" }), NOW).cancel).toBe(true);
  });
});
