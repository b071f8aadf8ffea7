import { describe, expect, it } from "vitest";
import { conditions, type Facts, type RuleName } from "../../../electron/alarms/rules.ts";
import { CommandState } from "../../../shared/model/command.ts";
import { commandRow } from "../../fakes/commandRow.ts";

const NOW = 1_000_000;
const MINUTE = 60_000;

export const quiet: Facts = {
  connection: { phase: "live", lastAnswerAt: NOW, proofInterval: 2_000, problem: null, otherReader: false },
  startedAt: 0,
  certificate: "keychain",
  unrenewable: null,
  examEndsAt: null,
  commands: [],
  lostRecordings: [],
  stoppedStreams: [],
  gaps: [],
  journalSetAside: null,
  hungLoops: [],
};
const connected = (more: Partial<Facts["connection"]>): Facts => ({ ...quiet, connection: { ...quiet.connection, ...more } });
const problem = (code: string) => ({ code, since: NOW, detail: "" });

/** For each rule: facts that need a person, and facts as near to them as can be that do not. */
const TABLE: Record<RuleName, { raises: [string, Facts][]; not: [string, Facts][] }> = {
  noAnswer: {
    raises: [
      ["silence of more than 6 s", connected({ lastAnswerAt: NOW - 6_001 })],
      ["silence of more than two slow proof intervals", connected({ lastAnswerAt: NOW - 40_001, proofInterval: 20_000 })],
      ["no answer at all since the start", { ...connected({ lastAnswerAt: null }), startedAt: NOW - 6_001 }],
      ["silence while failing", connected({ lastAnswerAt: NOW - 6_001, phase: "failed", problem: problem("dns") })],
    ],
    not: [
      ["silence of 6 s", connected({ lastAnswerAt: NOW - 6_000 })],
      ["silence within two slow proof intervals", connected({ lastAnswerAt: NOW - 40_000, proofInterval: 20_000 })],
      ["an answer of yesterday, just after the start", { ...connected({ lastAnswerAt: 5 }), startedAt: NOW - 6_000 }],
      ["a pause", connected({ lastAnswerAt: NOW - 60_000, phase: "paused" })],
      ["no certificate, so that nothing is asked", { ...connected({ lastAnswerAt: null }), certificate: "absent" }],
    ],
  },
  unauthorized: {
    raises: [["a token that is refused", connected({ problem: problem("unauthorized") })]],
    not: [["another problem", connected({ problem: problem("forbidden") })]],
  },
  noCertificate: {
    raises: [["no certificate", { ...quiet, certificate: "absent" }]],
    not: [["one in memory", { ...quiet, certificate: "memory" }]],
  },
  tokenEnding: {
    raises: [
      ["a token that ends within 10 min", { ...quiet, unrenewable: { expiresAt: NOW + 10 * MINUTE - 1 } }],
      [
        "one that ends 10 min after the exam",
        { ...quiet, unrenewable: { expiresAt: NOW + 70 * MINUTE - 1 }, examEndsAt: NOW + 60 * MINUTE },
      ],
      ["one that has ended, after an exam that is over", { ...quiet, unrenewable: { expiresAt: NOW - 1 }, examEndsAt: NOW - 60 * MINUTE }],
    ],
    not: [
      ["one that lives longer, without an exam", { ...quiet, unrenewable: { expiresAt: NOW + 10 * MINUTE } }],
      ["one that outlives the exam by 10 min", { ...quiet, unrenewable: { expiresAt: NOW + 70 * MINUTE }, examEndsAt: NOW + 60 * MINUTE }],
      ["one that can be renewed", { ...quiet, examEndsAt: NOW + 60 * MINUTE }],
    ],
  },
  otherReader: {
    raises: [["another reader", connected({ otherReader: true })]],
    not: [["none", connected({ otherReader: false })]],
  },
  commandNotObserved: {
    raises: [["accepted and overdue", { ...quiet, commands: [commandRow({ state: "accepted", overdue: true })] }]],
    not: [["accepted and in time", { ...quiet, commands: [commandRow({ state: "accepted" })] }]],
  },
  commandUnknown: {
    raises: [["of unknown outcome", { ...quiet, commands: [commandRow({ state: "unknown" })] }]],
    not: [["under way", { ...quiet, commands: [commandRow({ state: "sending" })] }]],
  },
  commandFailed: {
    raises: [["failed", { ...quiet, commands: [commandRow({ state: "failed" })] }]],
    not: [
      [
        "dropped by a person",
        {
          ...quiet,
          commands: [commandRow({ state: "cancelled" }), commandRow({ state: "superseded" }), commandRow({ state: "observed" })],
        },
      ],
    ],
  },
  commandNeedsReview: {
    raises: [["in review", { ...quiet, commands: [commandRow({ state: "needsReview" })] }]],
    not: [["in the queue", { ...quiet, commands: [commandRow({ state: "queued" }), commandRow({ state: "expired" })] }]],
  },
  recordingLost: {
    raises: [["a class that runs and is no longer recorded", { ...quiet, lostRecordings: [{ roomUuid: "r", name: "Maths" }] }]],
    not: [["none", quiet]],
  },
  mainStreamStopped: {
    raises: [["a main stream that stopped", { ...quiet, stoppedStreams: [{ roomUuid: "r", name: "Maths", side: "main" }] }]],
    not: [["a reserve stream that stopped", { ...quiet, stoppedStreams: [{ roomUuid: "r", name: "Maths", side: "reserve" }] }]],
  },
  reserveStreamStopped: {
    raises: [["a reserve stream that stopped", { ...quiet, stoppedStreams: [{ roomUuid: "r", name: "Maths", side: "reserve" }] }]],
    not: [["a main stream that stopped", { ...quiet, stoppedStreams: [{ roomUuid: "r", name: "Maths", side: "main" }] }]],
  },
  roomGap: {
    raises: [["a room with a gap", { ...quiet, gaps: [{ roomUuid: "r", name: "Maths", count: 1 }] }]],
    not: [["a room without", { ...quiet, gaps: [{ roomUuid: "r", name: "Maths", count: 0 }] }]],
  },
  loopHung: {
    raises: [["a loop that did not turn", { ...quiet, hungLoops: [{ loop: "rooms", since: NOW }] }]],
    not: [["none", quiet]],
  },
  journalSetAside: {
    raises: [["a journal that was set aside", { ...quiet, journalSetAside: "/somewhere" }]],
    not: [["none", quiet]],
  },
};

const cells = Object.entries(TABLE).flatMap(([rule, { raises, not }]) => [
  ...raises.map(([what, facts]) => [rule as RuleName, "raised by", what, facts, true] as const),
  ...not.map(([what, facts]) => [rule as RuleName, "not raised by", what, facts, false] as const),
]);

describe("the rule", () => {
  it.each(cells)("%s is %s %s", (rule, _how, _what, facts, expected) => {
    expect(conditions(facts, NOW).some((one) => one.rule === rule)).toBe(expected);
  });
});

describe("the rules", () => {
  it("say nothing when all is well", () => {
    expect(conditions(quiet, NOW)).toEqual([]);
  });

  it("name one subject once, and tell two apart", () => {
    const commands = CommandState.options.map((state, number) => commandRow({ id: `c${number}`, number, state, overdue: true }));
    const found = conditions({ ...quiet, commands }, NOW);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.map(({ rule, roomUuid }) => [rule, roomUuid])).toEqual([
      ["commandNotObserved", "room-1"],
      ["commandFailed", "room-1"],
      ["commandNeedsReview", "room-1"],
      ["commandUnknown", "room-1"],
    ]);
  });
});
