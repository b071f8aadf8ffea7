/** The exams of the profile that runs, with the verdicts of those whose sheets are open. What is written is on disk before anything is shown. May not ask anything of the cloud. */
import { checkSheet, type Elsewhere, endOf, type SheetReading } from "../../shared/examSheet/check.ts";
import { applyEdits } from "../../shared/examSheet/edits.ts";
import { type ExamFacts, MAX_EXAMS, noExam, type Plan, type SheetEdit, type SheetRow } from "../../shared/model/exam.ts";
import type { DatabaseDriver } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { createSignal } from "../../shared/signal.ts";
import type { ExamStore, StoredExam, StoredReading } from "../store/exams.ts";
import { createJudging, type Judged, type JudgingDeps, type Tally } from "./judging.ts";

/** A sheet that is open. Changed by this file alone. */
export type OpenExam = {
  exam: StoredExam;
  sheet: SheetReading;
  plan: Plan | null;
  revision: number;
  judged: Map<string, Judged>;
  rowsOf: ReadonlyMap<string, readonly string[]>;
};

export type BookDeps = Omit<JudgingDeps, "readingOf"> & {
  store: ExamStore;
  driver: Pick<DatabaseDriver, "faultOf">;
  /** A sheet has been opened: what was asked by it is to be known before it is judged. */
  opened: (examId: string) => void;
};

const EMPTY_TALLY: Tally = { rows: 0, errors: 0, warnings: 0, candidates: 0, proctors: 0, drifted: 0, counts: {}, run: null };
const rowsIn = (sheet: SheetReading): SheetRow[] => sheet.rows.map(({ row }) => row);

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

