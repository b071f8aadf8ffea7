/** The order of the end: the window closes, the core stops, the program ends, within a bounded time. */
import type { App } from "electron";
import type { Clock } from "../../shared/ports.ts";

/** What the core may take to put everything away, ms. */
export const STOP_WITHIN_MS = 5_000;

export const endInOrder = (deps: { app: Pick<App, "on" | "exit" | "quit">; clock: Clock; stop(): Promise<void> }): void => {
  const { app, clock } = deps;
  let ending = false;
  app.on("window-all-closed", () => app.quit());
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (ending) return;
    ending = true;
    const late = new Promise<number>((resolve) => clock.after(STOP_WITHIN_MS, () => resolve(1)));
    const stopped = deps.stop().then(
      () => 0,
      () => 1,
    );
    void Promise.race([stopped, late]).then((code) => app.exit(code));
  });
};
