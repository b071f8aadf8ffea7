import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { CommandFilter, SoughtWord } from "../../../shared/contract/control.ts";
import { isTerminal } from "../../../shared/model/command.ts";
import { readNow } from "../../fakes/readers.ts";
import { commandId, createWorld, type World } from "./world.ts";

const ROOMS = Array.from({ length: 40 }, (_, index) => `hall-${String(index + 1).padStart(2, "0")}`);
const END = 2;
const BULK = commandId(900);

/** `path`: the outbox file; left out: in memory. */
const school = (path?: string): World => {
  const world = createWorld(path === undefined ? {} : { path });
  for (const roomUuid of ROOMS) {
    world.service.make(roomUuid);
    world.service.apply("setRoomState", roomUuid, [1]);
    world.sync(roomUuid);
  }
  return world;
};
const endAll = (world: World, more: { bulkId?: string; count?: number; rooms?: string[]; retryOf?: string } = {}) => {
  const { bulkId = BULK, rooms = ROOMS, count = rooms.length, retryOf } = more;
  const targets = rooms.map((roomUuid) => ({ roomUuid }));
  return world.commands.bulks.ask({ bulkId, name: "room.setState", input: { state: END }, targets, count, ...(retryOf && { retryOf }) });
};
/** Each is answered; some rooms refuse. */
const serve = async (world: World, refusing: readonly string[] = []): Promise<void> => {
  for (const request of world.waiting) {
    if (refusing.includes(request.roomUuid)) request.fail("rejected", { httpStatus: 400 });
    else if (world.service.apply(request.method, request.roomUuid, request.args) === null) request.answer();
    else request.fail("alreadyEnded", { httpStatus: 409 });
  }
  await world.clock.settle();
  for (const roomUuid of ROOMS) world.sync(roomUuid);
  await world.clock.settle();
};

describe("one command for many rooms", () => {
  it("is on disk whole before it is answered, goes to all side by side, and ends with a verdict for each", async () => {
    const world = school();
    expect(endAll(world)).toEqual({ ok: true, value: { commandId: BULK } });
    const items = world.commands.bulks.items(BULK) ?? [];
    expect(items.map(({ row }) => row.roomUuid)).toEqual(ROOMS);
    expect(items.every(({ row }) => world.stored(row.id)?.bulk?.of === ROOMS.length)).toBe(true);
    expect(world.waiting).toHaveLength(ROOMS.length);
    const refusing = [ROOMS[3], ROOMS[17], ROOMS[39]] as string[];
    await serve(world, refusing);
    expect(world.commands.bulks.get(BULK)).toMatchObject({ total: 40, done: 40, counts: { observed: 37, failed: 3 } });
    const failed = (world.commands.bulks.items(BULK) ?? []).filter(({ row }) => row.state === "failed");
    expect(failed.map(({ row }) => [row.roomUuid, row.failure?.code])).toEqual(refusing.map((room) => [room, "rejected"]));

    expect(endAll(world, { bulkId: commandId(901), rooms: refusing, retryOf: BULK }).ok).toBe(true);
    await serve(world);
    expect(world.commands.bulks.get(commandId(901))).toMatchObject({ retryOf: BULK, total: 3, counts: { observed: 3 } });
    expect(world.left).toHaveLength(43);
  });

  it("waits for the request budget a few at a time: the rest can be stopped, and what is asked alone goes before it", async () => {
    const world = school();
    world.granting = false;
    endAll(world);
    const first = world.waiting.map(({ roomUuid }) => roomUuid);
    expect(first).toEqual(ROOMS.slice(0, first.length));
    expect(first.length).toBeLessThan(20);
    world.ask(END, "room-1");
    for (const request of world.waiting.slice(0, first.length)) request.leave();
    expect(world.waiting[first.length]?.roomUuid).toBe("room-1");
    const asked = world.waiting.length - 1;
    expect(world.commands.bulks.stop(BULK)).toEqual({ ok: true, value: { cancelled: ROOMS.length - asked, left: asked } });
    world.granting = true;
    await serve(world);
    expect(world.left).toHaveLength(asked + 1);
  });

  it("asked twice is asked once, and with another request is a conflict, after a restart too", async () => {
    const world = school();
    endAll(world);
    expect(endAll(world).ok).toBe(true);
    await serve(world);
    world.crash();
    expect(endAll(world).ok).toBe(true);
    expect(endAll(world, { rooms: ROOMS.slice(1) })).toMatchObject({ error: { code: "conflict", reason: "commandId" } });
    expect(world.left).toHaveLength(ROOMS.length);
  });

  it("asks nothing where the rooms are no longer those that a person was shown", () => {
    const world = school();
    world.service.apply("setRoomState", "hall-01", [END]);
    world.sync("hall-01");
    expect(endAll(world)).toMatchObject({ error: { code: "conflict", reason: "previewChanged", params: { count: 39 } } });
    expect(world.commands.list()).toEqual([]);
    expect(endAll(world, { count: 39 }).ok).toBe(true);
    expect(world.commands.bulks.get(BULK)).toMatchObject({ total: 39, excluded: [{ roomUuid: "hall-01", reason: "already" }] });
  });

  it("that cannot be written is not asked at all", () => {
    const world = school();
    world.failDisk({ kind: "full", detail: "no room" });
    expect(endAll(world)).toMatchObject({ error: { code: "unavailable", reason: "outboxFull" } });
    world.failDisk(null);
    expect(world.commands.list()).toEqual([]);
    expect(world.commands.bulks.list()).toEqual([]);
  });

  it("with an argument that breaks the schema names the field, and asks nothing", () => {
    const world = school();
    const ask = (name: string, input: Record<string, unknown>) =>
      world.commands.bulks.ask({ bulkId: BULK, name, input, targets: [{ roomUuid: "hall-01" }], count: 1 });
    expect(ask("room.setState", { state: "2" })).toMatchObject({ error: { code: "invalid", field: "state" } });
    expect(ask("rooms.add", {})).toMatchObject({ error: { code: "unknownName" } });
    expect(world.commands.list()).toEqual([]);
  });

  it("stopped calls back what has not left, and says what had", async () => {
    const world = school();
    const targets = ROOMS.map((roomUuid) => ({ roomUuid }));
    // Held: a start can be taken back.
    world.commands.bulks.ask({ bulkId: BULK, name: "roomProperties.set", input: { properties: { a: 1 } }, targets, count: 40 });
    const [first] = world.commands.bulks.items(BULK) ?? [];
    if (first) world.commands.cancel(first.row.id);
    expect(world.commands.bulks.stop(BULK)).toEqual({ ok: true, value: { cancelled: 39, left: 1 } });
    await world.clock.advance(60_000);
    expect(world.left).toEqual([]);
    expect(world.commands.bulks.get(BULK)).toMatchObject({ counts: { cancelled: 40 }, done: 40 });
    expect(world.commands.bulks.get(BULK)?.stoppedAt).not.toBeNull();
    expect(world.commands.bulks.stop(commandId(7))).toMatchObject({ error: { code: "notFound" } });
  });

  it("killed in the midst goes on, and ends each once", async () => {
    const world = school();
    endAll(world);
    for (const request of world.waiting.slice(0, 10)) {
      world.service.apply(request.method, request.roomUuid, request.args);
      request.answer();
    }
    await world.clock.settle();
    world.crash();
    for (let round = 0; round < 10; round += 1) {
      await serve(world);
      await world.clock.advance(2_000);
      await serve(world);
    }
    const items = world.commands.bulks.items(BULK) ?? [];
    expect(items.every(({ row }) => isTerminal(row))).toBe(true);
    expect(world.commands.bulks.get(BULK)).toMatchObject({ counts: { observed: 40 }, done: 40 });
    for (const { row } of items) expect(world.feedOf(row.id).filter((state) => state === "observed")).toHaveLength(1);
  });

  it("tells its watchers of each change", async () => {
    const world = school();
    const told = new Set<string>();
    world.commands.bulks.watchItems(({ bulkId, key }) => void told.add(`${bulkId} ${key}`));
    endAll(world);
    await serve(world);
    expect(told.size).toBe(ROOMS.length);
    expect(world.commands.bulks.item(BULK, "0002")?.row.roomUuid).toBe("hall-03");
    expect(world.commands.bulks.items(commandId(7))).toBeUndefined();
  });
});