export const createExamBook = ({ store, driver, serverNow, rooms, detail, accepted, opened: tellOpened }: BookDeps) => {
  const exams = new Map(store.list().map((exam) => [exam.id, exam]));
  const open = new Map<string, OpenExam>();
  const readings = new Map(store.readings().map((reading) => [reading.roomUuid, reading]));
  const judging = createJudging({ serverNow, rooms, detail, accepted, readingOf: (roomUuid) => readings.get(roomUuid) });
  const { judge } = judging;
  const examChanged = createSignal<string>();
  const rowChanged = createSignal<{ examId: string; rowId: string | null }>();

  /** Who has a room, by its id; made anew when an exam's rooms change. */
  let takers: Map<string, (Elsewhere & { examId: string })[]> | null = null;
  const takersOf = (roomUuid: string): readonly (Elsewhere & { examId: string })[] => {
    if (takers === null) {
      takers = new Map();
      for (const { id, facts, rooms: taken } of exams.values())
        for (const [room, from, to] of taken) takers.set(room, [...(takers.get(room) ?? []), { examId: id, exam: facts.name, from, to }]);
    }
    return takers.get(roomUuid) ?? [];
  };

  /** Runs what writes: whatever the disk refuses becomes an error, and nothing has changed. */
  const written = <T>(work: () => T): Result<T> => {
    try {
      return ok(work());
    } catch (error) {
      const fault = driver.faultOf(error);
      if (fault === null) throw error;
      return err(appError("unavailable", `the exams cannot be written: ${fault.detail}`, { reason: "examStore" }));
    }
  };

  const check = (exam: StoredExam, rows: readonly SheetRow[], former?: SheetReading): SheetReading => {
    const elsewhere = (roomUuid: string): Elsewhere[] => takersOf(roomUuid).filter(({ examId }) => examId !== exam.id);
    return checkSheet(rows, { timeZone: exam.facts.timeZone, elsewhere }, former);
  };
  const byRoom = (sheet: SheetReading): Map<string, string[]> => {
    const found = new Map<string, string[]>();
    for (const { row, meaning } of sheet.rows) found.set(meaning.roomUuid, [...(found.get(meaning.roomUuid) ?? []), row.id]);
    return found;
  };

  const openExam = (examId: string): OpenExam | undefined => {
    const exam = exams.get(examId);
    if (exam === undefined) return undefined;
    const known = open.get(examId);
    if (known !== undefined) return known;
    const sheet = check(exam, store.rows(examId));
    const opened: OpenExam = { exam, sheet, plan: store.plan(examId), revision: 0, judged: new Map(), rowsOf: byRoom(sheet) };
    open.set(examId, opened);
    tellOpened(examId);
    return opened;
  };

  /** A room, or all that is known of it, has changed. */
  const roomTouched = (roomUuid: string): void => {
    for (const [examId, opened] of open) {
      const ids = opened.rowsOf.get(roomUuid);
      if (ids === undefined) continue;
      for (const rowId of ids) {
        opened.judged.delete(rowId);
        rowChanged.emit({ examId, rowId });
      }
      examChanged.emit(examId);
    }
  };

  const put = (examId: string, exam: StoredExam): void => {
    exams.set(examId, exam);
    const opened = open.get(examId);
    if (opened !== undefined) opened.exam = exam;
    takers = null;
  };

  /** Others may have had a room of it, or have it no longer. */
  const recheckOthers = (examId: string): void => {
    for (const [id, opened] of open) {
      if (id === examId) continue;
      const sheet = check(opened.exam, rowsIn(opened.sheet), opened.sheet);
      showChanged(id, opened, sheet);
    }
  };

  const showChanged = (examId: string, opened: OpenExam, sheet: SheetReading): void => {
    const before = opened.sheet;
    opened.sheet = sheet;
    opened.rowsOf = byRoom(sheet);
    for (const reading of sheet.rows) if (before.byId.get(reading.row.id) !== reading) rowChanged.emit({ examId, rowId: reading.row.id });
    for (const id of before.byId.keys())
      if (!sheet.byId.has(id)) {
        opened.judged.delete(id);
        rowChanged.emit({ examId, rowId: id });
      }
    examChanged.emit(examId);
  };

  const taken = (sheet: SheetReading): StoredExam["rooms"] =>
    sheet.rows.flatMap(({ meaning }) => (meaning.roomUuid === "" ? [] : [[meaning.roomUuid, meaning.startTime, endOf(meaning)]]));

  return {
    exams: (): StoredExam[] => [...exams.values()],
    exam: (examId: string): StoredExam | undefined => exams.get(examId),
    open: openExam,
    isOpen: (examId: string): boolean => open.has(examId),
    openIds: (): string[] => [...open.keys()],
    ...judging,
    roomTouched,
    written,
    readingOf: (roomUuid: string): StoredReading | undefined => readings.get(roomUuid),
    saveFacts: (examId: string, facts: ExamFacts): Result<void> => {
      if (!isTimeZone(facts.timeZone))
        return err(appError("invalid", `there is no time zone ${facts.timeZone}`, { field: "facts.timeZone", reason: "timeZone" }));
      const before = exams.get(examId);
      if (before === undefined && exams.size >= MAX_EXAMS)
        return err(appError("tooLarge", `at most ${MAX_EXAMS} exams`, { reason: "exams", params: { max: MAX_EXAMS } }));
      const exam = before ? { ...before, facts } : { id: examId, createdAt: serverNow(), facts, tally: EMPTY_TALLY, rooms: [] };
      const saved = written(() => store.save(exam));
      if (!saved.ok) return saved;
      put(examId, exam);
      const opened = open.get(examId);
      if (opened !== undefined) showChanged(examId, opened, check(exam, rowsIn(opened.sheet), opened.sheet));
      recheckOthers(examId);
      examChanged.emit(examId);
      return ok(undefined);
    },
    remove: (examId: string): Result<void> => {
      const removed = written(() => store.remove(examId));
      if (!removed.ok) return removed;
      exams.delete(examId);
      open.delete(examId);
      takers = null;
      rowChanged.emit({ examId, rowId: null });
      examChanged.emit(examId);
      recheckOthers(examId);
      return ok(undefined);
    },
    edit: (examId: string, edits: readonly SheetEdit[]): Result<{ revision: number }> => {
      const opened = openExam(examId);
      if (opened === undefined) return err(noExam(examId));
      const before = rowsIn(opened.sheet);
      const edited = applyEdits(before, edits);
      if (!edited.ok) return edited;
      const sheet = check(opened.exam, edited.value.rows, opened.sheet);
      const places = taken(sheet);
      const moved = JSON.stringify(places) !== JSON.stringify(opened.exam.rooms);
      const exam = moved ? { ...opened.exam, rooms: places } : opened.exam;
      const saved = written(() => store.saveRows(examId, before, edited.value.rows, moved ? exam : null));
      if (!saved.ok) return saved;
      if (moved) put(examId, exam);
      opened.revision += 1;
      showChanged(examId, opened, sheet);
      if (moved) recheckOthers(examId);
      return ok({ revision: opened.revision });
    },
    savePlan: (opened: OpenExam, plan: Plan): Result<void> => {
      const saved = written(() => store.savePlan(opened.exam.id, plan));
      if (!saved.ok) return saved;
      opened.plan = plan;
      examChanged.emit(opened.exam.id);
      return ok(undefined);
    },
    /** A plan from elsewhere with its sheet: takes the place of what is here under this id. */
    take: (examId: string, plan: Plan): Result<void> => {
      const before = exams.get(examId);
      const sheet = checkSheet(plan.rows, { timeZone: plan.exam.timeZone });
      const exam: StoredExam = {
        id: examId,
        createdAt: before?.createdAt ?? serverNow(),
        facts: plan.exam,
        tally: before?.tally ?? EMPTY_TALLY,
        rooms: taken(sheet),
      };
      const saved = written(() => store.take(exam, plan));
      if (!saved.ok) return saved;
      put(examId, exam);
      open.delete(examId);
      openExam(examId);
      rowChanged.emit({ examId, rowId: null });
      examChanged.emit(examId);
      recheckOthers(examId);
      return ok(undefined);
    },
    /** Whether an exam has this room. */
    hasRoom: (roomUuid: string): boolean => takersOf(roomUuid).length > 0,
    saveReading: (reading: StoredReading): Result<void> => {
      if (readings.get(reading.roomUuid)?.readAt === reading.readAt) return ok(undefined);
      const saved = written(() => store.saveReading(reading));
      if (!saved.ok) return saved;
      readings.set(reading.roomUuid, reading);
      roomTouched(reading.roomUuid);
      return ok(undefined);
    },
    /** What time has changed: rows are judged anew. */
    ageOpen: (): void => {
      for (const [examId, opened] of open) {
        for (const [rowId, kept] of opened.judged) {
          const fresh = judge(kept.reading);
          opened.judged.set(rowId, fresh);
          if (JSON.stringify([fresh.findings, fresh.difference]) !== JSON.stringify([kept.findings, kept.difference]))
            rowChanged.emit({ examId, rowId });
        }
        examChanged.emit(examId);
      }
    },
    keepTally: (examId: string, tally: Tally): void => {
      const exam = exams.get(examId);
      if (exam === undefined || JSON.stringify(exam.tally) === JSON.stringify(tally)) return;
      const next = { ...exam, tally };
      if (written(() => store.save(next)).ok) put(examId, next);
    },
    examChanged,
    rowChanged,
  };
};
export type ExamBook = ReturnType<typeof createExamBook>;
