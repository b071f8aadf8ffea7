/** Exams of the fixture bridge: sheets in memory, judged by the console's own rules; what is applied is accepted at once. */
import type { CallInput, CallName, CallOutput } from "../../../shared/contract.ts";
import { checkSheet, hasError, type SheetReading } from "../../../shared/examSheet/check.ts";
import { differenceOf, timely } from "../../../shared/examSheet/difference.ts";
import { applyEdits } from "../../../shared/examSheet/edits.ts";
import { type AcceptedCommand, knownRoomOf } from "../../../shared/examSheet/known.ts";
import { causeOf, changeOf, countActions, creationOf, isAsked } from "../../../shared/examSheet/plan.ts";
import type { ExamFacts, ExamRow, ExamSummary, PlanHead, RunHead, SheetRow } from "../../../shared/model/exam.ts";
import type { RoomSummary } from "../../../shared/model/room.ts";
import { appError, err, ok, type Result } from "../../../shared/result.ts";
import { createListTopic } from "./topics.ts";

type ExamCall = Extract<CallName, `exams.${string}`>;
type Calls = { [N in ExamCall]: (input: CallInput<N>) => Result<CallOutput<N>> };
type Exam = {
  id: string;
  createdAt: number;
  facts: ExamFacts;
  rows: readonly SheetRow[];
  sheet: SheetReading;
  plan: PlanHead | null;
  run: RunHead | null;
  revision: number;
  topic: ReturnType<typeof createListTopic<ExamRow>>;
};

