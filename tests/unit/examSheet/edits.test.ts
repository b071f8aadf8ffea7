import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, applyEdits, fillDown, freshRowIds, paste } from "../../../shared/examSheet/edits.ts";
import { type Column, MAX_SHEET_CHARACTERS, MAX_SHEET_ROWS, type SheetEdit, type SheetRow } from "../../../shared/model/exam.ts";

const row = (id: string, cells: SheetRow["cells"] = {}): SheetRow => ({ id, cells });
const sheet = (count: number): SheetRow[] =>
  Array.from({ length: count }, (_, index) => row(`r${index + 1}`, { roomUuid: `room-${index + 1}` }));

/** A sheet without the cells that are empty, as it is kept. */
const after = (rows: readonly SheetRow[], edit: SheetEdit): readonly SheetRow[] => {
  const edited = applyEdit(rows, edit);
  if (!edited.ok) throw new Error(edited.error.message);
  return edited.value.rows;
};

const anyEdit = (rows: readonly SheetRow[]) => {
  const id = fc.constantFrom(...rows.map((one) => one.id));
  const cell = fc.record({ id, column: fc.constantFrom<Column>("roomUuid", "roomName"), text: fc.constantFrom("", "a", "b") });
  return fc.oneof(
    fc.array(cell, { minLength: 1, maxLength: 5 }).map((cells) => ({ kind: "set" as const, cells })),
    fc.uniqueArray(id, { minLength: 1, maxLength: 3 }).map((ids) => ({ kind: "remove" as const, ids })),
    fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 3 }).map((places) => ({
      kind: "insert" as const,
      rows: places.toSorted((a, b) => a - b).map((at, index) => ({ at, row: row(`new${index}`, { roomName: "n" }) })),
    })),
    fc.constant<SheetEdit>({ kind: "replace", rows: [row("z", { roomUuid: "z" })] }),
  );
};

describe("editing a sheet", () => {
  it("every change is undone by its inverse", () => {
    const rows = sheet(8);
    fc.assert(
      fc.property(anyEdit(rows), (edit: SheetEdit) => {
        const edited = applyEdit(rows, edit);
        if (!edited.ok) throw new Error(edited.error.message);
        expect(after(edited.value.rows, edited.value.inverse)).toEqual(rows);
      }),
    );
  });

  it("a cell that becomes empty is no longer kept", () => {
    expect(after(sheet(1), { kind: "set", cells: [{ id: "r1", column: "roomUuid", text: "" }] })).toEqual([row("r1")]);
  });

  it("several changes are all made or none", () => {
    const rows = sheet(2);
    const wrong = applyEdits(rows, [
      { kind: "remove", ids: ["r1"] },
      { kind: "set", cells: [{ id: "r1", column: "roomName", text: "x" }] },
    ]);
    expect(wrong).toMatchObject({ ok: false, error: { code: "notFound", reason: "row" } });
    const right = applyEdits(rows, [
      { kind: "remove", ids: ["r1"] },
      { kind: "set", cells: [{ id: "r2", column: "roomName", text: "x" }] },
    ]);
    if (!right.ok) throw new Error(right.error.message);
    expect(applyEdits(right.value.rows, right.value.inverse)).toMatchObject({ ok: true, value: { rows } });
  });

  it.each<[string, SheetEdit, string]>([
    ["a row that is not there", { kind: "remove", ids: ["nobody"] }, "row"],
    ["a row that is there already", { kind: "insert", rows: [{ at: 0, row: row("r1") }] }, "rowTwice"],
    ["two rows of one id", { kind: "replace", rows: [row("a"), row("a")] }, "rowTwice"],
    [
      "more rows than a sheet holds",
      { kind: "replace", rows: Array.from({ length: MAX_SHEET_ROWS + 1 }, (_, index) => row(`r${index}`)) },
      "sheetRows",
    ],
    [
      "more text than a sheet holds",
      {
        kind: "replace",
        rows: Array.from({ length: 50 }, (_, index) => row(`r${index}`, { candidates: "x".repeat(MAX_SHEET_CHARACTERS / 40) })),
      },
      "sheetCharacters",
    ],
  ])("refuses %s", (_what, edit, reason) => {
    expect(applyEdit(sheet(1), edit)).toMatchObject({ ok: false, error: { reason } });
  });

  it("fills the first row's text down, and says when there is nothing to do", () => {
    const rows = [row("a", { proctor: "Ann" }), row("b"), row("c", { proctor: "Ann" }), row("d", { proctor: "Ben" })];
    expect(fillDown(rows, ["a", "b", "c", "d"], "proctor")).toEqual({
      kind: "set",
      cells: ["b", "d"].map((id) => ({ id, column: "proctor", text: "Ann" })),
    });
    expect(fillDown(rows, ["a", "c"], "proctor")).toBeNull();
  });

  it("pastes a block from a cell on, adds the rows that it lacks, and counts what falls off", () => {
    const rows = sheet(2);
    const pasted = paste(rows, { id: "r2", column: "candidates" }, [
      ["s1", "Ann", "beyond"],
      ["s2", ""],
    ]);
    expect(pasted.beyond).toBe(1);
    const edited = applyEdits(rows, pasted.edits);
    expect(edited).toMatchObject({
      value: { rows: [rows[0], row("r2", { roomUuid: "room-2", candidates: "s1", proctor: "Ann" }), row("r3", { candidates: "s2" })] },
    });
  });

  it("gives new rows ids that no row has had", () => {
    expect(freshRowIds([row("r2"), row("x"), row("r7")], 2)).toEqual(["r8", "r9"]);
  });
});
