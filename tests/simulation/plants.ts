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
    from: 440,
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
  /** A command that was cancelled stays where it was. */
  cancelUnheard: {
    file: "electron/commands/jobState.ts",
    find: 'cancelled: "cancelled",\n    superseded: "superseded",\n    needsWord: "needsReview",\n  },\n  needsReview',
    put: 'cancelled: "queued",\n    superseded: "superseded",\n    needsWord: "needsReview",\n  },\n  needsReview',
  },
  /** In a room the last that was asked goes first. */
  lastAskedFirst: {
    file: "electron/commands/lanes.ts",
    find: " && !byRoom.has(roomUuid)) byRoom.set(roomUuid, job);",
    put: ' && (state === "queued" || !byRoom.has(roomUuid))) byRoom.set(roomUuid, job);',
  },
  /** A lane does not wait for the request that is under way in it. */
  laneNotBusy: { file: "electron/commands/lanes.ts", find: "!busy.has(job.command.row.roomUuid) && ", put: "" },
  /** A removal lives as long as anything else. */
  removalLivesOn: { file: "electron/commands/catalogue.ts", find: "lifeMs: () => 2 * MINUTE,", put: "lifeMs: aDay," },
  /** A removal that may have happened is sent again unread. */
  removedBlindly: {
    file: "electron/commands/catalogue.ts",
    find: "    repeat: onceRead,\n    lifeMs: () => 2 * MINUTE,",
    put: "    repeat: always,\n    lifeMs: () => 2 * MINUTE,",
  },
  /** Within its plan a removal is sent again after an answer that was lost. */
  removalRepeatable: {
    file: "electron/cloud/operations/users.ts",
    find: "  repeatable: false,",
    put: "  repeatable: true,",
  },
  /** So is the creation of a room. */
  creationRepeatable: { file: "electron/cloud/operations/rooms.ts", find: "  repeatable: false,", put: "  repeatable: true," },
  /** A removal that a reading shows is held for one that has not happened. */
  removalUnseen: {
    file: "electron/commands/signs.ts",
    find: 'return comeBack.kind === "anytime" || accepted || removedSince(person, sentAt);',
    put: "return false;",
  },
  /** What is held leaves at once. */
  notHeld: {
    file: "electron/commands/asking.ts",
    find: 'const held = dueAt === null && undo?.kind === "hold";',
    put: "const held = false;",
  },
  /** What is asked for a time leaves at once. */
  beforeItsTime: { file: "electron/commands/asking.ts", find: 'dueAt !== null ? "scheduled" : held', put: "held" },
  /** An old word is as good as a new one. */
  wordNeverOld: { file: "electron/commands/life.ts", find: "if (lived - command.wordLived > wordHolds(command)) return true;", put: "" },
  /** In the midst of an outage a dangerous command leaves as if nothing were the matter. */
  outageUnheeded: {
    file: "electron/commands/life.ts",
    find: "return !command.confirmed && outageMs !== null && outageMs > WORD_HOLDS_MS;",
    put: "return false;",
  },
  /** Whatever state is read is the one that was asked for. */
  anySign: {
    file: "electron/commands/signs.ts",
    find: "reachedBy: ({ summary }, { state }) => summary.state === state,",
    put: "reachedBy: ({ summary }) => summary.state !== null,",
    from: 320,
  },
  /** Nobody is told that an accepted command is not seen. */
  neverOverdue: { file: "electron/commands/index.ts", find: "book.amend(job, { overdue: true }, true);", put: "return;", from: 100 },
  /** Each state is told twice to the record. */
  toldTwice: {
    file: "electron/store/outbox.ts",
    find: "for (const one of passed) tell(id, one.state, one.at);",
    put: "for (const one of [...passed, ...passed]) tell(id, one.state, one.at);",
  },
  /** Of many that are asked together the last is not written. */
  oneOfManyLost: {
    file: "electron/commands/bulk.ts",
    find: "const written = insert(arrivals, entry, stored);",
    put: "const written = insert(arrivals.slice(0, Math.max(1, arrivals.length - 1)), entry, stored);",
  },
  /** Somebody is removed for good where it was meant once. */
  removedForGood: { file: "electron/commands/catalogue.ts", find: 'if (comeBack.kind === "anytime") return {};', put: "" },
  /** Polls are tried again as often as they fail. */
  pollsWithoutMeasure: { file: "electron/cloud/send.ts", find: "(!isPoll || deps.credit.spend())", put: "true" },
  /** Where the disk refuses, a room that was made here is forgotten, and the program ends. */
  takenUpOnce: {
    file: "electron/commands/adoption.ts",
    find: "await deps.adopt(roomUuid, input);",
    put: "void deps.adopt(roomUuid, input);",
  },
  /** A token stands in the log. */
  tokenInLog: {
    file: "electron/cloud/attempt.ts",
    find: "outcome: err(problemOfFault(answered.error))",
    put: "outcome: err({ ...problemOfFault(answered.error), detail: credential.token })",
  },
} satisfies Record<string, Patch>;
export type Plant = keyof typeof PLANTS;
