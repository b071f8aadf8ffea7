/** When the machine wakes or the network returns, the core hears of it at once and does not wait out its pauses. */
import { net, powerMonitor } from "electron";
import type { Clock } from "../../shared/ports.ts";

const LOOK_MS = 2_000;

export const tellWakes = (clock: Clock, core: { wake(): void; networkBack(): void }): void => {
  powerMonitor.on("resume", () => core.wake());
  // Electron tells the main process nothing when the network comes and goes; it can only be asked.
  let online = net.isOnline();
  const look = (): void => {
    const now = net.isOnline();
    if (now && !online) core.networkBack();
    online = now;
    clock.after(LOOK_MS, look);
  };
  clock.after(LOOK_MS, look);
};
