/** Applying a plan: bulks of commands whose ids are on disk before they are asked, so that a crash costs nothing and asking twice asks once. Nothing here sends. */
import { planBulk } from "../../shared/bulkPlan.ts";
import { contract } from "../../shared/contract.ts";
import { causeOf, changeOf, creationOf, isAsked, stepOf } from "../../shared/examSheet/plan.ts";
import { type BulkTarget, MAX_BULK } from "../../shared/model/bulk.ts";
import { type CommandRow, isRetryable, isTerminal } from "../../shared/model/command.ts";
import type { PlanStep, RowMeaning } from "../../shared/model/exam.ts";
import { noExam } from "../../shared/model/exam.ts";
import type { RoomSummary } from "../../shared/model/room.ts";
import type { Log, Random } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import type { Commands } from "../commands/index.ts";
import type { ExamStore, RunItem, StoredRun } from "../store/exams.ts";
import type { ExamBook, OpenExam } from "./book.ts";
import type { Judged } from "./judging.ts";
import { hasEnded, hasWorked, type RunBook, type StoredBulkOf } from "./runBook.ts";

type RunsDeps = {
  store: ExamStore;
  commands: Pick<Commands, "bulks">;
  random: Random;
  log: Log;
  serverNow: () => number;
  operator: () => string;
  roomOf: (roomUuid: string) => RoomSummary | undefined;
  addRooms: (roomUuids: readonly string[]) => Promise<unknown>;
  book: ExamBook;
  known: RunBook;
  /** A command of a sheet has ended well: its room is to be read. */
  applied: (roomUuid: string) => void;
};

/** The service's word that it was done, or that it was not, is there. */
const isAnswered = (row: CommandRow): boolean => hasWorked(row) || isTerminal(row);

