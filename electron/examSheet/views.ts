/** What is shown of an exam: its rows with verdicts, progress, what was read back and what drifts; its summary, seats and report. Changes nothing. */
import type { RowReading } from "../../shared/examSheet/check.ts";
import { driftOf } from "../../shared/examSheet/difference.ts";
import { knownRoomOf } from "../../shared/examSheet/known.ts";
import { type ExamReport, roomReport } from "../../shared/examSheet/report.ts";
import { type SeatedRow, seatingOf } from "../../shared/examSheet/seating.ts";
import type { Drift, ExamRow, ExamSummary, ReadBack, RoomSeating } from "../../shared/model/exam.ts";
import type { RoomSummary, SilentDetail } from "../../shared/model/room.ts";
import type { Cloud } from "../cloud/types.ts";
import type { StoredExam } from "../store/exams.ts";
import type { ExamBook, OpenExam } from "./book.ts";
import type { Judged } from "./judging.ts";
import { hashOfSheet, headOfPlan } from "./plans.ts";
import type { RowRun, RunBook } from "./runBook.ts";

type Deps = {
  book: ExamBook;
  runs: RunBook;
  cloud: Pick<Cloud, "capabilities">;
  isWaiting: (roomUuid: string) => boolean;
  detail: (roomUuid: string) => SilentDetail | undefined;
  /** Until when it is proved that nothing newer happened in a room, server time ms. */
  provedAt: (summary: RoomSummary) => number | null;
  serverNow: () => number;
};

/** What "get one room" may tell of what a sheet sends. */
const COMPARABLE = {
  roomName: true,
  roomType: true,
  startTime: true,
  duration: true,
  closeDelay: true,
  maxAccept: true,
  examinationUrl: true,
  videoURL: true,
  reserveVideoURL: true,
  finishType: true,
  properties: true,
} as const;

export const createExamViews = ({ book, runs, cloud, isWaiting, detail, provedAt, serverNow }: Deps) => {
  /** When what is wanted of a row was true at the cloud by all that is known; null: never yet. */
  const appliedAt = ({ run, item, command }: RowRun): number | null => {
    if (item.excluded !== null) return null;
    if (command !== undefined) return command.acceptedAt ?? command.observedAt;
    return item.step.action === "unchanged" ? run.startedAt : null;
  };

  /** In the latest run of the row, as long as the row means the same room. */
  const runOf = (exam: OpenExam, { row, meaning }: RowReading): RowRun | undefined => {
    const found = runs.ofRow(exam.exam.id, row.id);
    return found?.item.step.roomUuid === meaning.roomUuid ? found : undefined;
  };

  /** By what was judged last: a row whose room has not changed does not drift anew. */
  const drifts = new WeakMap<Judged, { item: RowRun["item"]; command: RowRun["command"]; drift: Drift[] }>();
  const driftIn = (exam: OpenExam, reading: RowReading): Drift[] => {
    const ofRow = runOf(exam, reading);
    const since = ofRow === undefined ? null : appliedAt(ofRow);
    if (ofRow === undefined || since === null) return [];
    const judged = book.judged(exam, reading);
    const kept = drifts.get(judged);
    if (kept?.item === ofRow.item && kept.command === ofRow.command) return kept.drift;
    const { item, command } = ofRow;
    const drift = driftOf(item.wanted, book.knownRoom(item.wanted.roomUuid, item.wanted.properties), since);
    drifts.set(judged, { item, command, drift });
    return drift;
  };

  const readBackOf = (ofRow: RowRun | undefined): ReadBack | null => {
    const since = ofRow?.command === undefined ? null : appliedAt(ofRow);
    if (ofRow === undefined || since === null) return null;
    const { wanted } = ofRow.item;
    const reading = book.readingOf(wanted.roomUuid);
    if (reading === undefined || reading.absent || reading.readAt < since) {
      const state = cloud.capabilities().getRoom === "lacking" ? "cannot" : isWaiting(wanted.roomUuid) ? "waiting" : null;
      return state === null ? null : { state, at: null, unseen: [] };
    }
    const told = knownRoomOf({ summary: undefined, told: {}, reading, accepted: [] }, wanted.properties);
    const differs = driftOf(wanted, told, since).length > 0;
    const unseen = (Object.keys(COMPARABLE) as (keyof typeof COMPARABLE)[]).filter(
      (column) => wanted[column] !== null && told?.fields[column] === undefined,
    );
    return { state: differs ? "differs" : "same", at: reading.readAt, unseen };
  };

  const asOfRoom = (room: SilentDetail | undefined): number | null => (room === undefined ? null : provedAt(room.summary));
  const seated = ({ row, meaning }: RowReading): SeatedRow => {
    const room = detail(meaning.roomUuid);
    return { rowId: row.id, meaning, people: room?.view.people ?? {}, asOf: asOfRoom(room) };
  };

  const rowOf = (exam: OpenExam, rowId: string): ExamRow | undefined => {
    const reading = exam.sheet.byId.get(rowId);
    if (reading === undefined) return undefined;
    const { findings, difference } = book.judged(exam, reading);
    const ofRow = runOf(exam, reading);
    return {
      id: rowId,
      index: reading.index,
      cells: reading.row.cells,
      findings: [...findings],
      difference,
      progress: ofRow === undefined ? null : runs.progressOf(ofRow),
      readBack: readBackOf(ofRow),
      drift: driftIn(exam, reading),
    };
  };

  const summaryOf = (stored: StoredExam): ExamSummary => {
    const { id, createdAt, facts } = stored;
    const readable = cloud.capabilities().getRoom;
    const exam = book.isOpen(id) ? book.open(id) : undefined;
    if (exam === undefined) return { ...facts, ...stored.tally, id, createdAt, plan: null, comparing: null, readable };
    const drifted = exam.sheet.rows.filter((reading) => driftIn(exam, reading).length > 0).length;
    const tally = { ...book.tallyOf(exam), drifted, run: runs.latestHead(id) };
    const left = exam.sheet.rows.filter(({ meaning }) => isWaiting(meaning.roomUuid)).length;
    return {
      ...facts,
      ...tally,
      id,
      createdAt,
      plan: exam.plan === null ? null : { ...headOfPlan(exam.plan), current: exam.plan.sheetHash === hashOfSheet(exam) },
      comparing: left === 0 ? null : { done: exam.sheet.rows.length - left, of: exam.sheet.rows.length },
      readable,
    };
  };
  return {
    rowOf,
    summaryOf,
    seating: (exam: OpenExam, rowIds: readonly string[]): { at: number; rooms: RoomSeating[] } => {
      const all = exam.sheet.rows.map(seated);
      const wanted = new Set(rowIds);
      const rows = all.filter(({ rowId }) => wanted.has(rowId));
      return { at: serverNow(), rooms: seatingOf(rows, all, serverNow()) };
    },
    report: (exam: OpenExam): ExamReport => ({
      exam: exam.exam.facts,
      madeAt: serverNow(),
      rooms: exam.sheet.rows.map((reading) => {
        const { difference } = book.judged(exam, reading);
        const { index, meaning } = reading;
        const room = detail(meaning.roomUuid);
        return roomReport({ index, meaning, difference, drift: driftIn(exam, reading), room, asOf: asOfRoom(room) });
      }),
    }),
  };
};
