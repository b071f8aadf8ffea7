/** Takes a record out into a file of the profile's own folder, and reads back what was written. */
import type { RecordFormat, RecordPart, RecordVerdict } from "../../shared/model/record.ts";
import type { Clock, Files, Shell } from "../../shared/ports.ts";
import { ok, type Result } from "../../shared/result.ts";
import type { InputOf, OutputOf } from "../store/reads/job.ts";
import { exportSigned } from "./exporting.ts";
import { exportName, exportPlace } from "./exportPlace.ts";
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

export const createTakeOut =
  ({ files, clock, bootedAt, shell, signing }: Deps): TakeOut =>
  async ({ reader, folder, journal, outbox, timeZone }, { format, part, language }) => {
    const written = format === "pdf" ? "html" : format;
    const place = exportPlace(files, folder, exportName("record", part.room ?? part.exam?.name ?? null, clock.wall()), written);
    if (!place.ok) return place;
    const path = place.value;
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
