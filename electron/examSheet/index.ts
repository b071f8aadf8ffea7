/** The exams of one profile: sheets with their verdicts, plans, runs, and what was read back. Commands go through the outbox; may not know who shows it. */

import type { ExamReport } from "../../shared/examSheet/report.ts";
import type { ExamFacts, ExamRow, ExamSummary, PlanHead, RoomSeating, RowMeaning, RunHead, SheetEdit } from "../../shared/model/exam.ts";
import { noExam } from "../../shared/model/exam.ts";
import type { RecordExam } from "../../shared/model/record.ts";
import type { RoomSummary, SilentDetail } from "../../shared/model/room.ts";
import type { Clock, DatabaseDriver, Log, Random } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import type { Watch } from "../../shared/signal.ts";
import type { Cloud, CloudAnswer, RoomFacts } from "../cloud/types.ts";
import type { Commands } from "../commands/index.ts";
import { type ExamStore, recordedExam, type StoredReading } from "../store/exams.ts";
import { createExamBook, type OpenExam } from "./book.ts";
import { createComparing, readingOf } from "./comparing.ts";
import { hashOfSheet, headOfPlan, makePlan, readPlan } from "./plans.ts";
import { type AppliedRoom, createRunBook } from "./runBook.ts";
import { createRuns } from "./runs.ts";
import { createExamViews } from "./views.ts";

/** What could not be asked is tried again, ms; what the time has changed is looked at less often. */
const AGAIN_MS = 5_000;
const AGE_EVERY = 12;

type Deps = {
  store: ExamStore;
  driver: Pick<DatabaseDriver, "faultOf">;
  commands: Pick<Commands, "bulks">;
  cloud: Pick<Cloud, "room" | "roomSequences" | "capabilities">;
  rooms: { get(roomUuid: string): RoomSummary | undefined; watch: Watch<string> };
  detail: (roomUuid: string) => SilentDetail | undefined;
  /** Until when it is proved that nothing newer happened in a room, server time ms. */
  provedAt: (summary: RoomSummary) => number | null;
  addRooms: (roomUuids: readonly string[]) => Promise<unknown>;
  clock: Clock;
  random: Random;
  log: Log;
  serverNow: () => number;
  operator: () => string;
};

export type Exams = {
  save(examId: string | null, facts: ExamFacts): Result<{ examId: string }>;
  remove(examId: string): Result<void>;
  edit(examId: string, edits: readonly SheetEdit[]): Result<{ revision: number }>;
  compare(examId: string): Result<void>;
  savePlan(examId: string): Result<PlanHead>;
  takePlan(text: string): Result<{ examId: string }>;
  planText(examId: string): Result<{ text: string }>;
  apply(examId: string, order: { planId: string; runId: string; count: number }): Result<{ runId: string }>;
  stopRun(examId: string): Result<{ cancelled: number; left: number }>;
  retry(examId: string, runId: string): Result<{ runId: string; count: number }>;
  seating(examId: string, rowIds: readonly string[]): Result<{ at: number; rooms: RoomSeating[] }>;
  /** "Get one room" was answered, whoever asked: drift is what anybody has seen. */
  seen(roomUuid: string, answer: CloudAnswer<RoomFacts>): void;
  /** What was planned and what was; undefined: there is none of this id. */
  report(examId: string): ExamReport | undefined;
  /** What the record knows it by. */
  recorded(examId: string): Result<RecordExam>;
  /** Rows of an exam as they are meant, in order; undefined: there is none of this id. */
  meanings(examId: string): { id: string; meaning: RowMeaning }[] | undefined;
  list(): ExamSummary[];
  get(examId: string): ExamSummary | undefined;
  watch: Watch<string>;
  rows(examId: string): ExamRow[] | undefined;
  row(examId: string, rowId: string): ExamRow | undefined;
  /** `rowId` null: any of them. */
  watchRows: Watch<{ examId: string; rowId: string | null }>;
  start(): void;
  stop(): void;
};

