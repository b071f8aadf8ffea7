/** What the contract's calls about the record do: a line per entry. */
import type { record } from "../../shared/contract/record.ts";
import type { CallArgument, CallOutput } from "../../shared/contract.ts";
import type { Result } from "../../shared/result.ts";
import type { Handlers } from "../../shared/serving.ts";

type RecordCall = keyof (typeof record)["actions"] | keyof (typeof record)["queries"];
type Answer<N extends RecordCall> = Promise<Result<CallOutput<N>>>;

export type RecordHandlersOf = {
  record: {
    summary(): Answer<"record.summary">;
    verify(): Answer<"record.verify">;
    export(order: CallArgument<"record.export">): Answer<"record.export">;
  };
};

export const createRecordHandlers = ({ record }: RecordHandlersOf): Pick<Handlers, RecordCall> => ({
  "record.summary": () => record.summary(),
  "record.verify": () => record.verify(),
  "record.export": (order) => record.export(order),
});
