/** What the contract's calls about exams do: a line per entry. */
import type { exams } from "../../shared/contract/exams.ts";
import type { CallArgument, CallOutput } from "../../shared/contract.ts";
import type { Result } from "../../shared/result.ts";
import type { Handlers } from "../../shared/serving.ts";
import { done } from "./done.ts";

type ExamCall = keyof (typeof exams)["actions"] | keyof (typeof exams)["queries"];
type Answer<N extends ExamCall> = Result<CallOutput<N>>;

export type ExamsOf = {
  exams: {
    save(examId: string | null, facts: CallArgument<"exams.save">["facts"]): Answer<"exams.save">;
    remove(examId: string): Result<void>;
    edit(examId: string, edits: CallArgument<"exams.edit">["edits"]): Answer<"exams.edit">;
    compare(examId: string): Result<void>;
    savePlan(examId: string): Answer<"exams.savePlan">;
    takePlan(text: string): Answer<"exams.takePlan">;
    planText(examId: string): Answer<"exams.planText">;
    apply(examId: string, order: Omit<CallArgument<"exams.apply">, "examId">): Answer<"exams.apply">;
    stopRun(examId: string): Answer<"exams.stop">;
    retry(examId: string, runId: string): Answer<"exams.retry">;
    seating(examId: string, rowIds: readonly string[]): Answer<"exams.seating">;
  };
};

export type ExamReportOf = { examReport(order: CallArgument<"exams.report">): Promise<Answer<"exams.report">> };

export const createExamHandlers = (running: () => ExamsOf, { examReport }: ExamReportOf): Pick<Handlers, ExamCall> => ({
  "exams.save": ({ examId, facts }) => running().exams.save(examId, facts),
  "exams.remove": ({ examId }) => done(running().exams.remove(examId)),
  "exams.edit": ({ examId, edits }) => running().exams.edit(examId, edits),
  "exams.compare": ({ examId }) => done(running().exams.compare(examId)),
  "exams.savePlan": ({ examId }) => running().exams.savePlan(examId),
  "exams.takePlan": ({ text }) => running().exams.takePlan(text),
  "exams.planText": ({ examId }) => running().exams.planText(examId),
  "exams.apply": ({ examId, ...order }) => running().exams.apply(examId, order),
  "exams.stop": ({ examId }) => running().exams.stopRun(examId),
  "exams.retry": ({ examId, runId }) => running().exams.retry(examId, runId),
  "exams.report": (order) => examReport(order),
  "exams.seating": ({ examId, rowIds }) => running().exams.seating(examId, rowIds),
});
