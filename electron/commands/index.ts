/** Commands, from the click to what was seen of them: durable, one lane per room, closed by the room's own events. May not know HTTP, nor who shows it. */

import { dueAtOf } from "../../shared/due.ts";
import type { CommandState } from "../../shared/model/command.ts";
import type { RoomEvent } from "../../shared/model/event.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { createSignal } from "../../shared/signal.ts";
import { LATE_ARRIVAL_MS } from "../cloud/types.ts";
import type { Arrival } from "../store/outbox.ts";
import type { StoredBulk } from "../store/outboxBulks.ts";
import { createAdoption } from "./adoption.ts";
import { arrivalOf, askedOf, type Circumstances, sameRequest } from "./asking.ts";
import { createBook, type Job } from "./book.ts";
import { createBulks } from "./bulk.ts";
import { type AnyEntry, entryOf } from "./catalogue.ts";
import { createTimekeeper, datedAnew } from "./due.ts";
import { cutOff, diskError, idInUse, lookedAt, missed } from "./failures.ts";
import { createLanes } from "./lanes.ts";
import { holdOf, lifeOf, needsWord, nextDue } from "./life.ts";
import { dueLast } from "./order.ts";
import { createProbing } from "./probing.ts";
import { isSign, judge } from "./reconcile.ts";
import type { RoomReading, Showable } from "./signs.ts";
import type { Commands, CommandsDeps } from "./types.ts";

export type { Commands } from "./types.ts";

/** While anything is open it is looked at this often, ms: outages and readings tell nobody that they have changed. */
const LOOK_MS = 1_000;
const SHORTEST_LOOK_MS = 10;
/** The computer is kept awake for what becomes due within so long, ms. */
const AWAKE_FOR_MS = 12 * 60 * 60_000;

