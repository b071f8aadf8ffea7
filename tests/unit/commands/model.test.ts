/** Any list of steps, against a model of what must hold: invariants of durability, order, age and single effect. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CommandRow, CommandState } from "../../../shared/model/command.ts";
import { isTerminal } from "../../../shared/model/command.ts";
import { createWorld, type Request } from "./world.ts";

const LISTS = Number(process.env["MODEL_LISTS"] ?? 1_000);
const SECOND = 1_000;
const WORD_MS = 60 * SECOND;
const LATE_ARRIVAL_MS = 5 * SECOND;

const room = fc.integer({ min: 1, max: 2 }).map((number) => `room-${number}`);
const which = fc.nat({ max: 5 });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("ask" as const), room, state: fc.constantFrom(0, 1, 1, 2, 2, 3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("askAgain" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("confirm" as const), which }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      which,
      how: fc.constantFrom(
        "accept",
        "refuse",
        "already",
        "lostAfterEffect",
        "lostBeforeEffect",
        "lostButArrivesLate",
        "notSent",
        "expired",
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("sync" as const), room }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("read" as const), room }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(0, 500, 4_000, 6_000, 21_000, 61_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("clock" as const), ms: fc.constantFrom(-3_600_000, -90_000, 90_000, 3_600_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sleep" as const), ms: fc.constantFrom(30_000, 10_800_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("outage" as const), ms: fc.constantFrom(null, 5_000, 60_001, 600_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("crash" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("disk" as const), full: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What the model knows of a command by itself. */
type Known = {
  askedWall: number;
  lifeMs: number;
  danger: CommandRow["danger"];
  /** Age that survived the last crash, and when that was (monotonic). */
  base: number;
  baseAt: number;
  wordAge: number;
  confirmed: boolean;
  cancelled: boolean;
  /** An attempt that may have had its effect, and since when nobody waits for it. */
  lostAt: number | null;
  readSince: boolean;
};

/** The newest first. */
const pick = (all: readonly string[], index: number) => all[all.length === 0 ? 0 : all.length - 1 - (index % all.length)];

