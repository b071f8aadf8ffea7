/** What was asked by the sheets: runs with their items, and the commands that came of them. Sends nothing. */
import type { AcceptedCommand } from "../../shared/examSheet/known.ts";
import { isAsked } from "../../shared/examSheet/plan.ts";
import { type CommandRow, type CommandState, isTerminal } from "../../shared/model/command.ts";
import type { RowProgress, RunHead } from "../../shared/model/exam.ts";
import type { Commands } from "../commands/index.ts";
import type { ExamStore, RunItem, StoredRun } from "../store/exams.ts";

export type StoredBulkOf = StoredRun["bulks"][number];

export const hasWorked = ({ acceptedAt, observedAt }: CommandRow): boolean => acceptedAt !== null || observedAt !== null;
/** It worked, and nothing more will be seen of it by itself. */
export const hasEnded = (row: CommandRow): boolean => hasWorked(row) && (isTerminal(row) || row.overdue);
/** Nothing more is waited for: the row may be asked for again. */
const isSettled = (row: CommandRow): boolean => isTerminal(row) || hasEnded(row);
/** It was taken back before it left, or another took its place. */
const WITHDRAWN: ReadonlySet<CommandState> = new Set(["cancelled", "superseded"]);
/** A room in which a command of a sheet has worked, and when, server time ms. */
export type AppliedRoom = { roomUuid: string; at: number };
/** What a row has come to in a run. */
export type RowRun = { run: StoredRun; item: RunItem; command: CommandRow | undefined };

const endOf = (state: CommandState): "done" | "failed" | "excluded" =>
  WITHDRAWN.has(state) ? "excluded" : state === "observed" || state === "accepted" ? "done" : "failed";

type Deps = { store: Pick<ExamStore, "runs">; bulks: Pick<Commands["bulks"], "items" | "get"> };

