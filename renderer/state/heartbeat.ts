/** Watches main's heartbeat, so that a stopped console never looks live (design: freshness). */
import { createStore, type StoreApi } from "zustand/vanilla";
import { BEAT_MS, MISSED_BEATS } from "../../shared/contract/app.ts";
import type { Bridge } from "../bridge.ts";
import type { RendererClock } from "../clock.ts";
import { follow } from "./subscription.ts";

export type Pulse = {
  /** Workstation time of the last beat after which main fell silent, ms; null while it beats. */
  stoppedSince: number | null;
};
export type PulseStore = StoreApi<Pulse>;

const CHECK_MS = 250;
/** A check that comes this late was itself asleep: silence before it proves nothing about main. */
const ASLEEP_MS = 2_000;
/** Half a beat more than the beats that may be missed: a beat may be a little late without being missed. */
export const SILENCE_MS = BEAT_MS * (MISSED_BEATS + 0.5);

export const watchHeartbeat = (bridge: Bridge, clock: RendererClock): { store: PulseStore; stop: () => void } => {
  const store = createStore<Pulse>(() => ({ stoppedSince: null }));
  let lastBeat = { monotonic: clock.monotonic(), wall: clock.wall() };
  let lastCheck = clock.monotonic();

  const stopFollowing = follow(
    bridge,
    clock,
    "heartbeat",
    {},
    {
      restart: () => undefined,
      push: () => {
        lastBeat = { monotonic: clock.monotonic(), wall: clock.wall() };
        if (store.getState().stoppedSince !== null) store.setState({ stoppedSince: null });
      },
      closed: () => undefined,
    },
  );
  const stopChecking = clock.every(CHECK_MS, () => {
    const now = clock.monotonic();
    if (now - lastCheck > ASLEEP_MS) lastBeat = { ...lastBeat, monotonic: now };
    lastCheck = now;
    const silent = now - lastBeat.monotonic > SILENCE_MS;
    if (silent && store.getState().stoppedSince === null) store.setState({ stoppedSince: lastBeat.wall });
  });
  return {
    store,
    stop: () => {
      stopFollowing();
      stopChecking();
    },
  };
};
