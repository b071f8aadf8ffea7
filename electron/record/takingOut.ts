/** Takes a record out into a file of the profile's own folder, and reads back what was written. */
import type { RecordFormat, RecordPart, RecordVerdict } from "../../shared/model/record.ts";
import type { Clock, Files, Shell } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import type { InputOf, OutputOf } from "../store/reads/job.ts";
import { exportSigned } from "./exporting.ts";
import type { exportRecord } from "./exportRecord.ts";
import type { Signing } from "./signing.ts";
import type { verifyFile } from "./verifyFile.ts";

type Jobs = { exportRecord: typeof exportRecord; verifyFile: typeof verifyFile };
type Reads = { read<N extends keyof Jobs>(name: N, input: InputOf<Jobs[N]>): { done: Promise<Result<OutputOf<Jobs[N]>>> } };

/** A profile that runs: where its files are, and who reads them. */
export type Running = { folder: string; journal: string; outbox: string; reader: Reads; timeZone: string };

export type RecordOrder = { format: RecordFormat | "pdf"; part: RecordPart; language: "en" | "zh" };
export type RecordTaken = { path: string; lines: number; verdict: RecordVerdict | null };
export type TakeOut = (running: Running, order: RecordOrder) => Promise<Result<RecordTaken>>;

type Deps = { files: Files; clock: Clock; bootedAt: () => number; shell: Pick<Shell, "printPdf">; signing: Signing };

const EXPORTS = "exports";
const MAX_NAME = 40;

/** `record-room-1-20260131-094501`: what it is, of the workstation's clock in UTC. */
const nameOf = ({ room }: RecordPart, wall: number): string => {
  const stamp = new Date(wall).toISOString().replaceAll(/[-:]/g, "").replace("T", "-").slice(0, "YYYYMMDD-HHMMSS".length);
  const named = room === null ? "" : `-${room.replaceAll(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, MAX_NAME)}`;
  return `record${named}-${stamp}`;
};

export const createTakeOut = ({ files, clock, bootedAt, shell, signing }: Deps): TakeOut => {
  /** Two exports within one second have two names. */
  const freeName = (folder: string, name: string, ending: string): string => {
    for (let count = 1; ; count += 1) {
      const path = files.join(folder, `${name}${count === 1 ? "" : `-${count}`}.${ending}`);
      if (!files.exists(path)) return path;
    }
  };

  return async ({ reader, folder, journal, outbox, timeZone }, { format, part, language }) => {
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
  };
};
