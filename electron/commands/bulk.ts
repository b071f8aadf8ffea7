/** One command asked of many rooms: planned anew in main, written all at once, stopped together. */

import { planBulk } from "../../shared/bulkPlan.ts";
import type { Accepted } from "../../shared/contract/kinds.ts";
import { type CallArgument, contract, isCommandName } from "../../shared/contract.ts";
import type { Bulk, BulkItem } from "../../shared/model/bulk.ts";
import { isWaiting } from "../../shared/model/command.ts";
import type { DatabaseFault, Random } from "../../shared/ports.ts";
import { type AppError, appError, err, invalidInput, ok, type Result } from "../../shared/result.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import type { Arrival, Outbox } from "../store/outbox.ts";
import type { StoredBulk } from "../store/outboxBulks.ts";
import { type Asked, arrivalOf, askedOf, type Circumstances, canonical } from "./asking.ts";
import type { Book } from "./book.ts";
import { type AnyEntry, entryOf } from "./catalogue.ts";
import { diskError } from "./failures.ts";
import type { RoomReading } from "./signs.ts";

/** So many stay in the list (contract: topic `bulks`). */
export const BULKS_KEPT = 20;

type BulkAsk = CallArgument<"bulk.ask">;

export type Bulks = {
  /** On disk, all of it, when this answers. */
  ask(ask: BulkAsk): Result<Accepted>;
  /** Cancels what has not left. */
  stop(id: string): Result<{ cancelled: number; left: number }>;
  list(): Bulk[];
  get(id: string): Bulk | undefined;
  /** Each command of one of them, in order; undefined: there is none of this id. */
  items(id: string): BulkItem[] | undefined;
  item(id: string, key: string): BulkItem | undefined;
  /** Told the id of each that changed. */
  watch: Watch<string>;
  /** Told the bulk and the key of each of its commands that changed. */
  watchItems: Watch<{ bulkId: string; key: string }>;
};

type Deps = {
  outbox: Outbox;
  book: Book;
  random: Random;
  readRoom: (roomUuid: string) => RoomReading | undefined;
  around: (room: RoomReading | undefined, bulk: Circumstances["bulk"]) => Circumstances;
  insert: (arrivals: readonly Arrival[], entry: AnyEntry, bulk: StoredBulk) => Result<void>;
  /** Something may leave, or need not any more. */
  look: () => void;
};

