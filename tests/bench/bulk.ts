/** One command for a hundred rooms against what the request budget allows: the composed main process in virtual time, so that the figures do not depend on the machine. */
import { createVirtualClock } from "../fakes/clock.ts";
import { createService } from "../fakes/service.ts";
import { createClasses } from "../simulation/classes.ts";
import { createDisk } from "../simulation/disk.ts";
import { createInternet } from "../simulation/internet.ts";
import { createWorkstation } from "../simulation/workstation.ts";
import { stateEvent } from "../simulation/world.ts";
import { type Figure, round } from "./figure.ts";

/** On the wall, and asked: the sweep of so many always waits for its share. */
const WALL = 1_000;
const ROOMS = 100;
/** To the service and back, ms each way. */
const WAY_MS = 20;
const STEP_MS = 10;
/** Of what the budget allows. */
const BAR = 1.1;
/** A profile as it comes, and a busier one. */
const PROFILES = [
  { requestsPerSecond: 10, pollSeconds: 2 },
  { requestsPerSecond: 20, pollSeconds: 1 },
] as const;

type Profile = (typeof PROFILES)[number];
/** From the asking: until the last answer, and until the last was seen, virtual ms; how many requests left until the last answer. */
type Measured = { answered: number; observed: number; requests: number };

const endAll = async ({ requestsPerSecond, pollSeconds }: Profile): Promise<Measured> => {
  const clock = createVirtualClock();
  const began = clock.wall();
  const serverTime = (): number => began + clock.monotonic();
  const service = createClasses(createService({ now: serverTime, pageSize: 100 }), serverTime);
  const internet = createInternet({
    service,
    clock,
    serverTime,
    fate: () => ({ there: WAY_MS, back: WAY_MS, trouble: null, stray: false, twice: false, shuffle: null }),
    leaving: () => undefined,
    tellsFacts: true,
  });
  const workstation = createWorkstation({
    clock,
    disk: createDisk(),
    internet,
    options: { seed: 1, pollSeconds, requestsPerSecond },
    settle: () => clock.advance(1_000),
  });
  const wall = Array.from({ length: WALL }, (_, index) => `hall-${index}`);
  for (const room of wall) {
    service.create(room);
    service.emit(room, 1, stateEvent(1, serverTime()));
  }
  await workstation.boot();
  const { handlers } = workstation.console();
  const added = handlers["rooms.add"]({ roomUuids: wall });
  await clock.advanceUntil(() => workstation.rooms().filter(({ phase }) => phase === "live").length === WALL);
  await added;
  const opened = workstation.console().sources.room({ roomUuid: "hall-0" }, () => undefined);
  await clock.advance(1_000);

  const rooms = wall.slice(0, ROOMS);
  const before = internet.attempts().length;
  const askedAt = clock.monotonic();
  const asked = await handlers["bulk.ask"]({
    bulkId: "00000000-0000-4000-8000-000000000001",
    name: "room.setState",
    input: { state: 2 },
    targets: rooms.map((roomUuid) => ({ roomUuid })),
    count: ROOMS,
  });
  if (!asked.ok) throw new Error(asked.error.message);
  const answered = (): number =>
    workstation.commands().filter(({ acceptedAt, observedAt }) => acceptedAt !== null || observedAt !== null).length;
  while (answered() < ROOMS) await clock.advance(STEP_MS);
  const took = clock.monotonic() - askedAt;
  const requests = internet.attempts().length - before;
  while (workstation.commands().some(({ observedAt }) => observedAt === null)) await clock.advance(STEP_MS);
  const observed = clock.monotonic() - askedAt;
  if (opened.ok) opened.value.close();
  await workstation.quit();
  return { answered: took, observed, requests };
};

const figures = async (profile: Profile): Promise<Figure[]> => {
  const measured = await endAll(profile);
  const allowed = (ROOMS / profile.requestsPerSecond) * 1_000;
  const poll = profile.pollSeconds * 1_000;
  const name = `bulk.${profile.requestsPerSecond}PerSecond`;
  const figure = (what: keyof Measured, unit: string, bar: number, against: string): Figure => ({
    name: `${name}.${what}`,
    value: round(measured[what]),
    unit,
    ratio: round(measured[what] / bar),
    against,
  });
  return [
    figure("requests", "requests", ROOMS * BAR, `${ROOMS} commands, and 10 %`),
    figure("answered", "virtual ms", allowed * BAR, `${allowed} ms by the request budget, and 10 %`),
    figure("observed", "virtual ms", allowed * BAR + poll, "the same, and one poll"),
  ];
};

export const run = async (): Promise<Figure[]> => (await Promise.all(PROFILES.map(figures))).flat();
