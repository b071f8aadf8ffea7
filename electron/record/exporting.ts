/** An export from its order to the signed file, whichever thread reads. */
import type { RecordFooter } from "../../shared/model/record.ts";
import type { Files } from "../../shared/ports.ts";
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
  const opened = files.writer(target, { append: true });
  if (!opened.ok) return err(unwritable(path, opened.error.detail));
  const written = opened.value.write(lineOf(footerRow(footer)));
  const closed = opened.value.close();
  const named = files.rename(target, path);
  for (const done of [written, closed, named]) if (!done.ok) return err(unwritable(path, done.error.detail));
  return ok(footer);
};
