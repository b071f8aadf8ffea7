import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode } from "../../../renderer/features/exams/decode.ts";
import { columnOf } from "../../../shared/examSheet/columns.ts";
import { decodeFile, delimiterOf, MAX_FILE_BYTES, readFile, readGrid, readSheet } from "../../../shared/examSheet/readFile.ts";
import { bytesOf } from "../../../shared/examSheet/utf8Bytes.ts";
import { exampleSheet, writeSheet } from "../../../shared/examSheet/writeFile.ts";
import { COLUMNS, MAX_SHEET_ROWS, type SheetRow } from "../../../shared/model/exam.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, big = false): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return new Uint8Array(big ? bytes.swap16() : bytes);
};
const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...utf8(part)] : [...part])));

/** 教室ID and 名称 in GB18030. */
const GB_ROOM = [0xbd, 0xcc, 0xca, 0xd2, 0x49, 0x44];
const GB_NAME = [0xc3, 0xfb, 0xb3, 0xc6];
/** 一号 in GB18030. */
const GB_ONE = [0xd2, 0xbb, 0xba, 0xc5];

const fileOf = (content: Uint8Array) => {
  const read = readFile(content, decode);
  if (!read.ok) throw new Error(read.error.code);
  return { ...read.value.form, cells: read.value.rows.map(({ cells }) => cells), notes: read.value.notes.map(({ code }) => code) };
};

describe("files as spreadsheets write them", () => {
  const one = { roomUuid: "a-1", roomName: "Hall 1" };
  it.each<[string, Uint8Array, object]>([
    ["LibreOffice: UTF-8, commas, LF", utf8("roomUuid,roomName\na-1,Hall 1\n"), { encoding: "utf-8", delimiter: ",", cells: [one] }],
    [
      "Excel, CSV UTF-8: a mark, CRLF",
      bytes([0xef, 0xbb, 0xbf], "roomUuid,roomName\r\na-1,Hall 1\r\n"),
      { encoding: "utf-8", cells: [one] },
    ],
    ["Excel in Europe: semicolons", utf8("roomUuid;roomName\r\na-1;Hall 1\r\n"), { delimiter: ";", cells: [one] }],
    [
      "Excel, Unicode text: UTF-16 with tabs",
      utf16("roomUuid\troomName\r\na-1\tHall 1\r\n"),
      { encoding: "utf-16le", delimiter: "\t", cells: [one] },
    ],
    ["an old Mac: UTF-16 big endian, CR alone", utf16("roomUuid\troomName\ra-1\tHall 1\r", true), { encoding: "utf-16be", cells: [one] }],
    [
      "Excel in China: GB18030, semicolons",
      bytes(GB_ROOM, ";", GB_NAME, "\r\na-1;", GB_ONE, "\r\n"),
      { encoding: "gb18030", delimiter: ";", cells: [{ roomUuid: "a-1", roomName: "一号" }] },
    ],
    ["Chinese headers in UTF-8, in another order", utf8("考场名称,教室 ID\nHall 1,a-1"), { cells: [one] }],
    [
      "every cell quoted, quotes doubled",
      utf8('"roomUuid","roomName"\r\n"a-1","Hall ""1"""\r\n'),
      { cells: [{ roomUuid: "a-1", roomName: 'Hall "1"' }] },
    ],
    ["a line end inside a cell", utf8('roomUuid,candidates\na-1,"ann\nben"\n'), { cells: [{ roomUuid: "a-1", candidates: "ann\nben" }] }],
    [
      "a delimiter inside a quoted cell",
      utf8('roomUuid,properties\na-1,"{""a"":1,""b"":2}"'),
      { cells: [{ roomUuid: "a-1", properties: '{"a":1,"b":2}' }] },
    ],
    ["mixed line ends", utf8("roomUuid,roomName\r\na-1,Hall 1\na-2,Hall 2\r\n"), { cells: [one, { roomUuid: "a-2", roomName: "Hall 2" }] }],
    ["no line end at the end", utf8("roomUuid,roomName\na-1,Hall 1"), { cells: [one] }],
    ["rows shorter than the header", utf8("roomUuid,roomName,proctor\na-1,Hall 1\n"), { cells: [one] }],
    ["empty lines, and cells of blanks", utf8("roomUuid,roomName\n\na-1,Hall 1\n , \n"), { cells: [one], notes: ["blankRows"] }],
    [
      "columns beyond the sheet's, told and left out",
      utf8("roomUuid,notes,roomName\na-1,x,Hall 1\n"),
      { cells: [one], notes: ["unknownColumn"] },
    ],
    ["trailing delimiters on every line", utf8("roomUuid,roomName,,\na-1,Hall 1,,\n"), { cells: [one], notes: [] }],
    ["a formula that was guarded by '", utf8("roomUuid,roomName\na-1,'=1+1\n"), { cells: [{ roomUuid: "a-1", roomName: "=1+1" }] }],
    ["an apostrophe that guards nothing", utf8("roomUuid,roomName\na-1,'twas\n"), { cells: [{ roomUuid: "a-1", roomName: "'twas" }] }],
  ])("%s", (_what, content, expected) => {
    expect(fileOf(content)).toMatchObject(expected);
  });
});