const run = async (steps: readonly Step[]): Promise<void> => {
  const world = createWorld();
  const { clock } = world;
  const known = new Map<string, Known>();
  const ended = new Map<string, CommandState>();
  const lastLeft = new Map<string, number>();
  /** The server: each room's state, and whether the console has been told. */
  const server = new Map([
    ["room-1", 0],
    ["room-2", 0],
  ]);
  const late: Request[] = [];
  const ids = () => [...known.keys()];
  const ageOf = (one: Known) => Math.max(one.base + clock.monotonic() - one.baseAt, clock.wall() - one.askedWall);

  // Thrown inside the program it would be caught there; it is kept and thrown by the check.
  let violation: unknown = null;
  world.onLeave = (request) => {
    try {
      mayLeave(request);
    } catch (error) {
      violation ??= error;
    }
  };
  const mayLeave = (request: Request): void => {
    const one = known.get(request.id);
    const row = world.commands.get(request.id);
    if (one === undefined || row === undefined) throw new Error("something left that nobody asked for");
    // One under way per room, in the order of asking (invariant 3).
    expect(world.waiting.filter(({ roomUuid }) => roomUuid === request.roomUuid)).toHaveLength(1);
    expect(row.number).toBeGreaterThanOrEqual(lastLeft.get(request.roomUuid) ?? 0);
    lastLeft.set(request.roomUuid, row.number);
    // The disk knows that it leaves.
    expect(world.stored(request.id)?.state).toBe("sending");
    // Not after cancel or expiry, nor on an old or blind word (invariant 4).
    expect(one.cancelled).toBe(false);
    expect(ended.has(request.id)).toBe(false);
    expect(ageOf(one)).toBeLessThan(one.lifeMs);
    expect(request.deadline - clock.monotonic()).toBeLessThanOrEqual(one.lifeMs - ageOf(one));
    if (one.danger !== "safe") {
      expect(ageOf(one) - one.wordAge).toBeLessThanOrEqual(WORD_MS);
      expect(request.deadline - clock.monotonic()).toBeLessThanOrEqual(WORD_MS);
      expect(world.outage !== null && world.outage > WORD_MS && !one.confirmed).toBe(false);
    }
    // Never again after an ambiguous loss without a later reading, and never at all where it cannot be taken back (invariant 5).
    if (one.lostAt !== null) {
      expect(one.danger).not.toBe("irreversible");
      expect(one.readSince).toBe(true);
      one.lostAt = null;
    }
  };

  const lose = (id: string): void => {
    const one = known.get(id);
    if (one === undefined) return;
    one.lostAt = clock.monotonic();
    one.readSince = false;
  };
  const effect = ({ roomUuid, state }: Request) => void server.set(roomUuid, state);
  /** The room is read to its end; `event`: and tells its state by an event. */
  const read = (roomUuid: string, event: boolean): void => {
    for (const [id, one] of known) {
      if (world.stored(id)?.roomUuid !== roomUuid || one.lostAt === null) continue;
      if (clock.monotonic() - one.lostAt >= LATE_ARRIVAL_MS) one.readSince = true;
    }
    if (event) world.tell(roomUuid, server.get(roomUuid) ?? 0);
    else world.read(roomUuid, server.get(roomUuid) ?? 0);
  };

  const answer = (request: Request, how: string): void => {
    if (how === "accept" || how === "lostAfterEffect") effect(request);
    if (how === "lostButArrivesLate") late.push(request);
    if (how.startsWith("lost")) lose(request.id);
    if (how === "accept") request.answer();
    else if (how === "refuse") request.fail("rejected", { httpStatus: 400 });
    else if (how === "already") request.fail(request.state === 2 ? "alreadyEnded" : "alreadyStarted", { httpStatus: 409 });
    else if (how === "notSent") request.fail("dns");
    else if (how === "expired") request.fail("expired");
    else request.fail("timeout", { maybeDone: true });
  };

  const take = async (one: Step): Promise<void> => {
    switch (one.do) {
      case "ask": {
        const before = world.commands.list().length;
        const asked = world.asked + 1;
        const askedWall = clock.wall();
        // Known before it is asked: it may leave before the answer.
        const id = `00000000-0000-4000-8000-${String(asked).padStart(12, "0")}`;
        const danger = one.state === 1 ? "safe" : one.state === 3 ? "irreversible" : "disruptive";
        known.set(id, {
          askedWall,
          lifeMs: one.state === 3 ? 120_000 : 600_000,
          danger,
          base: 0,
          baseAt: clock.monotonic(),
          wordAge: 0,
          confirmed: false,
          cancelled: false,
          lostAt: null,
          readSince: false,
        });
        world.asked = asked;
        const result = world.commands.ask("room.setState", { commandId: id, roomUuid: one.room, state: one.state });
        if (!result.ok) {
          expect(result.error.code).toBe("unavailable");
          expect(world.commands.list()).toHaveLength(before);
          known.delete(id);
        }
        break;
      }
      case "askAgain": {
        const row = world.commands.get(pick(ids(), one.which) ?? "");
        if (row === undefined) break;
        const state = Number(row.input["state"]);
        expect(world.commands.ask("room.setState", { commandId: row.id, roomUuid: row.roomUuid, state }).ok).toBe(true);
        expect(world.commands.ask("room.setState", { commandId: row.id, roomUuid: row.roomUuid, state: state + 7 })).toMatchObject({
          error: { code: "conflict" },
        });
        break;
      }
      case "cancel": {
        const id = pick(ids(), one.which) ?? "";
        const before = world.commands.get(id)?.state;
        if (before !== undefined && world.commands.cancel(id).ok) {
          expect(["asked", "queued", "needsReview", "cancelled"]).toContain(before);
          expect(world.stored(id)?.state).toBe("cancelled");
          const own = known.get(id);
          if (own) own.cancelled = true;
        }
        break;
      }
      case "confirm": {
        const id = pick(ids(), one.which) ?? "";
        const own = known.get(id);
        if (own === undefined || world.commands.get(id)?.state !== "needsReview") {
          expect(world.commands.confirm(id).ok).toBe(false);
          break;
        }
        const was = { wordAge: own.wordAge, confirmed: own.confirmed };
        own.wordAge = ageOf(own);
        own.confirmed = true;
        if (!world.commands.confirm(id).ok) Object.assign(own, was);
        break;
      }
      case "answer": {
        const request = world.waiting[one.which % Math.max(1, world.waiting.length)];
        if (request) answer(request, one.how);
        break;
      }
      case "sync":
        read(one.room, true);
        break;
      case "read":
        read(one.room, false);
        break;
      case "wait": {
        await clock.advance(one.ms);
        for (const request of late.splice(0)) effect(request);
        break;
      }
      case "clock":
        clock.jumpWall(one.ms);
        break;
      case "sleep":
        world.sleep(one.ms);
        break;
      case "outage":
        world.outage = one.ms;
        break;
      case "crash": {
        for (const request of world.waiting) lose(request.id);
        for (const [id, own] of known) {
          const stored = world.outbox.find(id);
          const lived = stored.ok && stored.value ? stored.value.lived : 0;
          const confirmed = stored.ok && stored.value ? stored.value.confirmed : false;
          own.base = Math.max(lived, clock.wall() - own.askedWall);
          own.baseAt = clock.monotonic();
          own.confirmed = confirmed;
          // What had ended only in memory may have to end again.
          if (stored.ok && stored.value && !isTerminal(stored.value.row)) ended.delete(id);
          // A row that says sending counts as one that may have left.
          if (stored.ok && stored.value?.row.state === "sending") lose(id);
        }
        world.crash();
        break;
      }
      case "disk":
        world.failDisk(one.full ? { kind: "full", detail: "no room" } : null);
        break;
    }
    await clock.settle();
  };

  const check = (): void => {
    if (violation !== null) throw violation;
    for (const id of ids()) {
      // Acknowledged is on disk (invariant 1).
      const stored = world.stored(id);
      expect(stored, `${id} is not in the outbox`).not.toBeNull();
      const row = world.commands.get(id);
      if (row === undefined) continue;
      // One end, never left (invariant 2).
      const end = ended.get(id);
      if (end !== undefined) expect(row.state).toBe(end);
      else if (isTerminal(row)) ended.set(id, row.state);
    }
  };

  for (const one of steps) {
    await take(one);
    check();
  }

  // All faults off: everything comes to an end (invariant 11), and the feed tells each end once.
  world.failDisk(null);
  world.outage = null;
  for (let round = 0; round < 140 && world.commands.list().some((row) => !isTerminal(row)); round += 1) {
    for (const request of world.waiting) answer(request, "accept");
    await clock.advance(6_000);
    for (const roomUuid of server.keys()) read(roomUuid, true);
    await clock.settle();
    check();
  }
  // Accepted and overtaken by a later command before its event was seen: it ends after a day.
  clock.jumpWall(25 * 3_600_000);
  await clock.advance(2_000);
  check();
  for (const row of world.commands.list()) {
    expect(isTerminal(row), `${row.id} stays ${row.state}`).toBe(true);
    const ends = world.feedOf(row.id).filter((state) => isTerminal({ state: state as CommandState, sign: "roomState" }));
    expect(ends).toEqual([row.state]);
  }
};

describe("whatever happens, in whatever order", () => {
  it("acknowledged commands stay, end once, leave in order and in time, and take effect at most once unread", {
    timeout: 300_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), run), { numRuns: LISTS });
  });
});
