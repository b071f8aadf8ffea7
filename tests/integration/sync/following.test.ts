import { afterEach, describe, expect, it } from "vitest";
import { asOf } from "../../../shared/model/freshness.ts";
import { createRig, type Rig, type RigOptions } from "../../fakes/syncRig.ts";

let rig: Rig;
const begin = (options: RigOptions = {}): Rig => {
  rig = createRig(options);
  return rig;
};
afterEach(() => rig.end());

const state = (value: number) => ({ state: value, startTime: 1_700_000_000_000 });
const provedUntil = (roomUuid: string): number | null => {
  const room = rig.sync().rooms.get(roomUuid);
  return room === undefined ? null : asOf(room.proof, rig.sync().connection.read().chain);
};
const sequences = (roomUuid: string): string[] =>
  rig
    .store()
    .journal.page(roomUuid, null, 1_000)
    .entries.toReversed()
    .map((entry) => (entry.kind === "event" ? `${entry.event.incarnation}:${entry.event.sequence}.${entry.event.ordinal}` : entry.kind));

describe("following rooms", () => {
  it("says how many rooms wait for the rate of requests, until none does", async () => {
    const { service, clock, sync } = begin({ perSecond: 2 });
    for (let n = 0; n < 30; n += 1) {
      service.create(`r${n}`);
      service.emit(`r${n}`, 1, state(1));
    }
    sync().start();
    await clock.advanceUntil(() => sync().rooms.list().length === 30, 10_000);
    await clock.advance(100);
    const { catchUp, requestsWaiting } = sync().connection.read();
    expect(catchUp?.of).toBe(30);
    expect(requestsWaiting).toBeGreaterThan(20);
    await clock.advanceUntil(() => sync().connection.read().catchUp === null, 120_000);
    await clock.advance(10_000);
    expect(sync().connection.read().requestsWaiting).toBe(0);
  });

  it("proves nothing by operation 9 while a request of the run before may still arrive", async () => {
    const { service, clock, sync } = begin();
    service.create("r1");
    service.emit("r1", 1, state(1));
    sync().start();
    await clock.advanceUntil(() => sync().connection.read().chain.proves, 20_000);
    await rig.restart();
    await clock.advance(4_000);
    expect(sync().connection.read()).toMatchObject({ phase: "live", chain: { proves: false } });
    await clock.advance(4_000);
    expect(sync().connection.read().chain.proves).toBe(true);
  });

  it("meets a room that an event names, and reads it from its beginning", async () => {
    const { service, clock, sync } = begin();
    service.create("r1");
    for (let n = 0; n < 250; n += 1) service.emit("r1", 3, { fromUser: { userUuid: "u" }, message: `m${n}`, type: 1 });
    sync().start();
    await clock.advanceUntil(() => sync().rooms.get("r1")?.phase === "live", 10_000);
    expect(sync().rooms.get("r1")?.lastSequence).toBe(250);
    expect(sync().detail("r1")?.view.eventCount).toBe(250);
    expect(sequences("r1")).toHaveLength(250);
    expect(rig.errors).toEqual([]);
  });

  it("shows an event that operation 9 brings within the poll interval, and stays proved by the chain without asking again", async () => {
    const { service, clock, sync, cloud } = begin();
    service.create("r1");
    service.emit("r1", 1, state(1));
    sync().start();
    await clock.advanceUntil(() => sync().rooms.get("r1")?.proof.chainId !== null && sync().rooms.get("r1") !== undefined, 20_000);
    const asked = cloud().requests.filter((request) => request.operation === "room").length;
    service.emit("r1", 1, { state: 2, endTime: 1_700_000_001_000 });
    await clock.advance(2_100);
    expect(sync().rooms.get("r1")?.state).toBe(2);
    expect(cloud().requests.filter((request) => request.operation === "room").length).toBe(asked);
    expect(provedUntil("r1")).toBeGreaterThan(rig.serverTime() - 2_500);
  });

  it("keeps the age of every room from the moment an operation 9 answer was lost, until operation 8 proves it again", async () => {
    let lost = false;
    let silent = false;
    const { service, clock, sync } = begin({
      fate: (operation) =>
        operation === "app" && lost
          ? { there: 5, back: 5, problem: { code: "reset", when: "after" } }
          : operation === "room" && silent
            ? { there: 5, back: 5, problem: { code: "unavailable", when: "before" } }
            : { there: 5, back: 5 },
    });
    service.create("r1");
    service.emit("r1", 1, state(1));
    sync().start();
    await clock.advanceUntil(() => (sync().rooms.get("r1")?.proof.chainId ?? null) !== null, 20_000);
    lost = true;
    silent = true;
    await clock.advance(3_000);
    const until = provedUntil("r1") ?? 0;
    lost = false;
    await clock.advance(30_000);
    expect(provedUntil("r1")).toBe(until);
    silent = false;
    await clock.advance(20_000);
    expect(provedUntil("r1")).toBeGreaterThan(rig.serverTime() - 3_000);
  });

  it("reads a hole of operation 9 by operation 8, and calls a hole of operation 8 no gap", async () => {
    const { service, clock, sync } = begin();
    service.create("r1");
    service.emit("r1", 1, state(1));
    sync().start();
    await clock.advanceUntil(() => (sync().rooms.get("r1")?.proof.chainId ?? null) !== null, 20_000);
    service.emit("r1", 3, { message: "a" }, { hole: 4 });
    await clock.advance(6_000);
    expect(sequences("r1")).toEqual(["1:1.0", "1:6.0"]);
    expect(sync().rooms.get("r1")?.gaps).toBe(0);
  });

  it("stores an unnumbered event once, whichever operation brings it first", async () => {
    const { service, clock, sync } = begin();
    service.create("r1");
    service.emit("r1", 1, state(1));
    sync().start();
    await clock.advanceUntil(() => (sync().rooms.get("r1")?.proof.chainId ?? null) !== null, 20_000);
    service.emit("r1", 99, { note: "x" }, { numbered: false });
    service.emit("r1", 3, { message: "b" });
    service.emit("r1", 99, { note: "x" }, { numbered: false });
    await clock.advance(60_000);
    expect(sequences("r1")).toEqual(["1:1.0", "1:1.1", "1:2.0", "1:2.1"]);
    expect(sync().detail("r1")?.view.unknownKinds).toEqual({ "99": 2 });
  });

  it("begins a new incarnation when a destroyed room comes back, and keeps the old one", async () => {
    const { service, clock, sync } = begin();
    service.create("r1");
    service.emit("r1", 1, state(1));
    service.emit("r1", 20, { total: 1, onlineUsers: [{ userUuid: "a", userName: "Ann" }] });
    sync().start();
    await clock.advanceUntil(() => (sync().rooms.get("r1")?.proof.chainId ?? null) !== null, 20_000);
    service.destroy("r1");
    await clock.advanceUntil(() => sync().rooms.get("r1")?.phase === "destroyed", 120_000);
    service.create("r1");
    service.emit("r1", 1, state(0));
    await clock.advance(10_000);
    const room = sync().rooms.get("r1");
    expect(room).toMatchObject({ incarnation: 2, state: 0, present: 0, phase: "live" });
    expect(sequences("r1")).toEqual(["1:1.0", "1:2.0", "incarnation", "2:1.0"]);
  });

  it("notices a new life behind the same id even where no answer said that the room was gone", async () => {
    const { service, clock, sync } = begin();
    service.create("r1");
    for (let n = 0; n < 5; n += 1) service.emit("r1", 3, { message: `old ${n}` });
    sync().start();
    await clock.advanceUntil(() => (sync().rooms.get("r1")?.proof.chainId ?? null) !== null, 20_000);
    service.destroy("r1");
    service.create("r1");
    service.emit("r1", 3, { message: "new" });
    await clock.advance(40_000);
    expect(sync().rooms.get("r1")).toMatchObject({ incarnation: 2, eventCount: 1, phase: "live" });
  });

  const HOUR_MS = 3_600_000;
  /** A list whose last event is the same in every life of the room. */
  const live = (name: string): void => {
    rig.service.create("r1");
    for (let n = 0; n < 6; n += 1) rig.service.emit("r1", 3, { message: n < 5 ? `${name} ${n}` : "alike" });
  };
  const firstAsked = () => rig.cloud().requests.filter(({ operation, nextId }) => operation === "room" && nextId === null).length;

  it.each(["slept", "was off", "slept with its clock set back"])(
    "tells a new life from the old one by its first page, though the anchor is alike, after a computer that %s for more than an hour",
    async (how) => {
      let slow = false;
      const { clock, sync, service } = begin({
        pageSize: 3,
        // The open room's own answer is the first to tell the time.
        fate: (operation) => ({ there: 5, back: slow && operation === "app" ? 18_000 : 5 }),
      });
      live("old");
      sync().start();
      await clock.advanceUntil(() => (sync().rooms.get("r1")?.proof.chainId ?? null) !== null, 20_000);
      slow = true;
      clock.sleepSystem(HOUR_MS + 1);
      if (how === "slept with its clock set back") clock.jumpWall(-HOUR_MS);
      service.destroy("r1");
      live("new");
      // Operation 9 would name it; its events are too old by now, or another has read them.
      service.drain();
      if (how === "was off") await rig.restart();
      else sync().wake();
      sync().openRoom("r1");
      await clock.advance(16_000);
      expect(sync().rooms.get("r1")).toMatchObject({ incarnation: 2, eventCount: 6, phase: "live" });
    },
  );

  it("asks for the first page once after an hour unseen, and not at all after less", async () => {
    const { clock, sync } = begin({ pageSize: 3 });
    live("old");
    sync().start();
    await clock.advanceUntil(() => (sync().rooms.get("r1")?.proof.chainId ?? null) !== null, 20_000);
    const before = firstAsked();
    clock.sleepSystem(HOUR_MS - 60_000);
    sync().wake();
    await clock.advance(20_000);
    expect(firstAsked()).toBe(before);
    clock.sleepSystem(HOUR_MS + 1);
    sync().wake();
    await clock.advance(20_000);
    expect(firstAsked()).toBe(before + 1);
    expect(sync().rooms.get("r1")).toMatchObject({ incarnation: 1, eventCount: 6, phase: "live" });
  });

  it("shows a gap where the service has forgotten what was not read yet", async () => {
    let reachable = true;
    const { service, clock, sync } = begin({
      fate: () => (reachable ? { there: 5, back: 5 } : { there: 5, back: 5, problem: { code: "dns", when: "before" } }),
    });
    service.create("r1");
    for (let n = 0; n < 3; n += 1) service.emit("r1", 3, { message: `m${n}` });
    sync().start();
    await clock.advanceUntil(() => sync().rooms.get("r1")?.phase === "live", 20_000);
    reachable = false;
    await clock.advance(5_000);
    for (let n = 3; n < 12; n += 1) service.emit("r1", 3, { message: `m${n}` });
    service.forgetBefore("r1", 9);
    service.drain();
    reachable = true;
    await clock.advance(60_000);
    expect(sequences("r1")).toEqual(["1:1.0", "1:2.0", "1:3.0", "gap", "1:9.0", "1:10.0", "1:11.0", "1:12.0"]);
    expect(sync().rooms.get("r1")?.gaps).toBe(1);
  });

  it("finds out that another program reads operation 9, and then proves ages by operation 8 alone", async () => {
    const { service, clock, sync } = begin();
    service.create("r1");
    service.emit("r1", 1, state(1));
    sync().start();
    await clock.advanceUntil(() => (sync().rooms.get("r1")?.proof.chainId ?? null) !== null, 20_000);
    await clock.advance(40_000);
    service.emit("r1", 3, { message: "stolen" });
    service.drain();
    await clock.advanceUntil(() => sync().connection.read().otherReader, 60_000);
    expect(sync().connection.read()).toMatchObject({ otherReader: true, chain: { proves: false } });
    expect(sync().detail("r1")?.view.chat).toHaveLength(1);
    service.emit("r1", 3, { message: "stolen too" });
    service.drain();
    await clock.advance(5_000);
    expect(sync().detail("r1")?.view.chat).toHaveLength(2);
  });

  it("starts with the last known wall, and catches up without a gap when the network returns", async () => {
    let reachable = true;
    const { service, clock, sync, restart } = begin({
      fate: () => (reachable ? { there: 5, back: 5 } : { there: 5, back: 5, problem: { code: "dns", when: "before" } }),
    });
    service.create("r1");
    service.emit("r1", 1, state(1));
    sync().start();
    await clock.advanceUntil(() => sync().rooms.get("r1")?.phase === "live", 20_000);
    reachable = false;
    await restart();
    expect(rig.sync().rooms.get("r1")).toMatchObject({ state: 1, phase: "catchingUp", lastSequence: 1 });
    await clock.advance(30_000);
    expect(rig.sync().connection.read()).toMatchObject({ phase: "backingOff", problem: { code: "dns" } });
    service.emit("r1", 1, { state: 2 });
    reachable = true;
    rig.sync().networkBack();
    await clock.advance(3_000);
    expect(rig.sync().rooms.get("r1")).toMatchObject({ state: 2, phase: "live" });
    expect(sequences("r1")).toEqual(["1:1.0", "1:2.0"]);
  });

  it("adds rooms with a verdict for each", async () => {
    const { service, clock, sync } = begin();
    service.create("there");
    sync().start();
    const adding = sync().addRooms(["there", "nowhere", "..", "there"]);
    await clock.advance(11_000);
    expect(await adding).toEqual([
      { roomUuid: "there", verdict: "added" },
      { roomUuid: "nowhere", verdict: "absent" },
      { roomUuid: "..", verdict: "invalid" },
    ]);
    expect(sync().rooms.get("nowhere")).toBeUndefined();
    expect(sync().rooms.get("there")).toMatchObject({ phase: "live", visibility: "shown" });
  });

  it("keeps rooms that are added while there is no certificate, and nobody waits for an answer that cannot come", async () => {
    const { service, clock, sync } = begin({ fate: () => ({ there: 0, back: 0, problem: { code: "noToken", when: "before" } }) });
    service.create("there");
    sync().start();
    const adding = sync().addRooms(["there"]);
    await clock.advance(1_000);
    expect(await adding).toEqual([{ roomUuid: "there", verdict: "unchecked" }]);
    expect(sync().rooms.get("there")).toMatchObject({ visibility: "shown" });
  });

  it("asks for names where the service tells them, and never again where it does not", async () => {
    const named = begin({
      facts: (roomUuid) => ({ roomName: `Room ${roomUuid}`, state: 1, schedule: { startTime: 1, duration: 2, closeDelay: 3 } }),
    });
    named.service.create("r1");
    named.service.emit("r1", 1, state(1));
    named.sync().start();
    await named.clock.advance(30_000);
    expect(named.sync().rooms.get("r1")).toMatchObject({ name: "Room r1", schedule: { startTime: 1, duration: 2, closeDelay: 3 } });
    expect(named.cloud().requests.filter((request) => request.operation === "facts")).toHaveLength(1);
    await named.end();
    const bare = begin();
    for (const room of ["a", "b", "c"]) {
      bare.service.create(room);
      bare.service.emit(room, 1, state(1));
    }
    bare.sync().start();
    await bare.clock.advance(60_000);
    expect(bare.sync().rooms.get("a")?.name).toBe("a");
    expect(bare.cloud().requests.filter((request) => request.operation === "facts").length).toBeLessThanOrEqual(3);
  });

  it("does not poll an archived room, and catches up when it is shown again", async () => {
    const { service, clock, sync, cloud } = begin();
    service.create("r1");
    service.emit("r1", 1, state(1));
    sync().start();
    await clock.advance(10_000);
    sync().setVisibility(["r1"], "archived");
    const asked = cloud().requests.filter((request) => request.operation === "room").length;
    await clock.advance(120_000);
    expect(sync().rooms.get("r1")).toMatchObject({ phase: "paused", visibility: "archived" });
    expect(cloud().requests.filter((request) => request.operation === "room").length).toBe(asked);
    sync().setVisibility(["r1"], "shown");
    await clock.advance(1_000);
    expect(sync().rooms.get("r1")?.phase).toBe("live");
  });
});
