/** An exam's sheet while it is edited: what is typed is judged and shown at once, saved by main one change after the other, and undone by its opposite. What could not be saved stays, and is tried again. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { checkSheet, type SheetReading } from "../../shared/examSheet/check.ts";
import { applyEdits } from "../../shared/examSheet/edits.ts";
import { type Cells, COLUMNS, type Column, type ExamRow, type SheetEdit, type SheetRow } from "../../shared/model/exam.ts";
import type { AppError } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";
import type { RendererClock } from "../clock.ts";
import { mirrorList } from "./mirrors.ts";

/** How long after a failure the same change is tried again, ms. */
export const SAVE_AGAIN_MS = 5_000;
const MAX_UNDO = 200;
/** A change that was tried before and finds itself done was done by that attempt. */
const ALREADY_DONE: ReadonlySet<string> = new Set(["row", "rowTwice"]);

export type SheetState = {
  phase: "waiting" | "live" | "closed";
  /** Why it is closed. */
  error: AppError | null;
  rows: readonly SheetRow[];
  reading: SheetReading;
  /** As main has them, with what only main knows. */
  told: ReadonlyMap<string, ExamRow>;
  /** Changes that main has not confirmed. */
  unsaved: number;
  /** Why the oldest of them is not saved. */
  fault: AppError | null;
  canUndo: boolean;
  canRedo: boolean;
};

export type OpenSheet = {
  examId: string;
  store: StoreApi<SheetState>;
  /** Applied here at once; the answer says why it could not be. */
  edit(edits: readonly SheetEdit[]): AppError | null;
  undo(): AppError | null;
  redo(): AppError | null;
  /** Tries at once to save what is not saved. */
  saveAgain(): void;
  /** What would be said of the sheet with this text in this cell. */
  judge(id: string, column: Column, text: string): SheetReading;
  setTimeZone(timeZone: string): void;
  stop(): void;
};

export const sameCells = (a: Cells, b: Cells): boolean => COLUMNS.every((column) => (a[column] ?? "") === (b[column] ?? ""));

/** Main's rows in their order; a row that is as it was stays the same object, so that it is not read again. */
export const mergeRows = (rows: readonly SheetRow[], told: ReadonlyMap<string, ExamRow>): readonly SheetRow[] => {
  const known = new Map(rows.map((row) => [row.id, row]));
  const next = [...told.values()]
    .sort((a, b) => a.index - b.index)
    .map(({ id, cells }): SheetRow => {
      const row = known.get(id);
      return row !== undefined && sameCells(row.cells, cells) ? row : { id, cells };
    });
  return next.length === rows.length && next.every((row, index) => row === rows[index]) ? rows : next;
};

type Change = { edits: readonly SheetEdit[]; inverse: readonly SheetEdit[] };

