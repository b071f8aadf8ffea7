/** The wall's rows, virtualised: the grid keeps the focus, and a cursor moves over the rooms. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, memo, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useSlots } from "../../components/slots.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";
import type { ColumnId } from "../../state/ui.ts";
import { columnsFor, columnTemplate, rowRem } from "./columns.ts";
import type { OrderKeeper } from "./keeper.ts";
import { Row } from "./Row.tsx";

const ROOT_PX = 16;
const HEAD_REM = 1.75;

/** Kept as it is while the list scrolls: the grid renders with each frame then. */
const SortHeader = memo(({ column, numeric }: { column: ColumnId; numeric: boolean }) => {
  const { ui } = useConsole();
  const { t } = useWords();
  const sort = useUi((state) => state.sort);
  const sorted = sort.column === column;
  const click = (): void => ui.setState({ sort: { column, descending: sorted ? !sort.descending : false } });
  return (
    <div
      role="columnheader"
      className={numeric ? "n" : undefined}
      {...(sorted ? { "aria-sort": sort.descending ? "descending" : "ascending" } : {})}
    >
      <button type="button" title={t("wall.column.sortBy", { column: t(`wall.column.${column}`) })} onClick={click}>
        {t(`wall.column.${column}`)}
        {sorted && <span aria-hidden="true">{sort.descending ? " ↓" : " ↑"}</span>}
      </button>
    </div>
  );
});

export const Grid = ({ ids, keeper }: { ids: readonly string[]; keeper: OrderKeeper }) => {
  const { ui, pointer } = useConsole();
  const { t } = useWords();
  const width = useUi((state) => state.width);
  const cursor = useUi((state) => state.cursor);
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = rowRem(width) * ROOT_PX;
  const headPx = HEAD_REM * ROOT_PX;

  const virtualizer = useVirtualizer({
    count: ids.length,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 4,
    scrollMargin: 0,
    scrollPaddingStart: headPx,
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);

  // Coming back from a room finds the list where it was left.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    element.scrollTop = ui.getState().wallScroll;
    return () => ui.setState({ wallScroll: element.scrollTop });
  }, [ui]);
  useEffect(() => {
    // Never out of a field that somebody is typing in: the list comes and goes with the filter.
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
    if (ui.getState().cursor === null) ui.setState({ cursor: ids[0] ?? null });
    // Once, when the list appears; start-up is measured up to here.
    performance.mark("wall");
  }, []);
  // Focus alone is where the page begins; it holds the order once a key was pressed in the list.
  const at = useRef({ pointer: false, keys: false });
  const hold = (part: Partial<typeof at.current>): void => {
    at.current = { ...at.current, ...part };
    keeper.hold(at.current.pointer || at.current.keys);
  };
  useEffect(() => hold({ pointer: scroller.current !== null && pointer.isOver(scroller.current) }), [keeper, pointer]);

  const cursorIndex = cursor === null ? -1 : ids.indexOf(cursor);
  const items = virtualizer.getVirtualItems();
  const slots = useSlots(items);
  const cursorDrawn = items.some((item) => item.index === cursorIndex);

  const moveTo = (index: number): void => {
    const target = Math.min(ids.length - 1, Math.max(0, index));
    const id = ids[target];
    if (id === undefined) return;
    ui.setState({ cursor: id });
    virtualizer.scrollToIndex(target);
  };
  const toggle = (id: string): void =>
    ui.setState(({ marked }) => {
      const next = new Set(marked);
      if (!next.delete(id)) next.add(id);
      return { marked: next };
    });
  const open = (id: string): void => ui.setState({ place: { name: "room", roomUuid: id }, cursor: id });

  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current.clientHeight - headPx) / rowPx) - 1);
    const here = ids[cursorIndex];
    const steps: Record<string, () => void> = {
      ArrowDown: () => moveTo(cursorIndex + 1),
      j: () => moveTo(cursorIndex + 1),
      ArrowUp: () => moveTo(cursorIndex - 1),
      k: () => moveTo(cursorIndex - 1),
      PageDown: () => moveTo(cursorIndex + page),
      PageUp: () => moveTo(cursorIndex - page),
      Home: () => moveTo(0),
      End: () => moveTo(ids.length - 1),
      Enter: () => here !== undefined && open(here),
      " ": () => here !== undefined && toggle(here),
      r: keeper.resort,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    hold({ keys: true });
    if (event.shiftKey && event.key.startsWith("Arrow") && here !== undefined && !ui.getState().marked.has(here)) toggle(here);
    step();
  };
  const onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element)) return;
    const id = event.target.closest<HTMLElement>("[data-room]")?.dataset["room"];
    if (id === undefined) return;
    if (event.target.closest(".markbox")) {
      toggle(id);
      ui.setState({ cursor: id });
    } else open(id);
  };

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={t("wall.title")}
      aria-rowcount={ids.length + 1}
      aria-colcount={columnsFor(width).length + 1}
      aria-multiselectable="true"
      aria-activedescendant={cursorDrawn ? `room-${cursorIndex}` : undefined}
      tabIndex={0}
      className="grid"
      style={{ "--columns": columnTemplate(width) } as React.CSSProperties}
      onKeyDown={onKey}
      onClick={onClick}
      onPointerEnter={() => hold({ pointer: true })}
      onPointerLeave={() => hold({ pointer: false })}
      onBlur={() => hold({ keys: false })}
    >
      <div role="rowgroup" className="head-group">
        <div role="row" aria-rowindex={1} className="head">
          <div role="columnheader">
            <span className="unseen">{t("wall.column.mark")}</span>
          </div>
          {columnsFor(width).map((column) => (
            <SortHeader key={column.id} column={column.id} numeric={column.numeric ?? false} />
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {slots.map(({ slot, index, start }) => {
          const id = ids[index];
          return id === undefined ? null : <Row key={slot} id={id} index={index} top={start} width={width} />;
        })}
      </div>
    </div>
  );
};
