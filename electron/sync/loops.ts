/** The two loops: operation 9 at its interval, and operation 8 for whoever's turn it is. Thin; neither can die. */
import type { LoopName } from "../../shared/model/loop.ts";
import type { RequestBudget } from "../cloud/types.ts";
import type { createAdding } from "./adding.ts";
import type { createAppReader } from "./appReader.ts";
import { backoff, wished } from "./backoff.ts";
import type { LiveRoom } from "./book.ts";
import type { ConnectionBook } from "./connection.ts";
import type { Core } from "./core.ts";
import type { RoomFactsAsker } from "./facts.ts";
import { createNudge, supervise } from "./pausing.ts";
import type { PollEvent } from "./pollState.ts";
import type { createRoomReader } from "./roomReader.ts";
import { evenShares, type Pick, pick, REQUEST_CLASS, TURN_CLASSES, type TurnClass } from "./scheduler.ts";

/** Operation 8 reads side by side. */
const IN_FLIGHT = 8;
/** While no host answers at all, one room at a time keeps trying. */
const IN_FLIGHT_CUT_OFF = 1;
/** A request younger than this may well be answered by the network that has just come, ms. */
const TRUSTED_MS = 2_000;
/** With nothing to do the rooms' loop turns all the same, so that it can be seen to live, ms. */
const REST_MS = 30_000;

export type SyncLoop = Extract<LoopName, "app" | "rooms">;

const rank = (turn: TurnClass): number => TURN_CLASSES.indexOf(turn);

type Parts = {
  core: Core;
  budget: RequestBudget;
  pollMs: number;
  connection: ConnectionBook;
  rooms: ReturnType<typeof createRoomReader>;
  app: ReturnType<typeof createAppReader>;
  facts: RoomFactsAsker;
  adding: () => ReturnType<typeof createAdding>;
};

