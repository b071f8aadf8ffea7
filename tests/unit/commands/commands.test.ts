import { describe, expect, it } from "vitest";
import { ENDED_KEPT } from "../../../electron/commands/book.ts";
import { commandId, createWorld, type Request, type World } from "./world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const START = 1;
const END = 2;
const CLOSE = 3;

const only = (world: World): Request => {
  const [request, ...more] = world.waiting;
  if (request === undefined || more.length > 0) throw new Error(`${world.waiting.length} requests are under way`);
  return request;
};

describe("asking", () => {
  it("is on disk before it is answered", () => {
    const world = createWorld();
    const id = world.ask(START);
    expect(world.stored(id)).toEqual(world.row(id));
    expect(world.row(id)).toMatchObject({
      number: 1,
      state: "asked",
      operator: "Ann",
      danger: "safe",
      sign: "roomState",
      input: { state: START },
    });
  });

  it("twice with one id is asking once", async () => {
    const world = createWorld();
    const ask = () => world.commands.ask("room.setState", { commandId: commandId(1), roomUuid: "room-1", state: END });
    expect([ask(), ask()]).toEqual([
      { ok: true, value: { commandId: commandId(1) } },
      { ok: true, value: { commandId: commandId(1) } },
    ]);
    only(world).answer();
    await world.clock.settle();
    world.tell("room-1", END);
    expect(ask().ok).toBe(true);
    world.crash();
    expect(ask().ok).toBe(true);
    expect(world.commands.list()).toHaveLength(1);
    expect(world.left).toHaveLength(1);
  });

  it("with an id that stands for another request is a conflict", () => {
    const world = createWorld();
    const id = world.ask(START);
    for (const other of [
      { roomUuid: "room-1", state: END },
      { roomUuid: "room-2", state: START },
    ])
      expect(world.commands.ask("room.setState", { commandId: id, ...other })).toMatchObject({
        ok: false,
        error: { code: "conflict", reason: "commandId" },
      });
    expect(world.commands.list()).toHaveLength(1);
  });

  it("for a room that is not known is refused", () => {
    const world = createWorld();
    expect(world.commands.ask("room.setState", { commandId: commandId(1), roomUuid: "nowhere", state: 1 })).toMatchObject({
      ok: false,
      error: { code: "notFound" },
    });
    expect(world.commands.list()).toEqual([]);
  });

  it("is refused while the disk is full, and nothing is known of it then", () => {
    const world = createWorld();
    world.failDisk({ kind: "full", detail: "no room" });
    const answer = world.commands.ask("room.setState", { commandId: commandId(1), roomUuid: "room-1", state: END });
    expect(answer).toMatchObject({ ok: false, error: { code: "unavailable", reason: "outboxFull" } });
    expect(world.commands.list()).toEqual([]);
    expect(world.waiting).toEqual([]);
    world.failDisk(null);
    world.ask(END);
    expect(world.waiting).toHaveLength(1);
  });
});

