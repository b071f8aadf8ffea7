/** The simulated cloud without sockets: what a seed fixes, and what holds for any run. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEngine } from "../../../electron/practice/engine/engine.ts";
import { createRoom } from "../../../electron/practice/engine/rooms.ts";
import { consumeFeed, emit, PAGE, passUnseen, readPage } from "../../../electron/practice/engine/sequences.ts";
import { featuresWithout, type Room } from "../../../electron/practice/engine/types.ts";
import { REGION, SCENARIOS } from "../../../electron/practice/scenarios/scenarios.ts";
import type { ScenarioName } from "../../../shared/model/rehearsal.ts";

const T0 = 1_800_000_000_000;
const MINUTE = 60_000;

type Wire = { roomUuid: string; cmd: number; sequence?: number; data: Record<string, unknown> };
const wire = (json: string): Wire => JSON.parse(json) as Wire;

const run = (scenario: ScenarioName, seed: number, minutes: number, step = MINUTE) => {
  const engine = createEngine({ seed, startAt: T0, scenario });
  for (let time = T0; time <= T0 + minutes * MINUTE; time += step) engine.advanceTo(time);
  engine.advanceTo(T0 + minutes * MINUTE);
  return engine.world;
};
const told = (world: { rooms: Map<string, Room> }): string[] =>
  [...world.rooms.values()].flatMap((room) => room.events.map((event) => event.json));

const readAll = (room: Room, count: number, cmd: number | null = null): Wire[] => {
  const all: Wire[] = [];
  for (let nextId: string | null = "null"; nextId !== null; ) {
    const page = readPage(room, nextId, cmd === null ? null : (event) => event.cmd === cmd, count);
    if (!page.ok) throw new Error(page.error.message);
    const read = JSON.parse(page.value) as { count: number; list: Wire[]; nextId: string | null };
    expect(read.count).toBe(read.list.length);
    all.push(...read.list);
    nextId = read.nextId;
  }
  return all;
};

describe("a scenario", () => {
  const NAMES = Object.keys(SCENARIOS) as ScenarioName[];

  it.each(NAMES.filter((name) => name !== "thousand"))("%s plays the same for the same seed, in whatever steps time passes", (name) => {
    expect(told(run(name, 3, 4, 777))).toEqual(told(run(name, 3, 4, 4 * MINUTE)));
  });

  it("plays otherwise for another seed", () => {
    expect(told(run("exam-day", 3, 1))).not.toEqual(told(run("exam-day", 4, 1)));
  });

  it.each(NAMES)("%s never gives two events of a room one number, nor a smaller one later", (name) => {
    for (const room of run(name, 5, 3).rooms.values()) {
      const sequences = room.events.flatMap((event) => event.sequence ?? []);
      expect(sequences.every((sequence, index) => index === 0 || sequence > (sequences[index - 1] ?? 0))).toBe(true);
    }
  });

  it("exam-day has forty rooms with a past, most of them running, all named by the first operation 9", () => {
    const { rooms, feed } = createEngine({ seed: 1, startAt: T0, scenario: "exam-day" }).world;
    const states = [...rooms.values()].map((room) => room.state);
    expect({
      rooms: rooms.size,
      running: states.filter((state) => state === 1).length,
      ended: states.filter((state) => state === 2).length,
    }).toEqual({
      rooms: 40,
      running: 33,
      ended: 2,
    });
    expect(new Set(feed.map((entry) => entry.room.roomUuid)).size).toBe(40);
    const kinds = new Set([...rooms.values()].flatMap((room) => room.events.map((event) => event.cmd)));
    for (const cmd of [1, 3, 20, 1001, 1003, 1101, 1501, 1502]) expect(kinds).toContain(cmd);
    const events = [...rooms.values()].flatMap((room) => room.events);
    expect(events.some((event) => event.sequence === null)).toBe(true);
    expect([...rooms.values()].some((room) => room.nextSequence - 1 > room.events.length)).toBe(true);
  });

  it.each([
    ["exam-day", 3, 5],
    ["thousand", 40, 60],
  ] as const)("%s makes %i to %i events a second", (name, least, most) => {
    const before = told(run(name, 1, 0)).length;
    const rate = (told(run(name, 1, 2)).length - before) / 120;
    expect(rate).toBeGreaterThanOrEqual(least);
    expect(rate).toBeLessThanOrEqual(most);
  });

  it("leaves rooms alone that it did not make", () => {
    const engine = createEngine({ seed: 1, startAt: T0, scenario: "exam-day" });
    const made = createRoom(engine.world, { region: REGION, roomUuid: "mine", roomName: "Mine", roomType: 4 });
    engine.advanceTo(T0 + 60 * MINUTE);
    expect(made.ok && made.value.events).toEqual([]);
  });

  /** What each is for, read off its events. */
  const SHOWS: Record<Exclude<ScenarioName, "exam-day" | "quiet" | "thousand" | "none">, (events: Wire[]) => boolean> = {
    "mass-drop": (events) => events.filter(({ cmd, data }) => cmd === 20 && (data["offlineUsers"] as unknown[]).length > 10).length > 10,
    "late-starters": (events) => events.filter(({ cmd, data }) => cmd === 1 && data["state"] === 1).length === 3,
    "forgotten-recording": (events) => events.some(({ cmd, data }) => cmd === 1001 && data["reason"] === 5),
    "quiz-and-poll": (events) => events.filter(({ cmd }) => cmd === 1110).length > 3 * 50,
    "rough-network": (events) => events.some(({ cmd, data }) => cmd === 1502 && (data["addProgressUsers"] as unknown[]).length > 0),
    "kick-returns": (events) => {
      const changes = events.filter(({ cmd, roomUuid }) => cmd === 20 && roomUuid === "fin2-001").slice(-2);
      const [out, back] = changes.map(({ data }) => [...(data["offlineUsers"] as object[]), ...(data["onlineUsers"] as object[])][0]);
      return JSON.stringify(out).includes('"type":2') && JSON.stringify(back).includes('"userUuid":"stu-001-01"');
    },
  };
  it.each(Object.entries(SHOWS))("%s shows what its name says", (name, shows) => {
    expect(shows(told(run(name as ScenarioName, 2, 15)).map(wire))).toBe(true);
  });

  it("begins anew once all that it made is destroyed, with sequences from 1", () => {
    const world = run("quiet", 1, 1);
    const again = createEngine({
      seed: 1,
      startAt: T0 + 24 * 60 * MINUTE,
      scenario: "quiet",
      restored: { rooms: [...world.rooms.values()], chatUsers: [], now: world.now, fedUntil: {}, run: world.run, ledger: world.ledger },
    }).world;
    const [room] = again.rooms.values();
    expect(again.rooms.size).toBe(5);
    expect(room?.createdAt).toBeGreaterThan(T0 + 20 * 60 * MINUTE);
    expect(room?.events[0]?.sequence).toBe(1);
  });
});

