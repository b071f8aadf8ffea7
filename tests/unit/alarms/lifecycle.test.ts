import { describe, expect, it } from "vitest";
import { type AlarmState, type Entry, type Happening, settle, stateOf, step } from "../../../electron/alarms/lifecycle.ts";
import { type Condition, RULES, type RuleName } from "../../../electron/alarms/rules.ts";

const condition = (rule: RuleName, params: Condition["params"] = {}): Condition => ({ id: rule, rule, roomUuid: null, params });

const entryIn = (state: AlarmState, rule: RuleName): Entry | undefined => {
  if (state === "normal") return undefined;
  const base = {
    id: rule,
    rule,
    priority: RULES[rule].priority,
    roomUuid: null,
    params: {},
    raisedAt: 1,
    acknowledgedAt: null,
    acknowledgedBy: null,
    clearedAt: null,
  };
  if (state === "activeAcknowledged") return { alarm: { ...base, acknowledgedAt: 2, acknowledgedBy: "Ann" }, open: true };
  return { alarm: { ...base, clearedAt: state === "clearedUnacknowledged" ? 3 : null }, open: true };
};

const LASTING: Record<AlarmState, Record<Happening["kind"], AlarmState>> = {
  normal: { raise: "activeUnacknowledged", clear: "normal", acknowledge: "normal" },
  activeUnacknowledged: { raise: "activeUnacknowledged", clear: "clearedUnacknowledged", acknowledge: "activeAcknowledged" },
  activeAcknowledged: { raise: "activeAcknowledged", clear: "normal", acknowledge: "activeAcknowledged" },
  clearedUnacknowledged: { raise: "activeUnacknowledged", clear: "clearedUnacknowledged", acknowledge: "normal" },
};
/** Of what has happened: seen is done, although its cause lasts. */
const ONCE: typeof LASTING = { ...LASTING, activeUnacknowledged: { ...LASTING.activeUnacknowledged, acknowledge: "normal" } };

const happenings = (rule: RuleName): Record<Happening["kind"], Happening> => ({
  raise: { kind: "raise", condition: condition(rule), at: 10 },
  clear: { kind: "clear", at: 10 },
  acknowledge: { kind: "acknowledge", by: "Bob", at: 10 },
});

describe.each([
  ["that lasts", "noAnswer", LASTING],
  ["of something that has happened", "commandFailed", ONCE],
] as const)("an alarm %s", (_what, rule, table) => {
  const cells = Object.entries(table).flatMap(([state, row]) =>
    Object.entries(row).map(([kind, expected]) => [state as AlarmState, kind as Happening["kind"], expected] as const),
  );
  it.each(cells)("in %s, on %s, is %s", (state, kind, expected) => {
    expect(stateOf(step(entryIn(state, rule), happenings(rule)[kind]))).toBe(expected);
  });
});

describe("an alarm", () => {
  it("says when it was raised, seen and cleared, and by whom", () => {
    const raised = step(undefined, { kind: "raise", condition: condition("noAnswer", { since: 5 }), at: 10 });
    expect(raised?.alarm).toMatchObject({ raisedAt: 10, priority: 1, params: { since: 5 }, acknowledgedAt: null, clearedAt: null });
    const seen = step(raised, { kind: "acknowledge", by: "Bob", at: 20 });
    expect(seen?.alarm).toMatchObject({ raisedAt: 10, acknowledgedAt: 20, acknowledgedBy: "Bob" });
    const cleared = step(raised, { kind: "clear", at: 30 });
    expect(cleared?.alarm).toMatchObject({ raisedAt: 10, clearedAt: 30 });
    expect(step(cleared, { kind: "raise", condition: condition("noAnswer"), at: 40 })?.alarm).toMatchObject({
      raisedAt: 40,
      clearedAt: null,
    });
  });

  it("shows new params without being raised anew, and is the same object where nothing changed", () => {
    const raised = step(undefined, { kind: "raise", condition: condition("noAnswer", { since: 5 }), at: 10 });
    expect(step(raised, { kind: "raise", condition: condition("noAnswer", { since: 5 }), at: 20 })).toBe(raised);
    expect(step(raised, { kind: "raise", condition: condition("noAnswer", { since: 6 }), at: 20 })?.alarm).toMatchObject({
      raisedAt: 10,
      params: { since: 6 },
    });
  });

  it("of something seen and done comes again only when it is about something new", () => {
    const seen = step(step(undefined, { kind: "raise", condition: condition("roomGap", { count: 1 }), at: 1 }), {
      kind: "acknowledge",
      by: "Bob",
      at: 2,
    });
    expect(step(seen, { kind: "raise", condition: condition("roomGap", { count: 1 }), at: 3 })).toBe(seen);
    expect(stateOf(step(seen, { kind: "raise", condition: condition("roomGap", { count: 2 }), at: 3 }))).toBe("activeUnacknowledged");
    expect(step(seen, { kind: "clear", at: 4 }), "its cause is gone, so it need not be remembered").toBeUndefined();
  });
});

const entries = (...all: (Entry | undefined)[]) => new Map(all.flatMap((entry) => (entry ? [[entry.alarm.id, entry] as const] : [])));

describe("the delays", () => {
  const { onDelayMs, offDelayMs } = RULES.otherReader;

  it("raise only what has lasted", () => {
    const first = settle(new Map(), [condition("otherReader")], new Map(), 1_000);
    expect(first.raise).toEqual([]);
    const early = settle(new Map(), [condition("otherReader")], first.waiting, 1_000 + onDelayMs - 1);
    expect(early.raise).toEqual([]);
    expect(settle(new Map(), [condition("otherReader")], early.waiting, 1_000 + onDelayMs).raise).toHaveLength(1);
  });

  it("begin anew where the condition was gone in between", () => {
    const first = settle(new Map(), [condition("otherReader")], new Map(), 1_000);
    const gone = settle(new Map(), [], first.waiting, 1_000 + onDelayMs - 1);
    expect(settle(new Map(), [condition("otherReader")], gone.waiting, 1_000 + onDelayMs).raise).toEqual([]);
  });

  it("clear only what has been gone for long enough", () => {
    const standing = entries(entryIn("activeUnacknowledged", "otherReader"));
    const first = settle(standing, [], new Map(), 1_000);
    expect(first.clear).toEqual([]);
    const flicker = settle(standing, [condition("otherReader")], first.waiting, 2_000);
    const again = settle(standing, [], flicker.waiting, 3_000);
    expect(settle(standing, [], again.waiting, 3_000 + offDelayMs - 1).clear).toEqual([]);
    expect(settle(standing, [], again.waiting, 3_000 + offDelayMs).clear).toEqual(["otherReader"]);
  });

  it("do not clear twice, and let what has no delay through at once", () => {
    expect(settle(entries(entryIn("clearedUnacknowledged", "noCertificate")), [], new Map(), 1).clear).toEqual([]);
    expect(settle(new Map(), [condition("noCertificate")], new Map(), 1).raise).toHaveLength(1);
    expect(settle(entries(entryIn("activeAcknowledged", "noCertificate")), [], new Map(), 1).clear).toEqual(["noCertificate"]);
  });
});
