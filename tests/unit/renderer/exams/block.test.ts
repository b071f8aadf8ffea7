import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockText, readBlock, spread } from "../../../../renderer/features/exams/block.ts";
import { blockOf, inside, moved, START, to } from "../../../../renderer/features/exams/cursor.ts";
import type { SheetRow } from "../../../../shared/model/exam.ts";

const sheetRow = (id: string, roomUuid: string, roomName: string): SheetRow => ({ id, cells: { roomUuid, roomName } });

describe("a block on the clipboard", () => {
  it.each([
    [
      "a\tb\r\nc\td\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ['"two\nlines"\t"a ""word"""', [["two\nlines", 'a "word"']]],
    ["", [[""]]],
    ["\t", [["", ""]]],
    ['5" screen\tx', [['5" screen', "x"]]],
    ['"never closed\tx\ny', [['"never closed', "x"], ["y"]]],
    ["a\n\nb", [["a"], [""], ["b"]]],
  ])("%j is read as a spreadsheet means it", (text, grid) => {
    expect(readBlock(text)).toEqual(grid);
  });

  it("comes back as it was laid there, whatever its cells hold", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1, maxLength: 5 }), (cells) => {
        const plain = cells.map(([a, b]) => [a, b].map((text) => text.replace(/\r\n?/g, "\n")));
        const rows = plain.map(([a = "", b = ""], index) => sheetRow(`r${index}`, a, b));
        const text = blockText(rows, { top: 0, bottom: rows.length - 1, left: 0, right: 1 });
        expect(readBlock(text)).toEqual(plain);
      }),
    );
  });

  it("of one cell fills all that is chosen; a larger one is laid down as it is", () => {
    expect(spread([["x"]], { top: 1, bottom: 2, left: 0, right: 1 })).toEqual([
      ["x", "x"],
      ["x", "x"],
    ]);
    expect(spread([["x", "y"]], { top: 1, bottom: 2, left: 0, right: 0 })).toEqual([["x", "y"]]);
  });
});

describe("the cursor of a sheet", () => {
  const extent = { rows: 20, columns: 15, page: 10 };
  const press = (key: string, part: { control?: boolean; shift?: boolean } = {}, at = to(START, 5, 5, extent)) =>
    moved(at, { key, control: false, shift: false, ...part }, extent);

  it.each([
    ["ArrowDown", {}, 6, 5],
    ["ArrowUp", { control: true }, 0, 5],
    ["ArrowRight", { control: true }, 5, 14],
    ["PageDown", {}, 15, 5],
    ["Home", {}, 5, 0],
    ["End", { control: true }, 19, 14],
  ])("%s with %j leads to row %i, column %i", (key, part, row, column) => {
    expect(press(key, part)).toMatchObject({ row, column, anchorRow: row, anchorColumn: column });
  });

  it("stays inside, and leaves other keys alone", () => {
    expect(press("ArrowUp", {}, START)).toMatchObject({ row: 0, column: 0 });
    expect(press("x")).toBeNull();
    expect(inside(to(START, 19, 3, extent), { ...extent, rows: 2 })).toMatchObject({ row: 1, anchorRow: 1, column: 3 });
  });

  it("grows a block with Shift, whichever way it goes", () => {
    const one = press("ArrowUp", { shift: true });
    expect(one && blockOf(one)).toEqual({ top: 4, bottom: 5, left: 5, right: 5 });
  });
});
