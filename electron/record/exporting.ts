/** An export from its order to the signed file, whichever thread reads. */
import type { RecordFooter } from "../../shared/model/record.ts";
import type { FileFault, Files } from "../../shared/ports.ts";
import { type AppError, appError, err, ok, type Result } from "../../shared/result.ts";
import type { Exported, ExportOrder } from "./exportRecord.ts";
import { footerRow, lineOf, statementOf } from "./formats.ts";
import type { Signing } from "./signing.ts";

type Deps = { files: Files; signing: Signing; write(order: ExportOrder): Promise<Result<Exported>> };

const unwritable = (path: string, detail: string): AppError =>
  appError("unavailable", `${path} cannot be written: ${detail}`, { reason: "recordFile", params: { path } });

/** Writes beside, signs, and gives the file its name; until then there is none under that name. */
export const exportSigned = async (
  { files, signing, write }: Deps,
  path: string,
  order: Omit<ExportOrder, "target">,
): Promise<Result<RecordFooter>> => {
  const target = `${path}.part`;
  const signer = await signing.signer();
  const exported = await write({ ...order, target });
  if (!exported.ok) {
    files.remove(target);
    return exported;
  }
  const { lines, count, hash, faults, sha256 } = exported.value;
  const { format, part, exportedAt } = order;
  const known = { kind: "footer", format, part, lines, count, hash, faults, sha256, exportedAt } as const;
  const unsigned: RecordFooter = { ...known, key: signer.kept, publicKey: signer.publicKey, signature: "" };
  const footer = { ...unsigned, signature: signer.sign(statementOf(unsigned)) };
  const finished = finish(files, target, path, lineOf(footerRow(footer)));
  if (finished.ok) return ok(footer);
  files.remove(target);
  return err(unwritable(path, finished.error.detail));
};

/** The name comes last: a file under it is whole, and on the disk. */
const finish = (files: Files, target: string, path: string, line: string): Result<void, FileFault> => {
  const opened = files.writer(target, { append: true });
  if (!opened.ok) return opened;
  const written = opened.value.write(line);
  const closed = opened.value.close();
  if (!written.ok) return written;
  return closed.ok ? files.rename(target, path) : closed;
};
