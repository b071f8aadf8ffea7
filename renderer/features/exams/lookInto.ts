/** A file or a pasted text on its way into a sheet: what was decided about it, what a person has decided otherwise, and what comes of it. Pure but for the decoder. */
import {
  columnsOf,
  type Decode,
  type Delimiter,
  decodeFile,
  delimiterOf,
  ENCODINGS,
  type Encoding,
  type FileFault,
  type Line,
  MAX_FILE_BYTES,
  readGrid,
  sheetOf,
} from "../../../shared/examSheet/readFile.ts";
import type { Column, SheetRow } from "../../../shared/model/exam.ts";
import { err, type Result } from "../../../shared/result.ts";

/** `bytes` null: the file is too large to be read, and has so many. */
export type Source = { kind: "file"; name: string; size: number; bytes: Uint8Array | null } | { kind: "text"; text: string };
/** null: as it was found. */
export type Choices = { encoding: Encoding | null; delimiter: Delimiter | null; columns: readonly (Column | null)[] | null };
export const NO_CHOICES: Choices = { encoding: null, delimiter: null, columns: null };

export type Looked = {
  /** null: there was nothing to decode. */
  encoding: Encoding | null;
  delimiter: Delimiter | null;
  /** The first lines as they stand in the file, the headers before all. */
  lines: readonly Line[];
  columns: readonly (Column | null)[];
  read: Result<{ rows: SheetRow[]; notes: FileFault[] }, FileFault>;
};

const PREVIEWED = 6;
/** What another encoding may mend. */
const TEXT_FAULTS: ReadonlySet<string> = new Set(["encoding", "binary"]);

export const lookInto = (source: Source, choices: Choices, decode: Decode): Looked => {
  const nothing = { encoding: choices.encoding, delimiter: choices.delimiter, lines: [], columns: [] };
  if (source.kind === "file" && source.bytes === null)
    return { ...nothing, read: err({ code: "tooBig", line: null, column: null, params: { max: MAX_FILE_BYTES, bytes: source.size } }) };
  const decoded = source.kind === "file" && source.bytes !== null ? decodeFile(source.bytes, decode, choices.encoding) : null;
  if (decoded !== null && !decoded.ok) {
    // Where none fits, another may be chosen.
    const encoding = TEXT_FAULTS.has(decoded.error.code) ? (choices.encoding ?? ENCODINGS[0]) : choices.encoding;
    return { ...nothing, encoding, read: decoded };
  }
  const text = decoded?.value.text ?? (source.kind === "text" ? source.text : "");
  const found = { encoding: decoded?.value.encoding ?? null, delimiter: choices.delimiter ?? delimiterOf(text) };
  const grid = readGrid(text, found.delimiter);
  if (!grid.ok) return { ...nothing, ...found, read: grid };
  const columns = choices.columns ?? columnsOf(grid.value);
  return { ...found, lines: grid.value.slice(0, PREVIEWED), columns, read: sheetOf(grid.value, columns) };
};
