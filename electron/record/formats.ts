/** How an entry stands in an export, and back. Every entry is one line of the file, whatever the format; an entry without text keeps number and hash. */
import { z } from "zod";
import { csvCell } from "../../shared/csv.ts";
import { RecordFooter, type RecordFormat, type RecordPart } from "../../shared/model/record.ts";
import { type Entry, kindOf, roomOf } from "./chainCheck.ts";

const LF = "\n";

const CSV_COLUMNS = [
  "number",
  "time",
  "kind",
  "room",
  "sequence",
  "event",
  "state",
  "command",
  "operator",
  "text",
  "entry",
  "hash",
] as const;
export const CSV_HEADER = CSV_COLUMNS.join(",");

type Body = Record<string, unknown>;
const bodyIn = (value: unknown): Body => (typeof value === "object" && value !== null ? (value as Body) : {});
const textIn = (value: unknown): string | null => (typeof value === "string" ? value : null);
const numberIn = (value: unknown): number | null => (typeof value === "number" ? value : null);

const timeText = (at: number | null): string | null => {
  const date = new Date(at ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

/** What a person reads of an event at a glance: a chat message, or nothing. */
const messageOf = (event: Body): string | null => textIn(bodyIn(event["data"])["message"]);

export const csvRow = ({ number, line, hash }: Entry): string => {
  if (line === null) return [number, "", "gone", ...Array.from({ length: 8 }, () => ""), hash].join(",");
  const body = bodyIn(JSON.parse(line));
  const [event, command, alarm] = [bodyIn(body["event"]), bodyIn(body["command"]), bodyIn(body["alarm"])];
  return [
    number,
    csvCell(timeText(numberIn(body["at"]))),
    csvCell(kindOf(line)),
    csvCell(roomOf(line)),
    csvCell(numberIn(body["sequence"])),
    csvCell(numberIn(body["cmd"])),
    csvCell(textIn(body["state"])),
    csvCell(textIn(command["name"]) ?? textIn(alarm["rule"])),
    csvCell(textIn(command["operator"]) ?? textIn(alarm["acknowledgedBy"]) ?? textIn(body["operator"])),
    csvCell(messageOf(event)),
    // The whole entry, so that nothing that was seen is missing; it begins with a brace.
    csvCell(line),
    hash,
  ].join(",");
};

const jsonRow = ({ number, line, hash }: Entry): string =>
  line === null ? `{"number":${number},"kind":"gone","hash":"${hash}"}` : `${line.slice(0, -1)},"hash":"${hash}"}`;

export const rowOf = { csv: csvRow, jsonl: jsonRow } as const;

const JSON_ROW = /^(\{"number":(\d+),.*),"hash":"([0-9a-f]{64})"\}$/s;
const JSON_GONE = /^\{"number":(\d+),"kind":"gone","hash":"([0-9a-f]{64})"\}$/;

const readJson = (text: string): Entry | null => {
  const gone = JSON_GONE.exec(text);
  if (gone !== null) return { number: Number(gone[1]), line: null, hash: gone[2] ?? "" };
  const found = JSON_ROW.exec(text);
  return found === null ? null : { number: Number(found[2]), line: `${found[1]}}`, hash: found[3] ?? "" };
};

/** The cells of a row as `csvCell` writes them. */
const cellsOf = (row: string): string[] =>
  [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );

/** The row is made again from the entry that stands in it: a cell that says something else is a change. */
const readCsv = (text: string): Entry | null => {
  const cells = cellsOf(text);
  const [line, hash] = [cells.at(-2) ?? "", cells.at(-1) ?? ""];
  const entry = { number: Number(cells[0]), line: line === "" ? null : line, hash };
  try {
    return csvRow(entry) === text ? entry : null;
  } catch {
    return null;
  }
};

export const readRow = { csv: readCsv, jsonl: readJson } as const;

const unescaped = (text: string): string => text.replaceAll('""', '"');
/** `-->` would end the comment. */
const inComment = (text: string): string => text.replaceAll("--", "\\u002d\\u002d");

/** The file's last line. */
export const footerRow = (footer: RecordFooter): string => {
  const text = JSON.stringify(footer);
  const rows: Record<RecordFormat, string> = {
    jsonl: text,
    csv: `footer,"${text.replaceAll('"', '""')}"`,
    html: `<!-- ${inComment(text)} -->`,
  };
  return rows[footer.format];
};

const footerText = (row: string): string => {
  if (row.startsWith("footer,")) return unescaped(row.slice('footer,"'.length, -1));
  return row.startsWith("<!-- ") ? row.slice("<!-- ".length, -" -->".length) : row;
};

/** Only a line that is exactly what `footerRow` writes is a footer. */
export const readFooter = (row: string): RecordFooter | null => {
  try {
    const footer = RecordFooter.parse(JSON.parse(footerText(row)));
    return footerRow(footer) === row ? footer : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
};

export const isWhole = ({ room, from, to, exam }: RecordPart): boolean =>
  room === null && from === null && to === null && exam === undefined;

/** What the signature is over. */
export const statementOf = (footer: RecordFooter): string => JSON.stringify({ ...footer, signature: undefined });

/** Which format a file has by its first line; null: none of ours. */
export const formatOf = (first: string): RecordFormat | null => {
  if (first === CSV_HEADER) return "csv";
  if (first.startsWith("<!doctype html>")) return "html";
  return first.startsWith('{"number":') || first.startsWith('{"kind":"footer"') ? "jsonl" : null;
};

export const lineOf = (row: string): string => `${row}${LF}`;
