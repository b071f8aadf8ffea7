/** The rows of the list, virtualised: the grid keeps the focus, and a cursor moves over the commands. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { CommandRow } from "../../../shared/model/command.ts";
import { useSlots } from "../../components/slots.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { commandState } from "./describe.ts";
import { isTrouble } from "./list.ts";
import { commandName } from "./names.ts";
import { CommandActions, Loop } from "./parts.tsx";

const ROOT_PX = 16;
const ROW_REM = 2.125;
const HEAD_PX = 28;
/** So many rows before the end the next page is asked for. */
const AHEAD = 60;
const HEADS = ["number", "what", "room", "who", "at", "loop", "state"] as const;
const NARROW: Readonly<Partial<Record<(typeof HEADS)[number], string>>> = { number: "n w-narrow", who: "w-compact" };

type RowProps = { row: CommandRow; index: number; top: number; chosen: boolean; cursor: boolean };

const Row = memo(({ row, index, top, chosen, cursor }: RowProps) => {
  const words = useWords();
  const { n, t, time } = words;
  const now = useNow();
  const room = useStore(useConsole().rooms, (state) => state.items.get(row.roomUuid)?.name ?? row.roomUuid);
  const bad = row.state === "failed" || row.state === "expired";
  const state = commandState(row, now, words);
  return (
    <div
      role="row"
      id={`command-${index}`}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      data-command={row.id}
      className={`command-row${cursor ? " cursor" : ""}${chosen ? " chosen" : ""}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className="n dimmed w-narrow">
        {n(row.number)}
      </span>
      <b role="gridcell" className="cut">
        {commandName(row, words)}
      </b>
      <span role="gridcell" className="cut">
        {room}
      </span>
      <span role="gridcell" className="cut w-compact">
        {row.operator || <span className="dimmed">{t("commandsView.nobody")}</span>}
      </span>
      <span role="gridcell">{time.moment(row.askedAt, now)}</span>
      <span role="gridcell">
        <Loop row={row} />
      </span>
      <span role="gridcell" className="state">
        <span className={`cut${bad ? " warn1" : isTrouble(row) ? " warn2" : ""}`} title={state}>
          {state}
        </span>
        {/* What waits for a word stands above the list, with what it needs to be judged by. */}
        {row.state !== "needsReview" && <CommandActions row={row} />}
      </span>
    </div>
  );
});

type GridProps = { rows: readonly CommandRow[]; total: number; chosen: string | null; onChoose(id: string | null): void; onEnd(): void };

export const CommandGrid = ({ rows, total, chosen, onChoose, onEnd }: GridProps) => {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_REM * ROOT_PX,
    overscan: 4,
    scrollPaddingStart: HEAD_PX,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const slots = useSlots(items);
  const last = items.at(-1)?.index ?? 0;
  const nearEnd = last >= rows.length - AHEAD;
  useEffect(() => {
    if (nearEnd) onEnd();
  }, [nearEnd, rows.length, onEnd]);

  const at = rows.findIndex(({ id }) => id === cursor);
  const moveTo = (index: number): void => {
    const target = Math.min(rows.length - 1, Math.max(0, index));
    setCursor(rows[target]?.id ?? null);
    if (chosen !== null) onChoose(rows[target]?.id ?? null);
    virtualizer.scrollToIndex(target);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current.clientHeight - HEAD_PX) / (ROW_REM * ROOT_PX)) - 1);
    const steps: Record<string, () => void> = {
      ArrowDown: () => moveTo(at + 1),
      j: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at - 1),
      k: () => moveTo(at - 1),
      PageDown: () => moveTo(at + page),
      PageUp: () => moveTo(at - page),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      Enter: () => onChoose(chosen === null || chosen !== cursor ? cursor : null),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  };
  return (
    <div
      ref={scroller}
      role="grid"
      className="command-grid"
      aria-label={t("commandsView.title")}
      aria-rowcount={total + 1}
      aria-activedescendant={items.some(({ index }) => index === at) ? `command-${at}` : undefined}
      tabIndex={0}
      onKeyDown={onKey}
      onClick={(event) => {
        if (!(event.target instanceof Element) || event.target.closest("button") !== null) return;
        const id = event.target.closest<HTMLElement>("[data-command]")?.dataset["command"];
        if (id === undefined) return;
        setCursor(id);
        onChoose(chosen === id ? null : id);
      }}
    >
      <div role="rowgroup" className="head-group">
        <div role="row" aria-rowindex={1} className="command-row head">
          {HEADS.map((name) => (
            <span key={name} role="columnheader" className={`cut ${NARROW[name] ?? ""}`}>
              {t(`commandsView.column.${name}`)}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {slots.map(({ slot, index, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <Row key={slot} row={row} index={index} top={start} chosen={row.id === chosen} cursor={row.id === cursor} />
            )
          );
        })}
      </div>
    </div>
  );
};