export const createRunBook = ({ store, bulks }: Deps) => {
  /** By exam, oldest first. */
  const runs = new Map<string, StoredRun[]>();
  const runOf = new Map<string, StoredRun>();
  /** The latest command of a room in a run: by run, then by room. */
  const latestOf = new Map<string, Map<string, CommandRow>>();
  /** Those that were accepted, by room, then by command. */
  const worked = new Map<string, Map<string, CommandRow>>();
  const excludedOf = new Map<string, Map<string, string>>();

  const note = (run: StoredRun, row: CommandRow): void => {
    const rooms = latestOf.get(run.id) ?? new Map<string, CommandRow>();
    latestOf.set(run.id, rooms);
    const before = rooms.get(row.roomUuid);
    if (before === undefined || before.number <= row.number) rooms.set(row.roomUuid, row);
    if (!hasWorked(row)) return;
    const known = worked.get(row.roomUuid) ?? new Map<string, CommandRow>();
    worked.set(row.roomUuid, known.set(row.id, row));
  };
  const noteBulk = (run: StoredRun, bulk: StoredBulkOf): void => {
    runOf.set(bulk.id, run);
    for (const { row } of bulks.items(bulk.id) ?? []) note(run, row);
    const reasons = excludedOf.get(run.id) ?? new Map<string, string>();
    excludedOf.set(run.id, reasons);
    for (const { roomUuid, reason } of bulks.get(bulk.id)?.excluded ?? []) reasons.set(roomUuid, reason);
  };

  /** What was asked by an exam; answers the rooms in which the latest run has worked. */
  const load = (examId: string): AppliedRoom[] => {
    if (!runs.has(examId)) {
      const stored = store.runs(examId);
      runs.set(examId, stored);
      for (const run of stored) for (const bulk of run.bulks) noteBulk(run, bulk);
    }
    const rows = [...(latestOf.get(latestRun(examId)?.id ?? "")?.values() ?? [])];
    return rows.flatMap((row) => {
      const at = row.acceptedAt ?? row.observedAt;
      return at !== null && hasEnded(row) ? [{ roomUuid: row.roomUuid, at }] : [];
    });
  };

  const latestRun = (examId: string): StoredRun | undefined => runs.get(examId)?.at(-1);

  const isUnderWay = (run: StoredRun): boolean => {
    if (run.stoppedAt === null && run.bulks.some(({ asked }) => !asked)) return true;
    return [...(latestOf.get(run.id)?.values() ?? [])].some((row) => !isSettled(row));
  };

  /** In the latest run that had something to do with the row. */
  const ofRow = (examId: string, rowId: string): RowRun | undefined => {
    for (const run of runs.get(examId)?.toReversed() ?? []) {
      const item = itemsOf(run).get(rowId);
      if (item !== undefined) return { run, item, command: latestOf.get(run.id)?.get(item.step.roomUuid) };
    }
    return undefined;
  };
  const itemIndex = new WeakMap<StoredRun["items"], Map<string, RunItem>>();
  const itemsOf = ({ items }: StoredRun): Map<string, RunItem> => {
    const known = itemIndex.get(items);
    if (known !== undefined) return known;
    const fresh = new Map(items.map((item) => [item.step.rowId, item]));
    itemIndex.set(items, fresh);
    return fresh;
  };

  const progressOf = ({ run, item, command }: RowRun): RowProgress | null => {
    if (item.excluded !== null) return { kind: "excluded", reason: item.excluded };
    if (command !== undefined) {
      const { id, name, state, failure } = command;
      return { kind: "command", commandId: id, name, state, failure: failure?.code ?? null, ended: isSettled(command) };
    }
    if (!isAsked(item.step.action)) return null;
    const reason = excludedOf.get(run.id)?.get(item.step.roomUuid);
    if (reason !== undefined) return { kind: "excluded", reason };
    return run.stoppedAt === null ? { kind: "waiting" } : { kind: "excluded", reason: "stopped" };
  };

  const headOf = (run: StoredRun): RunHead => {
    const { id, planId, startedAt, stoppedAt } = run;
    const head: RunHead = { id, planId, startedAt, stoppedAt, operator: run.operator, total: 0, done: 0, failed: 0, excluded: 0 };
    for (const item of run.items) {
      if (!isAsked(item.step.action)) continue;
      head.total += 1;
      const progress = progressOf({ run, item, command: latestOf.get(run.id)?.get(item.step.roomUuid) });
      if (progress?.kind === "excluded") head.excluded += 1;
      else if (progress?.kind === "command" && progress.ended) head[endOf(progress.state)] += 1;
    }
    return head;
  };

  return {
    load,
    note,
    noteBulk,
    ofRow,
    itemsOf,
    progressOf,
    headOf,
    latestRun,
    /** A run, new or changed. */
    put: (run: StoredRun): void => {
      const others = (runs.get(run.examId) ?? []).filter(({ id }) => id !== run.id);
      runs.set(run.examId, [...others, run]);
      for (const { id } of run.bulks) runOf.set(id, run);
    },
    has: (examId: string, runId: string): boolean => runs.get(examId)?.some(({ id }) => id === runId) ?? false,
    examIds: (): string[] => [...runs.keys()],
    runOf: (bulkId: string): StoredRun | undefined => runOf.get(bulkId),
    commandOf: (run: StoredRun, roomUuid: string): CommandRow | undefined => latestOf.get(run.id)?.get(roomUuid),
    excludedIn: (run: StoredRun, roomUuid: string): string | undefined => excludedOf.get(run.id)?.get(roomUuid),
    /** Rooms that were left out when their bulk was asked. */
    exclude: (run: StoredRun, left: readonly { roomUuid: string; reason: string }[]): void => {
      const reasons = excludedOf.get(run.id) ?? new Map<string, string>();
      excludedOf.set(run.id, reasons);
      for (const { roomUuid, reason } of left) reasons.set(roomUuid, reason);
    },
    isUnderWay: (examId: string): boolean => {
      const run = latestRun(examId);
      return run !== undefined && isUnderWay(run);
    },
    latestHead: (examId: string): RunHead | null => {
      const run = latestRun(examId);
      return run === undefined ? null : headOf(run);
    },
    accepted: (roomUuid: string): AcceptedCommand[] =>
      [...(worked.get(roomUuid)?.values() ?? [])]
        .toSorted((a, b) => a.number - b.number)
        .map(({ name, input, acceptedAt, observedAt, askedAt }) => ({ name, input, at: acceptedAt ?? observedAt ?? askedAt })),
  };
};
export type RunBook = ReturnType<typeof createRunBook>;
