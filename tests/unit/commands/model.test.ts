/** Any list of steps over all commands, against a model of the service: invariants of durability, order, age and single effect. */
import * as fc from "fast-check";
import { describe, it } from "vitest";
import { type CommandRow, type CommandState, isTerminal } from "../../../shared/model/command.ts";
import { commandId, createWorld, type Request } from "./world.ts";

const LISTS = Number(process.env["MODEL_LISTS"] ?? 10_000);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const WORD_MS = MINUTE;
const LATE_ARRIVAL_MS = 5 * SECOND;
const ROOMS = ["hall", "yard"];
const PEOPLE = ["ann", "bo"];

/** What the specification and the design say of each command, in the model's own words. */
type Rule = { name: string; input: object; danger: CommandRow["danger"]; life: number; again: "always" | "onceRead" | "never" };
const rule = (name: string, input: object, danger: Rule["danger"], life: number, again: Rule["again"]): Rule => ({
  name,
  input,
  danger,
  life,
  again,
});
const RULES: readonly Rule[] = [
  rule("room.setState", { state: 1 }, "safe", 10 * MINUTE, "onceRead"),
  rule("room.setState", { state: 2 }, "disruptive", 10 * MINUTE, "onceRead"),
  rule("room.setState", { state: 3 }, "irreversible", 2 * MINUTE, "never"),
  ...PEOPLE.flatMap((userUuid) => [
    rule("person.remove", { userUuid, comeBack: { kind: "anytime" } }, "disruptive", 2 * MINUTE, "onceRead"),
    rule("person.remove", { userUuid, comeBack: { kind: "never" } }, "irreversible", 2 * MINUTE, "onceRead"),
    rule("person.letIn", { userUuid }, "safe", 10 * MINUTE, "never"),
    rule("userProperties.set", { userUuid, properties: { seat: 1 } }, "safe", 24 * 60 * MINUTE, "always"),
  ]),
  rule("recording.start", {}, "safe", 10 * MINUTE, "onceRead"),
  rule("recording.stop", {}, "disruptive", 10 * MINUTE, "onceRead"),
  rule("recording.update", { webRecordConfig: {} }, "safe", 10 * MINUTE, "never"),
  rule("roomProperties.set", { properties: { a: 1 } }, "safe", 24 * 60 * MINUTE, "always"),
  rule("roomProperties.remove", { properties: ["a"] }, "disruptive", 24 * 60 * MINUTE, "always"),
  rule("extAppProperties.set", { extAppUuid: "x", properties: { a: 2 } }, "safe", 24 * 60 * MINUTE, "always"),
  rule("groups.create", { groups: [{ users: [] }] }, "disruptive", 10 * MINUTE, "onceRead"),
  rule("groups.remove", {}, "disruptive", 10 * MINUTE, "always"),
];

const room = fc.constantFrom(...ROOMS);
const which = fc.nat({ max: 5 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      room,
      rule: fc.constantFrom(...RULES),
      dueIn: fc.constantFrom(null, null, null, 30, 300),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("confirm" as const), which }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      which,
      how: fc.constantFrom("serve", "serve", "refuse", "lostAfterEffect", "lostBeforeEffect", "lostButArrivesLate", "notSent"),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("read" as const), room, timed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("enter" as const), room, person: fc.constantFrom(...PEOPLE) }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(0, 500, 4_000, 6_000, 21_000, 61_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("clock" as const), ms: fc.constantFrom(-3_600_000, -90_000, 90_000, 3_600_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sleep" as const), ms: fc.constantFrom(30_000, 10_800_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("outage" as const), ms: fc.constantFrom(null, null, 5_000, 60_001, 600_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("crash" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("disk" as const), full: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What holds after every step of thousands of lists is asked without ceremony. */
const must = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise);
};

