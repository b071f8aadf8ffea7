/** What the screens may ask of the record of the profile that runs. Long reads go to the session's reader. */
import type { RecordChoice, RecordExam, RecordSummary, RecordVerdict } from "../../shared/model/record.ts";
import { ok, type Result } from "../../shared/result.ts";
import type { InputOf, OutputOf } from "../store/reads/job.ts";
import type { recordSummary } from "./summary.ts";
import type { RecordOrder, RecordTaken, Running, TakeOut } from "./takingOut.ts";
import type { verifyJournal } from "./verifyJournal.ts";

type Jobs = { recordSummary: typeof recordSummary; verifyJournal: typeof verifyJournal };
type Reads = { read<N extends keyof Jobs>(name: N, input: InputOf<Jobs[N]>): { done: Promise<Result<OutputOf<Jobs[N]>>> } };

export type RecordDesk = {
  summary(): Promise<Result<RecordSummary>>;
  /** `examId` null: of no exam in particular. */
  verify(examId: string | null): Promise<Result<RecordVerdict>>;
  export(order: Omit<RecordOrder, "part"> & { part: RecordChoice }): Promise<Result<RecordTaken>>;
};

type Deps = {
  running: () => Running & { reader: Reads };
  /** Of the profile that runs. */
  exam: (examId: string) => Result<RecordExam>;
  bootedAt: () => number;
  takeOut: TakeOut;
};

export const createRecordDesk = ({ running, exam, bootedAt, takeOut }: Deps): RecordDesk => ({
  summary: () => {
    const { reader, journal } = running();
    return reader.read("recordSummary", { journal }).done;
  },
  verify: async (examId) => {
    const found = examId === null ? ok(undefined) : exam(examId);
    if (!found.ok) return found;
    const { reader, journal, outbox } = running();
    const rooms = found.value && { rooms: found.value.rooms };
    return reader.read("verifyJournal", { journal, outbox, bootedAt: bootedAt(), ...rooms }).done;
  },
  export: async ({ part: { examId, ...part }, ...order }) => {
    const found = examId === null ? ok(undefined) : exam(examId);
    return found.ok ? takeOut(running(), { ...order, part: { ...part, ...(found.value && { exam: found.value }) } }) : found;
  },
});
