/** The simulated cloud as a pure machine: the same seed, the same calls and the same times give the same events. No clock, no timers, no sockets. */

import type { ScenarioName } from "../../../shared/model/rehearsal.ts";
import { actorDueAt, play } from "../scenarios/director.ts";
import { SCENARIOS } from "../scenarios/scenarios.ts";
import { createAgenda } from "./agenda.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { roomDueAt, runRoom } from "./rooms.ts";
import { pruneFeed } from "./sequences.ts";
import {
  type ChatUser,
  type Features,
  featuresWithout,
  type LedgerEntry,
  REGIONS,
  type Region,
  type Room,
  type Run,
  roomKey,
  type World,
} from "./types.ts";

export type Engine = {
  readonly world: World;
  /** Lets simulated time pass up to `time`, Unix ms. Time never goes back. */
  advanceTo(time: number): void;
};

export type EngineOptions = {
  seed: number;
  /** Simulated Unix time at which the cloud begins to be asked, ms. */
  startAt: number;
  scenario: ScenarioName;
  features?: Features;
  limits?: Partial<Limits>;
  /** An earlier run, to be continued. Once all that the scenario made is destroyed, it begins anew. */
  restored?: {
    chatUsers: readonly ChatUser[];
    rooms: readonly Room[];
    now: number;
    fedUntil: Partial<Record<Region, number>>;
    run: Run | null;
    ledger: readonly LedgerEntry[];
  };
};

/** Of what happened before anybody asked, operation 9 has this many events per room left: enough to name each room. */
const REMEMBERED = 5;

const keepNewestOfEachRoom = (world: World): void => {
  const seen = new Map<Room, number>();
  const kept = world.feed.toReversed().filter(({ room }) => {
    const count = (seen.get(room) ?? 0) + 1;
    seen.set(room, count);
    return count <= REMEMBERED;
  });
  world.feed = kept.toReversed();
};

export const createEngine = (options: EngineOptions): Engine => {
  const agenda = createAgenda<Room>();
  /** When each room is on the agenda; entries of the heap that say otherwise are stale. */
  const planned = new WeakMap<Room, number>();
  const world: World = {
    now: options.restored?.now ?? options.startAt,
    features: options.features ?? featuresWithout([]),
    run: options.restored?.run ?? { scenario: options.scenario, seed: options.seed, beganAt: options.startAt },
    ledger: [...(options.restored?.ledger ?? [])],
    changedEntries: new Set(),
    limits: { ...LIMITS, ...options.limits },
    eventText: 0,
    rooms: new Map(),
    feed: [],
    lastFed: [],
    chatUsers: new Map((options.restored?.chatUsers ?? []).map((user) => [user.username, user])),
    fedUntil: new Map(),
    changed: new Set(),
    touched: (room) => {
      world.changed.add(room);
      const due = Math.min(roomDueAt(room), room.actor === null ? Number.POSITIVE_INFINITY : actorDueAt(room.actor));
      if (room.destroyed || due === Number.POSITIVE_INFINITY) {
        planned.delete(room);
        return;
      }
      if (planned.get(room) === due) return;
      planned.set(room, due);
      agenda.add(due, room);
    },
  };

  const advanceTo = (time: number): void => {
    for (let due = agenda.next(time); due !== null; due = agenda.next(time)) {
      const room = due.item;
      if (planned.get(room) !== due.at) continue;
      planned.delete(room);
      world.now = Math.max(world.now, due.at);
      runRoom(world, room);
      if (!room.destroyed) play(world, room);
      world.touched(room);
    }
    world.now = Math.max(world.now, time);
    pruneFeed(world);
  };

  const { restored } = options;
  if (restored !== undefined) {
    for (const region of REGIONS) if (restored.fedUntil[region] !== undefined) world.fedUntil.set(region, restored.fedUntil[region]);
    for (const room of restored.rooms) {
      world.rooms.set(roomKey(room.region, room.roomUuid), room);
      const fedUntil = restored.fedUntil[room.region] ?? 0;
      for (const event of room.events) {
        world.eventText += event.json.length;
        if (event.at > fedUntil) world.feed.push({ room, event });
      }
      world.touched(room);
    }
    world.feed.sort((left, right) => left.event.at - right.event.at);
    advanceTo(options.startAt);
  }
  if (![...world.rooms.values()].some((room) => room.scripted)) {
    if (options.scenario !== "none" || world.run.scenario !== "none") {
      world.run = { scenario: options.scenario, seed: options.seed, beganAt: options.startAt };
      world.ledger = [];
    }
    SCENARIOS[options.scenario].stage(world, options.seed, options.startAt);
    advanceTo(options.startAt);
    keepNewestOfEachRoom(world);
  }
  return { world, advanceTo };
};
