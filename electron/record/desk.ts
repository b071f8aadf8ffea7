/** What the screens may ask of the record of the profile that runs. Long reads go to the session's reader. */
import type { RecordFormat, RecordPart, RecordSummary, RecordVerdict } from "../../shared/model/record.ts";
import type { Clock, Files, Shell } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import type { InputOf, OutputOf } from "../store/reads/job.ts";
import { exportSigned } from "./exporting.ts";
import type { exportRecord } from "./exportRecord.ts";
import type { Signing } from "./signing.ts";
import type { recordSummary } from "./summary.ts";
import type { verifyFile } from "./verifyFile.ts";
import type { verifyJournal } from "./verifyJournal.ts";

type Jobs = {
  exportRecord: typeof exportRecord;
  recordSummary: typeof recordSummary;
  verifyFile: typeof verifyFile;
  verifyJournal: typeof verifyJournal;
};
type Reads = { read<N extends keyof Jobs>(name: N, input: InputOf<Jobs[N]>): { done: Promise<Result<OutputOf<Jobs[N]>>> } };

/** The profile that runs: where its files are, and who reads them. */
type Running = { folder: string; journal: string; outbox: string; reader: Reads; timeZone: string };

export type RecordOrder = { format: RecordFormat | "pdf"; part: RecordPart; language: "en" | "zh" };
export type RecordTaken = { path: string; lines: number; verdict: RecordVerdict | null };

export type RecordDesk = {
  summary(): Promise<Result<RecordSummary>>;
  verify(): Promise<Result<RecordVerdict>>;
  export(order: RecordOrder): Promise<Result<RecordTaken>>;
};

type Deps = {
  running: () => Running;
  files: Files;
  clock: Clock;
  bootedAt: () => number;
  shell: Pick<Shell, "printPdf">;
  signing: Signing;
};

const EXPORTS = "exports";
const MAX_NAME = 40;

/** `record-room-1-20260131-094501`: what it is, of the workstation's clock in UTC. */
const nameOf = ({ room }: RecordPart, wall: number): string => {
  const stamp = new Date(wall).toISOString().replaceAll(/[-:]/g, "").replace("T", "-").slice(0, "YYYYMMDD-HHMMSS".length);
  const named = room === null ? "" : `-${room.replaceAll(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, MAX_NAME)}`;
  return `record${named}-${stamp}`;
};

export const createRecordDesk = ({ running, files, clock, bootedAt, shell, signing }: Deps): RecordDesk => {
  /** Two exports within one second have two names. */
  const freeName = (folder: string, name: string, ending: string): string => {
    for (let count = 1; ; count += 1) {
      const path = files.join(folder, `${name}${count === 1 ? "" : `-${count}`}.${ending}`);
      if (!files.exists(path)) return path;
    }
  };

  return {
    summary: () => {
      const { reader, journal } = running();
      return reader.read("recordSummary", { journal }).done;
    },
    verify: () => {
      const { reader, journal, outbox } = running();
      return reader.read("verifyJournal", { journal, outbox, bootedAt: bootedAt() }).done;
    },
    export: async ({ format, part, language }) => {
      const { reader, folder, journal, outbox, timeZone } = running();
      const written = format === "pdf" ? "html" : format;
      const exports = files.join(folder, EXPORTS);
      const made = files.makeFolder(exports);
      if (!made.ok)
        return err(
          appError("unavailable", `${exports} cannot be made: ${made.error.detail}`, { reason: "recordFile", params: { path: exports } }),
        );
      const path = freeName(exports, nameOf(part, clock.wall()), written);
      const order = { journal, outbox, bootedAt: bootedAt(), format: written, part, language, timeZone, exportedAt: clock.wall() };
      const write = (whole: InputOf<Jobs["exportRecord"]>) => reader.read("exportRecord", whole).done;
      const footer = await exportSigned({ files, signing, write }, path, order);
      if (!footer.ok) return footer;
      const { lines, publicKey } = footer.value;
      if (format === "pdf") {
        const pdf = path.replace(/html$/, "pdf");
        const printed = await shell.printPdf(path, pdf);
        return printed.ok ? ok({ path: pdf, lines, verdict: null }) : printed;
      }
      // What has just been written is read back: a disk that lies is known now, not when somebody needs the file.
      const verdict = await reader.read("verifyFile", { path, keys: [publicKey] }).done;
      return verdict.ok ? ok({ path, lines, verdict: verdict.value }) : verdict;
    },
  };
};
