/** The rooms of one simulated run: they are created, things happen in them, they are destroyed, come back, and live anew under the same id. */
import type { RoomSummary } from "../../shared/model/room.ts";
import type { Random } from "../../shared/ports.ts";
import type { VirtualClock } from "../fakes/clock.ts";
import type { Classes } from "./classes.ts";
import { below, chance, oneOf, somethingHappens, stateEvent } from "./world.ts";

/** A destroyed room comes back at the earliest after this, ms: as soon as the console has seen that it is gone, for the real service takes an hour. */
const AWAY_MS = 60_000;
const HOUR_MS = 3_600_000;

export const createLives = (deps: {
  random: Random;
  clock: VirtualClock;
  serverTime: () => number;
  service: Classes;
  /** As the window shows them. */
  shown: () => RoomSummary[];
}) => {
  const { random, clock, serverTime, service, shown } = deps;
  let made = 0;
  const away: { roomUuid: string; goneAt: number; at: number }[] = [];
  /** Rooms that were destroyed: what was asked of that life may never be seen. */
  const destroyed = new Set<string>();

  const create = (roomUuid: string): void => {
    service.create(roomUuid);
    service.emit(roomUuid, 1, stateEvent(0, serverTime()));
  };
  const destroy = (roomUuid: string): void => {
    service.destroy(roomUuid);
    destroyed.add(roomUuid);
  };
  const happenIn = (roomUuid: string): void => somethingHappens(random, service, roomUuid, serverTime());
  const some = (act: (roomUuid: string) => void): void => {
    const roomUuid = oneOf(random, service.roomUuids());
    if (roomUuid !== undefined) act(roomUuid);
  };
  const goneForAll = (roomUuid: string): boolean => {
    const room = shown().find((row) => row.roomUuid === roomUuid);
    return room === undefined || room.phase === "destroyed";
  };

  return {
    destroyed: destroyed as ReadonlySet<string>,
    some,
    happenIn,
    happen: (count: number): void => {
      for (let n = 0; n < count; n += 1) some(happenIn);
    },
    /** An id that no room has had. */
    nextId: (): string => `room-${made++}`,
    /** One that some room has, had, or nearly had. */
    someId: (): string => `room-${below(random, made)}`,
    create,
    goAway: (roomUuid: string): void => {
      destroy(roomUuid);
      away.push({ roomUuid, goneAt: serverTime(), at: clock.monotonic() + AWAY_MS + below(random, 200_000) });
    },
    comeBack: (): void => {
      for (let index = away.length - 1; index >= 0; index -= 1) {
        const entry = away[index];
        if (entry === undefined || entry.at > clock.monotonic()) continue;
        if (serverTime() - entry.goneAt < HOUR_MS && !goneForAll(entry.roomUuid)) continue;
        away.splice(index, 1);
        service.create(entry.roomUuid);
        if (chance(random, 0.8)) happenIn(entry.roomUuid);
      }
    },
    /** In the end: whoever is away, and seen to be, is there again. */
    allBack: (): void => {
      for (const { roomUuid } of away) if (goneForAll(roomUuid)) service.create(roomUuid);
    },
    /** A new life of the id; some begin as the former did, but for what tells its own time. */
    liveAnew: (roomUuid: string): void => {
      const former = chance(random, 0.5) ? service.events(roomUuid).slice(1, 1 + below(random, 40)) : [];
      destroy(roomUuid);
      create(roomUuid);
      let last = 1;
      for (const { cmd, data, sequence } of former) {
        service.emit(roomUuid, cmd, data, { numbered: sequence !== null, hole: sequence === null ? 0 : sequence - last - 1 });
        last = sequence ?? last;
      }
      if (former.length === 0) for (let n = below(random, 10); n > 0; n -= 1) happenIn(roomUuid);
    },
  };
};
