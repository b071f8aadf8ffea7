/** Keeps what is typed of commands in main, and finds it again when the window comes back. */
import type { Bridge } from "../bridge.ts";
import type { RendererClock } from "../clock.ts";
import type { DraftStore } from "./drafts.ts";

/** So long after the last key it is written: not at each key, and little is lost in a crash. */
const SETTLE_MS = 300;

export const keepDrafts = (bridge: Bridge, clock: RendererClock, drafts: DraftStore): void => {
  const waiting = new Set<string>();
  let cancel = (): void => undefined;
  const write = (): void => {
    const { commands } = drafts.getState();
    for (const key of waiting) void bridge.call("drafts.keep", { key, draft: commands.get(key) ?? null });
    waiting.clear();
  };
  const watch = (): void => {
    drafts.subscribe(({ commands }, before) => {
      if (commands === before.commands) return;
      for (const key of new Set([...commands.keys(), ...before.commands.keys()]))
        if (commands.get(key) !== before.commands.get(key)) waiting.add(key);
      cancel();
      cancel = clock.after(SETTLE_MS, write);
    });
  };
  watch();
  void bridge.call("drafts.all", {}).then((answer) => {
    if (!answer.ok) return;
    // What has been typed since the window came is newer.
    drafts.setState(({ commands }) => ({ commands: new Map([...Object.entries(answer.value.drafts), ...commands]) }));
    waiting.clear();
  });
};
