/** A hand-driven clock and a bridge whose pushes the test sends. */
import type { Bridge } from "../../../renderer/bridge.ts";
import type { RendererClock } from "../../../renderer/clock.ts";
import type { Push } from "../../../shared/contract/kinds.ts";

export const createHandClock = () => {
  let now = 0;
  let tasks: { at: number; every: number | null; run: () => void }[] = [];
  const add = (ms: number, every: number | null, run: () => void): (() => void) => {
    const task = { at: now + ms, every, run };
    tasks.push(task);
    return () => {
      tasks = tasks.filter((other) => other !== task);
    };
  };
  const clock: RendererClock = {
    wall: () => 1_000_000 + now,
    monotonic: () => now,
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
    frame: (run) => add(16, null, run),
  };
  return {
    clock,
    /** Runs what falls due, in order. */
    pass: (ms: number): void => {
      const end = now + ms;
      for (;;) {
        const next = tasks.filter((task) => task.at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        now = Math.max(now, next.at);
        if (next.every === null) tasks = tasks.filter((task) => task !== next);
        else next.at += next.every;
        next.run();
      }
      now = end;
    },
    /** Time goes by while this window sleeps: nothing runs meanwhile. */
    sleep: (ms: number): void => {
      now += ms;
    },
  };
};

export const createHandBridge = () => {
  const opened: { topic: string; params: unknown; listener: (push: Push) => void; closed: boolean }[] = [];
  const bridge: Bridge = {
    call: () => new Promise(() => undefined),
    subscribe: (topic, params, listener) => {
      const entry = { topic, params, listener, closed: false };
      opened.push(entry);
      return () => {
        entry.closed = true;
      };
    },
  };
  return { bridge, opened };
};
