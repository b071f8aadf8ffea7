import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { afterLook, type Looking, watchAway } from "../../../renderer/state/away.ts";
import type { Now } from "../../../renderer/state/now.ts";

const SECOND = 1_000;

it.each<[string, Looking, number, Looking]>([
  ["nobody ever looked", { lastLook: null, away: null }, 5, { lastLook: 5, away: null }],
  ["a glance aside", { lastLook: 0, away: null }, 59 * SECOND, { lastLook: 59 * SECOND, away: null }],
  ["a minute away", { lastLook: 0, away: null }, 60 * SECOND, { lastLook: 60 * SECOND, away: { from: 0, to: 60 * SECOND } }],
  ["looking on, the absence still unread", { lastLook: 70, away: { from: 1, to: 70 } }, 71, { lastLook: 71, away: { from: 1, to: 70 } }],
  [
    "away again before it was read",
    { lastLook: 100 * SECOND, away: { from: 0, to: 90 * SECOND } },
    200 * SECOND,
    { lastLook: 200 * SECOND, away: { from: 0, to: 200 * SECOND } },
  ],
])("%s", (_name, before, now, after) => {
  expect(afterLook(before, now)).toEqual(after);
});

it("counts what passed while the window was hidden, the computer slept or the console was closed", () => {
  const now = createStore<Now>(() => ({ server: 0, wall: 0 }));
  const noted: string[] = [];
  let looking = true;
  const world = { now, looking: () => looking, note: { read: () => noted.at(-1) ?? null, write: (text: string) => void noted.push(text) } };
  const at = (seconds: number): void => now.setState({ server: seconds * SECOND, wall: 0 });
  const first = watchAway(world);
  at(10);
  looking = false;
  for (let second = 11; second < 200; second += 1) at(second);
  expect(first.store.getState().away).toBeNull();
  looking = true;
  at(200);
  expect(first.store.getState().away).toEqual({ from: 10 * SECOND, to: 200 * SECOND });
  first.stop();
  const second = watchAway(world);
  at(1_000);
  expect(second.store.getState().away).toEqual({ from: 200 * SECOND, to: 1_000 * SECOND });
});
