/** Commands, from the click to what was seen of them: durable, one lane per room, closed by the room's own events. May not know HTTP, nor who shows it. */

import type { Accepted } from "../../shared/contract/kinds.ts";
import type { CallArgument, CommandName } from "../../shared/contract.ts";
import type { CommandRow, CommandState } from "../../shared/model/command.ts";
import type { RoomEvent } from "../../shared/model/event.ts";
import type { Clock, DatabaseFault, Log, Random } from "../../shared/ports.ts";
import { type AppError, appError, err, ok, type Result } from "../../shared/result.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import type { Cloud } from "../cloud/types.ts";
import type { Outbox, StoredCommand } from "../store/outbox.ts";
import { createBook, type Job } from "./book.ts";
import { type AnyEntry, entryOf, targetFault } from "./catalogue.ts";
import { createLanes } from "./lanes.ts";
import { holdOf, lifeOf, needsWord, nextDue } from "./life.ts";
import { isSign, judge, LATE_ARRIVAL_MS, type RoomReading } from "./reconcile.ts";

/** While anything is open it is looked at this often, ms: outages and readings tell nobody that they have changed. */
const LOOK_MS = 1_000;
const SHORTEST_LOOK_MS = 10;

export type Commands = {
  /** On disk when this answers. The same id with the same request is the same command; with another it is a `conflict`. */
  ask<N extends CommandName>(name: N, input: CallArgument<N>): Result<Accepted>;
  /** Before it has left; afterwards `conflict`. */
  cancel(id: string): Result<void>;
  /** A person's word for a command in review. */
  confirm(id: string): Result<void>;
  /** Everything that has not ended and the latest 200 that have, in order of asking. */
  list(): CommandRow[];
  get(id: string): CommandRow | undefined;
  /** Told the id of each command that changed, or that left the list. */
  watch: Watch<string>;
  /** Reads the outbox and begins. What is found as sending becomes unknown. */
  start(): Result<void>;
  /** Ends what is under way; answers when its outcome is on disk. */
  stop(): Promise<void>;
  /** The network or the machine is back: do not wait out the pauses. */
  wake(): void;
};

type Deps = {
  cloud: Cloud;
  outbox: Outbox;
  clock: Clock;
  random: Random;
  log: Log;
  /** The server's clock, Unix ms. */
  serverNow: () => number;
  operator: () => string;
  /** While true nothing leaves, whatever the outbox still holds from before. Left out: never. */
  observeOnly?: () => boolean;
  /** How long no answer has come from any host, ms; null while answers come. */
  outageMs: () => number | null;
  /** Events as they are stored. */
  roomEvents: Watch<RoomEvent[]>;
  /** undefined: no such room here. */
  readRoomState: (roomUuid: string) => RoomReading | undefined;
};

