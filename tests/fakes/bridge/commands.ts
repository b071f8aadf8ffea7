/** Commands of the fixture bridge: each goes its way in a second or so; a bulk has some that fail. */

import { hasWords } from "../../../renderer/features/commands/seek.ts";
import { planBulk } from "../../../shared/bulkPlan.ts";
import { type CallInput, type CommandName, contract, isCommandName } from "../../../shared/contract.ts";
import type { Bulk, BulkItem } from "../../../shared/model/bulk.ts";
import { type CommandRow, isTerminal, isWaiting, roomThen, type When } from "../../../shared/model/command.ts";
import type { RoomSummary } from "../../../shared/model/room.ts";
import { appError, err, invalidInput, ok, type Result } from "../../../shared/result.ts";
import { createListTopic, createValueTopic } from "./topics.ts";

const HELD_MS = 5_000;
const LIFE_MS = 600_000;
/** In a bulk every so many fail. */
const FAILS_EVERY = 13;
const SIGNS: Readonly<Partial<Record<CommandName, string | null>>> = { "person.letIn": null, "recording.update": null };

type School = {
  now(): number;
  operator(): string;
  room(roomUuid: string): RoomSummary | undefined;
  /** The command has its effect. */
  effect(row: CommandRow): void;
};

/** As the topic does: everything that has not ended, and the latest that have. */
const ENDED_LISTED = 200;
const listed = (rows: readonly CommandRow[]): CommandRow[] => {
  const ended = rows.filter(isTerminal).slice(-ENDED_LISTED);
  return [...ended, ...rows.filter((row) => !isTerminal(row))];
};

