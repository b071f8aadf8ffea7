/** What the screens may ask of the record of the profile that runs. Long reads go to the session's reader. */
import type { RecordSummary, RecordVerdict } from "../../shared/model/record.ts";
import type { Result } from "../../shared/result.ts";
import type { InputOf, OutputOf } from "../store/reads/job.ts";
import type { recordSummary } from "./summary.ts";
import type { RecordOrder, RecordTaken, Running, TakeOut } from "./takingOut.ts";
import type { verifyJournal } from "./verifyJournal.ts";

type Jobs = { recordSummary: typeof recordSummary; verifyJournal: typeof verifyJournal };
type Reads = { read<N extends keyof Jobs>(name: N, input: InputOf<Jobs[N]>): { done: Promise<Result<OutputOf<Jobs[N]>>> } };

export type RecordDesk = {
  summary(): Promise<Result<RecordSummary>>;
  verify(): Promise<Result<RecordVerdict>>;
  export(order: RecordOrder): Promise<Result<RecordTaken>>;
};

type Deps = { running: () => Running & { reader: Reads }; bootedAt: () => number; takeOut: TakeOut };

export const createRecordDesk = ({ running, bootedAt, takeOut }: Deps): RecordDesk => ({
  summary: () => {
    const { reader, journal } = running();
    return reader.read("recordSummary", { journal }).done;
  },
  verify: () => {
    const { reader, journal, outbox } = running();
    return reader.read("verifyJournal", { journal, outbox, bootedAt: bootedAt() }).done;
  },
  export: (order) => takeOut(running(), order),
});
