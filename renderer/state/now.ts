/** The present instant on the server's clock, once per second: what ages and durations are reckoned from. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Connection } from "../../shared/model/connection.ts";
import type { RendererClock } from "../clock.ts";
import type { ValueMirror } from "./mirrors.ts";

/** `server`: ms on the server's clock (this workstation's until the offset is known). `wall`: on this workstation's. */
export type Now = { server: number; wall: number };
export type NowStore = StoreApi<Now>;

export const tickNow = (clock: RendererClock, connection: ValueMirror<Connection>): { store: NowStore; stop: () => void } => {
  const read = (): Now => {
    const wall = clock.wall();
    return { wall, server: wall + (connection.getState().value?.clockOffset ?? 0) };
  };
  const store = createStore<Now>(read);
  // Each tick is timed to the next whole second, so that the clock on screen never skips one.
  let cancel = (): void => undefined;
  const tick = (): void => {
    const now = read();
    store.setState(now);
    cancel = clock.after(1_000 - (now.server % 1_000) + 5, tick);
  };
  tick();
  return { store, stop: () => cancel() };
};
