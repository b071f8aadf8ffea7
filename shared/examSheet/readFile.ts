/** A file, or a block from a spreadsheet, as rows of a sheet; or why not, by line and column. Pure but for the decoder that it is handed. */
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { type Cells, type Column, MAX_CELL_CHARACTERS, MAX_SHEET_CHARACTERS, MAX_SHEET_ROWS, type SheetRow } from "../model/exam.ts";
import { err, ok, type Result } from "../result.ts";
import { columnOf } from "./columns.ts";
import { bytesOf } from "./utf8Bytes.ts";

/** In the order in which they are tried; UTF-16 only where its mark stands first. */
export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "gb18030"] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Strict: null where the bytes are not of this encoding. The mark at the beginning is left out. */
export type Decode = (bytes: Uint8Array, encoding: Encoding) => string | null;

/** Bytes of a file that is looked into at all. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** `examFile.<code>`; line of the file and number of the column from 1, where there is one. */
export type FileFault = {
  code:
    | "empty"
    | "tooBig"
    | "workbook"
    | "binary"
    | "encoding"
    | "quoteOpen"
    | "quoteInside"
    | "noHeader"
    | "headerTwice"
    | "tooManyRows"
    | "tooManyCharacters"
    | "cellTooLong"
    | "tooManyCells"
    | "unknownColumn"
    | "blankRows";
  line: number | null;
  column: number | null;
  params: Readonly<Record<string, string | number>>;
};

/** How a file was read, to be shown and changed. */
export type FileForm = { encoding: Encoding; delimiter: Delimiter };
export type FileSheet = { form: FileForm; rows: SheetRow[] /** What was left out, or is odd; the rest is there. */; notes: FileFault[] };

const fault = (
  code: FileFault["code"],
  line: number | null = null,
  column: number | null = null,
  params: FileFault["params"] = {},
): FileFault => ({
  code,
  line,
  column,
  params,
});

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);
/** Zip (xlsx, ods) and the container of old workbooks. */
const isWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** Control characters that no text has. */
const CONTROL = /(?![\t\n\v\f\r])\p{Cc}|[\uFFFE\uFFFF]/u;

const lineAt = (text: string, index: number): number => {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
};

/** The text of a file by the first encoding that fits, or by the one that a person has chosen. */
export const decodeFile = (
  bytes: Uint8Array,
  decode: Decode,
  chosen: Encoding | null = null,
): Result<{ text: string; encoding: Encoding }, FileFault> => {
  if (bytes.length === 0) return err(fault("empty"));
  if (bytes.length > MAX_FILE_BYTES) return err(fault("tooBig", null, null, { max: MAX_FILE_BYTES, bytes: bytes.length }));
  if (isWorkbook(bytes)) return err(fault("workbook"));
  const marked: Partial<Record<Encoding, boolean>> = {
    "utf-16le": startsWith(bytes, 0xff, 0xfe),
    "utf-16be": startsWith(bytes, 0xfe, 0xff),
  };
  for (const encoding of chosen === null ? ENCODINGS : [chosen]) {
    if (chosen === null && marked[encoding] === false) continue;
    const text = decode(bytes, encoding)?.replace(/^\uFEFF/, "");
    if (text === undefined) continue;
    const control = CONTROL.exec(text);
    if (control !== null) return err(fault("binary", lineAt(text, control.index)));
    return ok({ text, encoding });
  }
  return err(fault("encoding", null, null, { encoding: chosen ?? "" }));
};

/** Cells of the first line without looking at quotes: enough to tell what parts them. */
const headersKnown = (text: string, delimiter: Delimiter): number =>
  (text.split(/\r\n|\r|\n/, 1)[0] ?? "").split(delimiter).filter((cell) => columnOf(cell.replaceAll('"', "")) !== null).length;

/** What parts the cells of this text: whatever makes most columns that are known, else most columns. */
export const delimiterOf = (text: string): Delimiter => {
  const first = text.split(/\r\n|\r|\n/, 1)[0] ?? "";
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, known: headersKnown(text, delimiter), cells: first.split(delimiter).length }));
  const [best] = scored.toSorted((a, b) => b.known - a.known || b.cells - a.cells);
  return best?.delimiter ?? ",";
};

export type Line = { cells: string[]; line: number };

const FORMULA_ESCAPE = /^'+[=+\-@\t\r＝＋－＠]/;
/** A leading ' that keeps spreadsheets from taking a cell for a formula (`writeSheet` puts it there). */
const unescaped = (cell: string): string => (FORMULA_ESCAPE.test(cell) ? cell.slice(1) : cell);