const fill = (mixture: readonly string[]) => {
  const { world } = createEngine({ seed: 1, startAt: T0, scenario: "none", features: featuresWithout([]) });
  const made = createRoom(world, { region: REGION, roomUuid: "r", roomName: "r", roomType: 4 });
  if (!made.ok) throw new Error("no room");
  mixture.forEach((kind, index) => {
    if (kind === "unseen") passUnseen(made.value);
    else emit(world, made.value, kind === "chat" ? 3 : 99, { index }, kind !== "unnumbered");
  });
  return { world, room: made.value };
};

describe("the events of a room, for any mixture of numbered, unnumbered and unseen ones", () => {
  const mixtures = fc.array(fc.constantFrom("chat", "custom", "unnumbered", "unseen"), { maxLength: 250 });
  it("read in pages of any size, they are the whole list in order", () => {
    fc.assert(
      fc.property(mixtures, fc.integer({ min: 1, max: PAGE }), (mixture, count) => {
        const { room } = fill(mixture);
        expect(readAll(room, count)).toEqual(room.events.map((event) => wire(event.json)));
        expect(readAll(room, count, 3)).toEqual(room.events.filter((event) => event.cmd === 3).map((event) => wire(event.json)));
      }),
    );
  });

  it("asked for from any number, they begin with the first that is not smaller", () => {
    fc.assert(
      fc.property(mixtures, fc.integer({ min: 2, max: 260 }), (mixture, from) => {
        const { room } = fill(mixture);
        const page = readPage(room, String(from), null, PAGE);
        const list = page.ok ? (JSON.parse(page.value) as { list: Wire[] }).list : [];
        const expected = room.events.findIndex((event) => event.sequence !== null && event.sequence >= from);
        expect(list[0]).toEqual(expected === -1 ? undefined : wire(room.events[expected]?.json ?? ""));
      }),
    );
  });

  it("are delivered by operation 9 once each, however often it is asked", () => {
    fc.assert(
      fc.property(mixtures, mixtures, (first, second) => {
        const { world, room } = fill(first);
        const delivered = [consumeFeed(world, REGION)];
        for (const _ of second) emit(world, room, 3, {});
        delivered.push(consumeFeed(world, REGION), consumeFeed(world, REGION));
        expect(delivered.flatMap((text) => JSON.parse(text) as Wire[])).toEqual(room.events.map((event) => wire(event.json)));
      }),
    );
  });
});