describe("the way to observed", () => {
  it("holds a start for 5 s, sends it, and ends with the room's own event", async () => {
    const world = createWorld();
    const id = world.ask(START);
    await world.clock.advance(4_999);
    expect(world.waiting).toEqual([]);
    await world.clock.advance(1);
    expect(world.row(id).state).toBe("sending");
    expect(world.stored(id)?.state).toBe("sending");
    only(world).report(2, 3_000);
    expect(world.row(id).attempt).toEqual({ number: 2, of: 4, host: "api", nextAt: world.serverTime() + 3_000 });
    only(world).answer();
    await world.clock.settle();
    const route = { waitedMs: 0, tookMs: 0, timeLeftMs: null };
    expect(world.row(id)).toMatchObject({ state: "accepted", attempt: { number: 2, host: "api", nextAt: null, route } });
    expect(world.stored(id)?.attempt).toMatchObject({ route });
    world.tell("room-1", START);
    expect(world.stored(id)).toMatchObject({ state: "observed" });
    expect(world.feedOf(id)).toEqual(["asked", "queued", "sending", "accepted", "observed"]);
    expect(world.changes).toContain(id);
    expect(world.clock.pending()).toBe(0);
  });

  it("sends an end at once", () => {
    const world = createWorld();
    const id = world.ask(END);
    expect(world.row(id)).toMatchObject({ state: "sending", heldUntil: null, danger: "disruptive" });
    expect(world.feedOf(id)).toEqual(["asked", "queued", "sending"]);
  });

  it("takes the event before the answer as well, and keeps the lane until the answer", async () => {
    const world = createWorld();
    const id = world.ask(END);
    world.tell("room-1", END);
    expect(world.row(id).state).toBe("observed");
    const next = world.ask(CLOSE);
    expect(world.row(next).state).toBe("queued");
    only(world).fail("timeout", { maybeDone: true });
    await world.clock.settle();
    expect(world.row(id).state).toBe("observed");
    expect(world.row(next).state).toBe("sending");
  });

  it.each([
    ["alreadyEnded", END, "observed"],
    ["alreadyStarted", END, "failed"],
  ] as const)("reads the refusal %s of an end off the answer", async (code, state, expected) => {
    const world = createWorld();
    const id = world.ask(state);
    only(world).fail(code, { httpStatus: 409, businessCode: 30409101 });
    await world.clock.settle();
    expect(world.row(id).state).toBe(expected);
  });

  it("fails at once with the code of a refusal that is final", async () => {
    const world = createWorld();
    const id = world.ask(END);
    only(world).fail("roomAbsent", { httpStatus: 404, businessCode: 20404100 });
    await world.clock.settle();
    expect(world.row(id)).toMatchObject({ state: "failed", failure: { code: "roomAbsent", httpStatus: 404, businessCode: 20404100 } });
    expect(world.stored(id)?.endedAt).not.toBeNull();
  });

  it("becomes overdue after 20 s without a sign, and is observed all the same when it comes", async () => {
    const world = createWorld();
    const id = world.ask(END);
    only(world).answer();
    await world.clock.advance(19_999);
    expect(world.row(id).overdue).toBe(false);
    await world.clock.advance(1);
    expect(world.stored(id)).toMatchObject({ state: "accepted", overdue: true });
    world.tell("room-1", END);
    expect(world.row(id)).toMatchObject({ state: "observed", overdue: false });
  });

  it("is observed by a reading where the event was missed", async () => {
    const world = createWorld();
    const id = world.ask(END);
    only(world).answer();
    await world.clock.advance(3 * SECOND);
    world.read("room-1", END);
    await world.clock.advance(SECOND);
    expect(world.row(id).state).toBe("observed");
  });

  it("that nobody ever sees ends after a day", async () => {
    const world = createWorld();
    const id = world.ask(END);
    only(world).answer();
    await world.clock.settle();
    world.clock.jumpWall(24 * 60 * MINUTE);
    await world.clock.advance(SECOND);
    expect(world.row(id)).toMatchObject({ state: "failed", failure: { code: "neverObserved" } });
  });
});

describe("a lane", () => {
  it("has one request under way per room, in order, while rooms go side by side", async () => {
    const world = createWorld();
    // Under way already, so that the next one cannot supersede it.
    world.ask(END);
    const second = world.ask(CLOSE);
    world.ask(END, "room-2");
    expect(world.left.map(({ roomUuid, state }) => [roomUuid, state])).toEqual([
      ["room-1", END],
      ["room-2", END],
    ]);
    expect(world.row(second).state).toBe("queued");
    world.waiting[0]?.answer();
    await world.clock.settle();
    expect(world.row(second).state).toBe("sending");
  });

  it("waits for the outcome of an unknown one before the next leaves", async () => {
    const world = createWorld();
    const first = world.ask(END);
    const second = world.ask(CLOSE);
    only(world).fail("timeout", { maybeDone: true });
    await world.clock.advance(30 * SECOND);
    expect([world.row(first).state, world.row(second).state]).toEqual(["unknown", "queued"]);
    world.read("room-1", END);
    await world.clock.advance(SECOND);
    expect([world.row(first).state, world.row(second).state]).toEqual(["observed", "sending"]);
  });

  it("drops an older state that has not left when a newer one is asked, in one write", async () => {
    const world = createWorld();
    const older = world.ask(START);
    const elsewhere = world.ask(START, "room-2");
    const newer = world.ask(END);
    expect(world.stored(older)?.state).toBe("superseded");
    expect(world.row(elsewhere).state).toBe("asked");
    expect(world.row(newer).state).toBe("sending");
    await world.clock.advance(MINUTE / 2);
    expect(world.left.map(({ roomUuid, state }) => [roomUuid, state])).toEqual([
      ["room-1", END],
      ["room-2", START],
    ]);
  });
});