export const createFakeCommands = (school: School, first: readonly CommandRow[]) => {
  const rows = new Map(first.map((row) => [row.id, row]));
  const bulks = new Map<string, Bulk>();
  const opened = new Map<string, ReturnType<typeof createListTopic<BulkItem>>>();
  const keyOf = (row: CommandRow): string => String(row.bulk?.index ?? 0).padStart(4, "0");
  const itemsOf = (id: string): BulkItem[] =>
    [...rows.values()].filter(({ bulk }) => bulk?.id === id).map((row) => ({ key: keyOf(row), row }));
  const counted = (bulk: Bulk): Bulk => {
    const counts: Bulk["counts"] = {};
    const items = itemsOf(bulk.id);
    for (const { row } of items) counts[row.state] = (counts[row.state] ?? 0) + 1;
    return { ...bulk, counts, done: items.filter(({ row }) => isTerminal(row)).length };
  };
  const topics = {
    commands: createListTopic(
      () => listed([...rows.values()]),
      (key) => rows.get(key),
    ),
    bulks: createListTopic(
      () => [...bulks.values()].map(counted),
      (key) => {
        const bulk = bulks.get(key);
        return bulk && counted(bulk);
      },
    ),
    serviceExtras: createValueTopic({ closedState: true, readBack: true }),
  };
  const put = (row: CommandRow): void => {
    rows.set(row.id, row);
    topics.commands.changed(row.id);
    if (row.bulk === null) return;
    topics.bulks.changed(row.bulk.id);
    opened.get(row.bulk.id)?.changed(keyOf(row));
  };
  const set = (id: string, part: Partial<CommandRow>): void => {
    const row = rows.get(id);
    if (row) put({ ...row, ...part });
  };

  const send = (id: string): void => {
    const row = rows.get(id);
    if (row === undefined || !isWaiting(row)) return;
    const attempt = { number: 1, of: 4, host: "api.example.com", nextAt: null };
    set(id, { state: "sending", sentAt: school.now(), heldUntil: null, attempt });
    const fails = row.bulk !== null && row.bulk.index % FAILS_EVERY === FAILS_EVERY - 1;
    setTimeout(() => {
      if (fails) {
        const failure = { code: "serverError", httpStatus: 500, businessCode: 500, detail: "internal server error" };
        set(id, { state: "failed", failure, endedAt: school.now() });
        return;
      }
      const ended = row.sign === null ? { endedAt: school.now() } : {};
      set(id, { state: "accepted", acceptedAt: school.now(), ...ended });
    }, 300);
    setTimeout(() => {
      if (fails || row.sign === null) return;
      school.effect(row);
      set(id, { state: "observed", observedAt: school.now(), endedAt: school.now() });
    }, 1_200);
  };

  const take = (
    name: CommandName,
    asked: { commandId: string; roomUuid: string; when?: When | undefined; input: Record<string, unknown> },
    bulk: CommandRow["bulk"],
  ): void => {
    const { commandId, roomUuid, when, input } = asked;
    const now = school.now();
    const room = school.room(roomUuid);
    const traits = contract.commands[name].traits as { danger(input: unknown): CommandRow["danger"]; inverse?: unknown };
    const danger = traits.danger(input);
    const start = room?.schedule?.startTime ?? now;
    const end = start + (room?.schedule?.duration ?? 0) * 1_000;
    const dueAt =
      when === undefined
        ? null
        : when.by === "clock"
          ? when.at
          : when.by === "delay"
            ? now + when.seconds * 1_000
            : (when.from === "start" ? start : end) + when.offsetSeconds * 1_000;
    const held = dueAt === null && danger === "safe" && traits.inverse === undefined ? now + HELD_MS : null;
    put({
      id: commandId,
      number: Math.max(0, ...[...rows.values()].map((row) => row.number)) + 1,
      name,
      roomUuid,
      input,
      operator: school.operator(),
      danger,
      state: dueAt !== null ? "scheduled" : "queued",
      askedAt: now,
      heldUntil: held,
      expiresAt: (dueAt ?? now) + LIFE_MS,
      when: when ?? null,
      dueAt,
      bulk,
      undo: name === "recording.start" ? { kind: "inverse", name: "recording.stop", input: {} } : held === null ? null : { kind: "hold" },
      roomThen: room === undefined ? null : roomThen(room),
      attempt: null,
      sentAt: null,
      acceptedAt: null,
      observedAt: null,
      endedAt: null,
      sign: SIGNS[name] === undefined ? "roomState" : null,
      overdue: false,
      failure: null,
    });
    setTimeout(() => send(commandId), dueAt !== null ? Math.max(0, dueAt - now) : held === null ? 200 : HELD_MS);
  };

  const ask =
    (name: CommandName) =>
    (asked: unknown): Result<unknown> => {
      const parsed = contract.commands[name].input.safeParse(asked);
      if (!parsed.success) return err(invalidInput(parsed.error, name));
      const { commandId, roomUuid, when, ...input } = parsed.data as { commandId: string; roomUuid: string; when?: When };
      take(name, { commandId, roomUuid, when, input }, null);
      return ok({ commandId });
    };
  const names = Object.keys(contract.commands) as CommandName[];

  const calls = {
    ...(Object.fromEntries(names.map((name) => [name, ask(name)])) as Record<CommandName, (input: unknown) => Result<unknown>>),
    "commands.cancel": ({ commandId }: CallInput<"commands.cancel">) => {
      set(commandId, { state: "cancelled", heldUntil: null, endedAt: school.now() });
      return ok({});
    },
    "commands.confirm": ({ commandId }: CallInput<"commands.confirm">) => {
      set(commandId, { state: "queued" });
      setTimeout(() => send(commandId), 300);
      return ok({});
    },
    "commands.letGo": ({ commandId }: CallInput<"commands.letGo">) => {
      const failure = { code: "outcomeUnknown", httpStatus: null, businessCode: null, detail: "" };
      set(commandId, { state: "failed", failure, endedAt: school.now() });
      return ok({});
    },
    "commands.page": ({ filter, before, limit }: CallInput<"commands.page">) => {
      const has = hasWords(filter.words ?? []);
      const found = [...rows.values()]
        .filter((row) => (filter.states?.includes(row.state) ?? true) && (filter.bulkId ?? row.bulk?.id) === row.bulk?.id)
        .filter(has)
        .filter((row) => !filter.trouble || row.overdue || ["failed", "expired", "unknown", "needsReview"].includes(row.state))
        .sort((a, b) => b.number - a.number);
      const below = found.filter((row) => before === null || row.number < before);
      return ok({ rows: below.slice(0, limit), more: below.length > limit, total: found.length });
    },
    "bulk.ask": (asked: CallInput<"bulk.ask">) => {
      const plan = planBulk({ ...asked, timing: asked.when === undefined ? null : { when: asked.when, now: school.now() } }, school.room);
      if (plan === null || !isCommandName(asked.name)) return err(appError("unknownName", "no such command"));
      const of = plan.included.length;
      if (of !== asked.count) return err(appError("conflict", "changed", { reason: "previewChanged", params: { count: of } }));
      bulks.set(asked.bulkId, {
        id: asked.bulkId,
        name: asked.name,
        input: asked.input,
        operator: school.operator(),
        askedAt: school.now(),
        when: asked.when ?? null,
        retryOf: asked.retryOf ?? null,
        total: of,
        excluded: plan.excluded,
        stoppedAt: null,
        counts: {},
        done: 0,
      });
      for (const [index, { roomUuid, input }] of plan.included.entries())
        take(asked.name, { commandId: crypto.randomUUID(), roomUuid, when: asked.when, input }, { id: asked.bulkId, index, of });
      topics.bulks.changed(asked.bulkId);
      return ok({ commandId: asked.bulkId });
    },
    "bulk.stop": ({ bulkId }: CallInput<"bulk.stop">) => {
      const waiting = itemsOf(bulkId).filter(({ row }) => isWaiting(row));
      for (const { row } of waiting) set(row.id, { state: "cancelled", endedAt: school.now() });
      const bulk = bulks.get(bulkId);
      if (bulk) bulks.set(bulkId, { ...bulk, stoppedAt: school.now() });
      topics.bulks.changed(bulkId);
      return ok({ cancelled: waiting.length, left: (bulk?.total ?? 0) - waiting.length });
    },
  };

  return {
    topics,
    calls,
    /** undefined: there is no such bulk. */
    bulkTopic: (bulkId: string) => {
      if (!bulks.has(bulkId)) return undefined;
      const known = opened.get(bulkId);
      if (known) return known;
      const fresh = createListTopic<BulkItem>(
        () => itemsOf(bulkId),
        (key) => itemsOf(bulkId).find((item) => item.key === key),
      );
      opened.set(bulkId, fresh);
      return fresh;
    },
  };
};
