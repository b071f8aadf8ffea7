/** Row by row: what would be done or cannot be, what became of it, what was read back, what was seen otherwise later. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useRef } from "react";
import { COLUMNS, type ExamRow, type FieldDifference } from "../../../shared/model/exam.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { isFailed, progressText } from "./progress.ts";
import { MarkIcon } from "./SheetRow.tsx";

const ROW_PX = 30;
const HEADS = ["row", "room", "action", "difference", "progress", "seen"] as const;
/** More of a value than this is told where the pointer rests. */
const SHOWN = 60;
const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

const Change = ({ from, to, column }: FieldDifference) => {
  const { t } = useWords();
  return (
    <span className="change" title={`${from ?? t("exams.notTold")} → ${to}`}>
      {t(`exams.column.${column}`)}: <del>{short(from ?? t("exams.notTold"))}</del> → <ins>{short(to)}</ins>
    </span>
  );
};

const Difference = ({ row }: { row: ExamRow }) => {
  const words = useWords();
  const { t, n } = words;
  const { action, changes, fixed, unseen } = row.difference;
  const said: ReactNode[] = [];
  if (action === "none") said.push(t("exams.apply.errors", { count: row.findings.filter(({ level }) => level === "error").length }));
  for (const change of changes) said.push(<Change key={change.column} {...change} />);
  for (const one of fixed)
    said.push(
      <span key={one.column} className="change">
        <Change {...one} /> <em title={words.code("examFixed", one.column)}>{words.code("examFixed", one.column)}</em>
      </span>,
    );
  if (unseen.length > 0)
    said.push(
      <span
        key="unseen"
        className="dimmed"
        title={COLUMNS.filter((column) => unseen.includes(column))
          .map((column) => t(`exams.column.${column}`))
          .join(", ")}
      >
        {t("exams.apply.unseen", { n: n(unseen.length) })}
      </span>,
    );
  return <>{said}</>;
};

const Seen = ({ row }: { row: ExamRow }) => {
  const { t, time } = useWords();
  const now = useNow();
  const [drift] = row.drift;
  if (drift !== undefined)
    return (
      <span className="warn2" title={`${drift.wanted} → ${drift.seen}`}>
        <MarkIcon mark="drift" />{" "}
        {t("exams.drift.line", { column: t(`exams.column.${drift.column}`), seen: short(drift.seen), at: time.moment(drift.seenAt, now) })}
      </span>
    );
  if (row.readBack === null) return null;
  const { state, at } = row.readBack;
  return <>{t(`exams.readBack.${state}`, { time: at === null ? "" : time.moment(at, now) })}</>;
};

const Line = memo(({ row, at, top }: { row: ExamRow; at: number; top: number }) => {
  const { ui, rooms } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const id = row.cells.roomUuid ?? "";
  const known = rooms.getState().items.has(id);
  const name = row.cells.roomName || id;
  return (
    <div role="row" aria-rowindex={at + 2} className="apply-row" style={{ transform: `translateY(${top}px)` }}>
      <span role="cell" className="n dimmed">
        {n(row.index + 1)}
      </span>
      <span role="cell" className="cut" title={id}>
        {known ? (
          <button type="button" className="link cut" tabIndex={-1} onClick={() => ui.setState({ place: { name: "room", roomUuid: id } })}>
            {name}
          </button>
        ) : (
          name
        )}
      </span>
      <span role="cell" className={row.difference.action === "none" || row.difference.action === "fixed" ? "warn2" : ""}>
        {t(`exams.action.${row.difference.action}`)}
      </span>
      <span role="cell" className="cut">
        <Difference row={row} />
      </span>
      <span
        role="cell"
        className={`cut${isFailed(row) ? " warn1" : ""}`}
        title={row.progress === null ? undefined : progressText(row.progress, words)}
      >
        {row.progress === null ? "" : progressText(row.progress, words)}
      </span>
      <span role="cell" className="cut">
        <Seen row={row} />
      </span>
    </div>
  );
});

export const ApplyList = ({ rows }: { rows: readonly ExamRow[] }) => {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    useFlushSync: false,
  });
  return (
    <div ref={scroller} role="table" className="apply-list" aria-label={t("exams.apply.list")} aria-rowcount={rows.length + 1} tabIndex={0}>
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
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row !== undefined && <Line key={row.id} row={row} at={index} top={start} />;
        })}
      </div>
    </div>
  );
};