describe("an ambiguous loss", () => {
  it("is unknown until the room is read, and is then sent again where that is safe", async () => {
    const world = createWorld();
    const id = world.ask(END);
    only(world).fail("timeout", { maybeDone: true });
    await world.clock.advance(2 * SECOND);
    expect(world.row(id)).toMatchObject({ state: "unknown", failure: { code: "timeout" } });
    world.read("room-1", START);
    await world.clock.advance(2 * SECOND);
    // Too early: the request may still arrive.
    expect(world.row(id).state).toBe("unknown");
    await world.clock.advance(2 * SECOND);
    world.read("room-1", START);
    await world.clock.advance(SECOND);
    expect(world.row(id)).toMatchObject({ state: "sending", failure: null });
    expect(world.left).toHaveLength(2);
  });

  it("is not sent again by itself where it cannot be taken back", async () => {
    const world = createWorld();
    const id = world.ask(CLOSE);
    only(world).fail("reset", { maybeDone: true });
    await world.clock.advance(10 * SECOND);
    world.read("room-1", END);
    await world.clock.advance(SECOND);
    expect(world.row(id)).toMatchObject({ state: "failed", failure: { code: "noEffect" } });
    expect(world.left).toHaveLength(1);
  });

  it("goes back to review, not out, where a person's word has become old meanwhile", async () => {
    const world = createWorld();
    const id = world.ask(END);
    only(world).fail("timeout", { maybeDone: true });
    await world.clock.advance(70 * SECOND);
    world.read("room-1", START);
    await world.clock.advance(SECOND);
    expect(world.row(id).state).toBe("needsReview");
    expect(world.left).toHaveLength(1);
  });

  it("that nothing resolves ends after a day as failed", async () => {
    const world = createWorld();
    const id = world.ask(END);
    only(world).fail("timeout", { maybeDone: true });
    await world.clock.settle();
    world.clock.jumpWall(24 * 60 * MINUTE);
    await world.clock.advance(SECOND);
    expect(world.row(id)).toMatchObject({ state: "failed", failure: { code: "outcomeUnknown" } });
  });

  it("is what is found as sending after a crash", async () => {
    const world = createWorld();
    const id = world.ask(END);
    world.crash();
    expect(world.row(id)).toMatchObject({ state: "unknown", failure: { code: "cutOff" } });
    expect(world.waiting).toEqual([]);
    await world.clock.advance(SECOND);
    world.tell("room-1", END);
    expect(world.row(id).state).toBe("observed");
    expect(world.left).toHaveLength(1);
  });
});

