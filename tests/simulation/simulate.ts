/** One simulated run of the composed main process, replayed by its seed: classes, a proctor, faults, sleep, clocks that are set, full disks, kills, destroyed rooms and other readers. */
import { dueAtOf } from "../../shared/due.ts";
import { type CommandRow, isTerminal, isWaiting, type When } from "../../shared/model/command.ts";
import { appError, err, type Result } from "../../shared/result.ts";
import { createVirtualClock, promisesSettled } from "../fakes/clock.ts";
import { createSeededRandom } from "../fakes/random.ts";
import { createService } from "../fakes/service.ts";
import { createClasses } from "./classes.ts";
import { createDisk, isFullDisk } from "./disk.ts";
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
import { createManners } from "./manners.ts";
import { createOrderManners } from "./orders.ts";
import { aNewRoom, bulkOf, someTime, someWish, type Wish } from "./proctor.ts";
import { cameAbout, takenOut } from "./truth.ts";
import { createWorkstation } from "./workstation.ts";
import { below, chance, FAIR, fateOf, oneOf, somethingHappens, someWeather, stateEvent } from "./world.ts";

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
/** A destroyed room comes back at the earliest after this, ms: as soon as the console has seen that it is gone, for the real service takes an hour. */
const AWAY_MS = 60_000;
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
  let commands = 0;
  let made = 0;
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
  const happen = (count: number): void => {
    for (let n = 0; n < count; n += 1) {
      const roomUuid = oneOf(random, service.roomUuids());
      if (roomUuid !== undefined) somethingHappens(random, service, roomUuid, serverTime());
    }
  };
  const someRoom = (act: (roomUuid: string) => void): void => {
    const roomUuid = oneOf(random, service.roomUuids());
    if (roomUuid !== undefined) act(roomUuid);
  };
  const boot = async (): Promise<void> => {
    requests += internet.attempts().length;
    manners.begun();
    orders.begun();
    watch.begun();
    await workstation.boot();
  };
  const handlers = () => workstation.console().handlers;
  /** As the window does: what is thrown at it by a full disk is an error that it shows. */
  const doing = <T>(work: () => T): T | undefined => {
    const refused = (error: unknown): undefined => {
      if (!isFullDisk(error)) throw error;
    };
    try {
      const answer = work();
      if (answer instanceof Promise) answer.catch(refused);
      return answer;
    } catch (error) {
      return refused(error);
    }
  };
  type Handler = (input: Record<string, unknown>) => Result<unknown>;
  const handler = (name: string): Handler =>
    (handlers() as unknown as Record<string, Handler>)[name] ?? (() => err(appError("unknownName", name)));
  /** A window is answered at once, or not at all where the disk is full. */
  const asking = (name: string, input: Record<string, unknown>): boolean => doing(() => handler(name)(input))?.ok ?? false;

  const ask = (roomUuid: string, { name, input }: Wish, when: When | null): void => {
    const commandId = random.uuid();
    orders.asked(commandId, { due: when === null ? null : dueAtOf(when, serverTime(), null) });
    if (!asking(name, { ...input, commandId, roomUuid, ...(when && { when }) })) return;
    commands += 1;
    watch.acknowledged(commandId);
  };
  const askMany = (): void => {
    const when = someTime(random, serverTime());
    const bulk = bulkOf(random, someWish(random), workstation.rooms(), when, serverTime());
    if (bulk === null) return;
    orders.asked(bulk.bulkId, { due: when === null ? null : dueAtOf(when, serverTime(), null), many: bulk.count });
    if (!asking("bulk.ask", bulk)) return;
    commands += bulk.count;
    watch.acknowledged(bulk.bulkId, bulk.count);
  };
  const stopMany = (): void => {
    const bulkId = oneOf(
      random,
      workstation.commands().filter(({ bulk }) => bulk !== null),
    )?.bulk?.id;
    if (bulkId === undefined || !asking("bulk.stop", { bulkId })) return;
    for (const { id, bulk, state } of workstation.commands()) if (bulk?.id === bulkId && state === "cancelled") orders.cancelled(id);
  };
  const takeBack = (): void => {
    const row = oneOf(
      random,
      workstation.commands().filter(({ state, undo }) => undo?.kind === "inverse" && (state === "accepted" || state === "observed")),
    );
    if (row?.undo?.kind === "inverse") ask(row.roomUuid, { name: row.undo.name, input: row.undo.input }, null);
  };
  const cancel = ({ id }: CommandRow): void => {
    if (asking("commands.cancel", { commandId: id })) orders.cancelled(id);
  };
  const review = (row: CommandRow): void => {
    if (row.state !== "needsReview") return;
    if (chance(random, 0.3)) return cancel(row);
    orders.confirmed(row);
    asking("commands.confirm", { commandId: row.id });
  };
  /** A new life of the id; some begin as the former did, but for what tells its own time. */
  const liveAnew = (roomUuid: string): void => {
    const former = chance(random, 0.5) ? service.events(roomUuid).slice(1, 1 + below(random, 40)) : [];
    destroy(roomUuid);
    create(roomUuid);
    let last = 1;
    for (const { cmd, data, sequence } of former) {
      service.emit(roomUuid, cmd, data, { numbered: sequence !== null, hole: sequence === null ? 0 : sequence - last - 1 });
      last = sequence ?? last;
    }
    if (former.length === 0) for (let n = below(random, 10); n > 0; n -= 1) somethingHappens(random, service, roomUuid, serverTime());
  };
  const sleep = (ms: number): void => {
    clock.sleepSystem(ms);
    slept += ms;
    manners.tokenDue();
    // A room is destroyed an hour after it was closed: a shorter sleep cannot hide that it ended and came back.
    if (ms > HOUR_MS && chance(random, 0.5)) someRoom(liveAnew);
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
    [30, () => happen(1 + below(random, 12))],
    [25, () => clock.advance(below(random, 500))],
    [25, () => clock.advance(below(random, 8_000))],
    [6, () => void (weather = someWeather(random))],
    [2, () => happen(150)],
    [2, () => create(`room-${made++}`)],
    [
      2,
      () =>
        someRoom((roomUuid) => {
          destroy(roomUuid);
          away.push({ roomUuid, goneAt: serverTime(), at: clock.monotonic() + AWAY_MS + below(random, 200_000) });
        }),
    ],
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
        someRoom((roomUuid) => {
          const opened = workstation.console().sources.room({ roomUuid }, () => undefined);
          if (opened.ok) clock.after(below(random, 30_000), opened.value.close);
        }),
    ],
    [2, () => someRoom((roomUuid) => void doing(() => handlers()["rooms.add"]({ roomUuids: [roomUuid, "no such room"] })))],
    [12, () => someRoom((roomUuid) => ask(roomUuid, someWish(random), someTime(random, serverTime())))],
    [1, () => ask(chance(random, 0.6) ? `room-${made++}` : `room-${below(random, made)}`, aNewRoom("New"), someTime(random, serverTime()))],
    // Somebody who has seen for minutes that nothing goes through asks all the same.
    [
      0.4,
      async () => {
        weather = { ...FAIR, unsent: 1 };
        await clock.advance(125_000 + below(random, 60_000));
        someRoom((roomUuid) => ask(roomUuid, someWish(random), null));
      },
    ],
    [2, askMany],
    [0.5, stopMany],
    [1, takeBack],
    [
      4,
      () => {
        const row = oneOf(
          random,
          workstation.commands().filter((one) => isWaiting(one)),
        );
        if (row === undefined) return;
        if (row.state === "needsReview") review(row);
        else cancel(row);
      },
    ],
    [
      0.5,
      () => {
        const row = workstation.commands().find(({ state }) => state === "unknown");
        if (row !== undefined) asking("commands.letGo", { commandId: row.id });
      },
    ],
    [1, () => void doing(() => handlers()["alarms.acknowledge"]({ ids: workstation.alarms().map(({ id }) => id) }))],
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
  const goneForAll = (roomUuid: string): boolean => {
    const room = workstation.rooms().find((row) => row.roomUuid === roomUuid);
    return room === undefined || room.phase === "destroyed";
  };
  const comeBack = (): void => {
    for (let index = away.length - 1; index >= 0; index -= 1) {
      const entry = away[index];
      if (entry === undefined || entry.at > clock.monotonic()) continue;
      if (serverTime() - entry.goneAt < HOUR_MS && !goneForAll(entry.roomUuid)) continue;
      away.splice(index, 1);
      service.create(entry.roomUuid);
      if (chance(random, 0.8)) somethingHappens(random, service, entry.roomUuid, serverTime());
    }
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
    commands,
    virtualMs: clock.monotonic(),
  });

  for (let n = 0; n < 2 + below(random, mostRooms); n += 1) create(`room-${made++}`);
  await boot();
  for (let step = 0; step < steps; step += 1) {
    await act();
    comeBack();
    await clock.settle();
    if (workstation.connection().clockOffset !== null) manners.serverTimeKnown();
    const found = check(step % THOROUGH_EVERY === THOROUGH_EVERY - 1 ? readDisk(world) : null);
    if (found !== null) return finish(step, found);
  }
  weather = FAIR;
  diskFull = false;
  for (const { roomUuid } of away) if (goneForAll(roomUuid)) service.create(roomUuid);
  // What is still under way may be lost yet, with the only event that names a room.
  const fairFrom = clock.monotonic();
  while (internet.underWay(fairFrom) && clock.monotonic() < fairFrom + UNDER_WAY_MS) await clock.advance(LOOK_MS);
  // A room that came back silently is found by what happens in it.
  for (const roomUuid of service.roomUuids()) somethingHappens(random, service, roomUuid, serverTime());
  for (const row of workstation.commands()) review(row);
  // Where many pages are to be read, each is a request as well; after a 429 fewer are allowed.
  const pages = service.roomUuids().reduce((sum, roomUuid) => sum + Math.ceil(service.events(roomUuid).length / pageSize), 0);
  const lost = createKnowable({ workstation, service, orders, serverTime, tellsFacts, destroyed });
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
