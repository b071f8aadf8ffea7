import { describe, expect, it } from "vitest";
import { datedAnew } from "../../../electron/commands/due.ts";
import { dueAtOf } from "../../../shared/due.ts";
import type { When } from "../../../shared/model/command.ts";
import { createWorld, type World } from "./world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = 1;
const END = 2;

describe("when a command becomes due", () => {
  const schedule = { startTime: 1_000_000, duration: 3_600, closeDelay: null };
  it.each([
    [{ by: "clock", at: 5_000 }, schedule, 5_000],
    [{ by: "delay", seconds: 600 }, null, 700_000],
    [{ by: "schedule", from: "start", offsetSeconds: -60 }, schedule, 940_000],
    [{ by: "schedule", from: "end", offsetSeconds: 600 }, schedule, 5_200_000],
    [{ by: "schedule", from: "end", offsetSeconds: 0 }, { ...schedule, duration: null }, null],
    [{ by: "schedule", from: "start", offsetSeconds: 0 }, { ...schedule, startTime: null }, null],
    [{ by: "schedule", from: "start", offsetSeconds: 0 }, null, null],
  ] as const)("%j with schedule %j: %s", (when, known, due) => {
    expect(dueAtOf(when, 100_000, known)).toBe(due);
  });
});

describe("the moments of a command that was asked before anybody knew the server's time", () => {
  const asked = { askedAt: 1_000, heldUntil: null, dueAt: null, expiresAt: 601_000 };
  const dated = (when: When | null, dueAt: number | null, expiresAt: number) => ({ ...asked, when, dueAt, expiresAt });
  it.each([
    ["of one for now all move with it", { ...asked, when: null }, { ...asked, askedAt: 91_000, expiresAt: 691_000 }],
    [
      "of one that is held too",
      { ...asked, when: null, heldUntil: 6_000 },
      { ...asked, askedAt: 91_000, heldUntil: 96_000, expiresAt: 691_000 },
    ],
    [
      "of one in so many minutes are minutes from the click",
      dated({ by: "delay", seconds: 60 }, 61_000, 661_000),
      { askedAt: 91_000, heldUntil: null, dueAt: 151_000, expiresAt: 751_000 },
    ],
    [
      "of one at a time of the clock stay",
      dated({ by: "clock", at: 300_000 }, 300_000, 900_000),
      { askedAt: 91_000, heldUntil: null, dueAt: 300_000, expiresAt: 900_000 },
    ],
    [
      "of one by the schedule stay",
      dated({ by: "schedule", from: "end", offsetSeconds: 0 }, 500_000, 1_100_000),
      { askedAt: 91_000, heldUntil: null, dueAt: 500_000, expiresAt: 1_100_000 },
    ],
  ] as const)("%s", (_what, row, expected) => {
    expect(datedAnew(row, 91_000)).toEqual(expected);
  });
});

/** A run that has had an answer, so that its clock is believed. */
const running = (): World => {
  const world = createWorld();
  world.read("room-1", 0);
  world.answers = 1;
  return world;
};
const later = (world: World, ms: number): When => ({ by: "clock", at: world.serverTime() + ms });
const answered = (world: World): void => {
  world.read("room-1", 0);
  world.answers += 1;
};