describe("without a network", () => {
  it("keeps a start in the queue, tries again with pauses, and sends it on return", async () => {
    const world = createWorld();
    const id = world.ask(START);
    await world.clock.advance(5 * SECOND);
    for (let round = 0; round < 5; round += 1) {
      only(world).fail("dns");
      await world.clock.settle();
      expect(world.row(id).state).toBe("queued");
      await world.clock.advance(20 * SECOND);
    }
    expect(world.left).toHaveLength(6);
    only(world).answer();
    await world.clock.settle();
    expect(world.row(id).state).toBe("accepted");
  });

  it("sends it within a second of the first answer to anything, where the pause began in an outage", async () => {
    const world = createWorld();
    const id = world.ask(START);
    await world.clock.advance(5 * SECOND);
    for (const outage of [null, 30 * SECOND]) {
      world.outage = outage;
      for (let round = 0; round < 4; round += 1) {
        only(world).fail("dns");
        await world.clock.advance(20 * SECOND);
      }
      only(world).fail("dns");
      await world.clock.settle();
      world.answers += 1;
      await world.clock.advance(SECOND);
      expect(world.row(id).state).toBe(outage === null ? "queued" : "sending");
      await world.clock.advance(20 * SECOND);
    }
  });

  it("does not wait out a pause when it is woken, and honours the server's wish", async () => {
    const world = createWorld();
    const id = world.ask(END);
    only(world).report(1, 0);
    only(world).fail("rateLimited", { retryAfterMs: 30 * SECOND });
    await world.clock.settle();
    expect(world.row(id).attempt).toMatchObject({ number: 1, nextAt: world.serverTime() + 30 * SECOND });
    await world.clock.advance(29 * SECOND);
    expect(world.row(id).state).toBe("queued");
    world.commands.wake();
    expect(world.row(id).state).toBe("sending");
  });

  it("lets a start expire after 10 minutes, and never sends it then", async () => {
    const world = createWorld();
    const id = world.ask(START);
    await world.clock.advance(5 * SECOND);
    only(world).fail("refused");
    for (let elapsed = 0; elapsed < 10 * MINUTE; elapsed += 5 * SECOND) {
      await world.clock.advance(5 * SECOND);
      world.waiting[0]?.fail("refused");
    }
    await world.clock.settle();
    expect(world.stored(id)).toMatchObject({ state: "expired", failure: { code: "refused" } });
    expect(world.left.every(({ leftAt, deadline }) => leftAt < 10 * MINUTE && deadline <= 10 * MINUTE)).toBe(true);
    const sent = world.left.length;
    await world.clock.advance(MINUTE);
    expect(world.left).toHaveLength(sent);
  });

  it("makes an end wait for a person after a minute; confirmed it leaves, unconfirmed it expires", async () => {
    const world = createWorld();
    const confirmed = world.ask(END);
    const left = world.ask(END, "room-2");
    for (let elapsed = 0; elapsed <= 61 * SECOND; elapsed += SECOND) {
      world.outage = elapsed;
      for (const request of world.waiting) request.fail("refused");
      await world.clock.advance(SECOND);
    }
    expect(world.states()).toEqual(["needsReview", "needsReview"]);
    world.outage = null;
    world.commands.wake();
    await world.clock.advance(MINUTE);
    expect(world.waiting).toEqual([]);
    expect(world.commands.confirm(confirmed)).toEqual({ ok: true, value: undefined });
    expect(world.row(confirmed).state).toBe("sending");
    only(world).answer();
    await world.clock.advance(10 * MINUTE);
    expect(world.row(left).state).toBe("expired");
  });

  it("makes an end that was asked late in an outage wait at once", async () => {
    const world = createWorld();
    world.outage = 5 * MINUTE;
    const id = world.ask(END);
    expect(world.row(id).state).toBe("needsReview");
    const safe = world.ask(START, "room-2");
    await world.clock.advance(5 * SECOND);
    expect(world.row(safe).state).toBe("sending");
    world.commands.confirm(id);
    expect(world.row(id).state).toBe("sending");
  });

  it("gives an end no attempt that could leave more than a minute after the person's word", () => {
    const world = createWorld();
    world.ask(END);
    expect(only(world).deadline).toBe(MINUTE);
  });

  it("counts sleep and restarts as age", async () => {
    for (const pass of ["sleep", "restart"] as const) {
      const world = createWorld();
      const slept = world.ask(START);
      world.sleep(11 * MINUTE);
      if (pass === "restart") world.crash();
      await world.clock.advance(5 * SECOND);
      expect(world.row(slept).state, pass).toBe("expired");
      expect(world.left).toEqual([]);
    }
  });

  it("does not make anything younger when the clock is set back", async () => {
    const world = createWorld();
    const id = world.ask(START);
    await world.clock.advance(5 * SECOND);
    only(world).fail("refused");
    await world.clock.advance(9 * MINUTE);
    world.waiting[0]?.fail("refused");
    await world.clock.settle();
    world.clock.jumpWall(-60 * MINUTE);
    world.crash();
    for (const request of world.waiting) request.fail("refused");
    await world.clock.advance(MINUTE);
    world.waiting[0]?.fail("refused");
    await world.clock.advance(SECOND);
    expect(world.row(id).state).toBe("expired");
  });
});

