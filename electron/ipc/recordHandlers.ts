/** What the contract's calls about the record do: a line per entry. */
import type { record } from "../../shared/contract/record.ts";
import type { CallArgument, CallOutput } from "../../shared/contract.ts";
import type { Result } from "../../shared/result.ts";
import type { Handlers } from "../../shared/serving.ts";
import { done } from "./done.ts";

type RecordCall = keyof (typeof record)["actions"] | keyof (typeof record)["queries"];
type Answer<N extends RecordCall> = Promise<Result<CallOutput<N>>>;

export type RecordHandlersOf = {
  /** Of the profile that runs. */
  removals: () => {
    plan(choice: CallArgument<"record.removalPlan">): Answer<"record.removalPlan">;
    begin(choice: CallArgument<"record.remove">["choice"], agreed: CallArgument<"record.remove">["agreed"]): Promise<Result<void>>;
  };
  record: {
    summary(): Answer<"record.summary">;
    verify(examId: string | null): Answer<"record.verify">;
    export(order: CallArgument<"record.export">): Answer<"record.export">;
  };
};

export const createRecordHandlers = ({ record, removals }: RecordHandlersOf): Pick<Handlers, RecordCall> => ({
  "record.summary": () => record.summary(),
  "record.verify": ({ examId }) => record.verify(examId),
  "record.export": (order) => record.export(order),
  "record.removalPlan": (choice) => removals().plan(choice),
  "record.remove": async ({ choice, agreed }) => done(await removals().begin(choice, agreed)),
});
