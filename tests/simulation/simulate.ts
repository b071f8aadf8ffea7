/** One simulated run of the composed main process, replayed by its seed: classes, a proctor, faults, sleep, clocks that are set, full disks, kills, destroyed rooms and other readers. */
import { type CommandRow, isTerminal } from "../../shared/model/command.ts";
import { createVirtualClock, promisesSettled } from "../fakes/clock.ts";
import { createSeededRandom } from "../fakes/random.ts";
import { createService } from "../fakes/service.ts";
import { createClasses } from "./classes.ts";
import { createDisk } from "./disk.ts";
import { createHands } from "./hands.ts";
import { CERTIFICATE, createInternet } from "./internet.ts";
import {
  createCommandWatch,
  createFreshness,
  createTold,
  cursorAhead,
  endedTwice,
  notTheFold,
  notTheList,
  readDisk,
  type Stored,
  unfinished,
  type World,
} from "./invariants.ts";
import { createKnowable } from "./knowable.ts";
import { createLives } from "./lives.ts";
import { createManners } from "./manners.ts";
import { createOrderManners } from "./orders.ts";
import { aNewRoom, someTime, someWish } from "./proctor.ts";
import { cameAbout, takenOut } from "./truth.ts";
import { createWorkstation } from "./workstation.ts";
import { below, chance, FAIR, fateOf, oneOf, someWeather } from "./world.ts";

export type Run = {
  seed: number;
  /** null: everything held. */
  violation: string | null;
  step: number;
  events: number;
  requests: number;
  commands: number;
  /** Virtual time with the computer awake, ms. */
  virtualMs: number;
};

/** Most runs are short: what goes wrong goes wrong early, and a second run finds more than a second half. Some are long and have many rooms. */
const LENGTHS = [
  { weight: 78, steps: 24, rooms: 3 },
  { weight: 20, steps: 60, rooms: 5 },
  { weight: 2, steps: 250, rooms: 30 },
] as const;
const lengthBy = (unit: number): { steps: number; rooms: number } => {
  let at = unit * LENGTHS.reduce((sum, { weight }) => sum + weight, 0);
  return LENGTHS.find(({ weight }) => (at -= weight) < 0) ?? LENGTHS[0];
};
/** One run in so many has another reader of operation 9. */
const ROBBED = 0.2;
/** One run in so many goes on for the whole time in which all must be well; the others end once it is. */
const TO_THE_END = 0.25;
/** Whether all is well is looked at this often, ms. */
const LOOK_MS = 3_000;
/** The dear checks are made once in so many steps. */
const THOROUGH_EVERY = 40;
const HOUR_MS = 3_600_000;
/** Reliability 11, ms. */
const LIVE_WITHIN_MS = 30_000;
/** Every minute the service is asked what became of a command, ms; and a reading. */
const PROBE_MS = 65_000;
/** An event of the last so many ms may be unread yet: the longest poll interval, and the way. */
const FRESH_MS = 8_000;
/** What is under way when the program ends in order needs so much virtual time, ms. */
const QUIT_MS = 2_000;
/** The longest that a request is under way, ms: there, a time-out, and back. */
const UNDER_WAY_MS = 20_000;
/** Who is removed, and what has no time of its own, counts as the sign of a command that left so much later, ms; and the clock may be off. */
const NEAR_MS = 20_000;