export const createCommands = (deps: CommandsDeps): Commands => {
  const { cloud, clock, log, serverNow, outageMs, outbox, readRoom } = deps;
  const signal = createSignal<string>();
  const changed = (id: string): void => {
    signal.emit(id);
    const job = book.get(id);
    if (job === undefined) return;
    const { bulk, state, roomUuid, input } = job.command.row;
    if (bulk) bulks.told(bulk);
    if (job.entry?.traits.about === "newRoom" && (state === "accepted" || state === "observed")) adoption.take(roomUuid, input);
  };
  const book = createBook({ outbox, clock, log, serverNow, changed });
  const adoption = createAdoption({ clock, log, adopt: deps.adopt });
  const provedAt = (roomUuid: string): number | null => readRoom(roomUuid)?.provedAt ?? null;
  const { random, answers } = deps;
  const lanes = createLanes({
    cloud,
    clock,
    random,
    log,
    serverNow,
    readRoom,
    outageMs,
    answers,
    book,
    settled: (roomUuid) => look(roomUuid),
  });
  const probing = createProbing({
    cloud,
    clock,
    book,
    told: (job, { event, failure }) => {
      book.apply(job, event, failure);
      look(job.command.row.roomUuid);
    },
  });
  const time = createTimekeeper({ clock, answers });
  let running = false;
  let cancelTimer = nothing;
  /** When it is looked at next, monotonic ms. */
  let nextLook = Number.POSITIVE_INFINITY;
  /** When it was looked at last without an error, monotonic ms. */
  let turnedAt = 0;
  let stopWatching = nothing;
  let letSleep: (() => void) | null = null;

  /** An instant of this run in the server's time as it is known now: the offset may have been learned since. */
  const onServer = (monotonic: number): number => serverNow() - (clock.monotonic() - monotonic);
  /** Reckoned from now it would be too late by what the computer has slept since; as it was written it may be off while no answer had told the time. */
  const sentAt = ({ leftAt, command: { row } }: Job): number | null =>
    leftAt === null || row.sentAt === null ? row.sentAt : Math.min(row.sentAt, onServer(leftAt));

  const circumstances = (room: RoomReading | undefined, bulk: Circumstances["bulk"]): Circumstances => ({
    now: serverNow(),
    wall: clock.wall(),
    timeTold: time.sure(),
    operator: deps.operator(),
    closedState: deps.closedState(),
    room,
    bulk,
  });

  /** It waits for its time: follows the room's schedule, leaves in time or never. */
  const bySchedule = (job: Job, entry: AnyEntry): void => {
    const { when, askedAt, roomUuid, input } = job.command.row;
    const schedule = readRoom(roomUuid)?.summary.schedule ?? null;
    const due = (when && dueAtOf(when, askedAt, schedule)) ?? job.command.row.dueAt;
    if (due === null) return;
    if (due !== job.command.row.dueAt) book.amend(job, { dueAt: due, expiresAt: due + entry.lifeMs(input) }, true);
    const sure = time.sure();
    // With a clock that nobody has confirmed only what must be over by any reckoning is over.
    const late = sure ? serverNow() - due : Math.min(serverNow() - due, time.unsureFor());
    if (late >= lifeOf(job.command)) book.apply(job, "lifeOver", missed);
    else if (sure && late >= 0) book.due(job, late);
  };

  const showable = (entry: AnyEntry): Showable => (entry.sign?.showable ? entry.sign.showable(cloud.capabilities()) : "yes");

  const byTime = (job: Job, entry: AnyEntry): void => {
    if (!job.command.dated && time.sure()) book.date(job, datedAnew(job.command.row, serverNow() - book.sinceAsked(job)));
    if (job.command.row.state === "scheduled") bySchedule(job, entry);
    const lived = book.age(job);
    const { state, overdue } = job.command.row;
    if (state === "asked" || state === "queued" || state === "needsReview") {
      if (lived >= lifeOf(job.command)) book.apply(job, "lifeOver", job.hindrance);
      else if (needsWord(job.command, lived, outageMs())) book.apply(job, "needsWord");
      else if (state === "asked" && lived >= holdOf(job.command)) book.apply(job, "released");
    } else if (state === "accepted" && !overdue && entry.sign !== null) {
      if (book.waited(job) < entry.sign.withinMs) return;
      if (showable(entry) === "yes") book.amend(job, { overdue: true }, true);
      else book.apply(job, "unshowable");
    }
  };

  const byReading = (job: Job, entry: AnyEntry): void => {
    const { roomUuid } = job.command.row;
    if (job.lostAt !== null && clock.monotonic() - job.lostAt >= LATE_ARRIVAL_MS && job.provedWhenLost === undefined)
      job.provedWhenLost = provedAt(roomUuid);
    const times = {
      sentAt: sentAt(job),
      provedWhenSent: job.provedWhenSent,
      lostAt: job.lostAt === null ? null : onServer(job.lostAt),
      provedWhenLost: job.provedWhenLost,
      lived: book.age(job),
      waited: book.waited(job),
    };
    const verdict = judge(entry, job.command, readRoom(roomUuid), times, showable(entry));
    if (verdict) book.apply(job, verdict.event, verdict.failure);
  };

  /** Awake while something is to leave within the next hours; asleep it would be missed. */
  const stayAwake = (): void => {
    const due = book.open().some(({ command: { row } }) => row.state === "scheduled" && (row.dueAt ?? 0) - serverNow() < AWAKE_FOR_MS);
    if (due) letSleep ??= deps.keepAwake();
    else {
      letSleep?.();
      letSleep = null;
    }
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

  /** Nothing that goes wrong in one look keeps the next from coming. */
  const look = (only?: string): void => {
    if (!running) return;
    try {
      lookAt(only);
      turnedAt = clock.monotonic();
    } catch (error) {
      log.error({ error }, "an unexpected error while looking at the commands; the loop goes on");
      lookAgainAt(clock.monotonic() + LOOK_MS);
    }
  };

  /** Looks at what is open (in one room, or in all), starts what may leave, writes what has changed, and arranges to look again. */
  const lookAt = (only: string | undefined): void => {
    const mine = (job: Job): boolean => only === undefined || job.command.row.roomUuid === only;
    for (const job of dueLast(book.open())) {
      if (job.entry === undefined || !mine(job)) continue;
      byReading(job, job.entry);
      byTime(job, job.entry);
    }
    if (!deps.observeOnly?.()) lanes.run(only);
    probing.run();
    const written = book.flush();
    stayAwake();
    const open = book.open();
    if (open.length === 0 && written) {
      cancelTimer();
      nextLook = Number.POSITIVE_INFINITY;
      return;
    }
    let wait = Math.min(LOOK_MS, lanes.nextRetry() - clock.monotonic(), probing.nextIn());
    for (const job of open) if (job.entry && mine(job)) wait = Math.min(wait, nextDue(job.command, job.entry, serverNow()) - book.age(job));
    lookAgainAt(clock.monotonic() + Math.max(SHORTEST_LOOK_MS, wait));
  };

  const seek = (job: Job, events: readonly RoomEvent[]): void => {
    const { state, roomUuid } = job.command.row;
    const left = sentAt(job);
    if (job.entry === undefined || left === null || (state !== "sending" && state !== "accepted" && state !== "unknown")) return;
    const { entry } = job;
    if (events.some((event) => event.roomUuid === roomUuid && isSign(entry, job.command, event, left, readRoom(roomUuid))))
      book.apply(job, "signSeen");
  };

  const onEvents = (events: RoomEvent[]): void => {
    for (const job of book.open()) seek(job, events);
    look();
  };

  /** On disk, with what it supersedes; then whatever may leave does. */
  const insert = (arrivals: readonly Arrival[], entry: AnyEntry, bulk?: StoredBulk): Result<void> => {
    const at = new Set(arrivals.filter(({ command }) => command.row.dueAt === null).map(({ command }) => command.row.roomUuid));
    const older = book
      .open()
      .filter(({ command: { row } }) => at.has(row.roomUuid) && (entry.supersedes?.some((one) => one === row.name) ?? false));
    const written = book.insert(arrivals, older, bulk);
    if (!written.ok) return err(diskError(written.error));
    look(bulk === undefined ? arrivals[0]?.command.row.roomUuid : undefined);
    return ok(undefined);
  };
  const bulks = createBulks({
    outbox,
    book,
    random: deps.random,
    readRoom,
    around: circumstances,
    insert,
    look: () => look(),
  });

  const ask: Commands["ask"] = (name, argument) => {
    const asked = askedOf(name, argument);
    const { commandId } = asked;
    const entry = entryOf(name);
    if (entry === undefined) return err(appError("unknownName", `there is no command ${name}`));
    const known = book.find(commandId);
    if (!known.ok) return err(diskError(known.error));
    if (known.value !== null) return sameRequest(known.value.row, asked) ? ok({ commandId }) : err(idInUse(commandId));
    const arrival = arrivalOf(asked, entry, circumstances(readRoom(asked.roomUuid), null));
    if (!arrival.ok) return arrival;
    const written = insert([arrival.value], entry);
    return written.ok ? ok({ commandId }) : written;
  };

  const order = (id: string, event: "cancelled" | "confirmed" | "letGo", already: (state: CommandState) => boolean): Result<void> => {
    const job = book.get(id);
    if (job === undefined) return err(appError("notFound", `there is no command ${id}`, { reason: "command" }));
    const { state } = job.command.row;
    if (already(state)) return ok(undefined);
    const done = book.applyDurably([job], event, event === "letGo" ? lookedAt : null);
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
    letGo: (id) => order(id, "letGo", () => false),
    list: book.rows,
    get: (id) => book.get(id)?.command.row,
    bulks,
    watch: signal.watch,
    load: () => {
      const loaded = book.load();
      return loaded.ok ? loaded : err(diskError(loaded.error));
    },
    start: () => {
      for (const job of book.open()) {
        const { state } = job.command.row;
        // Nothing that this run sends is under way yet: what was, has an outcome that only the room can tell.
        if (state === "sending") book.apply(job, "foundSending", cutOff);
        if (state === "sending" || state === "unknown") job.lostAt = clock.monotonic();
        job.provedWhenSent = provedAt(job.command.row.roomUuid);
      }
      running = true;
      stopWatching = deps.roomEvents(onEvents);
      // The sign may have been stored in the last moment of the run before, and is not told again.
      for (const job of book.open()) seek(job, deps.journalled(job.command.row.roomUuid));
      look();
    },
    stop: async () => {
      running = false;
      cancelTimer();
      stopWatching();
      letSleep?.();
      letSleep = null;
      probing.stop();
      adoption.stop();
      await lanes.stop();
      book.flush();
    },
    wake: () => {
      lanes.wake();
      look();
    },
    turnedAt: () => (running && book.open().length > 0 ? turnedAt : null),
    revive: () => {
      cancelTimer();
      nextLook = Number.POSITIVE_INFINITY;
      look();
    },
  };
};

const nothing = (): void => {};