export const createFakeExams = (now: () => number, roomOf: (roomUuid: string) => RoomSummary | undefined) => {
  const exams = new Map<string, Exam>();
  const accepted = new Map<string, AcceptedCommand[]>();

  const judged = (exam: Exam, rowId: string) => {
    const reading = exam.sheet.byId.get(rowId);
    if (reading === undefined) return undefined;
    const { meaning } = reading;
    const summary = roomOf(meaning.roomUuid);
    const known = knownRoomOf(
      { summary, told: {}, reading: undefined, accepted: accepted.get(meaning.roomUuid) ?? [] },
      meaning.properties,
    );
    const findings = [...reading.findings, ...timely(meaning, known, now())];
    return { reading, findings, difference: differenceOf(meaning, findings, known, now()) };
  };
  const rowOf = (exam: Exam, rowId: string): ExamRow | undefined => {
    const one = judged(exam, rowId);
    if (one === undefined) return undefined;
    const { reading, findings, difference } = one;
    return { id: rowId, index: reading.index, cells: reading.row.cells, findings, difference, progress: null, readBack: null, drift: [] };
  };
  const rowsOf = (exam: Exam): ExamRow[] => exam.rows.flatMap(({ id }) => rowOf(exam, id) ?? []);
  const summaryOf = (exam: Exam): ExamSummary => {
    const rows = rowsOf(exam);
    const errors = rows.filter(({ findings }) => hasError(findings)).length;
    return {
      ...exam.facts,
      id: exam.id,
      createdAt: exam.createdAt,
      rows: rows.length,
      errors,
      warnings: rows.filter(({ findings }) => findings.length > 0).length - errors,
      candidates: new Set(exam.sheet.rows.flatMap(({ meaning }) => meaning.candidates)).size,
      proctors: new Set(exam.sheet.rows.flatMap(({ meaning }) => meaning.proctor ?? [])).size,
      counts: countActions(rows.map(({ difference }) => difference.action)),
      drifted: 0,
      plan: exam.plan === null ? null : { ...exam.plan, current: exam.plan.sheetHash === String(exam.revision) },
      run: exam.run,
      comparing: null,
      readable: "present",
    };
  };

  const topic = createListTopic(
    () => [...exams.values()].map(summaryOf),
    (id) => {
      const exam = exams.get(id);
      return exam && summaryOf(exam);
    },
  );
  const set = (exam: Exam, rows: readonly SheetRow[]): void => {
    const before = exam.rows;
    exam.rows = rows;
    exam.sheet = checkSheet(rows, { timeZone: exam.facts.timeZone }, exam.sheet);
    exam.revision += 1;
    for (const { id } of [...before, ...rows]) exam.topic.changed(id);
    topic.changed(exam.id);
  };
  const within = <T>(examId: string, work: (exam: Exam) => Result<T>): Result<T> => {
    const exam = exams.get(examId);
    return exam === undefined ? err(appError("notFound", "no such exam", { reason: "exam" })) : work(exam);
  };

  const calls: Calls = {
    "exams.save": ({ examId, facts }) => {
      const id = examId ?? crypto.randomUUID();
      const known = exams.get(id);
      const rowTopic = createListTopic(
        () => rowsOf(exam),
        (rowId) => rowOf(exam, rowId),
      );
      const exam: Exam = known ?? {
        id,
        createdAt: now(),
        facts,
        rows: [],
        sheet: checkSheet([], { timeZone: facts.timeZone }),
        plan: null,
        run: null,
        revision: 0,
        topic: rowTopic,
      };
      exam.facts = facts;
      exams.set(id, exam);
      set(exam, exam.rows);
      return ok({ examId: id });
    },
    "exams.remove": ({ examId }) => {
      exams.delete(examId);
      topic.changed(examId);
      return ok({});
    },
    "exams.edit": ({ examId, edits }) =>
      within(examId, (exam) => {
        const edited = applyEdits(exam.rows, edits);
        if (!edited.ok) return edited;
        set(exam, edited.value.rows);
        return ok({ revision: exam.revision });
      }),
    "exams.compare": ({ examId }) => within(examId, () => ok({})),
    "exams.savePlan": ({ examId }) =>
      within(examId, (exam) => {
        const { counts } = summaryOf(exam);
        exam.plan = { id: crypto.randomUUID(), madeAt: now(), madeBy: "", sheetHash: String(exam.revision), counts };
        topic.changed(examId);
        return ok(exam.plan);
      }),
    "exams.takePlan": () => err(appError("invalid", "no plan", { reason: "planFile", field: "text" })),
    "exams.planText": ({ examId }) => within(examId, (exam) => ok({ text: JSON.stringify(exam.plan) })),
    "exams.apply": ({ examId, planId, runId }) =>
      within(examId, (exam) => {
        let total = 0;
        for (const { id } of exam.rows) {
          const one = judged(exam, id);
          if (one === undefined || !isAsked(one.difference.action)) continue;
          const { meaning, index } = one.reading;
          const create = one.difference.action === "create";
          const input = create ? creationOf(meaning) : changeOf(one.difference, meaning, causeOf(exam.facts.name, index));
          const command = { name: create ? "room.create" : "roomProperties.set", input: { ...input }, at: now() };
          accepted.set(meaning.roomUuid, [...(accepted.get(meaning.roomUuid) ?? []), command]);
          total += 1;
        }
        exam.run = { id: runId, planId, startedAt: now(), stoppedAt: null, operator: "", total, done: total, failed: 0, excluded: 0 };
        set(exam, exam.rows);
        return ok({ runId });
      }),
    "exams.stop": () => ok({ cancelled: 0, left: 0 }),
    "exams.retry": () => err(appError("conflict", "nothing has failed", { reason: "nothingFailed" })),
    "exams.report": ({ examId, format }) => within(examId, () => ok({ path: `/home/proctor/exports/exam.${format}` })),
    "exams.seating": () => ok({ at: now(), rooms: [] }),
  };
  return {
    topic,
    calls,
    rows: (examId: string) => exams.get(examId)?.topic,
    /** Whether the sheet names the room. */
    names: (examId: string, roomUuid: string): boolean =>
      exams.get(examId)?.sheet.rows.some(({ meaning }) => meaning.roomUuid === roomUuid) ?? false,
  };
};