export const createLoops = ({ core, budget, pollMs, connection, rooms, app, facts, adding }: Parts) => {
  const { clock, random, log, book } = core;
  const roomsNudge = createNudge(clock);
  const appNudge = createNudge(clock);
  const underWay = new Map<{ abort(): void }, number>();
  const readers = new Map<Promise<void>, { room: LiveRoom; since: number }>();
  const running = new Map<SyncLoop, Promise<void>>();
  /** When each loop turned last, monotonic ms, and which life of it this is: one that hangs is left to itself, and another begun. */
  const turned: Record<SyncLoop, number> = { app: 0, rooms: 0 };
  const lives: Record<SyncLoop, number> = { app: 0, rooms: 0 };
  let stopped = true;
  let shares = evenShares();
  /** A request that waits for its share of the budget: what it is for, and how to give it up. */
  let ticket: { turn: TurnClass; cancel(): void } | null = null;
  let appTicket: { cancel(): void } | null = null;
  let appFailures = 0;
  /** Until then the service wishes not to be asked for operation 9, monotonic ms; waking ends that. */
  let appFloorAt = 0;

  const tracked = async <T>(work: (started: (sending: { abort(): void }) => void) => Promise<T>): Promise<T> => {
    let mine: { abort(): void } | null = null;
    try {
      return await work((sending) => {
        mine = sending;
        underWay.set(sending, clock.monotonic());
        if (stopped) sending.abort();
      });
    } finally {
      if (mine !== null) underWay.delete(mine);
    }
  };

  const choose = (some?: Iterable<LiveRoom>): Pick | { dueAt: number | null } =>
    pick(book.waiting(core.chain(), some), shares, clock.monotonic(), pollMs);

  const overtakes = (turn: TurnClass, some?: Iterable<LiveRoom>): boolean => {
    const next = choose(some);
    return "turn" in next && rank(next.turn) < rank(turn);
  };

  /**
   * Something may have changed about whose turn it is, of one room or of any; a request that waits for a lesser one is given up.
   * One room is looked at before all are: with a thousand of them each reading that ends would cost a look at each.
   */
  const nudgeRooms = (only?: LiveRoom): void => {
    if (ticket !== null && (only === undefined || overtakes(ticket.turn, [only])) && overtakes(ticket.turn)) ticket.cancel();
    roomsNudge.nudge();
  };

  const all = (event: PollEvent): void => {
    for (const room of book.all()) {
      if (event.kind === "wake" || event.kind === "worldChanged") {
        room.reading = null;
        room.epoch += 1;
      }
      core.advance(room, event);
    }
    nudgeRooms();
  };

  const readRoom = async (room: LiveRoom, turn: TurnClass): Promise<void> => {
    const outcome = await tracked((started) => rooms.read(room, REQUEST_CLASS[turn], started));
    adding().outcome(room, outcome);
    if (outcome.kind === "problem") {
      connection.roundSpoilt();
      return;
    }
    // One of those that failed works again: so may the others.
    if (outcome.recovered) all({ kind: "recovered" });
    if (outcome.kind !== "end") return;
    connection.roomRead(room.roomUuid);
    await tracked((started) => facts.ask(room.roomUuid, started));
  };

  const startReading = (next: Pick): void => {
    const room = book.get(next.roomUuid);
    if (room === undefined) return;
    room.busy = true;
    const reading: Promise<void> = readRoom(room, next.turn)
      .catch((error: unknown) => {
        log.error({ error, room: room.roomUuid }, "an unexpected error while reading a room");
        core.countError();
        core.advance(room, { kind: "problem", code: "store" });
      })
      .finally(() => release(reading));
    readers.set(reading, { room, since: clock.monotonic() });
  };

  /** One that was given up is not in the list any more: its room may have another reader by now. */
  const release = (reading: Promise<void>): void => {
    const reader = readers.get(reading);
    if (reader === undefined) return;
    readers.delete(reading);
    reader.room.busy = false;
    nudgeRooms(reader.room);
  };

  const roomTurn = async (): Promise<void> => {
    if (readers.size >= (connection.cutOff() ? IN_FLIGHT_CUT_OFF : IN_FLIGHT)) return roomsNudge.wait(REST_MS);
    const next = choose();
    if (!("turn" in next))
      return roomsNudge.wait(Math.max(0, Math.min(REST_MS, (next.dueAt ?? Number.POSITIVE_INFINITY) - clock.monotonic())));
    const taken = budget.take(REQUEST_CLASS[next.turn]);
    ticket = { turn: next.turn, cancel: taken.cancel };
    const granted = await taken.granted;
    ticket = null;
    if (!granted || stopped) return;
    // Bound late: whoever is most important now, not when the waiting began.
    const now = choose();
    if (!("turn" in now)) return;
    ({ shares } = now);
    startReading(now);
  };

  const appTurn = async (): Promise<void> => {
    const floor = appFloorAt - clock.monotonic();
    if (floor > 0) {
      connection.nextAttempt(floor);
      return appNudge.wait(floor);
    }
    const taken = budget.take("app");
    appTicket = taken;
    const granted = await taken.granted;
    appTicket = null;
    if (!granted || stopped) return;
    if (core.server.jumped()) all({ kind: "worldChanged" });
    const startedAt = clock.monotonic();
    const wakes = core.wakes();
    connection.nextAttempt(null);
    const outcome = await tracked((started) => app.read(started));
    if (stopped) return;
    if (outcome.ok) {
      appFailures = 0;
      if (connection.appOutcome(null)) all({ kind: "recovered" });
      else nudgeRooms();
      await appNudge.wait(Math.max(0, startedAt + pollMs - clock.monotonic()));
      return;
    }
    const over = outcome.code === "aborted" && core.wakes() !== wakes;
    if (outcome.retryAfterMs !== null && !over) appFloorAt = clock.monotonic() + wished(outcome.retryAfterMs);
    // Broken off by this program, to ask again at once.
    if (outcome.code === "aborted") return;
    appFailures += 1;
    connection.appOutcome({ code: outcome.code, detail: outcome.detail });
    const wait = backoff(appFailures, random.unit(), outcome.retryAfterMs);
    connection.nextAttempt(wait);
    await appNudge.wait(wait);
  };

  /** What was under way for a while is given up and asked again at once. */
  const again = (event: PollEvent): void => {
    const now = clock.monotonic();
    for (const [sending, since] of underWay) if (now - since >= TRUSTED_MS) sending.abort();
    appFailures = 0;
    if (event.kind === "wake") {
      appFloorAt = 0;
      core.woke();
    }
    all(event);
    appNudge.nudge();
  };

  const TURN: Readonly<Record<SyncLoop, () => Promise<void>>> = { app: appTurn, rooms: roomTurn };
  const begin = (name: SyncLoop): void => {
    lives[name] += 1;
    const life = lives[name];
    turned[name] = clock.monotonic();
    const over = (): boolean => stopped || lives[name] !== life;
    const turn = async (): Promise<void> => {
      await TURN[name]();
      if (lives[name] === life) turned[name] = clock.monotonic();
    };
    running.set(name, supervise(name, { clock, log, onError: core.countError }, over, turn));
  };

  return {
    start: (): void => {
      if (!stopped) return;
      stopped = false;
      connection.setStopped(false);
      begin("app");
      begin("rooms");
    },
    /** When it turned last, monotonic ms; null: it rests. A reading that does not end counts as a turn that does not. */
    turnedAt: (name: SyncLoop): number | null => {
      if (stopped) return null;
      const readings = name === "rooms" ? [...readers.values()].map(({ since }) => since) : [];
      return Math.min(turned[name], ...readings);
    },
    /** What has lasted since before this (monotonic ms) is given up, whether it listens or not, and the loop begins anew. */
    revive: (name: SyncLoop, before: number): void => {
      if (stopped) return;
      for (const [sending, since] of underWay) if (since <= before) sending.abort();
      if (name === "rooms") for (const [reading, { since }] of readers) if (since <= before) release(reading);
      // Nobody waits for the former one any more, not even the end of the program.
      if (turned[name] <= before) {
        (name === "app" ? appTicket : ticket)?.cancel();
        begin(name);
      }
      nudgeRooms();
    },
    /** Settles when nothing is under way any more. */
    stop: async (): Promise<void> => {
      if (stopped) return;
      stopped = true;
      ticket?.cancel();
      appTicket?.cancel();
      for (const sending of underWay.keys()) sending.abort();
      adding().stop();
      roomsNudge.nudge();
      appNudge.nudge();
      await Promise.all([...running.values(), ...readers.keys()]);
      connection.setStopped(true);
    },
    again,
    nudgeRooms,
  };
};