export const createRuns = ({ store, commands, random, log, serverNow, operator, roomOf, addRooms, book, known, applied }: RunsDeps) => {
  const pumping = new Set<string>();
  let running = false;

  const save = (run: StoredRun): Result<void> => book.written(() => store.saveRun(run));
  const tell = (run: StoredRun): void => {
    for (const { step } of run.items) book.rowChanged.emit({ examId: run.examId, rowId: step.rowId });
    book.examChanged.emit(run.examId);
  };

  const targetsOf = (run: StoredRun, bulk: StoredBulkOf): BulkTarget[] => {
    const exam = book.exam(run.examId);
    return bulk.rowIds.flatMap((rowId): BulkTarget[] => {
      const item = known.itemsOf(run).get(rowId);
      if (item === undefined) return [];
      const roomUuid = item.step.roomUuid;
      if (bulk.name === "room.create") return [{ roomUuid, input: { ...creationOf(item.wanted) } }];
      const cause = causeOf(exam?.facts.name ?? "", item.index);
      if (bulk.after !== null) {
        const created = known.commandOf(run, roomUuid);
        // What was not created has nothing to be set.
        if (created === undefined || !hasWorked(created) || item.wanted.properties === null) return [];
        return [{ roomUuid, input: { properties: item.wanted.properties, cause } }];
      }
      const change = changeOf({ action: "change", changes: item.step.changes, fixed: [], unseen: [] }, item.wanted, cause);
      return change === null ? [] : [{ roomUuid, input: { ...change } }];
    });
  };

  const isReady = (run: StoredRun, bulk: StoredBulkOf): boolean => {
    if (bulk.after === null) return true;
    const before = run.bulks.find(({ id }) => id === bulk.after);
    if (!before?.asked) return false;
    return before.rowIds.every((rowId) => {
      const roomUuid = known.itemsOf(run).get(rowId)?.step.roomUuid ?? "";
      const row = known.commandOf(run, roomUuid);
      return row === undefined ? known.excludedIn(run, roomUuid) !== undefined : isAnswered(row);
    });
  };

  /** The same bulk with the same targets is the same bulk: what a crash has cut off is simply asked again. */
  const askBulk = async (run: StoredRun, bulk: StoredBulkOf): Promise<Result<void>> => {
    const targets = targetsOf(run, bulk);
    const unknown =
      bulk.name === "roomProperties.set" ? targets.map(({ roomUuid }) => roomUuid).filter((id) => roomOf(id) === undefined) : [];
    if (unknown.length > 0) await addRooms(unknown);
    if (!running) return ok(undefined);
    const plan = targets.length === 0 ? null : planBulk({ name: bulk.name, input: {}, targets }, roomOf);
    const count = plan?.included.length ?? 0;
    if (commands.bulks.get(bulk.id) === undefined && count > 0) {
      const order = { bulkId: bulk.id, name: bulk.name, input: {}, targets, count };
      const asked = commands.bulks.ask(bulk.retryOf === null ? order : { ...order, retryOf: bulk.retryOf });
      if (!asked.ok) return asked;
    }
    const current = known.latestRun(run.examId);
    if (current === undefined || current.id !== run.id) return ok(undefined);
    const next = { ...current, bulks: current.bulks.map((one) => (one.id === bulk.id ? { ...one, asked: true } : one)) };
    const saved = save(next);
    if (!saved.ok) return saved;
    known.put(next);
    known.noteBulk(next, bulk);
    known.exclude(next, plan?.excluded ?? []);
    tell(next);
    return ok(undefined);
  };

  /** Asks what may be asked by now. */
  const pump = async (examId: string): Promise<void> => {
    if (!running || pumping.has(examId)) return;
    pumping.add(examId);
    try {
      for (;;) {
        const run = known.latestRun(examId);
        if (run === undefined || run.stoppedAt !== null) return;
        const next = run.bulks.find((bulk) => !bulk.asked && isReady(run, bulk));
        if (next === undefined) return;
        const asked = await askBulk(run, next);
        if (asked.ok && running) continue;
        if (!asked.ok) log.warn({ fault: asked.error, bulk: next.id }, "a part of a sheet could not be asked; it is tried again");
        return;
      }
    } finally {
      pumping.delete(examId);
    }
  };

  const chunks = <T>(items: readonly T[]): T[][] =>
    Array.from({ length: Math.ceil(items.length / MAX_BULK) }, (_, index) => items.slice(index * MAX_BULK, (index + 1) * MAX_BULK));

  const bulksFor = (items: readonly RunItem[], retryOf: string | null): StoredBulkOf[] => {
    const asked = items.filter(({ excluded, step }) => excluded === null && isAsked(step.action));
    const bulk = (name: StoredBulkOf["name"], part: readonly RunItem[], after: string | null): StoredBulkOf => ({
      id: random.uuid(),
      name,
      rowIds: part.map(({ step }) => step.rowId),
      after,
      retryOf,
      asked: false,
    });
    const creations = chunks(asked.filter(({ step }) => step.action === "create")).flatMap((part) => {
      const first = bulk("room.create", part, null);
      const withMore = part.filter(({ wanted }) => wanted.properties !== null && Object.keys(wanted.properties).length > 0);
      return withMore.length === 0 ? [first] : [first, { ...bulk("roomProperties.set", withMore, first.id), retryOf: null }];
    });
    return [
      ...creations,
      ...chunks(asked.filter(({ step }) => step.action === "change")).map((part) => bulk("roomProperties.set", part, null)),
    ];
  };

  /** Why a step of a plan does not fit any more; null: it does. */
  const misfit = (step: PlanStep, now: Judged | undefined): string | null => {
    if (now === undefined) return "rowGone";
    const { action } = now.difference;
    if (action === step.action) return fits(now) ? null : "invalid";
    return action === "none" ? "errors" : action === "create" || action === "change" ? "changedMeanwhile" : action;
  };
  const fits = ({ reading: { meaning, index }, difference }: Judged): boolean => {
    const base = { commandId: random.uuid(), roomUuid: meaning.roomUuid };
    if (difference.action === "create")
      return contract.commands["room.create"].input.safeParse({ ...base, ...creationOf(meaning) }).success;
    const change = changeOf(difference, meaning, causeOf("", index));
    return change !== null && contract.commands["roomProperties.set"].input.safeParse({ ...base, ...change }).success;
  };

  const itemOf = (step: PlanStep, now: Judged | undefined, wanted: RowMeaning, index: number): RunItem => {
    const excluded = isAsked(step.action) ? misfit(step, now) : null;
    const fresh =
      now !== undefined && excluded === null ? stepOf({ rowId: step.rowId, index, meaning: wanted, difference: now.difference }) : step;
    return { step: fresh, index, wanted, excluded };
  };

  const begin = (opened: OpenExam, runId: string, planId: string, items: RunItem[], retryOf: string | null): Result<void> => {
    const run: StoredRun = {
      id: runId,
      examId: opened.exam.id,
      planId,
      operator: operator(),
      startedAt: serverNow(),
      stoppedAt: null,
      items,
      bulks: bulksFor(items, retryOf),
    };
    const saved = save(run);
    if (!saved.ok) return saved;
    known.put(run);
    tell(run);
    void pump(run.examId);
    return ok(undefined);
  };

  const judgedAnew = (opened: OpenExam, rowId: string): Judged | undefined => {
    const reading = opened.sheet.byId.get(rowId);
    return reading === undefined ? undefined : book.judge(reading);
  };

  const changedCount = (count: number) =>
    err(appError("conflict", `there are ${count} rows to ask for now`, { reason: "previewChanged", params: { count } }));
  const underWay = () => err(appError("conflict", "a run of this exam is under way", { reason: "runUnderWay" }));

  return {
    /** All on disk when it answers; the commands follow. */
    apply: (opened: OpenExam, order: { planId: string; runId: string; count: number }): Result<{ runId: string }> => {
      const { exam, plan, sheet } = opened;
      if (known.has(exam.id, order.runId)) return ok({ runId: order.runId });
      if (known.isUnderWay(exam.id)) return underWay();
      if (plan?.id !== order.planId) return err(appError("conflict", "another plan is kept now", { reason: "planChanged" }));
      const items = plan.steps.flatMap((step): RunItem[] => {
        const reading = sheet.byId.get(step.rowId);
        if (reading === undefined) return [];
        const now = judgedAnew(opened, step.rowId);
        const kept = isAsked(step.action) || step.action === "unchanged" || step.action === "fixed";
        return kept ? [itemOf(step, now, reading.meaning, reading.index)] : [];
      });
      const count = items.filter(({ step, excluded }) => excluded === null && isAsked(step.action)).length;
      if (count !== order.count) return changedCount(count);
      const begun = begin(opened, order.runId, plan.id, items, null);
      return begun.ok ? ok({ runId: order.runId }) : begun;
    },
    retry: (opened: OpenExam, runId: string): Result<{ runId: string; count: number }> => {
      const { exam } = opened;
      const before = known.latestRun(exam.id);
      if (before === undefined) return err(noExam(exam.id));
      if (before.id === runId) return ok({ runId, count: known.headOf(before).total });
      if (known.isUnderWay(exam.id)) return underWay();
      const failed = before.items.filter((item) => {
        const command = known.commandOf(before, item.step.roomUuid);
        return command !== undefined && isRetryable(command);
      });
      const items = failed.flatMap((item): RunItem[] => {
        const reading = opened.sheet.byId.get(item.step.rowId);
        const now = judgedAnew(opened, item.step.rowId);
        // What has changed since is judged as it is now: a room that exists after all is not created again.
        if (reading === undefined || now === undefined) return [];
        const step = stepOf({ rowId: item.step.rowId, index: reading.index, meaning: reading.meaning, difference: now.difference });
        return [itemOf(step, now, reading.meaning, reading.index)];
      });
      const count = items.filter(({ step, excluded }) => excluded === null && isAsked(step.action)).length;
      if (count === 0) return err(appError("conflict", "nothing has failed that could be asked again", { reason: "nothingFailed" }));
      const begun = begin(opened, runId, before.planId, items, before.bulks[0]?.id ?? null);
      return begun.ok ? ok({ runId, count }) : begun;
    },
    stop: (examId: string): Result<{ cancelled: number; left: number }> => {
      const run = known.latestRun(examId);
      if (run === undefined) return ok({ cancelled: 0, left: 0 });
      const stopped = { ...run, stoppedAt: run.stoppedAt ?? serverNow() };
      const saved = save(stopped);
      if (!saved.ok) return saved;
      known.put(stopped);
      const total = { cancelled: 0, left: 0 };
      for (const { id } of stopped.bulks.filter(({ asked }) => asked)) {
        if (commands.bulks.get(id) === undefined) continue;
        const answer = commands.bulks.stop(id);
        if (!answer.ok) return answer;
        total.cancelled += answer.value.cancelled;
        total.left += answer.value.left;
      }
      tell(stopped);
      return ok(total);
    },
    /** A command of a bulk has changed. */
    told: ({ bulkId, key }: { bulkId: string; key: string }): void => {
      const run = known.runOf(bulkId);
      const row = run && commands.bulks.item(bulkId, key)?.row;
      if (run === undefined || row === undefined) return;
      const before = known.commandOf(run, row.roomUuid);
      known.note(run, row);
      book.roomTouched(row.roomUuid);
      if (hasEnded(row) && (before === undefined || before.id !== row.id || !hasEnded(before))) applied(row.roomUuid);
      void pump(run.examId);
    },
    /** Asks again what is still to be asked. */
    pumpAll: (): void => {
      for (const examId of known.examIds()) void pump(examId);
    },
    start: (): void => {
      running = true;
    },
    stopAll: (): void => {
      running = false;
    },
  };
};
