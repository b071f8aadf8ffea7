import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance, type JobEvent, nextState } from "../../../electron/commands/jobState.ts";
import { CommandState, isTerminal } from "../../../shared/model/command.ts";
import { commandRow } from "../../fakes/commandRow.ts";

/** "-": the event means nothing to a command that stands so, and changes nothing. */
const TABLE: Record<CommandState, Record<JobEvent, CommandState | "-">> = {
  asked: {
    released: "queued",
    leaving: "-",
    accepted: "-",
    reached: "-",
    refused: "-",
    notSent: "-",
    lost: "-",
    signSeen: "-",
    lifeOver: "expired",
    cancelled: "cancelled",
    confirmed: "-",
    superseded: "superseded",
    foundSending: "-",
    needsWord: "needsReview",
    absent: "-",
    absentForGood: "-",
    gaveUp: "-",
    due: "-",
    letGo: "-",
    unshowable: "-",
  },
  scheduled: { ...nothing(), due: "queued", lifeOver: "expired", cancelled: "cancelled" },
  queued: {
    released: "-",
    leaving: "sending",
    accepted: "-",
    reached: "observed",
    refused: "-",
    notSent: "-",
    lost: "-",
    signSeen: "-",
    lifeOver: "expired",
    cancelled: "cancelled",
    confirmed: "-",
    superseded: "superseded",
    foundSending: "-",
    needsWord: "needsReview",
    absent: "-",
    absentForGood: "-",
    gaveUp: "-",
    due: "-",
    letGo: "-",
    unshowable: "-",
  },
  needsReview: {
    released: "-",
    leaving: "-",
    accepted: "-",
    reached: "-",
    refused: "-",
    notSent: "-",
    lost: "-",
    signSeen: "-",
    lifeOver: "expired",
    cancelled: "cancelled",
    confirmed: "queued",
    superseded: "superseded",
    foundSending: "-",
    needsWord: "-",
    absent: "-",
    absentForGood: "-",
    gaveUp: "-",
    due: "-",
    letGo: "-",
    unshowable: "-",
  },
  sending: {
    released: "-",
    leaving: "-",
    accepted: "accepted",
    reached: "observed",
    refused: "failed",
    notSent: "queued",
    lost: "unknown",
    signSeen: "observed",
    lifeOver: "-",
    cancelled: "-",
    confirmed: "-",
    superseded: "-",
    foundSending: "unknown",
    needsWord: "-",
    absent: "-",
    absentForGood: "-",
    gaveUp: "-",
    due: "-",
    letGo: "-",
    unshowable: "-",
  },
  accepted: {
    released: "-",
    leaving: "-",
    accepted: "-",
    reached: "-",
    refused: "-",
    notSent: "-",
    lost: "-",
    signSeen: "observed",
    lifeOver: "-",
    cancelled: "-",
    confirmed: "-",
    superseded: "-",
    foundSending: "-",
    needsWord: "-",
    absent: "-",
    absentForGood: "-",
    gaveUp: "failed",
    due: "-",
    letGo: "-",
    unshowable: "accepted",
  },
  unknown: {
    released: "-",
    leaving: "-",
    accepted: "-",
    reached: "-",
    refused: "-",
    notSent: "-",
    lost: "-",
    signSeen: "observed",
    lifeOver: "-",
    cancelled: "-",
    confirmed: "-",
    superseded: "-",
    foundSending: "-",
    needsWord: "-",
    absent: "queued",
    absentForGood: "failed",
    gaveUp: "failed",
    due: "-",
    letGo: "failed",
    unshowable: "-",
  },
  observed: nothing(),
  failed: nothing(),
  expired: nothing(),
  cancelled: nothing(),
  superseded: nothing(),
};

function nothing(): Record<JobEvent, "-"> {
  return {
    released: "-",
    leaving: "-",
    accepted: "-",
    reached: "-",
    refused: "-",
    notSent: "-",
    lost: "-",
    signSeen: "-",
    lifeOver: "-",
    cancelled: "-",
    confirmed: "-",
    superseded: "-",
    foundSending: "-",
    needsWord: "-",
    absent: "-",
    absentForGood: "-",
    due: "-",
    letGo: "-",
    unshowable: "-",
    gaveUp: "-",
  };
}

const EVENTS = Object.keys(nothing()) as JobEvent[];
const cells = CommandState.options.flatMap((state) => EVENTS.map((event) => [state, event, TABLE[state][event]] as const));

describe("a command that is", () => {
  it.each(cells)("%s and meets %s becomes %s", (state, event, expected) => {
    expect(nextState({ state, sign: "roomState" }, event) ?? "-").toBe(expected);
  });

  it.each(EVENTS)("accepted and that nothing can show has ended, whatever comes: %s", (event) => {
    expect(nextState({ state: "accepted", sign: null }, event)).toBeNull();
  });

  it("has ended never changes again, and one that has not can still end", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 60 }), fc.constantFrom("roomState", null), (events, sign) => {
        let row = commandRow({ state: "asked", sign });
        let end: string | null = null;
        for (const [index, event] of events.entries()) {
          const next = advance(row, event, index);
          if (end !== null) expect(next).toBeNull();
          row = next ?? row;
          if (isTerminal(row)) {
            end ??= row.state;
            expect(row.endedAt).not.toBeNull();
          } else expect(row.endedAt).toBeNull();
        }
      }),
      { numRuns: 1_000 },
    );
    for (const state of CommandState.options) {
      if (isTerminal({ state, sign: "roomState" })) continue;
      expect(reachable(state).some((one) => isTerminal({ state: one, sign: "roomState" }))).toBe(true);
    }
  });

  it("notes when it left, was accepted, was seen and ended, and drops what no longer holds", () => {
    const failure = { code: "timeout", httpStatus: null, businessCode: null, detail: "no answer" };
    const queued = commandRow({ state: "queued", attempt: { number: 1, of: 4, host: "h", nextAt: 5 } });
    const sending = advance(queued, "leaving", 10);
    expect(sending).toMatchObject({ state: "sending", sentAt: 10, attempt: { nextAt: 5 } });
    const unknown = advance(sending ?? queued, "lost", 20, failure);
    expect(unknown).toMatchObject({ state: "unknown", failure, attempt: { nextAt: null }, endedAt: null });
    expect(advance(unknown ?? queued, "absent", 30)).toMatchObject({ state: "queued", failure: null });
    expect(advance(unknown ?? queued, "gaveUp", 30)).toMatchObject({ state: "failed", failure, endedAt: 30 });
    const accepted = advance(sending ?? queued, "accepted", 40);
    expect(advance(accepted ?? queued, "unshowable", 60)).toMatchObject({ state: "accepted", acceptedAt: 40, sign: null, endedAt: 60 });
    expect(accepted).toMatchObject({ state: "accepted", acceptedAt: 40, endedAt: null });
    expect(advance({ ...(accepted ?? queued), overdue: true }, "signSeen", 50)).toMatchObject({
      observedAt: 50,
      endedAt: 50,
      overdue: false,
    });
  });
});

/** Every state that can follow. */
function reachable(from: CommandState): CommandState[] {
  const found = new Set<CommandState>([from]);
  for (const state of found)
    for (const event of EVENTS) {
      const next = TABLE[state][event];
      if (next !== "-") found.add(next);
    }
  return [...found];
}