describe("files that cannot be taken are refused whole, by line and column", () => {
  const many = (count: number): string => `roomUuid\n${Array.from({ length: count }, (_, index) => `room-${index}`).join("\n")}`;
  it.each<[string, Uint8Array, object]>([
    ["an empty file", utf8(""), { code: "empty" }],
    ["a workbook", bytes([0x50, 0x4b, 0x03, 0x04], "…"), { code: "workbook" }],
    ["an old workbook", bytes([0xd0, 0xcf, 0x11, 0xe0], "…"), { code: "workbook" }],
    ["a binary file", bytes("roomUuid\n", [0x00, 0x01, 0x02]), { code: "binary", line: 2 }],
    ["bytes of no encoding that is tried", bytes("roomUuid\n", [0xff, 0xff, 0xff]), { code: "encoding" }],
    [
      "one that is cut in the middle of a quote",
      utf8('roomUuid,roomName\na-1,Hall 1\na-2,"Hall'),
      { code: "quoteOpen", line: 3, column: 2 },
    ],
    ["a quote in the middle of a cell", utf8('roomUuid,roomName\na-1,Hall "1\n'), { code: "quoteInside", line: 2, column: 2 }],
    ["text behind a closing quote", utf8('roomUuid,roomName\na-1,"Hall" 1\n'), { code: "quoteInside", line: 2, column: 2 }],
    ["no column of rooms", utf8("name,when\nHall,now\n"), { code: "noHeader", line: 1 }],
    ["a column twice", utf8("roomUuid,教室ID\na,b\n"), { code: "headerTwice", line: 1, column: 2 }],
    ["more cells than headers", utf8("roomUuid,roomName\na-1,Hall 1\na-2,Hall, 2\n"), { code: "tooManyCells", line: 3, column: 3 }],
    ["100,000 rows", utf8(many(100_000)), { code: "tooManyRows", line: MAX_SHEET_ROWS + 2 }],
    ["a cell of a novel's length", utf8(`roomUuid\n${"x".repeat(100_000)}\n`), { code: "cellTooLong", line: 2, column: 1 }],
    ["more text than a sheet holds", utf8(`roomUuid\n${`${"x".repeat(50_000)}\n`.repeat(60)}`), { code: "tooManyCharacters", line: 52 }],
    ["a file of gigabytes, by its size alone", new Uint8Array(MAX_FILE_BYTES + 1), { code: "tooBig" }],
  ])("%s", (_what, content, expected) => {
    expect(readFile(content, decode)).toMatchObject({ ok: false, error: expected });
  });

  it("as many rows as a sheet holds are taken", () => {
    expect(readFile(utf8(many(MAX_SHEET_ROWS)), decode)).toMatchObject({ ok: true });
  });
});

describe("what was guessed can be chosen", () => {
  it("another encoding and another delimiter", () => {
    const content = bytes(GB_ROOM, ",", GB_NAME, "\n", GB_ONE, ",x\n");
    expect(decodeFile(content, decode, "utf-8")).toMatchObject({ ok: false, error: { code: "encoding" } });
    expect(readFile(content, decode, { delimiter: ";" })).toMatchObject({ ok: false, error: { code: "noHeader" } });
  });
  it("by the columns that are known, not by what is most frequent", () => {
    expect(delimiterOf("roomUuid;name,with,many,commas")).toBe(";");
  });
});

describe("out and in again", () => {
  const cell = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.stringMatching(/^'{0,3}[=+\-@＝\t\r]?[a-z",;\r\n']{0,8}$/),
    fc.constantFrom("'", "''", "'=1", "''=1", '=HYPERLINK("x")', " a ", "\t", '"', "a\r\nb", "－1"),
  );
  const cells = fc.dictionary(fc.constantFrom(...COLUMNS), cell, { maxKeys: COLUMNS.length });
  const clean = (row: Record<string, string>): SheetRow["cells"] =>
    Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ""));
  const isKept = (row: SheetRow["cells"]): boolean => Object.values(row).some((text) => (text ?? "").trim() !== "");

  it("is the same sheet", () => {
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 6 }), (drawn) => {
        const rows = drawn
          .map(clean)
          .filter(isKept)
          .map((row, index): SheetRow => ({ id: `r${index + 1}`, cells: row }));
        expect(readSheet(writeSheet(rows).slice(1), ",")).toEqual({ ok: true, value: { rows, notes: expect.anything() as unknown } });
      }),
      { numRuns: 300 },
    );
  });

  it("no cell of the file is taken for a formula by a spreadsheet", () => {
    fc.assert(
      fc.property(cell, (text) => {
        const grid = writeSheet([{ id: "r1", cells: { roomUuid: "a", roomName: text } }]);
        const raw = /^a,"?(.)/su.exec(grid.split("\r\n").slice(1).join("\r\n"))?.[1] ?? "";
        expect("=+-@＝＋－＠\t\r".includes(raw) && raw !== "").toBe(false);
      }),
    );
  });

  it("the example reads as it is written, and every column has a header that is known", () => {
    const rows = exampleSheet("2026-06-07 09:00 +08:00");
    expect(readFile(utf8(writeSheet(rows)), decode)).toMatchObject({ ok: true, value: { rows, notes: [] } });
    expect(COLUMNS.map((column) => columnOf(column))).toEqual([...COLUMNS]);
  });

  it("a block from a spreadsheet is a grid, quotes and line ends and all", () => {
    expect(readGrid('a\t"b\nc"\r\nd\te', "\t")).toMatchObject({
      value: [
        { cells: ["a", "b\nc"], line: 1 },
        { cells: ["d", "e"], line: 3 },
      ],
    });
  });
});

it("gives a text of any characters the bytes that every encoder gives it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect([...bytesOf(text)]).toEqual([...new TextEncoder().encode(text)]);
    }),
  );
  expect([...bytesOf("\uD800a")]).toEqual([...new TextEncoder().encode("\uD800a")]);
});
