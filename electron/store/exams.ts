/** The exams of one profile: sheets, kept plans, runs, and what rooms were last read as. People's own work, so every write is synced. May not know what a cell means. */
import { z } from "zod";
import { DifferenceAction, ExamFacts, Plan, PlanStep, RowMeaning, RunHead, SheetRow } from "../../shared/model/exam.ts";
import type { RecordExam } from "../../shared/model/record.ts";
import type { Database } from "../../shared/ports.ts";

const Tally = z.object({ rows: z.int(), errors: z.int(), warnings: z.int(), candidates: z.int(), proctors: z.int(), drifted: z.int() });
/** Times Unix ms, server time. */
export const StoredExam = z.object({
  id: z.string(),
  createdAt: z.number(),
  facts: ExamFacts,
  /** As it was last reckoned: shown until the sheet itself is read. */
  tally: Tally.extend({ counts: z.partialRecord(DifferenceAction, z.int()), run: RunHead.nullable() }),
  /** Which rooms it takes, from when to when, Unix ms: what other exams are held against. */
  rooms: z.array(z.tuple([z.string(), z.number().nullable(), z.number().nullable()])),
});
export type StoredExam = z.infer<typeof StoredExam>;

/** What the record knows an exam by. */
export const recordedExam = ({ id, facts, rooms }: StoredExam): RecordExam => ({
  id,
  name: facts.name,
  rooms: [...new Set(rooms.map(([roomUuid]) => roomUuid))],
});

/** A row as a run takes it: what was wanted of the room, as it was when the run began. */
export const RunItem = z.object({ step: PlanStep, index: z.int(), wanted: RowMeaning, excluded: z.string().nullable() });
export type RunItem = z.infer<typeof RunItem>;

export const StoredRun = z.object({
  id: z.string(),
  examId: z.string(),
  planId: z.string(),
  operator: z.string(),
  startedAt: z.number(),
  stoppedAt: z.number().nullable(),
  items: z.array(RunItem),
  /** Bulks of commands by their ids, which are chosen before they are asked: asking again is asking once. `after`: only once its rooms exist. */
  bulks: z.array(
    z.object({
      id: z.string(),
      name: z.enum(["room.create", "roomProperties.set"]),
      rowIds: z.array(z.string()),
      after: z.string().nullable(),
      retryOf: z.string().nullable(),
      asked: z.boolean(),
    }),
  ),
});
export type StoredRun = z.infer<typeof StoredRun>;

/** What "get one room" told of a room. */
export const StoredReading = z.object({
  roomUuid: z.string(),
  readAt: z.number(),
  /** The service said that there is no such room. */
  absent: z.boolean(),
  name: z.string().nullable(),
  state: z.int().nullable(),
  createdAt: z.number().nullable(),
  properties: z.record(z.string(), z.unknown()),
});
export type StoredReading = z.infer<typeof StoredReading>;

export interface ExamStore {
  list(): StoredExam[];
  rows(examId: string): SheetRow[];
  save(exam: StoredExam): void;
  remove(examId: string): void;
  /** From `before` to `after`, writing what differs, and the exam where it has changed by that; one transaction. */
  saveRows(examId: string, before: readonly SheetRow[], after: readonly SheetRow[], exam: StoredExam | null): void;
  plan(examId: string): Plan | null;
  savePlan(examId: string, plan: Plan): void;
  /** The exam, its rows and its plan together. */
  take(exam: StoredExam, plan: Plan): void;
  runs(examId: string): StoredRun[];
  /** Exams with a run of which something is still to be asked. */
  unfinished(): string[];
  saveRun(run: StoredRun): void;
  readings(): StoredReading[];
  saveReading(reading: StoredReading): void;
  close(): void;
}

const parsed = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const read = schema.safeParse(JSON.parse(String(body)));
  // A row that is not what was written is damage, as one that is not JSON at all.
  if (!read.success) throw new SyntaxError(`a row of the exams cannot be read: ${read.error.issues[0]?.message ?? ""}`);
  return read.data;
};

export const listExams = (database: Database): StoredExam[] =>
  database
    .prepare("SELECT body FROM exams ORDER BY id")
    .all()
    .map(({ body }) => parsed(StoredExam, body));

