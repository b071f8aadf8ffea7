/** Faults planted on purpose in the program's own source: the simulation must turn red on each, or it proves nothing. */

/** In `file`, the only occurrence of `find` becomes `put`. `from`: a seed near which a rare one shows. */
export type Patch = { file: string; find: string; put: string; from?: number };

export const PLANTS = {
  /** The cursor moves on although the last event of a page was not stored. */
  cursorBeforeStore: {
    file: "electron/sync/roomReader.ts",
    find: "core.toNewEvents(decision.insert, ",
    put: "core.toNewEvents(decision.insert.slice(0, -1), ",
  },
  /** An answer of operation 9 that was lost leaves the chain as it was. */
  lostAnswerForgiven: {
    file: "electron/sync/appReader.ts",
    find: 'kind: mayBeLost(result.error) ? "broken" : "notSent"',
    put: 'kind: "notSent"',
    from: 300,
  },
  /** Operation 9 names what is not known yet, and the room keeps its age all the same. */
  ageDespiteHint: {
    file: "electron/sync/appReader.ts",
    find: "...(decision.hint ? { proof: { provedAt: until, chainId: null } } : {}),",
    put: "",
  },
  /** What operation 8 shows of a new life is taken for the old one. */
  newLifeUnseen: { file: "electron/sync/reconcile.ts", find: 'if (differs) return { kind: "reborn" };', put: "" },
  /** An anchor that is alike is believed, however long the room was not seen. */
  alikeBelieved: { file: "electron/sync/reconcile.ts", find: "now - seenAt >= (state", put: "false && now - seenAt >= (state" },
  /** Unnumbered events are not recognised when they come the other way. */
  unnumberedTwice: {
    file: "electron/sync/roomReader.ts",
    find: "unnumbered: hashes.length === 0 ? [] : journal.unnumbered(room.roomUuid, hashes),",
    put: "unnumbered: [],",
  },
  /** A room that was read once is never read again. */
  roomStaysBusy: { file: "electron/sync/loops.ts", find: "reader.room.busy = false;", put: "" },
  /** One failed poll ends the loop. */
  loopDies: { file: "electron/sync/loops.ts", find: "await appNudge.wait(wait);", put: "await appNudge.wait(null);" },
  /** A server's wish for patience is not heard. */
  retryWithoutFloor: { file: "electron/sync/backoff.ts", find: "Math.min(retryAfterMs, RETRY_AFTER_CAP_MS)", put: "0" },
  /** The other primary is asked after a network fault. */
  hostsOutOfOrder: { file: "electron/cloud/retryPlan.ts", find: ' && last.failure !== "network"', put: "" },
  /** A command's retries come too soon. */
  waitsTooShort: { file: "electron/cloud/retryPlan.ts", find: "WAITS_MS = [1_000, 3_000, 6_000]", put: "WAITS_MS = [100, 300, 600]" },
  /** More requests leave than the profile allows. */
  overTheBudget: { file: "electron/cloud/budget.ts", find: "const WINDOW_MS = 1_020;", put: "const WINDOW_MS = 700;" },
  /** A token serves for as long as nobody refuses it. */
  tokenPastItsEnd: {
    file: "electron/tokens/tokenSource.ts",
    find: "return age < RENEW_AT_AGE_MS && age > -MAX_AHEAD_MS;",
    put: "return age > -MAX_AHEAD_MS;",
  },
  /** Each of several refused requests renews the token for itself. */
  doubleRenewal: {
    file: "electron/tokens/tokenSource.ts",
    find: "minting === null && present !== null && present.credential.token !== rejected",
    put: "false && present !== null",
  },
  /** A dangerous command that the computer slept over leaves all the same. */
  sentAfterSleep: { file: "electron/commands/lanes.ts", find: " || sendableFor(job.command, book.age(job)) < 0", put: "" },
  /** A command that has been seen to work is sent once more. */
  sentThoughObserved: { file: "electron/commands/lanes.ts", find: 'job.command.row.state !== "sending" || ', put: "" },
  /** A token stands in the log. */
  tokenInLog: {
    file: "electron/cloud/attempt.ts",
    find: "outcome: err(problemOfFault(answered.error))",
    put: "outcome: err({ ...problemOfFault(answered.error), detail: credential.token })",
  },
} satisfies Record<string, Patch>;
export type Plant = keyof typeof PLANTS;