export const createCommands = (deps: Deps): Commands => {
  const { clock, log, serverNow, outageMs, readRoomState } = deps;
  const signal = createSignal<string>();
  const book = createBook({ outbox: deps.outbox, clock, log, serverNow, changed: signal.emit });
  const provedAt = (roomUuid: string): number | null => readRoomState(roomUuid)?.provedAt ?? null;
  const lanes = createLanes({ cloud: deps.cloud, clock, random: deps.random, log, serverNow, provedAt, book, settled: () => look() });
  let running = false;
  let cancelTimer = nothing;
  /** When it is looked at next, monotonic ms. */
  let nextLook = Number.POSITIVE_INFINITY;
  let stopWatching = nothing;

  /** An instant of this run in the server's time as it is known now: the offset may have been learned since. */
  const onServer = (monotonic: number): number => serverNow() - (clock.monotonic() - monotonic);
  const sentAt = (job: Job): number | null => (job.leftAt === null ? job.command.row.sentAt : onServer(job.leftAt));

  const byTime = (job: Job, entry: AnyEntry): void => {
    const lived = book.age(job);
    const { state, overdue } = job.command.row;
    if (state === "asked" || state === "queued" || state === "needsReview") {
      if (lived >= lifeOf(job.command)) book.apply(job, "lifeOver", job.hindrance);
      else if (needsWord(job.command, lived, outageMs())) book.apply(job, "needsWord");
      else if (state === "asked" && lived >= holdOf(job.command)) book.apply(job, "released");
    } else if (state === "accepted" && !overdue && entry.sign !== null) {
      if (lived - (job.command.waitsSinceLived ?? lived) >= entry.sign.withinMs) book.amend(job, { overdue: true }, true);
    }
  };

  const byReading = (job: Job, entry: AnyEntry): void => {
    const { roomUuid } = job.command.row;
    if (job.lostAt !== null && clock.monotonic() - job.lostAt >= LATE_ARRIVAL_MS && job.provedWhenLost === undefined)
      job.provedWhenLost = provedAt(roomUuid);
    const verdict = judge(entry, job.command, readRoomState(roomUuid), {
      sentAt: sentAt(job),
      provedWhenSent: job.provedWhenSent,
      lostAt: job.lostAt === null ? null : onServer(job.lostAt),
      provedWhenLost: job.provedWhenLost,
      lived: book.age(job),
    });
    if (verdict) book.apply(job, verdict.event, verdict.failure);
  };

  const lookAgainAt = (monotonic: number): void => {
    if (monotonic >= nextLook) return;
    cancelTimer();
    nextLook = monotonic;
    cancelTimer = clock.after(monotonic - clock.monotonic(), () => {
      nextLook = Number.POSITIVE_INFINITY;
      look();
    });
  };

  /** Looks at what is open (in one room, or in all), starts what may leave, writes what has changed, and arranges to look again. */
  const look = (only?: string): void => {
    if (!running) return;
    const mine = (job: Job): boolean => only === undefined || job.command.row.roomUuid === only;
    for (const job of book.open()) {
      if (job.entry === undefined || !mine(job)) continue;
      byReading(job, job.entry);
      byTime(job, job.entry);
    }
    if (!deps.observeOnly?.()) lanes.run(only);
    const written = book.flush();
    const open = book.open();
    if (open.length === 0 && written) {
      cancelTimer();
      nextLook = Number.POSITIVE_INFINITY;
      return;
    }
    let wait = Math.min(LOOK_MS, lanes.nextRetry() - clock.monotonic());
    for (const job of open) if (job.entry && mine(job)) wait = Math.min(wait, nextDue(job.command, job.entry) - book.age(job));
    lookAgainAt(clock.monotonic() + Math.max(SHORTEST_LOOK_MS, wait));
  };

  const onEvents = (events: RoomEvent[]): void => {
    for (const job of book.open()) {
      const { state, roomUuid } = job.command.row;
      const left = sentAt(job);
      if (job.entry === undefined || left === null || (state !== "sending" && state !== "accepted" && state !== "unknown")) continue;
      for (const event of events)
        if (event.roomUuid === roomUuid && isSign(job.entry, job.command, event, left, readRoomState(roomUuid))) {
          book.apply(job, "signSeen");
          break;
        }
    }
    look();
  };

  const compose = (entry: AnyEntry, name: string, id: string, roomUuid: string, input: Record<string, unknown>): StoredCommand => {
    const askedAt = serverNow();
    const holdMs = entry.holdMs(input);
    return {
      row: {
        id,
        number: 0,
        name,
        roomUuid,
        input,
        operator: deps.operator(),
        danger: entry.danger(input),
        state: holdMs > 0 ? "asked" : "queued",
        askedAt,
        heldUntil: holdMs > 0 ? askedAt + holdMs : null,
        expiresAt: askedAt + entry.lifeMs(input),
        attempt: null,
        sentAt: null,
        acceptedAt: null,
        observedAt: null,
        endedAt: null,
        sign: entry.sign?.key ?? null,
        overdue: false,
        failure: null,
      },
      askedWall: clock.wall(),
      lived: 0,
      wordLived: 0,
      confirmed: false,
      waitsSinceLived: null,
    };
  };

  const ask: Commands["ask"] = (name, argument) => {
    const { commandId, roomUuid, ...input } = argument;
    const entry = entryOf(name);
    if (entry === undefined) return err(appError("unknownName", `there is no command ${name}`));
    const target = targetFault(roomUuid);
    if (target) return err(target);
    const known = book.find(commandId);
    if (!known.ok) return err(diskError(known.error));
    if (known.value !== null) return sameRequest(known.value.row, name, roomUuid, input) ? ok({ commandId }) : err(idInUse(commandId));
    if (readRoomState(roomUuid) === undefined) return err(appError("notFound", `room ${roomUuid} is not known here`, { reason: "room" }));
    const command = compose(entry, name, commandId, roomUuid, input);
    const older = book
      .open()
      .filter((job) => job.command.row.roomUuid === roomUuid && entry.supersedes.some((one) => one === job.command.row.name));
    const passed: CommandState[] = command.row.state === "asked" ? ["asked"] : ["asked", "queued"];
    const written = book.insert(command, passed, older);
    if (!written.ok) return err(diskError(written.error));
    look(roomUuid);
    return ok({ commandId });
  };

  const order = (id: string, event: "cancelled" | "confirmed", already: (state: CommandState) => boolean): Result<void> => {
    const job = book.get(id);
    if (job === undefined) return err(appError("notFound", `there is no command ${id}`, { reason: "command" }));
    const { state } = job.command.row;
    if (already(state)) return ok(undefined);
    const done = book.applyDurably([job], event);
    if (!done.ok) return err(diskError(done.error));
    if (done.value.length === 0)
      return err(appError("conflict", `a command that is ${state} cannot be ${event}`, { reason: event, params: { state } }));
    look(job.command.row.roomUuid);
    return ok(undefined);
  };

  return {
    ask,
    cancel: (id) => order(id, "cancelled", (state) => state === "cancelled"),
    confirm: (id) => order(id, "confirmed", () => false),
    list: book.rows,
    get: (id) => book.get(id)?.command.row,
    watch: signal.watch,
    start: () => {
      const loaded = book.load();
      if (!loaded.ok) return err(diskError(loaded.error));
      for (const job of book.open()) {
        const { state } = job.command.row;
        // Nothing that this run sends is under way yet: what was, has an outcome that only the room can tell.
        if (state === "sending") book.apply(job, "foundSending", cutOff);
        if (state === "sending" || state === "unknown") job.lostAt = clock.monotonic();
        job.provedWhenSent = provedAt(job.command.row.roomUuid);
      }
      running = true;
      stopWatching = deps.roomEvents(onEvents);
      look();
      return ok(undefined);
    },
    stop: async () => {
      running = false;
      cancelTimer();
      stopWatching();
      await lanes.stop();
      book.flush();
    },
    wake: () => {
      lanes.wake();
      look();
    },
  };
};

const nothing = (): void => {};

const cutOff = { code: "cutOff", httpStatus: null, businessCode: null, detail: "the console ended while it was under way" };

const sameRequest = (row: CommandRow, name: string, roomUuid: string, input: Record<string, unknown>): boolean =>
  row.name === name && row.roomUuid === roomUuid && canonical(row.input) === canonical(input);

/** Equal for equal values, whatever the order of their keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inside: unknown) =>
    typeof inside === "object" && inside !== null && !Array.isArray(inside)
      ? Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inside,
  );

const idInUse = (id: string): AppError =>
  appError("conflict", `command ${id} was asked before with another request`, { reason: "commandId" });

const diskError = (fault: DatabaseFault): AppError =>
  appError("unavailable", `the outbox cannot be written or read: ${fault.detail}`, {
    reason: `outbox${fault.kind.charAt(0).toUpperCase()}${fault.kind.slice(1)}`,
  });