/** Takes a database that `openMigrated` has opened. */
export const createExamStore = (database: Database): ExamStore => {
  const putExam = database.prepare("INSERT INTO exams (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body");
  const putRow = database.prepare(
    "INSERT INTO exam_rows (exam, id, position, cells) VALUES (?, ?, ?, ?) ON CONFLICT (exam, id) DO UPDATE SET position = excluded.position, cells = excluded.cells",
  );
  const dropRow = database.prepare("DELETE FROM exam_rows WHERE exam = ? AND id = ?");
  const putPlan = database.prepare("UPDATE exams SET plan = ? WHERE id = ?");
  const putRun = database.prepare(
    "INSERT INTO exam_runs (id, exam, unfinished, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET unfinished = excluded.unfinished, body = excluded.body",
  );
  const putReading = database.prepare(
    "INSERT INTO readings (room, body) VALUES (?, ?) ON CONFLICT (room) DO UPDATE SET body = excluded.body",
  );
  const rowsOf = (examId: string): SheetRow[] =>
    database
      .prepare("SELECT id, cells FROM exam_rows WHERE exam = ? ORDER BY position")
      .all(examId)
      .map(({ id, cells }) => ({ id: String(id), cells: parsed(SheetRow.shape.cells, cells) }));

  const writeRows = (examId: string, before: readonly SheetRow[], after: readonly SheetRow[]): void => {
    const former = new Map(before.map((row, position) => [row.id, { row, position }]));
    for (const [position, row] of after.entries()) {
      const known = former.get(row.id);
      former.delete(row.id);
      if (known?.row !== row || known.position !== position) putRow.run(examId, row.id, position, JSON.stringify(row.cells));
    }
    for (const id of former.keys()) dropRow.run(examId, id);
  };

  const list = (): StoredExam[] => listExams(database);
  const readings = (): StoredReading[] =>
    database
      .prepare("SELECT body FROM readings")
      .all()
      .map(({ body }) => parsed(StoredReading, body));
  // What every start needs is read while the file can still be set aside.
  list();
  readings();

  return {
    list,
    rows: rowsOf,
    save: (exam) => void putExam.run(exam.id, JSON.stringify(exam)),
    remove: (examId) =>
      database.transaction(() => {
        for (const table of ["exam_rows", "exam_runs"]) database.prepare(`DELETE FROM ${table} WHERE exam = ?`).run(examId);
        database.prepare("DELETE FROM exams WHERE id = ?").run(examId);
      }),
    saveRows: (examId, before, after, exam) =>
      database.transaction(() => {
        writeRows(examId, before, after);
        if (exam !== null) putExam.run(examId, JSON.stringify(exam));
      }),
    plan: (examId) => {
      const found = database.prepare("SELECT plan FROM exams WHERE id = ?").get(examId)?.["plan"] ?? null;
      return found === null ? null : parsed(Plan, found);
    },
    savePlan: (examId, plan) => void putPlan.run(JSON.stringify(plan), examId),
    take: (exam, plan) =>
      database.transaction(() => {
        const before = rowsOf(exam.id);
        putExam.run(exam.id, JSON.stringify(exam));
        writeRows(exam.id, before, plan.rows);
        putPlan.run(JSON.stringify(plan), exam.id);
      }),
    runs: (examId) =>
      database
        .prepare("SELECT body FROM exam_runs WHERE exam = ? ORDER BY number")
        .all(examId)
        .map(({ body }) => parsed(StoredRun, body)),
    unfinished: () =>
      database
        .prepare("SELECT DISTINCT exam FROM exam_runs WHERE unfinished = 1")
        .all()
        .map(({ exam }) => String(exam)),
    saveRun: (run) => {
      const unfinished = run.stoppedAt === null && run.bulks.some(({ asked }) => !asked);
      putRun.run(run.id, run.examId, unfinished ? 1 : 0, JSON.stringify(run));
    },
    readings,
    saveReading: (reading) => void putReading.run(reading.roomUuid, JSON.stringify(reading)),
    close: () => database.close(),
  };
};