export const openSheet = (bridge: Bridge, clock: RendererClock, examId: string, zone: string): OpenSheet => {
  let timeZone = zone;
  const store = createStore<SheetState>(() => ({
    phase: "waiting",
    error: null,
    rows: [],
    reading: checkSheet([], { timeZone }),
    told: new Map(),
    unsaved: 0,
    fault: null,
    canUndo: false,
    canRedo: false,
  }));
  const queue: { edits: readonly SheetEdit[]; attempts: number }[] = [];
  let undone: Change[] = [];
  let doneChanges: Change[] = [];
  let sending = false;
  let stopped = false;
  let cancelRetry = (): void => undefined;

  const show = (rows: readonly SheetRow[], part: Partial<SheetState> = {}): void => {
    const before = store.getState();
    const reading =
      rows === before.rows && before.reading.timeZone === timeZone ? before.reading : checkSheet(rows, { timeZone }, before.reading);
    store.setState({
      rows,
      reading,
      unsaved: queue.length,
      canUndo: doneChanges.length > 0,
      canRedo: undone.length > 0,
      ...part,
    });
  };

  const mirror = mirrorList(bridge, clock, "examRows", { examId });
  const follow = (): void => {
    const { items, phase, error } = mirror.store.getState();
    const before = store.getState();
    if (phase !== "live") return show(before.rows, { phase, error });
    // Until main has all that was typed, what it tells lags behind.
    const rows = queue.length > 0 ? before.rows : mergeRows(before.rows, items);
    if (rows !== before.rows && before.phase === "live") {
      // Somebody else has changed it: what was done here can no longer be undone step by step.
      doneChanges = [];
      undone = [];
    }
    show(rows, { phase, error: null, told: items });
  };
  const stopFollowing = mirror.store.subscribe(follow);

  const send = async (): Promise<void> => {
    const [first] = queue;
    if (sending || first === undefined || stopped) return;
    sending = true;
    cancelRetry();
    first.attempts += 1;
    const answer = await bridge.call("exams.edit", { examId, edits: [...first.edits] });
    sending = false;
    if (stopped) return;
    if (answer.ok || (first.attempts > 1 && ALREADY_DONE.has(answer.error.reason ?? ""))) {
      queue.shift();
      store.setState({ unsaved: queue.length, fault: null });
      return send();
    }
    store.setState({ fault: answer.error });
    cancelRetry = clock.after(SAVE_AGAIN_MS, () => void send());
  };

  const apply = (edits: readonly SheetEdit[]): { inverse: readonly SheetEdit[] } | AppError => {
    const edited = applyEdits(store.getState().rows, edits);
    if (!edited.ok) return edited.error;
    queue.push({ edits, attempts: 0 });
    show(edited.value.rows);
    void send();
    return { inverse: edited.value.inverse };
  };

  const step = (from: Change[], to: Change[]): AppError | null => {
    const change = from.at(-1);
    if (change === undefined) return null;
    const applied = apply(change.inverse);
    if (!("inverse" in applied)) return applied;
    from.pop();
    to.push({ edits: change.inverse, inverse: change.edits });
    show(store.getState().rows);
    return null;
  };

  return {
    examId,
    store,
    edit: (edits) => {
      const applied = apply(edits);
      if (!("inverse" in applied)) return applied;
      doneChanges = [...doneChanges.slice(1 - MAX_UNDO), { edits, inverse: applied.inverse }];
      undone = [];
      show(store.getState().rows);
      return null;
    },
    undo: () => step(doneChanges, undone),
    redo: () => step(undone, doneChanges),
    saveAgain: () => void send(),
    judge: (id, column, text) => {
      const { rows, reading } = store.getState();
      const edited = applyEdits(rows, [{ kind: "set", cells: [{ id, column, text }] }]);
      return edited.ok ? checkSheet(edited.value.rows, { timeZone }, reading) : reading;
    },
    setTimeZone: (next) => {
      if (next === timeZone) return;
      timeZone = next;
      show(store.getState().rows);
    },
    stop: () => {
      stopped = true;
      cancelRetry();
      stopFollowing();
      mirror.stop();
    },
  };
};

export type SheetKeeper = {
  /** The sheet of an exam; it stays open, with its undo, while other places are looked at. */
  open(examId: string, timeZone: string): OpenSheet;
};

/** One sheet at a time; another takes its place, and waits for nothing: what is typed was handed to main when it was typed. */
export const createSheets = (bridge: Bridge, clock: RendererClock): SheetKeeper => {
  const open = new Map<string, OpenSheet>();
  return {
    open: (examId, timeZone) => {
      const known = open.get(examId);
      if (known !== undefined && known.store.getState().phase !== "closed") {
        known.setTimeZone(timeZone);
        return known;
      }
      for (const [id, sheet] of open) {
        // What is not saved yet goes on trying.
        if (sheet.store.getState().unsaved > 0 && id !== examId) continue;
        sheet.stop();
        open.delete(id);
      }
      const fresh = openSheet(bridge, clock, examId, timeZone);
      open.set(examId, fresh);
      return fresh;
    },
  };
};
