import { describe, expect, it } from "vitest";
import { evenShares, GENTLE_MS, pick, TURN_CLASSES, type TurnClass, turnOf, type Waiting } from "../../../electron/sync/scheduler.ts";

const POLL = 2_000;
const NOW = 1_000_000;
const room = (part: Partial<Waiting> = {}): Waiting => ({
  roomUuid: "r",
  phase: "live",
  open: false,
  busy: false,
  started: false,
  named: false,
  chained: true,
  unasked: false,
  askedAt: NOW - 600_000,
  retryAt: null,
  floorAt: null,
  ...part,
});

describe("whose turn it is", () => {
  it("puts each room into the class of what it needs", () => {
    const table: Record<TurnClass, Partial<Waiting>> = {
      open: { open: true },
      gap: { phase: "catchingUp" },
      named: { named: true },
      sweep: { started: true },
      other: {},
    };
    for (const turn of TURN_CLASSES) expect(turnOf(room(table[turn]), POLL)?.turn).toBe(turn);
  });

  it("leaves out rooms that are under way or paused", () => {
    expect(turnOf(room({ busy: true }), POLL)).toBeNull();
    expect(turnOf(room({ phase: "paused" }), POLL)).toBeNull();
  });

  it("asks a room that operation 9 proves at most every 30 s, and one that it does not at the poll interval", () => {
    expect(turnOf(room({ started: true, askedAt: NOW }), POLL)?.dueAt).toBe(NOW + GENTLE_MS);
    expect(turnOf(room({ started: true, askedAt: NOW, chained: false }), POLL)?.dueAt).toBe(NOW + POLL);
  });

  it("asks a named room once per interval", () => {
    expect(turnOf(room({ named: true, askedAt: NOW - 500 }), POLL)?.dueAt).toBe(NOW + 1_500);
  });

  it("gives every class its share, the more important ones more, while all of them wait", () => {
    const rooms = [
      room({ roomUuid: "open", open: true, chained: false }),
      room({ roomUuid: "gap", phase: "catchingUp" }),
      room({ roomUuid: "named", named: true }),
      room({ roomUuid: "sweep", started: true }),
      room({ roomUuid: "other" }),
    ];
    const turns: Record<string, number> = {};
    let shares = evenShares();
    for (let n = 0; n < 330; n += 1) {
      const next = pick(rooms, shares, NOW, POLL);
      if (!("turn" in next)) throw new Error("somebody waits");
      turns[next.roomUuid] = (turns[next.roomUuid] ?? 0) + 1;
      ({ shares } = next);
    }
    expect(turns["other"]).toBeGreaterThanOrEqual(9);
    expect(turns["sweep"]).toBeGreaterThan(turns["other"] ?? 0);
    expect(turns["named"]).toBeGreaterThan(turns["sweep"] ?? 0);
    expect(turns["gap"]).toBeGreaterThan(turns["named"] ?? 0);
    expect(turns["open"]).toBeGreaterThan(turns["gap"] ?? 0);
  });

  it("serves started rooms first, then who has waited longest", () => {
    const rooms = [
      room({ roomUuid: "late", phase: "catchingUp", askedAt: NOW - 10 }),
      room({ roomUuid: "early", phase: "catchingUp", askedAt: NOW - 20 }),
      room({ roomUuid: "started", phase: "catchingUp", started: true, askedAt: NOW }),
    ];
    expect(pick(rooms, evenShares(), NOW, POLL)).toMatchObject({ roomUuid: "started" });
    expect(pick(rooms.slice(0, 2), evenShares(), NOW, POLL)).toMatchObject({ roomUuid: "early" });
  });

  it("says when the first room falls due where none is", () => {
    expect(pick([room({ started: true, askedAt: NOW }), room({ askedAt: NOW })], evenShares(), NOW, POLL)).toEqual({
      dueAt: NOW + GENTLE_MS,
    });
    expect(pick([], evenShares(), NOW, POLL)).toEqual({ dueAt: null });
  });
});
