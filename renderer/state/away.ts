/** Whether somebody looks at the console, and since when nobody had when they came back: window hidden or behind others, screen locked, computer asleep, console closed. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { NowStore } from "./now.ts";

/** Server time, ms. */
export type Away = { from: number; to: number };
export type Looking = { lastLook: number | null; away: Away | null };
export type AwayStore = StoreApi<Looking>;

/** Shorter absences are a glance aside, ms. */
const AWAY_MS = 60_000;
/** How often the last look is noted for after a restart, ms. */
const NOTE_EVERY_MS = 10_000;
const NOTE = "console.lastLook";

/** After a moment in which somebody looks. A second absence before the first was read is one long one. */
export const afterLook = ({ lastLook, away }: Looking, now: number): Looking => ({
  lastLook: now,
  away: lastLook !== null && now - lastLook >= AWAY_MS ? { from: away?.from ?? lastLook, to: now } : away,
});

export type AwayWorld = {
  now: NowStore;
  looking(): boolean;
  note: { read(): string | null; write(text: string): void };
};

/** What the window itself tells. */
export const windowWorld = (now: NowStore): AwayWorld => ({
  now,
  looking: () => document.visibilityState === "visible" && document.hasFocus(),
  note: {
    read: () => localStorage.getItem(NOTE),
    write: (text) => localStorage.setItem(NOTE, text),
  },
});

export const watchAway = ({ now, looking, note }: AwayWorld): { store: AwayStore; stop: () => void } => {
  const noted = Number(note.read() ?? Number.NaN);
  const store = createStore<Looking>(() => ({ lastLook: Number.isFinite(noted) ? noted : null, away: null }));
  let notedAt = 0;
  const stop = now.subscribe(({ server }) => {
    if (!looking()) return;
    store.setState(afterLook(store.getState(), server));
    if (Math.abs(server - notedAt) < NOTE_EVERY_MS) return;
    notedAt = server;
    note.write(String(server));
  });
  return { store, stop };
};