/** What the model knows of a command by itself. Times are the service's, which nobody sets. */
type Known = {
  rule: Rule;
  room: string;
  /** When it was asked, or the time that it was asked for. */
  from: number;
  word: number;
  /** What no console can know of its age: time that passed between the last write and a crash, where the clock was set back over it. */
  forgotten: number;
  cancelled: boolean;
  /** An attempt that may have had its effect: since when nobody waits for it. */
  lostAt: number | null;
  /** How often the service put somebody out for it. */
  removals: number;
};

const run = async (steps: readonly Step[]): Promise<void> => {
  const world = createWorld();
  const { clock, service } = world;
  const known = new Map<string, Known>();
  const ended = new Map<string, CommandState>();
  for (const one of ROOMS) {
    service.make(one);
    for (const person of PEOPLE) service.enter(one, person);
    world.sync(one);
  }
  /** When each room was read to its end last. */
  const readAt = new Map<string, number>();
  const now = world.serverTime;

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
    if (one === undefined) throw new Error("something left that nobody asked for");
    // One under way per room (invariant 3), known to the disk (invariant 1).
    must(world.waiting.filter(({ roomUuid }) => roomUuid === request.roomUuid).length === 1, "two are under way in one room");
    must(world.stored(request.id)?.state === "sending", "it left before the disk knew");
    // Not after cancel or expiry, not before its time, nor on an old word (invariant 4); the clock is known to two seconds.
    must(!one.cancelled && !ended.has(request.id), "it left after its end");
    must(now() - one.from - one.forgotten < one.rule.life + 2 * SECOND, "it left when its life was over");
    must(now() - one.from >= -2 * SECOND, "it left before its time");
    if (one.rule.danger !== "safe") must(now() - one.word - one.forgotten <= WORD_MS + 2 * SECOND, "it left on an old word");
    // After an ambiguous loss never blindly, and never at all where only a person may (invariant 5).
    if (one.lostAt === null) return;
    must(one.rule.again !== "never", "it left again without a person");
    must(now() - one.lostAt >= LATE_ARRIVAL_MS, "it left again while the first could still arrive");
    if (one.rule.name === "person.remove") must((readAt.get(one.room) ?? 0) >= one.lostAt + LATE_ARRIVAL_MS, "it left again unread");
    one.lostAt = null;
  };
  const lose = (id: string): void => {
    const one = known.get(id);
    if (one !== undefined) one.lostAt = now();
  };
  const effect = (request: Request): ReturnType<typeof service.apply> => {
    const before = service.removals();
    const refusal = service.apply(request.method, request.roomUuid, request.args);
    const one = known.get(request.id);
    if (one?.rule.name === "person.remove") one.removals += service.removals() - before;
    return refusal;
  };
  const answer = (request: Request, how: string): void => {
    if (how === "serve") {
      const refusal = effect(request);
      if (refusal === null) request.answer();
      else request.fail(refusal, { httpStatus: 409 });
    } else if (how === "refuse") request.fail("rejected", { httpStatus: 400 });
    else if (how === "notSent") request.fail("dns");
    else {
      if (how === "lostAfterEffect") effect(request);
      // On its way still, for as long as a request can be.
      if (how === "lostButArrivesLate") clock.after(LATE_ARRIVAL_MS - SECOND, () => void effect(request));
      lose(request.id);
      request.fail("timeout", { maybeDone: true });
    }
  };
  const read = (roomUuid: string, timed: boolean): void => {
    readAt.set(roomUuid, now());
    world.sync(roomUuid, timed);
  };
  const pick = (index: number): string => [...known.keys()].at(-1 - (index % Math.max(1, known.size))) ?? "";

  const take = async (one: Step): Promise<void> => {
    switch (one.do) {
      case "ask": {
        world.asked += 1;
        const id = commandId(world.asked);
        const due = one.dueIn === null ? null : now() + one.dueIn * SECOND;
        const from = due ?? now();
        known.set(id, { rule: one.rule, room: one.room, from, word: from, forgotten: 0, cancelled: false, lostAt: null, removals: 0 });
        const when = due === null ? {} : { when: { by: "clock" as const, at: due } };
        const asked = { ...one.rule.input, ...when, commandId: id, roomUuid: one.room };
        const result = world.commands.ask(one.rule.name as "groups.remove", asked);
        if (!result.ok) known.delete(id);
        else must(world.commands.ask(one.rule.name as "groups.remove", asked).ok, "asked again it is another command");
        break;
      }
      case "cancel": {
        const id = pick(one.which);
        const own = known.get(id);
        if (own && world.commands.cancel(id).ok) own.cancelled = true;
        break;
      }
      case "confirm": {
        const own = known.get(pick(one.which));
        const was = own?.word ?? 0;
        if (own) own.word = now();
        if (!world.commands.confirm(pick(one.which)).ok && own) own.word = was;
        break;
      }
      case "answer": {
        const request = world.waiting[one.which % Math.max(1, world.waiting.length)];
        if (request) answer(request, one.how);
        break;
      }
      case "read":
        read(one.room, one.timed);
        break;
      case "enter":
        service.enter(one.room, one.person);
        break;
      case "wait":
        await clock.advance(one.ms);
        break;
      case "clock":
        clock.jumpWall(one.ms);
        break;
      case "sleep":
        world.sleep(one.ms);
        break;
      case "outage":
        world.outage = one.ms;
        break;
      case "crash":
        for (const request of world.waiting) lose(request.id);
        for (const [id, own] of known) {
          const stored = world.stored(id);
          const found = world.outbox.find(id);
          if (found.ok && found.value !== null && found.value.row.state !== "scheduled") {
            const told = Math.max(found.value.lived, clock.wall() - found.value.askedWall);
            own.forgotten = Math.max(own.forgotten, now() - own.from - told);
          }
          // What had ended only in memory may have to end again; a row that says sending may have left.
          if (stored !== null && !isTerminal(stored)) ended.delete(id);
          if (stored?.state === "sending") lose(id);
        }
        world.crash();
        break;
      case "disk":
        world.failDisk(one.full ? { kind: "full", detail: "no room" } : null);
        break;
    }
    await clock.settle();
  };

  const check = (): void => {
    if (violation !== null) throw violation;
    // What was acknowledged, and nothing else: which they are is looked at in the end.
    must(world.count() === known.size, `${known.size} were acknowledged, and ${world.count()} are in the outbox`);
    for (const [id, one] of known) {
      must(one.removals <= 1, "somebody was put out twice by one word");
      const row = world.commands.get(id);
      if (row === undefined) continue;
      const end = ended.get(id);
      if (end !== undefined) must(row.state === end, `what had ended as ${end} has become ${row.state}`);
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
  const restless = (): boolean => world.commands.list().some((row) => !isTerminal(row));
  for (let round = 0; round < 140 && restless(); round += 1) {
    for (const request of world.waiting) answer(request, "serve");
    await clock.advance(6_000);
    for (const one of ROOMS) read(one, true);
    await clock.settle();
    check();
  }
  // Overtaken by a later command before it was seen, or asked for a time that a clock set back has moved away: it ends after a day.
  for (let day = 0; day < 3 && restless(); day += 1) {
    world.sleep(25 * 3_600_000);
    world.commands.wake();
    for (const one of ROOMS) read(one, true);
    await clock.advance(4_000);
    for (const request of world.waiting) answer(request, "serve");
    for (const one of ROOMS) read(one, true);
    await clock.advance(4_000);
    check();
  }
  // What could not be written is tried again.
  await clock.advance(4_000);
  const feed = world.feed();
  for (const id of known.keys()) {
    const row = world.stored(id);
    must(row !== null && isTerminal(row), `${row?.name} stays ${row?.state}`);
    const told = feed.filter(({ commandId: of, state }) => of === id && state === row?.state).length;
    must(told === 1, `${row?.name}, ${row?.state}: told ${told} times`);
  }
  world.close();
  await new Promise((resolve) => setImmediate(resolve));
};

describe("whatever happens to any commands, in whatever order", () => {
  it("acknowledged ones stay, end once, leave in time, and take effect at most once unread", { timeout: 600_000 }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), run), { numRuns: LISTS });
  });
});
