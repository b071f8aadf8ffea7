/** Row by row: what would be done or cannot be, what became of it, what was read back, what was seen otherwise later. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from "react";
import { readable } from "../../../shared/examSheet/readable.ts";
import type { ExamRow, FieldDifference } from "../../../shared/model/exam.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { isFailed, progressText } from "./progress.ts";
import { MarkIcon } from "./SheetRow.tsx";

const ROW_PX = 30;
const HEAD_PX = 28;
const HEADS = ["row", "room", "action", "difference", "progress", "seen"] as const;
/** More of a value than this is told below the list. */
const SHOWN = 60;
const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

const Change = ({ from, to, column, zone, whole }: FieldDifference & { zone: string; whole?: boolean }) => {
  const { t } = useWords();
  const cut = whole ? String : short;
  const before = from === null ? t("exams.notTold") : readable(column, from, zone);
  return (
    <span className="change">
      {t(`exams.column.${column}`)}: <del>{cut(before)}</del> → <ins>{cut(readable(column, to, zone))}</ins>
    </span>
  );
};

const Difference = ({ row, zone }: { row: ExamRow; zone: string }) => {
  const words = useWords();
  const { t, n } = words;
  const { action, changes, fixed, unseen } = row.difference;
  const said: ReactNode[] = [];
  if (action === "none") said.push(t("exams.apply.errors", { count: row.findings.filter(({ level }) => level === "error").length }));
  for (const change of changes) said.push(<Change key={change.column} {...change} zone={zone} />);
  for (const one of fixed) said.push(<Change key={one.column} {...one} zone={zone} />);
  if (unseen.length > 0)
    said.push(
      <span key="unseen" className="dimmed">
        {t("exams.apply.unseen", { n: n(unseen.length) })}
      </span>,
    );
  return <>{said}</>;
};

const Seen = ({ row, zone }: { row: ExamRow; zone: string }) => {
  const { t, time } = useWords();
  const now = useNow();
  const [drift] = row.drift;
  if (drift !== undefined)
    return (
      <span className="warn2">
        <MarkIcon mark="drift" />{" "}
        {t("exams.drift.line", {
          column: t(`exams.column.${drift.column}`),
          seen: short(readable(drift.column, drift.seen, zone)),
          at: time.moment(drift.seenAt, now),
        })}
      </span>
    );
  if (row.readBack === null) return null;
  const { state, at } = row.readBack;
  return <>{t(`exams.readBack.${state}`, { time: at === null ? "" : time.moment(at, now) })}</>;
};

type LineProps = { row: ExamRow; zone: string; at: number; top: number; cursor: boolean };

const Line = memo(({ row, zone, at, top, cursor }: LineProps) => {
  const { ui, rooms } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const id = row.cells.roomUuid ?? "";
  const known = rooms.getState().items.has(id);
  const name = row.cells.roomName || id;
  const trouble = row.difference.action === "none" || row.difference.action === "fixed";
  return (
    <div
      role="row"
      id={`apply-${at}`}
      aria-rowindex={at + 2}
      aria-selected={cursor}
      data-at={at}
      className={`apply-row${cursor ? " cursor" : ""}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className="n dimmed">
        {n(row.index + 1)}
      </span>
      <span role="gridcell" className="cut" title={id}>
        {known ? (
          <button type="button" className="link cut" tabIndex={-1} onClick={() => ui.setState({ place: { name: "room", roomUuid: id } })}>
            {name}
          </button>
        ) : (
          name
        )}
      </span>
      <span role="gridcell" className={trouble ? "warn2" : ""}>
        {t(`exams.action.${row.difference.action}`)}
      </span>
      <span role="gridcell" className="cut">
        <Difference row={row} zone={zone} />
      </span>
      <span role="gridcell" className={`cut${isFailed(row) ? " warn1" : ""}`}>
        {row.progress === null ? "" : progressText(row.progress, words)}
      </span>
      <span role="gridcell" className="cut">
        <Seen row={row} zone={zone} />
      </span>
    </div>
  );
});

/** The whole of what the row under the cursor says, which its line may cut. */
const Whole = ({ row, zone }: { row: ExamRow; zone: string }) => {
  const words = useWords();
  const { t, n, code, time } = words;
  const now = useNow();
  const { difference, progress, drift, findings } = row;
  return (
    <div className="cell-line whole" role="status">
      <b>{t("exams.apply.row", { row: n(row.index + 1), action: t(`exams.action.${difference.action}`) })}</b>
      {findings.map((finding) => (
        <span key={`${finding.column} ${finding.code}`} className={`said ${finding.level}`}>
          <MarkIcon mark={finding.level} />
          {finding.column !== null && `${t(`exams.column.${finding.column}`)}: `}
          {code("examFindings", finding.code, finding.params)}
        </span>
      ))}
      {difference.changes.map((change) => (
        <Change key={change.column} {...change} zone={zone} whole />
      ))}
      {difference.fixed.map((one) => (
        <span key={one.column} className="said drift">
          <Change {...one} zone={zone} whole /> {code("examFixed", one.column)}
        </span>
      ))}
      {difference.unseen.length > 0 && (
        <span className="dimmed">
          {t("exams.apply.notTold", { columns: difference.unseen.map((column) => t(`exams.column.${column}`)).join(", ") })}
        </span>
      )}
      {progress !== null && <span className={isFailed(row) ? "warn1" : ""}>{progressText(progress, words)}</span>}
      {drift.map((one) => (
        <span key={one.column} className="said drift">
          <MarkIcon mark="drift" />
          {t("exams.drift.line", {
            column: t(`exams.column.${one.column}`),
            seen: readable(one.column, one.seen, zone),
            at: time.moment(one.seenAt, now),
          })}
        </span>
      ))}
    </div>
  );
};

/** `zone`: the exam's, in which its start times are told. */
export const ApplyList = ({ rows, zone }: { rows: readonly ExamRow[]; zone: string }) => {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    scrollPaddingStart: HEAD_PX,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const at = rows.findIndex(({ id }) => id === cursor);
  const moveTo = (index: number): void => {
    const target = Math.min(rows.length - 1, Math.max(0, index));
    setCursor(rows[target]?.id ?? null);
    virtualizer.scrollToIndex(target);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current.clientHeight - HEAD_PX) / ROW_PX) - 1);
    const steps: Record<string, () => void> = {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at - 1),
      PageDown: () => moveTo(at + page),
      PageUp: () => moveTo(at - page),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  };
  const row = rows[at];
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        className="apply-list"
        aria-label={t("exams.apply.list")}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={items.some(({ index }) => index === at) ? `apply-${at}` : undefined}
        tabIndex={0}
        onKeyDown={onKey}
        onClick={(event) => {
          const line = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-at]")?.dataset["at"] : undefined;
          if (line !== undefined) setCursor(rows[Number(line)]?.id ?? null);
        }}
      >
        <div role="rowgroup" className="head-group">
          <div role="row" aria-rowindex={1} className="apply-row head">
            {HEADS.map((name) => (
              <span key={name} role="columnheader" className={name === "row" ? "n" : ""}>
                {t(`exams.head.${name}`)}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
          {items.map(({ index, start }) => {
            const one = rows[index];
            return one !== undefined && <Line key={one.id} row={one} zone={zone} at={index} top={start} cursor={one.id === cursor} />;
          })}
        </div>
      </div>
      {row !== undefined && <Whole row={row} zone={zone} />}
    </>
  );
};
