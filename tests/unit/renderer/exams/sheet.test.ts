import { describe, expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createGridStore, createSheetActions } from "../../../../renderer/features/exams/actions.ts";
import { cellMark, findingsOf, nextFinding } from "../../../../renderer/features/exams/verdict.ts";
import { openSheet, SAVE_AGAIN_MS } from "../../../../renderer/state/sheet.ts";
import { applyEdits } from "../../../../shared/examSheet/edits.ts";
import type { Cells, ExamRow, SheetEdit, SheetRow } from "../../../../shared/model/exam.ts";
import { appError, err, ok } from "../../../../shared/result.ts";
import { createHandBridge, createHandClock } from "../clock.ts";

const EXAM = "00000000-0000-4000-8000-000000000001";
const WELL: Cells = { roomUuid: "hall-1", roomName: "Hall 1", roomType: "6" };
const asTold = ({ id, cells }: SheetRow, index: number): ExamRow => ({
  id,
  index,
  cells,
  findings: [],
  difference: { action: "create", changes: [], fixed: [], unseen: [] },
  progress: null,
  readBack: null,
  drift: [],
});

/** A sheet with main played by hand: it answers when it is told to. */
const setUp = (first: SheetRow[]) => {
  const time = createHandClock();
  const hand = createHandBridge();
  let main: readonly SheetRow[] = first;
  let revision = 0;
  let refuse: ReturnType<typeof appError> | null = null;
  const asked: SheetEdit[][] = [];
  const waiting: (() => void)[] = [];
  const call = (_: string, { edits }: { edits: SheetEdit[] }) =>
    new Promise((resolve) => {
      asked.push(edits);
      waiting.push(() => {
        if (refuse !== null) return resolve(err(refuse));
        const edited = applyEdits(main, edits);
        if (edited.ok) main = edited.value.rows;
        resolve(edited.ok ? ok({ revision: 1 }) : edited);
      });
    });
  const bridge = { ...hand.bridge, call: call as unknown as Bridge["call"] };
  const sheet = openSheet(bridge, time.clock, EXAM, "UTC");
  const tell = (): void => {
    revision += 1;
    hand.opened[0]?.listener({
      kind: "list",
      subscription: "s",
      revision,
      reset: true,
      complete: true,
      upsert: main.map(asTold),
      remove: [],
    });
  };
  const answer = async (): Promise<void> => {
    waiting.shift()?.();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  tell();
  const grid = createGridStore();
  const refused: string[] = [];
  const actions = createSheetActions({
    sheet,
    grid,
    refused: (error) => refused.push(error.code),
    beyond: (cells) => refused.push(`beyond ${cells}`),
  });
  return {
    ...time,
    sheet,
    grid,
    actions,
    refused,
    asked,
    tell,
    answer,
    main: () => main,
    refuse: (fault: typeof refuse) => {
      refuse = fault;
    },
    cells: () => sheet.store.getState().rows.map((row) => row.cells),
  };
};
const rows = (...cells: Cells[]): SheetRow[] => cells.map((one, index) => ({ id: `r${index + 1}`, cells: one }));

describe("a sheet that is edited", () => {
  it("shows and judges what is typed at once, and hands it to main one change after the other", async () => {
    const { actions, asked, answer, sheet, main } = setUp(rows(WELL));
    actions.write("a b");
    actions.commit();
    actions.write("hall-2");
    actions.commit();
    expect(sheet.store.getState()).toMatchObject({ unsaved: 2, rows: [{ cells: { roomUuid: "hall-2" } }] });
    expect(asked).toHaveLength(1);
    await answer();
    expect(asked).toHaveLength(2);
    await answer();
    expect(sheet.store.getState().unsaved).toBe(0);
    expect(main()[0]?.cells.roomUuid).toBe("hall-2");
  });

  it("keeps what could not be saved, says why, and tries again by itself", async () => {
    const { actions, answer, refuse, sheet, pass, main, tell, cells } = setUp(rows(WELL));
    refuse(appError("unavailable", "disk full", { reason: "examStore" }));
    actions.write("hall-2");
    actions.commit();
    await answer();
    expect(sheet.store.getState()).toMatchObject({ unsaved: 1, fault: { reason: "examStore" } });
    tell();
    expect(cells()[0]?.roomUuid).toBe("hall-2");
    refuse(null);
    pass(SAVE_AGAIN_MS);
    await answer();
    expect(sheet.store.getState()).toMatchObject({ unsaved: 0, fault: null });
    expect(main()[0]?.cells.roomUuid).toBe("hall-2");
  });

  it("takes a change for saved that an attempt without an answer had made", async () => {
    const { actions, answer, refuse, sheet, pass } = setUp(rows(WELL));
    refuse(appError("unavailable", "no answer", { reason: "noAnswer" }));
    actions.insertRows();
    await answer();
    refuse(appError("conflict", "there already", { reason: "rowTwice" }));
    pass(SAVE_AGAIN_MS);
    await answer();
    expect(sheet.store.getState()).toMatchObject({ unsaved: 0, fault: null });
  });

  it("undoes and redoes every kind of change, in their order", () => {
    const { actions, cells, grid } = setUp(rows(WELL, { ...WELL, roomUuid: "hall-2" }));
    const states = [cells()];
    const steps = [
      () => (actions.write("hall-9"), actions.commit()),
      () => actions.insertRows(),
      () => actions.paste("x\ty\nz\tw\nq\tv\n"),
      () => (grid.setState({ cursor: { row: 1, column: 0, anchorRow: 2, anchorColumn: 0 } }), actions.removeRows()),
      () => (grid.setState({ cursor: { row: 0, column: 1, anchorRow: 1, anchorColumn: 1 } }), actions.fillDown()),
      () => actions.clear(),
    ];
    for (const step of steps) {
      step();
      states.push(cells());
    }
    for (let at = steps.length - 1; at >= 0; at -= 1) {
      actions.undo();
      expect(cells()).toEqual(states[at]);
    }
    for (let at = 1; at <= steps.length; at += 1) {
      actions.redo();
      expect(cells()).toEqual(states[at]);
    }
  });

  it("follows main when another hand has changed it, and then undoes nothing", async () => {
    const { actions, answer, sheet, cells, tell, main } = setUp(rows(WELL));
    actions.write("hall-2");
    actions.commit();
    await answer();
    tell();
    expect(sheet.store.getState().canUndo).toBe(true);
    (main() as SheetRow[]).push({ id: "r9", cells: { roomUuid: "elsewhere" } });
    tell();
    expect(cells()).toHaveLength(2);
    expect(sheet.store.getState().canUndo).toBe(false);
  });

  it("says how many pasted cells lay beyond the last column", () => {
    const { actions, refused, grid } = setUp(rows(WELL));
    grid.setState({ cursor: { row: 0, column: 14, anchorRow: 0, anchorColumn: 14 } });
    actions.paste("a\tb\tc");
    expect(refused).toEqual(["beyond 2"]);
  });
});

describe("what is said of a sheet", () => {
  it("is said while it is typed, of this row and of what it does to others", () => {
    const { sheet } = setUp(rows(WELL, { ...WELL, roomUuid: "hall-2" }));
    const codes = (text: string, id: string) =>
      sheet
        .judge("r2", "roomUuid", text)
        .byId.get(id)
        ?.findings.map(({ code }) => code);
    expect(codes("hall-3", "r2")).toEqual([]);
    expect(codes("hall-1", "r2")).toEqual(["duplicate"]);
    expect(codes("hall-1", "r1")).toEqual(["duplicate"]);
  });

  it("has what only main knows, while the row is the one that main has judged", () => {
    const { sheet, actions } = setUp(rows(WELL));
    const past = { column: "startTime" as const, level: "error" as const, code: "past", params: {} };
    const told = { ...asTold({ id: "r1", cells: WELL }, 0), findings: [past] };
    const reading = () => sheet.store.getState().reading.rows[0];
    const now = reading();
    expect(now && findingsOf(now, told)).toEqual([past]);
    expect(cellMark("startTime", [past], told)).toBe("error");
    actions.write("hall-7");
    actions.commit();
    const later = reading();
    expect(later && findingsOf(later, told)).toEqual([]);
  });

  it("is found by key, forwards and backwards, all around", () => {
    const { sheet } = setUp(rows({ ...WELL, roomType: "3" }, { ...WELL, roomUuid: "hall-2" }, { ...WELL, roomUuid: "", duration: "x" }));
    const { reading, told } = sheet.store.getState();
    const places: unknown[] = [];
    for (let at = { row: 0, column: 0 }, turn = 0; turn < 4; turn += 1) {
      at = nextFinding(reading, told, at, 1) ?? at;
      places.push([at.row, at.column]);
    }
    expect(places).toEqual([
      [0, 2],
      [2, 0],
      [2, 4],
      [0, 2],
    ]);
    expect(nextFinding(reading, told, { row: 0, column: 2 }, -1)).toEqual({ row: 2, column: 4 });
    expect(nextFinding(setUp(rows(WELL)).sheet.store.getState().reading, new Map(), { row: 0, column: 0 }, 1)).toBeNull();
  });
});
