/** Alarms: what needs a person, until a person has seen it. Keeps them across a restart; may not know where its facts come from. */
import type { Alarm } from "../../shared/model/alarm.ts";
import type { Clock, DatabaseFault, Log } from "../../shared/ports.ts";
import { createRepeating } from "../../shared/repeat.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import type { AlarmStore, StoredAlarm } from "../store/outbox.ts";
import { type Happening, settle, step, type Waiting } from "./lifecycle.ts";
import { conditions, type Facts } from "./rules.ts";

/** Rules that depend on time alone are looked at this often, ms. */
const LOOK_MS = 1_000;

export type Alarms = {
  /** Open alarms, the oldest first. */
  list(): Alarm[];
  get(id: string): Alarm | undefined;
  /** Told the id of each alarm that changed or went. */
  watch: Watch<string>;
  /** A person has seen these. Ids that are not open any more are passed over. */
  acknowledge(ids: readonly string[], by: string): void;
  /** What is so now. Nothing is raised or cleared before the first. */
  update(facts: Facts): void;
  /** Reads what was open when the console ended. */
  load(): Result<void>;
  start(): void;
  stop(): void;
  /** For the watchdog. */
  turnedAt(): number | null;
  revive(): void;
};

type Deps = { clock: Clock; serverNow: () => number; log: Log; store: AlarmStore };

export const createAlarms = ({ clock, serverNow, log, store }: Deps): Alarms => {
  const signal = createSignal<string>();
  const entries = new Map<string, StoredAlarm>();
  /** Ids whose last change is not on disk. */
  const unsaved = new Set<string>();
  let facts: Facts | null = null;
  let waiting: Waiting = new Map();
  let told: DatabaseFault["kind"] | null = null;
  let running = false;

  const apply = (id: string, happening: Happening): void => {
    const before = entries.get(id);
    const after = step(before, happening);
    if (after === before) return;
    if (after === undefined) entries.delete(id);
    else entries.set(id, after);
    unsaved.add(id);
    signal.emit(id);
  };

  const save = (): void => {
    if (unsaved.size === 0) return;
    const saved: StoredAlarm[] = [];
    const removed: string[] = [];
    for (const id of unsaved) {
      const entry = entries.get(id);
      if (entry === undefined) removed.push(id);
      else saved.push(entry);
    }
    const written = store.saveAlarms(saved, removed);
    if (written.ok) {
      unsaved.clear();
      told = null;
    } else if (told !== written.error.kind) {
      told = written.error.kind;
      log.error({ fault: written.error }, "alarms cannot be written; they are kept in memory and tried again");
    }
  };

  const evaluate = (): void => {
    if (facts === null || !running) return;
    const at = serverNow();
    const settled = settle(entries, conditions(facts, at), waiting, clock.monotonic());
    waiting = settled.waiting;
    for (const condition of settled.raise) apply(condition.id, { kind: "raise", condition, at });
    for (const id of settled.clear) apply(id, { kind: "clear", at });
    save();
  };

  const looking = createRepeating({
    clock,
    everyMs: LOOK_MS,
    work: evaluate,
    failed: (error) => log.error({ error }, "an unexpected error while looking at the alarms; the loop goes on"),
  });

  return {
    list: () => [...entries.values()].filter(({ open }) => open).map(({ alarm }) => alarm),
    get: (id) => {
      const entry = entries.get(id);
      return entry?.open ? entry.alarm : undefined;
    },
    watch: signal.watch,
    acknowledge: (ids, by) => {
      const at = serverNow();
      for (const id of ids) apply(id, { kind: "acknowledge", by, at });
      save();
    },
    update: (next) => {
      facts = next;
      evaluate();
    },
    load: () => {
      const loaded = store.loadAlarms();
      if (!loaded.ok) return err(appError("unavailable", `alarms cannot be read: ${loaded.error.detail}`, { reason: "outbox" }));
      for (const entry of loaded.value) entries.set(entry.alarm.id, entry);
      return ok(undefined);
    },
    start: () => {
      running = true;
      looking.start();
    },
    stop: () => {
      looking.stop();
      running = false;
      save();
    },
    turnedAt: looking.turnedAt,
    revive: looking.turn,
  };
};