describe("the list of all that was ever asked", () => {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is paged from the newest, filtered, and counts what the filter means", async () => {
    const path = join(folder, "outbox.db");
    const world = school(path);
    endAll(world);
    await serve(world, ["hall-05", "hall-06"]);
    const page = (filter: CommandFilter, before: number | null = null) => {
      const found = readNow("commandPage", { path, filter, before, limit: 25 });
      if (!found.ok) throw new Error(found.error.detail);
      return found.value;
    };
    const first = page({});
    expect([first.rows.length, first.more, first.total, first.rows[0]?.roomUuid]).toEqual([25, true, 40, "hall-40"]);
    const second = page({}, first.rows.at(-1)?.number ?? null);
    expect([second.rows.length, second.more, second.rows.at(-1)?.roomUuid]).toEqual([15, false, "hall-01"]);
    expect(page({ trouble: true }).rows.map(({ roomUuid }) => roomUuid)).toEqual(["hall-06", "hall-05"]);
    expect(page({ states: ["observed"] }).total).toBe(38);
    expect(page({ roomUuid: "hall-09" }).total).toBe(1);
    expect(page({ bulkId: BULK, operator: "Ann" }).total).toBe(40);
    const sought = (...words: Partial<SoughtWord>[]) =>
      page({ words: words.map((word) => ({ text: "nowhere", rooms: [], kinds: [], ...word })) }).total;
    expect(sought({ text: "HALL-1" })).toBe(10);
    expect(sought({ text: "%" })).toBe(0);
    expect(sought({ rooms: ["hall-07", "hall-08", "elsewhere"] })).toBe(2);
    expect(sought({ kinds: [{ name: "room.setState", state: 1 }, { name: "room.create" }] })).toBe(0);
    expect(sought({ kinds: [{ name: "room.setState", state: 2 }] })).toBe(40);
    expect(sought({ kinds: [{ name: "room.setState", state: 2 }] }, { text: "hall-1" })).toBe(10);
    expect(page({ name: "room.create" }).total).toBe(0);
  });
});