describe("cancelling", () => {
  it("before it has left means that it never leaves", async () => {
    const world = createWorld();
    const id = world.ask(START);
    expect(world.commands.cancel(id)).toEqual({ ok: true, value: undefined });
    expect(world.stored(id)?.state).toBe("cancelled");
    expect(world.commands.cancel(id).ok).toBe(true);
    await world.clock.advance(MINUTE);
    expect(world.left).toEqual([]);
  });

  it("after it has left is a conflict, and of what is not there notFound", () => {
    const world = createWorld();
    const id = world.ask(END);
    expect(world.commands.cancel(id)).toMatchObject({ ok: false, error: { code: "conflict", params: { state: "sending" } } });
    expect(world.commands.confirm(id)).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(world.commands.cancel(commandId(99))).toMatchObject({ ok: false, error: { code: "notFound" } });
  });

  it("that cannot be written is refused and changes nothing", async () => {
    const world = createWorld();
    const id = world.ask(START);
    world.failDisk({ kind: "full", detail: "no room" });
    expect(world.commands.cancel(id)).toMatchObject({ ok: false, error: { code: "unavailable" } });
    expect(world.row(id).state).toBe("asked");
  });
});

describe("a disk that fails", () => {
  it("keeps a command from leaving until it can be written that it leaves", async () => {
    const world = createWorld();
    const id = world.ask(START);
    world.failDisk({ kind: "full", detail: "no room" });
    await world.clock.advance(10 * SECOND);
    expect(world.left).toEqual([]);
    world.failDisk(null);
    await world.clock.advance(2 * SECOND);
    expect(world.row(id).state).toBe("sending");
  });

  it("does not lose an outcome: it is written when that is possible again", async () => {
    const world = createWorld();
    const id = world.ask(END);
    world.failDisk({ kind: "full", detail: "no room" });
    only(world).answer();
    await world.clock.settle();
    world.tell("room-1", END);
    expect([world.row(id).state, world.stored(id)?.state]).toEqual(["observed", "sending"]);
    world.failDisk(null);
    await world.clock.advance(2 * SECOND);
    expect(world.stored(id)?.state).toBe("observed");
  });
});

describe("an observe-only profile", () => {
  it("sends nothing that an earlier run left in the outbox; it expires there", async () => {
    const world = createWorld();
    const id = world.ask(START);
    world.observeOnly = true;
    world.crash();
    await world.clock.advance(11 * MINUTE);
    expect(world.row(id).state).toBe("expired");
    expect(world.left).toEqual([]);
  });
});

describe("the list", () => {
  it(`keeps everything that has not ended and the latest ${ENDED_KEPT} that have`, async () => {
    const world = createWorld();
    const first = world.ask(END, "room-2");
    for (let number = 0; number < ENDED_KEPT + 5; number += 1) world.commands.cancel(world.ask(START));
    expect(world.commands.list()).toHaveLength(ENDED_KEPT + 1);
    expect(world.row(first).state).toBe("sending");
    expect(world.commands.get(commandId(2))).toBeUndefined();
    const known = world.commands.ask("room.setState", { commandId: commandId(2), roomUuid: "room-1", state: START });
    expect(known.ok, "an id that has left the list is still known").toBe(true);
    world.crash();
    expect(world.commands.list()).toHaveLength(ENDED_KEPT + 1);
    expect(world.commands.list().map(({ number }) => number)).toEqual(
      world.commands
        .list()
        .map(({ number }) => number)
        .sort((a, b) => a - b),
    );
  });
});

describe("stopping", () => {
  it("ends what is under way, writes its outcome and sends nothing more", async () => {
    const world = createWorld();
    const id = world.ask(END);
    world.ask(CLOSE);
    const stopped = world.commands.stop();
    expect(world.left[0]?.aborted).toBe(true);
    await stopped;
    expect(world.stored(id)?.state).toBe("unknown");
    await world.clock.advance(MINUTE);
    expect(world.left).toHaveLength(1);
    expect(world.clock.pending()).toBe(0);
  });
});