describe("a command for a time", () => {
  it("waits in sight, keeps the computer awake, and leaves when its time has come", async () => {
    const world = running();
    const id = world.command("room.setState", "room-1", { state: END }, later(world, 10 * MINUTE));
    const { dueAt, askedAt, expiresAt } = world.row(id);
    expect(world.row(id)).toMatchObject({ state: "scheduled", heldUntil: null });
    expect([(dueAt ?? 0) - askedAt, expiresAt - (dueAt ?? 0)]).toEqual([10 * MINUTE, 10 * MINUTE]);
    expect(world.awake).toBe(1);
    await world.clock.advance(10 * MINUTE - 1);
    expect(world.left).toEqual([]);
    await world.clock.advance(1);
    expect(world.row(id).state).toBe("sending");
    expect(world.awake).toBe(0);
    expect(world.feedOf(id)).toEqual(["asked", "scheduled", "queued", "sending"]);
  });

  it("does not stand in the way of others, nor is it superseded by them", async () => {
    const world = running();
    const scheduled = world.command("room.setState", "room-1", { state: END }, later(world, MINUTE));
    const now = world.ask(START);
    await world.clock.advance(5 * SECOND);
    expect([world.row(now).state, world.row(scheduled).state]).toEqual(["sending", "scheduled"]);
    world.waiting[0]?.answer();
    await world.clock.advance(MINUTE);
    expect(world.row(scheduled).state).toBe("sending");
  });

  it("goes behind what was asked before its time, over a restart too", async () => {
    const world = running();
    let away = true;
    world.onLeave = (request) => away && request.fail("dns");
    const scheduled = world.command("room.setState", "room-1", { state: START }, later(world, MINUTE));
    const asked = world.command("recording.start", "room-1", {});
    await world.clock.advance(MINUTE + SECOND);
    expect([world.row(scheduled).state, world.row(asked).state]).toEqual(["queued", "queued"]);
    world.crash();
    away = false;
    await world.clock.advance(20 * SECOND);
    expect(world.waiting.map(({ id }) => id)).toEqual([asked]);
  });

  it("can be cancelled until then", async () => {
    const world = running();
    const id = world.command("room.setState", "room-1", { state: END }, later(world, MINUTE));
    expect(world.commands.cancel(id).ok).toBe(true);
    await world.clock.advance(HOUR);
    expect([world.row(id).state, world.left.length, world.awake]).toEqual(["cancelled", 0, 0]);
  });

  it("is refused for a time that has passed, or for a schedule that nobody knows", () => {
    const world = running();
    const ask = (when: When) =>
      world.commands.ask("room.setState", { commandId: "00000000-0000-4000-8000-000000000099", roomUuid: "room-1", state: 1, when });
    expect(ask(later(world, 0))).toMatchObject({ error: { code: "invalid", reason: "pastTime", field: "when" } });
    expect(ask({ by: "schedule", from: "end", offsetSeconds: 60 })).toMatchObject({ error: { code: "invalid", reason: "noSchedule" } });
  });

  it("survives a restart, and then waits for the server's clock", async () => {
    const world = running();
    const id = world.command("room.setState", "room-1", { state: START }, later(world, MINUTE));
    world.crash();
    await world.clock.advance(MINUTE + SECOND);
    expect(world.row(id).state).toBe("scheduled");
    answered(world);
    await world.clock.advance(SECOND);
    expect(world.row(id).state).toBe("sending");
  });

  it.each([
    ["a little", 2 * MINUTE, "sending"],
    ["longer than it may be late", 12 * MINUTE, "expired"],
  ] as const)("that was slept through by %s is judged by the server's clock", async (_what, late, state) => {
    const world = running();
    const id = world.command("room.setState", "room-1", { state: START }, later(world, MINUTE));
    world.sleep(MINUTE + late);
    world.commands.wake();
    await world.clock.settle();
    // Asleep, or only a clock that was set: nobody knows before an answer.
    expect(world.row(id).state).toBe("scheduled");
    answered(world);
    await world.clock.advance(SECOND);
    expect(world.row(id)).toMatchObject({ state, ...(state === "expired" && { failure: { code: "missed" } }) });
  });

  it.each([-HOUR, HOUR])("is neither early nor late when somebody sets the clock by %i ms", async (jump) => {
    const world = running();
    const id = world.command("room.setState", "room-1", { state: START }, later(world, 5 * MINUTE));
    await world.clock.advance(SECOND);
    world.clock.jumpWall(jump);
    await world.clock.advance(2 * SECOND);
    expect(world.row(id).state).toBe("scheduled");
    answered(world);
    await world.clock.advance(5 * MINUTE - 4 * SECOND);
    expect(world.row(id).state).toBe("scheduled");
    await world.clock.advance(2 * SECOND);
    expect(world.row(id).state).toBe("sending");
  });

  it("that is dangerous and found late waits for a person's word", async () => {
    const world = running();
    const id = world.command("room.setState", "room-1", { state: END }, later(world, MINUTE));
    world.sleep(4 * MINUTE);
    world.commands.wake();
    answered(world);
    await world.clock.advance(SECOND);
    expect(world.row(id).state).toBe("needsReview");
    expect(world.left).toEqual([]);
    expect(world.commands.confirm(id).ok).toBe(true);
    expect(world.row(id).state).toBe("sending");
  });

  describe("in so many minutes, asked before any answer has told the time", () => {
    /** The workstation's clock is off, and nobody has told it yet. */
    const wrong = (by: number): World => {
      const world = createWorld();
      world.clock.jumpWall(by);
      return world;
    };
    const inMinutes = (world: World, minutes: number): string =>
      world.command("room.setState", "room-1", { state: START }, { by: "delay", seconds: minutes * 60 });

    it.each([-HOUR, -MINUTE, MINUTE, HOUR])("leaves as many minutes after the click where the clock was %i ms off", async (by) => {
      const world = wrong(by);
      const clicked = world.serverTime();
      const id = inMinutes(world, 3);
      await world.clock.advance(MINUTE);
      answered(world);
      await world.clock.advance(SECOND);
      expect(world.row(id)).toMatchObject({
        state: "scheduled",
        askedAt: clicked,
        dueAt: clicked + 3 * MINUTE,
        expiresAt: clicked + 13 * MINUTE,
      });
      expect(world.stored(id)?.dueAt).toBe(clicked + 3 * MINUTE);
      await world.clock.advance(2 * MINUTE - SECOND - 1);
      expect(world.left).toEqual([]);
      await world.clock.advance(1);
      expect(world.row(id).state).toBe("sending");
    });

    it("counts a restart and what was slept meanwhile", async () => {
      const world = wrong(HOUR);
      const clicked = world.serverTime();
      const id = inMinutes(world, 6);
      await world.clock.advance(MINUTE);
      world.crash();
      world.sleep(2 * MINUTE);
      await world.clock.advance(MINUTE);
      answered(world);
      await world.clock.advance(SECOND);
      expect(world.row(id)).toMatchObject({ state: "scheduled", dueAt: clicked + 6 * MINUTE });
    });

    it("keeps its time once that is known, whatever happens to the clock", async () => {
      const world = running();
      const id = inMinutes(world, 6);
      const { dueAt } = world.row(id);
      world.clock.jumpWall(HOUR);
      await world.clock.advance(SECOND);
      answered(world);
      await world.clock.advance(SECOND);
      expect(world.row(id)).toMatchObject({ state: "scheduled", dueAt });
    });
  });

  it("expires by itself where no answer ever comes again", async () => {
    const world = running();
    const id = world.command("room.setState", "room-1", { state: START }, later(world, MINUTE));
    world.sleep(MINUTE);
    await world.clock.advance(9 * MINUTE);
    expect(world.row(id).state).toBe("scheduled");
    await world.clock.advance(2 * MINUTE);
    expect(world.row(id).state).toBe("expired");
    expect(world.left).toEqual([]);
  });
});