/** Every line of cells, with the line of the file on which it begins. */
export const readGrid = (text: string, delimiter: Delimiter): Result<Line[], FileFault> => {
  try {
    let next = 1;
    const records = parse(bytesOf(text.replace(/^\uFEFF/, "")), {
      delimiter,
      relax_column_count: true,
      // A file that went through many hands has more than one kind of line end.
      record_delimiter: ["\r\n", "\n", "\r"],
      max_record_size: MAX_SHEET_CHARACTERS,
      // The header, and one more than may be: whether there are more is all that is asked of a file that is too long.
      to: MAX_SHEET_ROWS + 2,
      info: true,
    });
    return ok(
      records.map(({ record, info }) => {
        const line = next;
        next = info.lines + 1;
        return { cells: record.map(unescaped), line };
      }),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, lines, column } = error;
    if (code === "CSV_QUOTE_NOT_CLOSED") return err(fault("quoteOpen", lines, column + 1));
    if (code === "CSV_MAX_RECORD_SIZE") return err(fault("cellTooLong", lines, column + 1, { max: MAX_CELL_CHARACTERS }));
    return err(fault("quoteInside", lines, column + 1));
  }
};

const isBlank = ({ cells }: Line): boolean => cells.every((cell) => cell.trim() === "");

/** What the cells of the first line name; null: no column of a sheet. */
export const columnsOf = ([head]: readonly Line[]): (Column | null)[] => head?.cells.map((cell) => columnOf(cell)) ?? [];

/** Rows of a sheet from lines whose first names the columns, unless a person has said which is which. All of it, or a fault and nothing. */
export const sheetOf = (
  lines: readonly Line[],
  columns: readonly (Column | null)[] = columnsOf(lines),
): Result<{ rows: SheetRow[]; notes: FileFault[] }, FileFault> => {
  const [head, ...body] = lines;
  if (head === undefined) return err(fault("empty"));
  if (!columns.includes("roomUuid")) return err(fault("noHeader", head.line));
  const notes: FileFault[] = [];
  const seen = new Set<Column>();
  for (const [index, column] of columns.entries()) {
    const name = (head.cells[index] ?? "").trim();
    if (column === null && name !== "") notes.push(fault("unknownColumn", head.line, index + 1, { name: name.slice(0, 80) }));
    if (column !== null && seen.has(column)) return err(fault("headerTwice", head.line, index + 1, { name }));
    if (column !== null) seen.add(column);
  }
  const filled = body.filter((line) => !isBlank(line));
  if (filled.length < body.length) notes.push(fault("blankRows", null, null, { count: body.length - filled.length }));
  if (body.length > MAX_SHEET_ROWS) return err(fault("tooManyRows", body[MAX_SHEET_ROWS]?.line ?? null, null, { max: MAX_SHEET_ROWS }));
  let characters = 0;
  const rows: SheetRow[] = [];
  for (const { cells, line } of filled) {
    const row: Cells = {};
    for (const [index, cell] of cells.entries()) {
      if (cell.length > MAX_CELL_CHARACTERS) return err(fault("cellTooLong", line, index + 1, { max: MAX_CELL_CHARACTERS }));
      const column = columns[index];
      // A cell beyond the last header is most often a comma that should have been quoted: what stands left of it is shifted.
      if (column === undefined && cell.trim() !== "")
        return err(fault("tooManyCells", line, index + 1, { cells: cells.length, columns: columns.length }));
      if (column === undefined || column === null || cell === "") continue;
      row[column] = cell;
      characters += cell.length;
    }
    if (characters > MAX_SHEET_CHARACTERS) return err(fault("tooManyCharacters", line, null, { max: MAX_SHEET_CHARACTERS }));
    rows.push({ id: `r${rows.length + 1}`, cells: row });
  }
  return ok({ rows, notes });
};

/** Rows of a sheet from text whose first line names the columns. */
export const readSheet = (text: string, delimiter: Delimiter): ReturnType<typeof sheetOf> => {
  const grid = readGrid(text, delimiter);
  return grid.ok ? sheetOf(grid.value) : grid;
};

/** From bytes to rows; what a person has chosen goes before what is guessed. */
export const readFile = (bytes: Uint8Array, decode: Decode, chosen: Partial<FileForm> = {}): Result<FileSheet, FileFault> => {
  const decoded = decodeFile(bytes, decode, chosen.encoding ?? null);
  if (!decoded.ok) return decoded;
  const { text, encoding } = decoded.value;
  const delimiter = chosen.delimiter ?? delimiterOf(text);
  const sheet = readSheet(text, delimiter);
  return sheet.ok ? ok({ form: { encoding, delimiter }, ...sheet.value }) : sheet;
};
