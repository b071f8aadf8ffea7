/** The sheet as a table, virtualised: the grid keeps the focus, a cursor moves over the cells, and a field stands in the one that is written. */
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { useStore } from "zustand";
import { COLUMNS } from "../../../shared/model/exam.ts";
import { useSlots } from "../../components/slots.ts";
import { useWords } from "../../i18n/words.tsx";
import { useUi } from "../../state/console.ts";
import type { OpenSheet } from "../../state/sheet.ts";
import type { GridStore, SheetActions } from "./actions.ts";
import { extentOf, NUMERIC, PINNED_REM, template, totalRem } from "./columns.ts";
import { isMany, moved, to } from "./cursor.ts";
import { cellId, SheetRow } from "./SheetRow.tsx";

const ROOT_PX = 16;
const HEAD_PX = 28;
const ROW_REM = { wide: 2, other: 1.8125 };

type GridProps = { name: string; sheet: OpenSheet; grid: GridStore; actions: SheetActions };

/** Where a pointer is: the row, and the column unless it is at the row's number. */
const placeOf = (target: EventTarget | null): { row: number; column: number | null } | null => {
  if (!(target instanceof Element) || target.matches("textarea")) return null;
  const row = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
  const column = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
  return row === undefined ? null : { row: Number(row), column: column === undefined ? null : Number(column) };
};

export const SheetGrid = ({ name, sheet, grid, actions }: GridProps) => {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const reading = useStore(sheet.store, (state) => state.reading);
  const told = useStore(sheet.store, (state) => state.told);
  const cursor = useStore(grid, (state) => state.cursor);
  const rowPx = (useUi((state) => state.width) === "wide" ? ROW_REM.wide : ROW_REM.other) * ROOT_PX;
  const count = reading.rows.length;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
    scrollPaddingStart: HEAD_PX,
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  const items = virtualizer.getVirtualItems();
  const slots = useSlots(items);

  // What is being written when another place is opened is kept.
  useEffect(() => () => void actions.commit(), [actions]);
  useEffect(() => {
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, []);

  const { row, column } = cursor;
  useEffect(() => {
    const element = scroller.current;
    if (element === null || count === 0) return;
    virtualizer.scrollToIndex(row);
    if (column === 0) return;
    const { from, to: end } = extentOf(column);
    const left = (from - PINNED_REM) * ROOT_PX;
    const right = end * ROOT_PX - element.clientWidth;
    if (element.scrollLeft > left) element.scrollLeft = left;
    else if (element.scrollLeft < right) element.scrollLeft = right;
  }, [virtualizer, row, column, count]);

  const extent = {
    rows: count,
    columns: COLUMNS.length,
    page: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 400) - HEAD_PX) / rowPx) - 1),
  };
  const done = useCallback(
    (key: "Enter" | "Tab" | "Escape", back: boolean): void => {
      scroller.current?.focus({ preventScroll: true });
      const by = back ? -1 : 1;
      const size = { rows: sheet.store.getState().rows.length, columns: COLUMNS.length, page: 1 };
      if (key !== "Escape")
        grid.setState(({ cursor: at }) => ({
          cursor: to(at, at.row + (key === "Enter" ? by : 0), at.column + (key === "Tab" ? by : 0), size),
        }));
    },
    [grid, sheet],
  );

  const withControl = (event: KeyboardEvent): (() => void) | null => {
    const steps: Record<string, () => void> = {
      z: event.shiftKey ? actions.redo : actions.undo,
      Z: actions.redo,
      y: actions.redo,
      d: actions.fillDown,
      a: () => grid.setState({ cursor: { row: 0, column: 0, anchorRow: Math.max(0, count - 1), anchorColumn: COLUMNS.length - 1 } }),
      Enter: actions.insertRows,
      Delete: actions.removeRows,
    };
    return steps[event.key] ?? null;
  };
  const plain = (event: KeyboardEvent): (() => void) | null => {
    const steps: Record<string, () => void> = {
      Enter: () => actions.write(null),
      F2: () => actions.write(null),
      F8: () => void actions.toFinding(event.shiftKey ? -1 : 1),
      Delete: actions.clear,
      Backspace: actions.clear,
    };
    if (event.key === "Escape" && isMany(cursor)) return () => grid.setState({ cursor: to(cursor, row, column, extent) });
    return steps[event.key] ?? (event.key.length === 1 ? () => actions.write(event.key) : null);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current || event.altKey || event.nativeEvent.isComposing) return;
    const control = event.ctrlKey || event.metaKey;
    const next = moved(cursor, { key: event.key, control, shift: event.shiftKey }, extent);
    const step = next !== null ? () => grid.setState({ cursor: next }) : control ? withControl(event) : plain(event);
    if (step === null) return;
    event.preventDefault();
    step();
  };

  const onPointerDown = (event: PointerEvent): void => {
    const at = placeOf(event.target);
    if (at === null || event.button !== 0 || !actions.commit()) return;
    if (at.column !== null) return grid.setState({ cursor: to(cursor, at.row, at.column, extent, event.shiftKey) });
    const from = event.shiftKey ? cursor.anchorRow : at.row;
    grid.setState({ cursor: { row: at.row, column: 0, anchorRow: from, anchorColumn: COLUMNS.length - 1 } });
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (event.buttons !== 1 || grid.getState().editing !== null) return;
    const at = placeOf(event.target);
    if (at === null) return;
    const wanted = { row: at.row, column: at.column ?? cursor.column };
    if (wanted.row !== cursor.row || wanted.column !== cursor.column)
      grid.setState({ cursor: at.column === null ? { ...cursor, row: at.row } : to(cursor, at.row, at.column, extent, true) });
  };

  const onClipboard = (event: ClipboardEvent): void => {
    if (event.target !== scroller.current) return;
    event.preventDefault();
    if (event.type === "paste") return actions.paste(event.clipboardData.getData("text/plain"));
    event.clipboardData.setData("text/plain", actions.copied());
    if (event.type === "cut") actions.clear();
  };

  const drawn = items.some(({ index }) => index === row);
  return (
    <div
      ref={scroller}
      role="grid"
      className="sheet-grid"
      aria-label={t("exams.sheet.label", { name })}
      aria-rowcount={count + 1}
      aria-colcount={COLUMNS.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={drawn ? cellId(row, column) : undefined}
      aria-describedby="cell-line"
      tabIndex={0}
      style={{ "--columns": template, "--total": `${totalRem}rem` } as CSSProperties}
      onKeyDown={onKey}
      onCopy={onClipboard}
      onCut={onClipboard}
      onPaste={onClipboard}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={(event) => placeOf(event.target)?.column != null && actions.write(null)}
    >
      <div role="rowgroup" className="head-group">
        <div role="row" aria-rowindex={1} className="sheet-row head">
          <span role="columnheader" className="number pinned">
            {t("exams.sheet.row")}
          </span>
          {COLUMNS.map((one) => (
            <span
              key={one}
              role="columnheader"
              title={one}
              className={`cell${NUMERIC.has(one) ? " n" : ""}${one === "roomUuid" ? " pinned id" : ""}`}
            >
              {t(`exams.column.${one}`)}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="rows" style={{ height: virtualizer.getTotalSize() }}>
        {slots.map(({ slot, index, start }) => {
          const one = reading.rows[index];
          return (
            one !== undefined && (
              <SheetRow key={slot} reading={one} told={told.get(one.row.id)} top={start} grid={grid} actions={actions} onDone={done} />
            )
          );
        })}
      </div>
    </div>
  );
};
