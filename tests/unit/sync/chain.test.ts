import { describe, expect, it } from "vitest";
import { type Chain, type ChainEvent, HORIZON_MS, link, newChain, proves } from "../../../electron/sync/chain.ts";
import { answered, suspect } from "../../../electron/sync/otherReader.ts";

type State = "empty" | "proving" | "robbed";
const START: Record<State, Chain> = {
  empty: newChain(4),
  proving: { id: 4, startedAt: 100, lastTs: 200, otherReader: false },
  robbed: { id: 4, startedAt: 100, lastTs: 200, otherReader: true },
};
const COMPLETE: ChainEvent = { kind: "complete", ts: 300 };
const TABLE: Record<State, Record<ChainEvent["kind"], Chain>> = {
  empty: {
    complete: { id: 4, startedAt: 300, lastTs: 300, otherReader: false },
    broken: newChain(5),
    notSent: START.empty,
    doubtful: START.empty,
    otherReader: { ...START.empty, otherReader: true },
  },
  proving: {
    complete: { id: 4, startedAt: 100, lastTs: 300, otherReader: false },
    broken: newChain(5),
    notSent: START.proving,
    doubtful: START.proving,
    otherReader: START.robbed,
  },
  robbed: {
    complete: { id: 4, startedAt: 100, lastTs: 300, otherReader: true },
    broken: { ...newChain(5), otherReader: true },
    notSent: START.robbed,
    doubtful: START.robbed,
    otherReader: START.robbed,
  },
};

describe("the chain of operation 9 answers", () => {
  for (const [state, row] of Object.entries(TABLE) as [State, Record<ChainEvent["kind"], Chain>][]) {
    for (const [kind, expected] of Object.entries(row) as [ChainEvent["kind"], Chain][]) {
      it(`${state} · ${kind}`, () => {
        expect(link(START[state], kind === "complete" ? COMPLETE : { kind })).toEqual(expected);
      });
    }
  }

  it("proves only once it has begun, and never beside another reader", () => {
    expect([proves(START.empty), proves(START.proving), proves(START.robbed)]).toEqual([false, true, false]);
  });

  it("begins anew after a pause near to what the service keeps", () => {
    expect(link(START.proving, { kind: "complete", ts: 201 + HORIZON_MS })).toMatchObject({ id: 5, startedAt: 201 + HORIZON_MS });
  });

  it("does not go back with a host whose clock is behind", () => {
    expect(link(START.proving, { kind: "complete", ts: 150 }).lastTs).toBe(200);
  });
});

describe("another reader of operation 9", () => {
  const key = "1/7/room";
  const none: ReadonlySet<string> = new Set();

  it("is found when two answers, asked after operation 8 showed an event, come without it", () => {
    const first = answered(suspect(new Map(), [key], 100), none, 101);
    expect(first.found).toBe(false);
    expect(answered(first.suspects, none, 102).found).toBe(true);
  });

  it("is not suspected for an answer that was under way already, nor for an event that comes late", () => {
    const waiting = answered(suspect(new Map(), [key], 100), none, 99);
    const late = answered(answered(waiting.suspects, none, 101).suspects, new Set([key]), 102);
    expect(late).toEqual({ suspects: new Map(), found: false });
  });
});