export const createBulks = ({ outbox, book, random, readRoom, around, insert, look }: Deps) => {
  const changed = createSignal<string>();
  const itemChanged = createSignal<{ bulkId: string; key: string }>();

  const same = (stored: StoredBulk, { name, input, targets, when, retryOf }: BulkAsk): boolean =>
    stored.asked === targets.length &&
    canonical([stored.name, stored.input, stored.when, stored.retryOf]) === canonical([name, input, when ?? null, retryOf ?? null]);

  /** Each with its own arguments, checked as if it had been asked alone. */
  const parsed = (ask: BulkAsk, included: readonly { roomUuid: string; input: Record<string, unknown> }[]): Result<Asked[]> => {
    if (!isCommandName(ask.name)) return err(appError("unknownName", `there is no command ${ask.name}`));
    const asked: Asked[] = [];
    for (const { roomUuid, input } of included) {
      const schema = contract.commands[ask.name].input;
      const one = schema.safeParse({ ...input, commandId: random.uuid(), roomUuid, ...(ask.when && { when: ask.when }) });
      if (!one.success) return err(invalidInput(one.error, `${ask.name} in room ${roomUuid}`));
      asked.push(askedOf(ask.name, one.data));
    }
    return ok(asked);
  };

  const ask: Bulks["ask"] = (wanted) => {
    const known = outbox.findBulk(wanted.bulkId);
    if (!known.ok) return err(diskError(known.error));
    if (known.value !== null)
      return same(known.value, wanted)
        ? ok({ commandId: wanted.bulkId })
        : err(appError("conflict", `bulk ${wanted.bulkId} was asked before with another request`, { reason: "commandId" }));
    const { now, operator } = around(undefined, null);
    const timing = wanted.when === undefined ? null : { when: wanted.when, now };
    const plan = planBulk({ ...wanted, timing }, (roomUuid) => readRoom(roomUuid)?.summary);
    const entry = entryOf(wanted.name);
    if (plan === null || entry === undefined) return err(appError("unknownName", `there is no command ${wanted.name}`));
    const of = plan.included.length;
    if (of !== wanted.count)
      return err(appError("conflict", `there are ${of} rooms to ask now`, { reason: "previewChanged", params: { count: of } }));
    const each = parsed(wanted, plan.included);
    if (!each.ok) return each;
    const arrivals: Arrival[] = [];
    for (const [index, one] of each.value.entries()) {
      const arrival = arrivalOf(one, entry, around(readRoom(one.roomUuid), { id: wanted.bulkId, index, of }));
      if (!arrival.ok) return err({ ...arrival.error, params: { ...arrival.error.params, room: one.roomUuid } });
      arrivals.push(arrival.value);
    }
    const stored: StoredBulk = {
      id: wanted.bulkId,
      name: wanted.name,
      input: wanted.input,
      operator,
      askedAt: now,
      when: wanted.when ?? null,
      retryOf: wanted.retryOf ?? null,
      total: of,
      asked: wanted.targets.length,
      excluded: plan.excluded.map(({ roomUuid, reason }) => ({ roomUuid, reason })),
      stoppedAt: null,
    };
    const written = insert(arrivals, entry, stored);
    if (!written.ok) return written;
    changed.emit(wanted.bulkId);
    return ok({ commandId: wanted.bulkId });
  };

  const stop: Bulks["stop"] = (id) => {
    const known = outbox.readBulk(id);
    if (!known.ok) return err(diskError(known.error));
    if (known.value === null) return err(noBulk(id));
    const waiting = book.ofBulk(id).filter((job) => isWaiting(job.command.row));
    const cancelled = book.applyDurably(waiting, "cancelled");
    if (!cancelled.ok) return err(diskError(cancelled.error));
    const marked = outbox.markStopped(id, around(undefined, null).now);
    if (!marked.ok) return err(diskError(marked.error));
    changed.emit(id);
    look();
    return ok({ cancelled: cancelled.value.length, left: known.value.total - cancelled.value.length });
  };

  const itemOf = (row: BulkItem["row"]): BulkItem => ({ key: String(row.bulk?.index ?? 0).padStart(4, "0"), row });

  const api: Bulks = {
    ask,
    stop,
    list: () => valueOr(outbox.loadBulks(BULKS_KEPT), []),
    get: (id) => valueOr(outbox.readBulk(id), null) ?? undefined,
    items: (id) => {
      if (valueOr(outbox.findBulk(id), null) === null) return undefined;
      return valueOr(outbox.commandsOf(id), []).map(({ row }) => itemOf(book.get(row.id)?.command.row ?? row));
    },
    item: (id, key) => {
      const inMemory = book.ofBulk(id).find(({ command }) => command.row.bulk?.index === Number(key));
      if (inMemory !== undefined) return itemOf(inMemory.command.row);
      const stored = valueOr(outbox.commandsOf(id), [])[Number(key)];
      return stored && itemOf(stored.row);
    },
    watch: changed.watch,
    watchItems: itemChanged.watch,
  };
  return {
    ...api,
    /** A command that was asked with others has changed. */
    told: ({ id, index }: { id: string; index: number }): void => {
      changed.emit(id);
      itemChanged.emit({ bulkId: id, key: String(index).padStart(4, "0") });
    },
  };
};

const valueOr = <T>(result: Result<T, DatabaseFault>, otherwise: T): T => (result.ok ? result.value : otherwise);

const noBulk = (id: string): AppError => appError("notFound", `there is no bulk ${id}`, { reason: "bulk" });
