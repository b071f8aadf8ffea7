/** One alarm's life (product: alarm states), and the delays before it begins and ends. Pure. */
import type { Alarm } from "../../shared/model/alarm.ts";
import { type Condition, RULES } from "./rules.ts";

export type AlarmState = "normal" | "activeUnacknowledged" | "activeAcknowledged" | "clearedUnacknowledged";

/** `open: false`: seen and done, kept only so that its lasting cause does not raise it again. */
export type Entry = { alarm: Alarm; open: boolean };

export const stateOf = (entry: Entry | undefined): AlarmState => {
  if (entry === undefined || !entry.open) return "normal";
  if (entry.alarm.clearedAt !== null) return "clearedUnacknowledged";
  return entry.alarm.acknowledgedAt === null ? "activeUnacknowledged" : "activeAcknowledged";
};

export type Happening =
  | { kind: "raise"; condition: Condition; at: number }
  | { kind: "clear"; at: number }
  | { kind: "acknowledge"; by: string; at: number };

/** What becomes of an alarm; undefined: there is none (any more). The same entry: nothing has changed. */
export const step = (entry: Entry | undefined, happening: Happening): Entry | undefined => {
  if (happening.kind === "raise") return raise(entry, happening.condition, happening.at);
  if (entry === undefined) return undefined;
  if (happening.kind === "acknowledge") return acknowledge(entry, happening.by, happening.at);
  const state = stateOf(entry);
  // What nobody has seen stays until somebody has.
  if (state === "activeUnacknowledged") return { ...entry, alarm: { ...entry.alarm, clearedAt: happening.at } };
  return state === "clearedUnacknowledged" ? entry : undefined;
};

const raise = (entry: Entry | undefined, { id, rule, roomUuid, params }: Condition, at: number): Entry => {
  const state = stateOf(entry);
  const changed = entry !== undefined && !sameParams(entry.alarm.params, params);
  if (entry !== undefined && !entry.open && !changed) return entry;
  if (entry !== undefined && (state === "activeUnacknowledged" || state === "activeAcknowledged"))
    return changed ? { ...entry, alarm: { ...entry.alarm, params } } : entry;
  const { priority } = RULES[rule];
  const alarm: Alarm = { id, rule, priority, roomUuid, params, raisedAt: at, acknowledgedAt: null, acknowledgedBy: null, clearedAt: null };
  return { alarm, open: true };
};

const acknowledge = (entry: Entry, by: string, at: number): Entry | undefined => {
  const state = stateOf(entry);
  if (state === "clearedUnacknowledged") return undefined;
  if (state !== "activeUnacknowledged") return entry;
  return { alarm: { ...entry.alarm, acknowledgedAt: at, acknowledgedBy: by }, open: !isOnce(entry.alarm.rule) };
};

const isOnce = (rule: string): boolean => Object.hasOwn(RULES, rule) && RULES[rule as Condition["rule"]].once;

const sameParams = (a: Alarm["params"], b: Alarm["params"]): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
};

/** Since when each condition and its alarm have disagreed, monotonic ms. */
export type Waiting = ReadonlyMap<string, number>;

/**
 * What the delays let through now: conditions to raise, ids to clear, and what still waits. A condition that already has its
 * alarm is let through at once, so that new params are shown.
 */
export const settle = (
  entries: ReadonlyMap<string, Entry>,
  present: readonly Condition[],
  waiting: Waiting,
  monotonic: number,
): { raise: Condition[]; clear: string[]; waiting: Waiting } => {
  const next = new Map<string, number>();
  const due = (id: string, delayMs: number): boolean => {
    const since = waiting.get(id) ?? monotonic;
    if (monotonic - since >= delayMs) return true;
    next.set(id, since);
    return false;
  };
  const stands = (id: string): boolean => {
    const entry = entries.get(id);
    return entry !== undefined && entry.alarm.clearedAt === null;
  };
  const found = new Set(present.map(({ id }) => id));
  const raised = present.filter(({ id, rule }) => stands(id) || due(id, RULES[rule].onDelayMs));
  const clear = [...entries.values()]
    .filter(({ alarm }) => stands(alarm.id) && !found.has(alarm.id))
    // A rule that this program does not know any more clears at once.
    .filter(({ alarm }) => due(alarm.id, Object.hasOwn(RULES, alarm.rule) ? RULES[alarm.rule as Condition["rule"]].offDelayMs : 0))
    .map(({ alarm }) => alarm.id);
  return { raise: raised, clear, waiting: next };
};
