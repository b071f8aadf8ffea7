/** One simulated run of sync and journal on a virtual clock, replayed by its seed: events, faults, sleep, restarts, destroyed rooms and other readers. */
import type { Rules } from "../../electron/sync/core.ts";
import { createSeededRandom } from "../fakes/random.ts";
import { createRig } from "../fakes/syncRig.ts";
import { type Told, tell, unfinished, violation } from "./invariants.ts";
import { below, chance, FAIR, fateOf, oneOf, somethingHappens, someWeather } from "./world.ts";

export type Run = {
  seed: number;
  /** null: everything held. */
  violation: string | null;
  step: number;
  events: number;
  requests: number;
  /** Virtual time, ms. */
  virtualMs: number;
};

const STEPS = 120;
const PER_SECOND = 20;
/** A destroyed room comes back at the earliest after this, ms; the real service takes an hour. */
const AWAY_MS = 60_000;
/** A room is destroyed an hour after it was closed: a shorter sleep cannot hide it, ms. */
const HOUR_MS = 3_600_000;
/** Reliability 11, ms. */
const LIVE_WITHIN_MS = 30_000;

export const runSeed = async (seed: number, rules?: Rules): Promise<Run> => {
  const random = createSeededRandom(seed);
  let weather = FAIR;
  const rig = createRig({
    seed,
    perSecond: PER_SECOND,
    offset: below(random, 7_200_000) - 3_600_000,
    // Small pages, so that reading takes many.
    pageSize: 3 + below(random, 30),
    fate: (operation) => fateOf(random, weather, operation),
    ...(rules ? { rules } : {}),
  });
  const { clock, service } = rig;
  const told: Told = new Map();
  const away: { roomUuid: string; at: number }[] = [];
  const robber = seed % 5 === 0;
  let robbed = false;
  let requests = 0;
  let stored = 0;
  let made = 0;

  const listen = (): void => {
    rig.sync().events((events) => {
      stored += events.length;
      tell(told, events);
    });
  };
  const create = (roomUuid: string): void => {
    service.create(roomUuid);
    service.emit(roomUuid, 1, { state: 0, createTime: rig.serverTime() });
  };
  const newRoom = (): void => create(`room-${made++}`);
  const happen = (count: number): void => {
    for (let n = 0; n < count; n += 1) {
      const roomUuid = oneOf(random, service.roomUuids());
      if (roomUuid !== undefined) somethingHappens(random, service, roomUuid, rig.serverTime());
    }
  };

  const acts: [weight: number, act: () => void | Promise<void>][] = [
    [30, () => happen(1 + below(random, 12))],
    [25, () => clock.advance(below(random, 500))],
    [25, () => clock.advance(below(random, 8_000))],
    [6, () => void (weather = someWeather(random))],
    [2, () => happen(150)],
    [2, newRoom],
    [
      2,
      () => {
        const roomUuid = oneOf(random, service.roomUuids());
        if (roomUuid === undefined) return;
        service.destroy(roomUuid);
        away.push({ roomUuid, at: clock.monotonic() + AWAY_MS + below(random, 200_000) });
      },
    ],
    [
      2,
      () => {
        const slept = below(random, 3 * 3_600_000);
        clock.sleepSystem(slept);
        const roomUuid = oneOf(random, service.roomUuids());
        if (roomUuid !== undefined && slept > HOUR_MS && chance(random, 0.5)) {
          // It ended and came back while nobody here could see it. That it is another life shows in what it begins with.
          service.destroy(roomUuid);
          create(roomUuid);
          for (let n = below(random, 10); n > 0; n -= 1) somethingHappens(random, service, roomUuid, rig.serverTime());
        }
        rig.sync().wake();
      },
    ],
    [1, () => clock.jumpWall(below(random, 7_200_000) - 3_600_000)],
    [
      2,
      async () => {
        requests += rig.cloud().requests.length;
        await rig.restart();
        listen();
      },
    ],
    [2, () => rig.sync().networkBack()],
    [
      3,
      () => {
        const roomUuid = oneOf(random, service.roomUuids());
        if (roomUuid === undefined) return;
        const opened = rig.sync().openRoom(roomUuid);
        clock.after(below(random, 30_000), opened.close);
      },
    ],
    [
      2,
      () => {
        const roomUuid = oneOf(random, service.roomUuids());
        if (roomUuid !== undefined) void rig.sync().addRooms([roomUuid, "no such room"]);
      },
    ],
    [
      robber ? 3 : 0,
      () => {
        robbed ||= service.drain().length > 0;
      },
    ],
  ];
  const weights = acts.reduce((sum, [weight]) => sum + weight, 0);
  const act = (): void | Promise<void> => {
    let at = random.unit() * weights;
    for (const [weight, run] of acts) {
      at -= weight;
      if (at < 0) return run();
    }
    return undefined;
  };
  const comeBack = (): void => {
    for (let index = away.length - 1; index >= 0; index -= 1) {
      const entry = away[index];
      if (entry === undefined || entry.at > clock.monotonic()) continue;
      away.splice(index, 1);
      service.create(entry.roomUuid);
      if (chance(random, 0.8)) somethingHappens(random, service, entry.roomUuid, rig.serverTime());
    }
  };

  const finish = (step: number, found: string | null): Run => ({
    seed,
    violation: found,
    step,
    events: stored,
    requests: requests + rig.cloud().requests.length,
    virtualMs: clock.monotonic(),
  });

  try {
    for (let n = 0; n < 2 + below(random, 5); n += 1) newRoom();
    listen();
    rig.sync().start();
    for (let step = 0; step < STEPS; step += 1) {
      await act();
      comeBack();
      await clock.settle();
      const found = violation(rig, told, { robbed, thorough: step % 20 === 19 });
      if (found !== null) return finish(step, found);
    }
    weather = FAIR;
    for (const { roomUuid } of away) service.create(roomUuid);
    // A room that came back silently is found by what happens in it.
    for (const roomUuid of service.roomUuids()) somethingHappens(random, service, roomUuid, rig.serverTime());
    const rooms = rig.sync().rooms.list().length;
    await clock.advance(LIVE_WITHIN_MS + (rooms / PER_SECOND) * 1_000);
    const found = violation(rig, told, { robbed, thorough: true }) ?? unfinished(rig);
    return finish(STEPS, found);
  } finally {
    await rig.end();
  }
};