export const createExams = (deps: Deps): Exams => {
  const { store, commands, cloud, clock, random, log, serverNow, operator } = deps;
  const roomOf = deps.rooms.get;
  const asked = createRunBook({ store, bulks: commands.bulks });
  const book = createExamBook({
    store,
    driver: deps.driver,
    serverNow,
    rooms: deps.rooms,
    detail: deps.detail,
    accepted: asked.accepted,
    opened: (examId) => comparing.ask(unread(asked.load(examId))),
  });
  const keepReading = (reading: StoredReading): void => {
    const saved = book.saveReading(reading);
    if (!saved.ok) log.warn({ fault: saved.error }, "what was read of a room could not be kept");
  };
  const comparing = createComparing({
    cloud,
    serverNow,
    isKnown: (roomUuid) => roomOf(roomUuid) !== undefined,
    addRooms: deps.addRooms,
    save: keepReading,
    progressed: book.roomTouched,
  });
  const runs = createRuns({
    store,
    commands,
    random,
    log,
    serverNow,
    operator,
    roomOf,
    addRooms: deps.addRooms,
    book,
    known: asked,
    applied: (roomUuid) => {
      if (cloud.capabilities().getRoom !== "lacking") comparing.ask([roomUuid]);
    },
  });

  const views = createExamViews({
    book,
    runs: asked,
    cloud,
    isWaiting: comparing.isWaiting,
    detail: deps.detail,
    provedAt: deps.provedAt,
    serverNow,
  });

  /** Applied, and not read since: the run before may have ended in between. */
  const unread = (applied: readonly AppliedRoom[]): string[] =>
    cloud.capabilities().getRoom === "lacking"
      ? []
      : applied.filter(({ roomUuid, at }) => (book.readingOf(roomUuid)?.readAt ?? 0) < at).map(({ roomUuid }) => roomUuid);

  const opened = (examId: string): Result<OpenExam> => {
    const found = book.open(examId);
    return found === undefined ? err(noExam(examId)) : ok(found);
  };

  const keepTallies = (): void => {
    for (const id of book.openIds()) {
      const exam = book.exam(id);
      if (exam === undefined) continue;
      const { rows, errors, warnings, candidates, proctors, counts, drifted, run } = views.summaryOf(exam);
      book.keepTally(id, { rows, errors, warnings, candidates, proctors, counts, drifted, run });
    }
  };

  let cancelTimer = nothing;
  let stops: (() => void)[] = [];
  let ticks = 0;
  const tick = (): void => {
    ticks += 1;
    runs.pumpAll();
    if (ticks % AGE_EVERY === 0) {
      book.ageOpen();
      keepTallies();
    }
    cancelTimer = clock.after(AGAIN_MS, tick);
  };

  return {
    save: (examId, facts) => {
      const id = examId ?? random.uuid();
      if (examId !== null && book.exam(examId) === undefined) return err(noExam(examId));
      const saved = book.saveFacts(id, facts);
      return saved.ok ? ok({ examId: id }) : saved;
    },
    remove: (examId) => {
      const exam = opened(examId);
      if (!exam.ok) return exam;
      if (asked.isUnderWay(examId)) return err(appError("conflict", "a run of this exam is under way", { reason: "runUnderWay" }));
      return book.remove(examId);
    },
    edit: book.edit,
    compare: (examId) => {
      const exam = opened(examId);
      if (!exam.ok) return exam;
      comparing.ask(exam.value.sheet.rows.map(({ meaning }) => meaning.roomUuid));
      book.examChanged.emit(examId);
      return ok(undefined);
    },
    savePlan: (examId) => {
      const exam = opened(examId);
      if (!exam.ok) return exam;
      const plan = makePlan(book, exam.value, { id: random.uuid(), madeAt: serverNow(), madeBy: operator() });
      const saved = book.savePlan(exam.value, plan);
      return saved.ok ? ok(headOfPlan(plan)) : saved;
    },
    takePlan: (text) => {
      const plan = readPlan(text);
      if (!plan.ok) return plan;
      const here = book.open(plan.value.examId);
      // A sheet that has gone its own way here is not written over.
      const examId = here === undefined || hashOfSheet(here) === plan.value.sheetHash ? plan.value.examId : random.uuid();
      if (asked.isUnderWay(examId)) return err(appError("conflict", "a run of this exam is under way", { reason: "runUnderWay" }));
      const taken = book.take(examId, plan.value);
      return taken.ok ? ok({ examId }) : taken;
    },
    planText: (examId) => {
      const exam = opened(examId);
      if (!exam.ok) return exam;
      const { plan } = exam.value;
      return plan === null
        ? err(appError("notFound", "no plan is kept", { reason: "plan" }))
        : ok({ text: `${JSON.stringify(plan, null, 1)}\n` });
    },
    apply: (examId, order) => {
      const exam = opened(examId);
      if (!exam.ok) return exam;
      const { plan } = exam.value;
      if (plan !== null && plan.sheetHash !== hashOfSheet(exam.value))
        return err(appError("conflict", "the sheet has changed since the plan was made", { reason: "sheetChanged" }));
      return runs.apply(exam.value, order);
    },
    stopRun: (examId) => {
      const exam = opened(examId);
      return exam.ok ? runs.stop(examId) : exam;
    },
    retry: (examId, runId) => {
      const exam = opened(examId);
      return exam.ok ? runs.retry(exam.value, runId) : exam;
    },
    seating: (examId, rowIds) => {
      const exam = opened(examId);
      return exam.ok ? ok(views.seating(exam.value, rowIds)) : exam;
    },
    seen: (roomUuid, answer) => {
      if (book.hasRoom(roomUuid)) keepReading(readingOf(roomUuid, answer, serverNow()));
    },
    report: (examId) => {
      const exam = book.open(examId);
      return exam && views.report(exam);
    },
    recorded: (examId) => {
      const exam = book.exam(examId);
      return exam === undefined ? err(noExam(examId)) : ok(recordedExam(exam));
    },
    meanings: (examId) => book.open(examId)?.sheet.rows.map(({ row, meaning }) => ({ id: row.id, meaning })),
    list: () => book.exams().map(views.summaryOf),
    get: (examId) => {
      const exam = book.exam(examId);
      return exam && views.summaryOf(exam);
    },
    watch: book.examChanged.watch,
    rows: (examId) => {
      const exam = book.open(examId);
      return exam?.sheet.rows.flatMap(({ row }) => views.rowOf(exam, row.id) ?? []);
    },
    row: (examId, rowId) => {
      const exam = book.exam(examId) === undefined ? undefined : book.open(examId);
      return exam && views.rowOf(exam, rowId);
    },
    watchRows: book.rowChanged.watch,
    start: () => {
      runs.start();
      comparing.start();
      stops = [deps.rooms.watch(book.roomTouched), commands.bulks.watchItems(runs.told)];
      for (const examId of store.unfinished()) book.open(examId);
      for (const { id, tally } of book.exams()) if (tally.run !== null && isOpen(tally.run)) book.open(id);
      tick();
    },
    stop: () => {
      cancelTimer();
      for (const stop of stops) stop();
      runs.stopAll();
      comparing.stop();
      keepTallies();
    },
  };
};

const nothing = (): void => {};

const isOpen = ({ total, done, failed, excluded }: RunHead): boolean => done + failed + excluded < total;
