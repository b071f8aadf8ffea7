/** One row of a sheet: its number with its verdict, its cells with theirs, and the field of the cell that is being written. */
import { type KeyboardEvent, memo, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { RowReading } from "../../../shared/examSheet/check.ts";
import { COLUMNS, type Column, type ExamRow, MAX_CELL_CHARACTERS } from "../../../shared/model/exam.ts";
import { Icon, type IconName } from "../../components/icons.tsx";
import { useWords } from "../../i18n/words.tsx";
import type { GridStore, SheetActions } from "./actions.ts";
import { NUMERIC } from "./columns.ts";
import { blockOf } from "./cursor.ts";
import { cellMark, findingsOf, type Mark, rowMark } from "./verdict.ts";

const ICONS: Readonly<Record<Mark, IconName>> = { error: "wrong", warning: "doubtful", drift: "differs" };

export const MarkIcon = ({ mark }: { mark: Mark }) => {
  const { t } = useWords();
  return (
    <span className={`mark ${mark}`} role="img" aria-label={t(`exams.mark.${mark}`)}>
      <Icon name={ICONS[mark]} />
    </span>
  );
};

export const cellId = (row: number, column: number): string => `cell-${row}-${column}`;

type EditorProps = { grid: GridStore; actions: SheetActions; label: string; onDone(key: "Enter" | "Tab" | "Escape", back: boolean): void };

const Editor = ({ grid, actions, label, onDone }: EditorProps) => {
  const text = useStore(grid, (state) => state.editing ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key } = event;
    if (event.nativeEvent.isComposing || (key !== "Enter" && key !== "Tab" && key !== "Escape")) return;
    event.preventDefault();
    if (key === "Enter" && event.altKey) {
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      return grid.setState({ editing: `${value.slice(0, selectionStart)}\n${value.slice(selectionEnd)}` });
    }
    if (key === "Escape") actions.cancel();
    else if (!actions.commit()) return;
    onDone(key, event.shiftKey);
  };
  return (
    <textarea
      ref={field}
      rows={Math.min(8, text.split("\n").length)}
      value={text}
      aria-label={label}
      aria-describedby="cell-line"
      maxLength={MAX_CELL_CHARACTERS}
      spellCheck={false}
      onChange={(event) => grid.setState({ editing: event.target.value })}
      onKeyDown={onKey}
      onBlur={() => void actions.commit()}
    />
  );
};

type RowProps = {
  reading: RowReading;
  told: ExamRow | undefined;
  top: number;
  grid: GridStore;
  actions: SheetActions;
  onDone: EditorProps["onDone"];
};

/** What of the cursor concerns this row: null, nothing. */
const useHere = (grid: GridStore, index: number) =>
  useStore(
    grid,
    useShallow(({ cursor, editing }) => {
      const { top, bottom, left, right } = blockOf(cursor);
      const within = index >= top && index <= bottom;
      return {
        left: within ? left : -1,
        right: within ? right : -1,
        column: cursor.row === index ? cursor.column : -1,
        editing: cursor.row === index && editing !== null,
      };
    }),
  );

type CellProps = { column: Column; index: number; text: string; mark: Mark | null; cursor: boolean; chosen: boolean };
const cellClass = ({ column, mark, cursor, chosen }: CellProps): string =>
  [
    "cell",
    NUMERIC.has(column) && "n",
    column === "roomUuid" && "pinned id",
    mark !== null && `marked-${mark}`,
    cursor && "cursor",
    chosen && "chosen",
  ]
    .filter(Boolean)
    .join(" ");

export const SheetRow = memo(({ reading, told, top, grid, actions, onDone }: RowProps) => {
  const { t, n } = useWords();
  const { row, index } = reading;
  const here = useHere(grid, index);
  const findings = findingsOf(reading, told);
  const verdict = rowMark(findings, told);
  return (
    <div role="row" aria-rowindex={index + 2} data-row={index} className="sheet-row" style={{ transform: `translateY(${top}px)` }}>
      <span role="rowheader" className={`number pinned${here.left === 0 && here.right === COLUMNS.length - 1 ? " chosen" : ""}`}>
        {verdict !== null && <MarkIcon mark={verdict} />}
        {n(index + 1)}
      </span>
      {COLUMNS.map((column, at) => {
        const text = row.cells[column] ?? "";
        const mark = cellMark(column, findings, told);
        const cell = { column, index, text, mark, cursor: here.column === at, chosen: at >= here.left && at <= here.right };
        const editing = here.editing && cell.cursor;
        return (
          <span
            key={column}
            role="gridcell"
            id={cellId(index, at)}
            data-column={at}
            aria-colindex={at + 2}
            aria-selected={cell.chosen}
            aria-invalid={mark === "error" ? true : undefined}
            className={cellClass(cell)}
          >
            {mark !== null && <MarkIcon mark={mark} />}
            {editing ? (
              <Editor grid={grid} actions={actions} label={t(`exams.column.${column}`)} onDone={onDone} />
            ) : (
              <span className="text">{text}</span>
            )}
          </span>
        );
      })}
    </div>
  );
});
