import { describe, expect, it } from "vitest";
import { SILENCE_MS, watchHeartbeat } from "../../../renderer/state/heartbeat.ts";
import { BEAT_MS } from "../../../shared/contract/app.ts";
import { createHandBridge, createHandClock } from "./clock.ts";

const setUp = () => {
  const time = createHandClock();
  const { bridge, opened } = createHandBridge();
  const { store } = watchHeartbeat(bridge, time.clock);
  let revision = 0;
  const beat = (): void => {
    revision += 1;
    opened[0]?.listener({ kind: "value", subscription: "s", revision, value: { beat: revision } });
  };
  return { ...time, beat, stopped: () => store.getState().stoppedSince };
};

describe("the heartbeat watcher", () => {
  it("stays quiet while main beats, a little late as well", () => {
    const { beat, pass, stopped } = setUp();
    for (let second = 0; second < 20; second += 1) {
      pass(BEAT_MS + 900);
      beat();
      expect(stopped()).toBeNull();
    }
  });

  it("says after three missed beats since when main is silent", () => {
    const { beat, pass, stopped, clock } = setUp();
    pass(BEAT_MS);
    beat();
    const last = clock.wall();
    pass(3 * BEAT_MS);
    expect(stopped()).toBeNull();
    pass(BEAT_MS);
    expect(stopped()).toBe(last);
  });

  it("takes it back with the next beat", () => {
    const { beat, pass, stopped } = setUp();
    pass(2 * SILENCE_MS);
    expect(stopped()).not.toBeNull();
    beat();
    expect(stopped()).toBeNull();
  });

  it("does not blame main for this window's own sleep", () => {
    const { beat, pass, sleep, stopped } = setUp();
    beat();
    sleep(3_600_000);
    pass(BEAT_MS);
    expect(stopped()).toBeNull();
    pass(2 * SILENCE_MS);
    expect(stopped()).not.toBeNull();
  });
});
