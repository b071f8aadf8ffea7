import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandActions, commandState, hasLeft, loopOf } from "../../../../renderer/features/commands/describe.ts";
import { filterOf, meantBy, merged, WHICH } from "../../../../renderer/features/commands/list.ts";
import { soughtWords } from "../../../../renderer/features/commands/seek.ts";
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
        const filter = filterOf(which, []);
        const now = all.map(({ number, state }) => row({ number, state })).sort((a, b) => b.number - a.number);
        const then = all.map(({ number, before }) => row({ number, state: before })).sort((a, b) => b.number - a.number);
        const page = then.filter(meantBy(filter)).slice(0, read);
        const more = read < then.filter(meantBy(filter)).length;
        const shown = merged({ rows: page, more }, new Map(now.map((one) => [one.id, one])), filter);
        const oldest = more ? (page.at(-1)?.number ?? 0) : 0;
        expect(shown).toEqual(now.filter((one) => one.number >= oldest && meantBy(filter)(one)));
      }),
    );
  });

  const rooms = [
    { roomUuid: "fin2-017", name: "Room 17, Algebra" },
    { roomUuid: "fin2-018", name: "Room 18, Chemistry" },
  ];
  it.each([
    ["en", "room.set", true],
    ["en", "ANA", true],
    ["en", '"state":2', true],
    ["en", "room-2", false],
    ["en", "end class", true],
    ["en", "start class", false],
    ["en", "end algebra 17", true],
    ["en", "end chemistry", false],
    ["zh", "结束", true],
    ["zh", "开始", false],
  ] as const)("in %s “%s” means the end of Room 17: %s", (language, text, meant) => {
    const i18n = createI18n(language);
    const words = createWords(i18n.t, (key, params) => i18n.exists(key, params), language, "UTC");
    const filter = filterOf("all", soughtWords(text, rooms, words));
    expect(meantBy(filter)(row({ roomUuid: "fin2-017" }))).toBe(meant);
  });

  it.each([
    ["for good", true],
    ["never", true],
    ["min", false],
  ])("“%s” means a removal for good: %s", (text, meant) => {
    const i18n = createI18n("en");
    const words = createWords(i18n.t, (key, params) => i18n.exists(key, params), "en", "UTC");
    const removal = row({ name: "person.remove", input: { userUuid: "ann", comeBack: { kind: "never" } } });
    expect(meantBy(filterOf("all", soughtWords(text, [], words)))(removal)).toBe(meant);
  });

  it("what the service shows no sign of is no longer under way once it was accepted", () => {
    const accepted = row({ state: "accepted", sign: null });
    expect(meantBy(filterOf("open", []))(accepted)).toBe(false);
    expect(meantBy(filterOf("open", []))({ ...accepted, sign: "roomState" })).toBe(true);
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

  it.each<[CommandState, number, boolean]>([
    ["expired", 2, false],
    ["queued", 2, false],
    ["failed", 3, true],
    ["unknown", 3, true],
  ])("%s after an attempt stands at step %i of 5; it has left: %s", (state, step, left) => {
    expect([loopOf(row({ state, sentAt: NOW })).step, hasLeft({ state })]).toEqual([step, left]);
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
