/** How far applying has come, in a person's words. Pure. */
import { isRetryable } from "../../../shared/model/command.ts";
import type { DifferenceAction, ExamRow, RowProgress, RunHead } from "../../../shared/model/exam.ts";
import { DifferenceAction as Actions } from "../../../shared/model/exam.ts";
import type { Words } from "../../i18n/words.tsx";

/** Rows that have not ended; after a stop those that had left by then. */
export const leftOf = ({ total, done, failed, excluded }: RunHead): number => total - done - failed - excluded;
export const isUnderWay = (run: RunHead): boolean => leftOf(run) > 0;

export const ACTIONS: readonly DifferenceAction[] = Actions.options;

/** Which rows the list shows: those of an action, what has failed, what drifts, or all. */
export type Which = "all" | "failed" | "drift" | DifferenceAction;

export const isFailed = ({ progress }: ExamRow): boolean =>
  progress?.kind === "command" && (progress.state === "failed" || progress.state === "expired" || progress.state === "unknown");

/** Whether asking again is of use, and safe. */
export const mayRetry = ({ progress }: ExamRow): boolean =>
  progress?.kind === "command" &&
  isRetryable({ state: progress.state, failure: progress.failure === null ? null : { code: progress.failure } });

export const shows = (which: Which, row: ExamRow): boolean => {
  if (which === "all") return true;
  if (which === "failed") return isFailed(row);
  return which === "drift" ? row.drift.length > 0 : row.difference.action === which;
};

/** What became of a row in the latest run. */
export const progressText = (progress: RowProgress, { t, code }: Words): string => {
  if (progress.kind === "waiting") return t("exams.state.waiting");
  if (progress.kind === "excluded") return t("exams.state.excluded", { why: code("examExcluded", progress.reason) });
  if (progress.state === "failed" || progress.state === "expired")
    return t("exams.state.failed", { why: code("failures", progress.failure ?? progress.state) });
  return t(`exams.state.${progress.state}`);
};
