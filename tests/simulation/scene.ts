/** The composed main process on a virtual workstation before a service that does as it is told: for what a test wants to bring about by hand. */
import { createVirtualClock } from "../fakes/clock.ts";
import { createService } from "../fakes/service.ts";
import { createClasses } from "./classes.ts";
import { createDisk } from "./disk.ts";
import { createInternet, type Fate } from "./internet.ts";
import { createWorkstation } from "./workstation.ts";
import { stateEvent } from "./world.ts";

const GOOD: Fate = { there: 10, back: 10, trouble: null, stray: false, twice: false, shuffle: null };

export const createScene = () => {
  const clock = createVirtualClock();
  const began = clock.wall();
  let slept = 0;
  const serverTime = (): number => began + clock.monotonic() + slept;
  const service = createClasses(createService({ now: serverTime }), serverTime);
  const disk = createDisk();
  let fate: (operation: string) => Partial<Fate> = () => ({});
  const internet = createInternet({
    service,
    clock,
    serverTime,
    fate: (_role, operation) => ({ ...GOOD, ...fate(operation) }),
    leaving: () => undefined,
    tellsFacts: false,
  });
  const workstation = createWorkstation({
    clock,
    disk,
    internet,
    options: { seed: 1, pollSeconds: 2, requestsPerSecond: 10 },
    settle: () => clock.advance(2_000),
  });
  return {
    clock,
    service,
    internet,
    workstation,
    serverTime,
    /** What becomes of requests from now on, by operation. */
    fate: (next: typeof fate): void => {
      fate = next;
    },
    /** A class that is under way. */
    room: (roomUuid: string): void => {
      service.create(roomUuid);
      service.emit(roomUuid, 1, stateEvent(1, serverTime()));
    },
    sleep: (ms: number): void => {
      clock.sleepSystem(ms);
      slept += ms;
    },
  };
};
