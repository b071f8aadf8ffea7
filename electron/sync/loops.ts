/** The two loops: operation 9 at its interval, and operation 8 for whoever's turn it is. Thin; neither can die. */
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
  const readers = new Set<Promise<void>>();
  let running: Promise<unknown> | null = null;
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

  const choose = (): Pick | { dueAt: number | null } => pick(book.waiting(core.chain()), shares, clock.monotonic(), pollMs);

  /** Something may have changed about whose turn it is; a request that waits for a lesser one is given up. */
  const nudgeRooms = (): void => {
    if (ticket !== null) {
      const now = choose();
      if ("turn" in now && rank(now.turn) < rank(ticket.turn)) ticket.cancel();
    }
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
    const reading = readRoom(room, next.turn)
      .catch((error: unknown) => {
        log.error({ error, room: room.roomUuid }, "an unexpected error while reading a room");
        core.countError();
        core.advance(room, { kind: "problem", code: "store" });
      })
      .finally(() => {
        room.busy = false;
        readers.delete(reading);
        nudgeRooms();
      });
    readers.add(reading);
  };

  const roomTurn = async (): Promise<void> => {
    if (readers.size >= (connection.cutOff() ? IN_FLIGHT_CUT_OFF : IN_FLIGHT)) return roomsNudge.wait(null);
    const next = choose();
    if (!("turn" in next)) return roomsNudge.wait(next.dueAt === null ? null : Math.max(0, next.dueAt - clock.monotonic()));
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

  return {
    start: (): void => {
      if (running !== null) return;
      stopped = false;
      connection.setStopped(false);
      const supervised = { clock, log, onError: core.countError };
      running = Promise.all([
        supervise("app", supervised, () => stopped, appTurn),
        supervise("rooms", supervised, () => stopped, roomTurn),
      ]);
    },
    /** Settles when nothing is under way any more. */
    stop: async (): Promise<void> => {
      if (running === null) return;
      stopped = true;
      ticket?.cancel();
      appTicket?.cancel();
      for (const sending of underWay.keys()) sending.abort();
      adding().stop();
      roomsNudge.nudge();
      appNudge.nudge();
      await running;
      await Promise.all(readers);
      running = null;
      connection.setStopped(true);
    },
    again,
    nudgeRooms,
  };
};