export const runSeed = async (seed: number): Promise<Run> => {
  const random = createSeededRandom(seed);
  const { steps, rooms: mostRooms } = lengthBy(random.unit());
  const requestsPerSecond = 5 + below(random, 20);
  let weather = FAIR;
  let diskFull = false;
  let requests = 0;
  let slept = 0;
  let robbed = false;
  const robber = chance(random, ROBBED);

  // Nothing here waits for anything but promises and this clock.
  const clock = createVirtualClock({ settle: promisesSettled });
  // The service's clock is nobody's to set: it follows monotonic time and sleep, not the workstation's wall clock.
  const began = clock.wall() + below(random, 2 * HOUR_MS) - HOUR_MS;
  const serverTime = (): number => began + clock.monotonic() + slept;
  // Small pages, so that reading takes many.
  const pageSize = 3 + below(random, 30);
  const service = createClasses(createService({ now: serverTime, pageSize }), serverTime);
  const disk = createDisk();
  disk.full = () => diskFull && chance(random, 0.7);
  const faults: string[] = [];
  const broken = (what: string): void => void faults.push(what);
  const answeredSince = (monotonic: number): boolean =>
    internet.attempts().some(({ leftAt, end }) => leftAt >= monotonic && typeof end === "number");
  const manners = createManners({
    clock,
    serverTime,
    requestsPerSecond,
    answeredSince,
    beingMade: (roomUuid) =>
      workstation.commands().some((row) => row.name === "room.create" && row.roomUuid === roomUuid && !isTerminal(row)),
    broken,
  });
  const orders = createOrderManners({
    clock,
    serverTime,
    commands: () => workstation.commands(),
    sendingOnDisk: (roomUuid) =>
      workstation
        .outbox()
        .prepare("SELECT body FROM commands WHERE state = 'sending'")
        .all()
        .map(({ body }) => (JSON.parse(String(body)) as { row: CommandRow }).row)
        .filter((row) => row.roomUuid === roomUuid),
    readSince: (roomUuid, since) => {
      const after = internet.attempts().filter(({ leftAt }) => leftAt >= since);
      const answer =
        after.findLast((one) => one.operation !== "command" && one.roomUuid === roomUuid && (one.end === 200 || one.end === 404)) ??
        after.findLast(({ operation, end }) => operation === "app" && end === 200);
      return answer === undefined ? null : answer.end === 404 && answer.operation === "room" ? "absent" : "there";
    },
    takenOut: (row, since) => takenOut(service, row, since),
    heardSince: (monotonic) =>
      internet.attempts().some(({ leftAt, end }) => leftAt >= monotonic && (typeof end === "number" || end === "otherText")),
    broken,
  });
  const tellsFacts = chance(random, 0.5);
  const internet = createInternet({
    service,
    clock,
    serverTime,
    fate: (role, operation) => fateOf(random, weather, role, operation),
    leaving: (attempt) => {
      manners.leaving(attempt);
      if (attempt.operation === "command") orders.leaving(attempt);
    },
    tellsFacts,
  });
  const workstation = createWorkstation({
    clock,
    disk,
    internet,
    options: { seed, pollSeconds: 1 + below(random, 4), requestsPerSecond },
    settle: () => clock.advance(QUIT_MS),
    noted: ({ path, number }, message) => {
      if (message === "attempt failed") manners.failed(String(path), Number(number));
    },
  });
  const world: World = { clock, service, disk, workstation };
  const told = createTold(workstation.journal);
  const tooFresh = createFreshness(world, told);
  const watch = createCommandWatch({
    workstation,
    clock,
    cameAbout: (row) => orders.obeyed(row.id) || cameAbout(service, row, orders.askedAt(row) - NEAR_MS),
  });
  const lives = createLives({ random, clock, serverTime, service, shown: () => workstation.rooms() });
  const hands = createHands({ random, workstation, serverTime, orders, watch });

  const boot = async (): Promise<void> => {
    requests += internet.attempts().length;
    manners.begun();
    orders.begun();
    watch.begun();
    await workstation.boot();
  };
  const sleep = (ms: number): void => {
    clock.sleepSystem(ms);
    slept += ms;
    manners.tokenDue();
    // A room is destroyed an hour after it was closed: a shorter sleep cannot hide that it ended and came back.
    if (ms > HOUR_MS && chance(random, 0.5)) lives.some(lives.liveAnew);
    // What happened more than an hour ago operation 9 does not tell any more.
    if (ms > 2 * HOUR_MS && chance(random, 0.5)) service.drain();
    // Not every machine tells that it woke.
    if (chance(random, 0.8)) wake();
  };
  const wake = (): void => {
    manners.impatient();
    workstation.console().wake();
  };

  const acts: [weight: number, act: () => void | Promise<void>][] = [
    [30, () => lives.happen(1 + below(random, 12))],
    [25, () => clock.advance(below(random, 500))],
    [25, () => clock.advance(below(random, 8_000))],
    [6, () => void (weather = someWeather(random))],
    [2, () => lives.happen(150)],
    [2, () => lives.create(lives.nextId())],
    [2, () => lives.some(lives.goAway)],
    // A lid that is closed over lunch, over a night, over a weekend.
    [2, () => sleep(below(random, chance(random, 0.8) ? 3 * HOUR_MS : 60 * HOUR_MS))],
    [
      1,
      () => {
        // By hand, by daylight saving on a clock that keeps local time, or by a day.
        clock.jumpWall(oneOf(random, [HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS, below(random, 20_000) - 10_000]) ?? 0);
        manners.clockSet();
        orders.clockSet();
      },
    ],
    [
      2,
      async () => {
        if (chance(random, 0.5)) workstation.kill();
        else await workstation.quit();
        if (chance(random, 0.3)) await clock.advance(below(random, 120_000));
        diskFull = false;
        await boot();
      },
    ],
    [2, () => workstation.console().networkBack()],
    [
      3,
      () =>
        lives.some((roomUuid) => {
          const opened = workstation.console().sources.room({ roomUuid }, () => undefined);
          if (opened.ok) clock.after(below(random, 30_000), opened.value.close);
        }),
    ],
    [2, () => lives.some(hands.addRoom)],
    [12, () => lives.some((roomUuid) => hands.ask(roomUuid, someWish(random), someTime(random, serverTime())))],
    [1, () => hands.ask(chance(random, 0.6) ? lives.nextId() : lives.someId(), aNewRoom("New"), someTime(random, serverTime()))],
    // Somebody who has seen for minutes that nothing goes through asks all the same.
    [
      0.4,
      async () => {
        weather = { ...FAIR, unsent: 1 };
        await clock.advance(125_000 + below(random, 60_000));
        lives.some((roomUuid) => hands.ask(roomUuid, someWish(random), null));
      },
    ],
    [2, hands.askMany],
    [0.5, hands.stopMany],
    [1, hands.takeBack],
    [4, hands.decide],
    [0.5, hands.letGo],
    [1, hands.acknowledge],
    [
      2,
      () => {
        internet.revokeTokens();
        manners.tokenDue();
      },
    ],
    [1, () => void (diskFull = !diskFull)],
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
  const check = (stored: Stored | null): string | null => {
    const journalled = told.look();
    const rooms = workstation.rooms();
    return (
      faults[0] ??
      (journalled ? cursorAhead(world) : null) ??
      // While another reader takes events and is not known yet, what the chain claims cannot be held against it.
      (robbed ? null : tooFresh(rooms)) ??
      watch.violation() ??
      (stored === null ? null : notTheFold(stored, rooms)) ??
      (workstation.errors[0] === undefined ? null : `an unforeseen error: ${workstation.errors[0]}`)
    );
  };
  /** 10: what is secret is in no log and in nothing that is shown. */
  const secretTold = (): string | null => {
    const shown = JSON.stringify([workstation.rooms(), workstation.commands(), workstation.alarms(), workstation.connection()]);
    const open = [shown, workstation.log()].join("\n");
    return [CERTIFICATE, ...manners.tokens()].some((secret) => open.includes(secret)) ? "a secret was told" : null;
  };

  const finish = (step: number, found: string | null): Run => ({
    seed,
    violation: found,
    step,
    events: told.count(),
    requests: requests + internet.attempts().length,
    commands: hands.asked(),
    virtualMs: clock.monotonic(),
  });

  for (let n = 0; n < 2 + below(random, mostRooms); n += 1) lives.create(lives.nextId());
  await boot();
  for (let step = 0; step < steps; step += 1) {
    await act();
    lives.comeBack();
    await clock.settle();
    if (workstation.connection().clockOffset !== null) manners.serverTimeKnown();
    const found = check(step % THOROUGH_EVERY === THOROUGH_EVERY - 1 ? readDisk(world) : null);
    if (found !== null) return finish(step, found);
  }
  weather = FAIR;
  diskFull = false;
  lives.allBack();
  // What is still under way may be lost yet, with the only event that names a room.
  const fairFrom = clock.monotonic();
  while (internet.underWay(fairFrom) && clock.monotonic() < fairFrom + UNDER_WAY_MS) await clock.advance(LOOK_MS);
  // A room that came back silently is found by what happens in it.
  for (const roomUuid of service.roomUuids()) lives.happenIn(roomUuid);
  for (const row of workstation.commands()) hands.review(row);
  // Where many pages are to be read, each is a request as well; after a 429 fewer are allowed.
  const pages = service.roomUuids().reduce((sum, roomUuid) => sum + Math.ceil(service.events(roomUuid).length / pageSize), 0);
  const lost = createKnowable({ workstation, service, orders, serverTime, tellsFacts, destroyed: lives.destroyed });
  const wellBy = clock.monotonic() + LIVE_WITHIN_MS + ((workstation.rooms().length + pages) / workstation.connection().rate.limit) * 1_000;
  if (chance(random, TO_THE_END)) await clock.advance(wellBy - clock.monotonic());
  while (clock.monotonic() < wellBy && unfinished(world, lost) !== null) await clock.advance(Math.min(LOOK_MS, wellBy - clock.monotonic()));
  // Whether it is seen the service is asked once a minute in the end.
  const seenBy = clock.monotonic() + PROBE_MS;
  const unseen = (): boolean =>
    workstation.commands().some((row) => (row.state === "unknown" || (row.state === "accepted" && row.sign !== null)) && !lost(row));
  while (clock.monotonic() < seenBy && unseen()) await clock.advance(LOOK_MS);
  // What a command has only just brought about is on its way.
  const fresh = (): boolean =>
    service.roomUuids().some((roomUuid) => (service.events(roomUuid).at(-1)?.madeAt ?? 0) > serverTime() - FRESH_MS);
  while (fresh() && unfinished(world, lost) !== null) await clock.advance(LOOK_MS);
  const stored = readDisk(world);
  return finish(steps, check(stored) ?? unfinished(world, lost) ?? endedTwice(world) ?? notTheList(world, stored) ?? secretTold());
};
