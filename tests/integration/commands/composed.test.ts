import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import type { CommandInput, CommandName } from "../../../shared/contract.ts";
import { isTerminal } from "../../../shared/model/command.ts";
import { type SpecCloud, startCloud } from "../../e2e/cloud.ts";
import { type Desk, good, openDesk } from "../workstation/desk.ts";

let cloud: SpecCloud;
let desk: Desk | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
  await cloud.kill();
});

const CLOSED_AT = 3;
/** A net, not a measure: the machine may be busy with much else. */
const until = (becomes: () => void | Promise<void>): Promise<void> => vi.waitFor(becomes, { timeout: 60_000, interval: 25 });

/** A cloud of its own on real sockets, and the whole main process on it, with these rooms on the wall. */
const begin = async (rooms: readonly string[], people: string[] = [], options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> => {
  cloud = await startCloud({ scenario: "none" });
  for (const room of rooms) await cloud.room(room, people);
  const opened = await openDesk({ profileFile: cloud.profileFile(), ...options });
  desk = opened;
  // Nothing has happened in a room that nobody entered, so no event names it.
  good(await opened.call("rooms.add", { roomUuids: [...rooms] }));
  await known(opened, rooms);
  return opened;
};
const known = (on: Desk, rooms: readonly string[]) =>
  until(() => {
    const live = on.list("rooms").filter(({ phase, proof }) => phase === "live" && proof.provedAt !== null);
    expect(live.map(({ roomUuid }) => roomUuid)).toEqual(expect.arrayContaining([...rooms]));
  });
const ask = async <N extends CommandName>(on: Desk, name: N, roomUuid: string, input: CommandInput<N>): Promise<string> => {
  const commandId = randomUUID();
  good(await on.call(name, { ...input, commandId, roomUuid } as never));
  return commandId;
};
const rowOf = (on: Desk, id: string) => on.list("commands").find((row) => row.id === id);
const ends = (on: Desk, id: string, state: string) => until(() => expect(rowOf(on, id)).toMatchObject({ state, failure: null }));

type Left = { data?: { offlineUsers?: { userUuid: string; type: number }[] } };
const removalsOf = async (room: string, userUuid: string): Promise<number> => {
  const events = (await cloud.sequences(room)) as Left[];
  return events.flatMap(({ data }) => data?.offlineUsers ?? []).filter((user) => user.userUuid === userUuid && user.type === 2).length;
};

describe("on the practice cloud, over real sockets", () => {
  it("a person whose removal was answered to nobody is not removed twice, and is seen to be gone", async () => {
    const on = await begin(["hall"], ["ann", "bo"]);
    await until(() => expect(on.list("rooms").find(({ roomUuid }) => roomUuid === "hall")?.present).toBe(2));
    await cloud.trouble({ kind: "lost", path: "/users/ann/exit", count: 1, afterMs: 0, chance: 1 });
    const id = await ask(on, "person.remove", "hall", { userUuid: "ann", comeBack: { kind: "after", seconds: 600 } });
    await ends(on, id, "observed");
    expect(await removalsOf("hall", "ann")).toBe(1);
    // They may not come back before their time, and are let in again.
    const entry = { role: 2, userName: "ann", roomName: "Room hall", roomType: 4 };
    const enter = () => cloud.send("PUT", `${cloud.app()}/v3/rooms/hall/users/ann`, entry, "ann");
    expect((await enter()).status).toBe(403);
    const letIn = await ask(on, "person.letIn", "hall", { userUuid: "ann" });
    await ends(on, letIn, "accepted");
    expect((await enter()).status).toBe(200);
  });

  it("forty rooms are ended at once, three are refused; trying again asks those three alone", async () => {
    const rooms = Array.from({ length: 40 }, (_, index) => `hall-${index + 1}`);
    const on = await begin(rooms);
    const lift = await cloud.trouble({ kind: "unauthorized", path: "/rooms/hall-(3|17|40)/states/", afterMs: 0, chance: 1 });
    const end = (bulkId: string, among: readonly string[], more: object = {}) =>
      on.call("bulk.ask", {
        bulkId,
        name: "room.setState",
        input: { state: 2 },
        targets: among.map((roomUuid) => ({ roomUuid })),
        count: among.length,
        ...more,
      });
    const bulkId = randomUUID();
    expect(good(await end(bulkId, rooms))).toEqual({ commandId: bulkId });
    const bulkOf = (id: string) => on.list("bulks").find((bulk) => bulk.id === id);
    await until(() => expect(bulkOf(bulkId)).toMatchObject({ done: 40, counts: { observed: 37, failed: 3 } }));
    const page = good(await on.call("commands.page", { filter: { bulkId, trouble: true }, before: null, limit: 10 }));
    expect(page.rows.map(({ roomUuid, failure }) => [roomUuid, failure?.code])).toEqual(
      ["hall-40", "hall-17", "hall-3"].map((room) => [room, "unauthorized"]),
    );
    await lift();
    const again = randomUUID();
    good(await end(again, ["hall-3", "hall-17", "hall-40"], { retryOf: bulkId }));
    await until(() => expect(bulkOf(again)).toMatchObject({ done: 3, counts: { observed: 3 } }));
  });

  it("what was asked without a network is on disk over a restart, and goes when the network is back", async () => {
    const on = await begin(["hall", "yard"], ["ann"]);
    await cloud.stop();
    const set = await ask(on, "roomProperties.set", "hall", { properties: { "exam.paper": "B" } });
    const record = await ask(on, "recording.start", "yard", {});
    await on.stop();
    const second = await openDesk({ profileFile: cloud.profileFile(), userData: on.userData });
    desk = second;
    expect([rowOf(second, set), rowOf(second, record)].map((row) => row !== undefined && !isTerminal(row))).toEqual([true, true]);
    await cloud.restart();
    second.core.networkBack();
    await ends(second, set, "observed");
    await ends(second, record, "observed");
  });

  it("a removal that was asked without a network and has outlived its two minutes is never sent", async () => {
    let passed = 0;
    const real = createSystemClock();
    const clock = { ...real, wall: () => real.wall() + passed, monotonic: () => real.monotonic() + passed };
    const on = await begin(["hall"], ["ann", "bo"], { world: { clock } });
    await until(() => expect(on.list("rooms").find(({ roomUuid }) => roomUuid === "hall")?.present).toBe(2));
    await cloud.stop();
    const removal = await ask(on, "person.remove", "hall", { userUuid: "ann", comeBack: { kind: "anytime" } });
    passed = 121_000;
    await until(() => expect(rowOf(on, removal)?.state).toBe("expired"));
    await cloud.restart();
    on.core.networkBack();
    // What was asked later for the same room is sent, and is seen to work: the lane has gone on without the removal.
    await ends(on, await ask(on, "roomProperties.set", "hall", { properties: { "exam.paper": "B" } }), "observed");
    expect(await removalsOf("hall", "ann")).toBe(0);
    expect(rowOf(on, removal)).toMatchObject({ state: "expired" });
  });

  it("a room is created, taken up and recorded; its properties are read back; groups come and go; closing it is for good", async () => {
    const on = await begin(["hall"], ["ann", "bo"]);
    const startTime = Date.now() + 3_600_000;
    const roomProperties = { schedule: { startTime, duration: 7_200, closeDelay: 60 }, examinationUrl: "https://papers.example/1" };
    const created = await ask(on, "room.create", "annex", { roomType: 4, roomName: "Annex", roomProperties });
    await ends(on, created, "observed");
    await until(() =>
      expect(on.list("rooms").find(({ roomUuid }) => roomUuid === "annex")).toMatchObject({
        name: "Annex",
        schedule: { startTime, duration: 7_200 },
      }),
    );
    for (const one of [
      ask(on, "userProperties.set", "hall", { userUuid: "ann", properties: { seat: 4 } }),
      ask(on, "extAppProperties.set", "hall", { extAppUuid: "io.agora.countdown", properties: { left: 60 }, common: { state: 1 } }),
      ask(on, "recording.start", "annex", { mode: "web", webRecordConfig: { rootUrl: "https://page.example" }, retryTimeout: 60 }),
    ])
      await ends(on, await one, "observed");
    for (const one of [
      ask(on, "recording.update", "annex", { webRecordConfig: { rootUrl: "https://page.example", onhold: true } }),
      ask(on, "groups.create", "hall", { groups: [{ groupName: "One", users: [{ userUuid: "ann" }] }, { users: [{ userUuid: "bo" }] }] }),
    ])
      await until(async () => expect(rowOf(on, await one)?.endedAt).not.toBeNull());
    await ends(on, await ask(on, "groups.remove", "hall", {}), "observed");
    await ends(on, await ask(on, "room.setState", "annex", { state: CLOSED_AT }), "observed");
  });
});
