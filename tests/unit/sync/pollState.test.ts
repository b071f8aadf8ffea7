import { describe, expect, it } from "vitest";
import { DESTROYED_MS, FAILED_MS, freshState, type PollEvent, type PollState, step } from "../../../electron/sync/pollState.ts";
import type { RoomPhase } from "../../../shared/model/room.ts";

const NOW = 1_000_000;
/** When the room is asked next: `turn` by the scheduler's order, else after so many ms at least. */
type Expected = { phase: RoomPhase; ask: "turn" | "now" | "soon" | "minute" | "rarely" };
type Name =
  | "more"
  | "end"
  | "absent"
  | "transient"
  | "refused"
  | "aborted"
  | "wake"
  | "networkBack"
  | "recovered"
  | "worldChanged"
  | "named"
  | "pause"
  | "resume";

const EVENTS: Record<Name, PollEvent> = {
  more: { kind: "more" },
  end: { kind: "end" },
  absent: { kind: "problem", code: "roomAbsent" },
  transient: { kind: "problem", code: "timeout" },
  refused: { kind: "problem", code: "unauthorized" },
  aborted: { kind: "problem", code: "aborted" },
  wake: { kind: "wake" },
  networkBack: { kind: "networkBack" },
  recovered: { kind: "recovered" },
  worldChanged: { kind: "worldChanged" },
  named: { kind: "named" },
  pause: { kind: "pause" },
  resume: { kind: "resume" },
};

const START: Record<RoomPhase, PollState> = {
  new: freshState("new"),
  catchingUp: freshState("catchingUp"),
  live: freshState("live"),
  backingOff: { phase: "backingOff", problem: "timeout", attempts: 2, retryAt: NOW + 3_000, floorAt: null },
  destroyed: { phase: "destroyed", problem: null, attempts: 0, retryAt: NOW + DESTROYED_MS - 1, floorAt: null },
  failed: { phase: "failed", problem: "forbidden", attempts: 1, retryAt: NOW + FAILED_MS - 1, floorAt: null },
  paused: freshState("paused"),
};

const stays = (phase: RoomPhase, ask: Expected["ask"]): Expected => ({ phase, ask });
const untouched: Omit<Record<Name, Expected>, "aborted" | "wake" | "networkBack" | "recovered" | "worldChanged" | "named" | "resume"> = {
  more: { phase: "catchingUp", ask: "turn" },
  end: { phase: "live", ask: "turn" },
  absent: { phase: "destroyed", ask: "rarely" },
  transient: { phase: "backingOff", ask: "soon" },
  refused: { phase: "failed", ask: "minute" },
  pause: { phase: "paused", ask: "turn" },
};
const quiet = (phase: RoomPhase): Record<Name, Expected> => ({
  ...untouched,
  aborted: stays(phase, "turn"),
  wake: stays(phase, "turn"),
  networkBack: stays(phase, "turn"),
  recovered: stays(phase, "turn"),
  worldChanged: stays(phase, "turn"),
  named: stays(phase, "turn"),
  resume: stays(phase, "turn"),
});
const waiting = (phase: RoomPhase, ask: Expected["ask"]): Record<Name, Expected> => ({
  ...untouched,
  aborted: stays(phase, "now"),
  wake: stays(phase, "now"),
  networkBack: stays(phase, "now"),
  recovered: stays(phase, "now"),
  worldChanged: stays(phase, "now"),
  named: stays(phase, ask),
  resume: stays(phase, ask),
});
const still = stays("paused", "turn");

const TABLE: Record<RoomPhase, Record<Name, Expected>> = {
  new: quiet("new"),
  catchingUp: quiet("catchingUp"),
  live: quiet("live"),
  backingOff: waiting("backingOff", "soon"),
  failed: waiting("failed", "minute"),
  destroyed: {
    ...waiting("destroyed", "rarely"),
    named: stays("destroyed", "now"),
    transient: stays("destroyed", "soon"),
    refused: stays("destroyed", "minute"),
  },
  paused: {
    more: still,
    end: still,
    absent: still,
    transient: still,
    refused: still,
    aborted: still,
    wake: still,
    networkBack: still,
    recovered: still,
    worldChanged: still,
    named: still,
    pause: still,
    resume: { phase: "catchingUp", ask: "turn" },
  },
};

const askOf = (state: PollState): Expected["ask"] => {
  if (state.retryAt === null) return "turn";
  const wait = state.retryAt - NOW;
  if (wait <= 0) return "now";
  if (wait <= 20_000) return "soon";
  return wait <= FAILED_MS ? "minute" : "rarely";
};

const wait = (retryAfterMs: number): number =>
  (step(freshState("live"), { kind: "problem", code: "rateLimited", retryAfterMs }, NOW, 0).retryAt ?? 0) - NOW;

describe("how the console stands with a room", () => {
  for (const [phase, row] of Object.entries(TABLE) as [RoomPhase, Record<Name, Expected>][]) {
    for (const [name, expected] of Object.entries(row) as [Name, Expected][]) {
      it(`${phase} · ${name} → ${expected.phase}, asked: ${expected.ask}`, () => {
        const after = step(START[phase], EVENTS[name], NOW, 0.5);
        expect({ phase: after.phase, ask: askOf(after) }).toEqual(expected);
      });
    }
  }

  it("never waits longer than 15 s after a fault of the network, however often it failed", () => {
    let state = freshState("live");
    for (let n = 0; n < 200; n += 1) {
      state = step(state, EVENTS.transient, NOW, 0.999);
      expect((state.retryAt ?? 0) - NOW).toBeLessThanOrEqual(15_000);
    }
  });

  it("waits at least as long as the server wishes, and at most a minute", () => {
    expect(wait(9_000)).toBe(9_000);
    expect(wait(3_600_000)).toBe(60_000);
  });

  it("does not ask before the server's wish because others are answered again, and does when the computer woke", () => {
    const busy = step(freshState("live"), { kind: "problem", code: "rateLimited", retryAfterMs: 9_000 }, NOW, 0);
    for (const name of ["networkBack", "recovered", "worldChanged"] as const)
      expect(step(busy, EVENTS[name], NOW, 0).retryAt).toBe(NOW + 9_000);
    expect(step(busy, EVENTS.wake, NOW, 0).retryAt).toBe(NOW);
  });
});
