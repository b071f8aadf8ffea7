/** One room on the wall. Renders again only when its room, its mark or the cursor changes. */
import { memo, useRef } from "react";
import { useStore } from "zustand";
import type { RoomSummary } from "../../../shared/model/room.ts";
import { Priority } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";
import type { ColumnId, WidthClass } from "../../state/ui.ts";
import { Age, Hands, LastEvent, RecordingMark, StateMark, useFreshness } from "./cells.tsx";
import { columnsFor } from "./columns.ts";

/** A row that changed within this time does not flash again: where everything moves, movement says nothing. */
const CALM_MS = 3_000;

const AlarmMark = ({ room }: { room: RoomSummary }) => {
  const { t } = useWords();
  const priority = useStore(useConsole().priorities, ({ byRoom }) => byRoom.get(room.roomUuid) ?? null);
  return priority === null ? null : <Priority priority={priority} label={t("wall.alarmMark", { priority })} />;
};

const Cell = ({ column, room, width }: { column: ColumnId; room: RoomSummary; width: WidthClass }) => {
  const { n } = useWords();
  switch (column) {
    case "name":
      return (
        <>
          {room.name}
          {width === "wide" && room.name !== room.roomUuid && <span className="id">{room.roomUuid}</span>}
        </>
      );
    case "state":
      return <StateMark room={room} />;
    case "people":
      return room.state === null && room.present === 0 ? <span className="dimmed">–</span> : n(room.present);
    case "hands":
      return <Hands room={room} />;
    case "stage":
      return room.stage === 0 ? <span className="dimmed">–</span> : n(room.stage);
    case "recording":
      return <RecordingMark room={room} />;
    case "event":
      return <LastEvent room={room} />;
    case "age":
      return <Age room={room} />;
    case "alarm":
      return <AlarmMark room={room} />;
  }
};

/** Whether the row's content is new since it was last drawn, for a flash of its ground. */
const useFlash = (room: RoomSummary | undefined): number => {
  const { clock } = useConsole();
  const seen = useRef({ id: room?.roomUuid, events: room?.eventCount ?? 0, at: 0, flash: 0 });
  const now = clock.monotonic();
  const { current } = seen;
  if (room !== undefined && current.id !== room.roomUuid) seen.current = { id: room.roomUuid, events: room.eventCount, at: 0, flash: 0 };
  else if (room !== undefined && current.events !== room.eventCount) {
    const calm = now - current.at > CALM_MS;
    seen.current = { ...current, events: room.eventCount, at: now, flash: calm ? current.flash + 1 : current.flash };
  }
  return seen.current.flash;
};

type RowProps = { id: string; index: number; top: number; width: WidthClass };

export const Row = memo(({ id, index, top, width }: RowProps) => {
  const console = useConsole();
  const { t } = useWords();
  const room = useStore(console.rooms, (state) => state.items.get(id));
  const marked = useUi((ui) => ui.marked.has(id));
  const cursor = useUi((ui) => ui.cursor === id);
  const freshness = useFreshness(room);
  const flash = useFlash(room);
  if (room === undefined) return null;

  const stale = freshness === "stale" || freshness === "offline";
  const cellId = (column: string): string => `room-${index}-${column}`;
  const columns = columnsFor(width);
  return (
    <div
      role="row"
      id={`room-${index}`}
      aria-rowindex={index + 2}
      aria-selected={marked}
      aria-labelledby={columns.map((column) => cellId(column.id)).join(" ")}
      className={`row${marked ? " marked" : ""}${stale ? " stale" : ""}${cursor ? " cursor" : ""}`}
      style={{ transform: `translateY(${top}px)` }}
      data-room={id}
    >
      <div role="gridcell" className="markbox">
        <input type="checkbox" tabIndex={-1} checked={marked} readOnly aria-label={t("wall.markRoom", { room: room.name })} />
      </div>
      {columns.map((column) => (
        <div role="gridcell" key={column.id} id={cellId(column.id)} className={column.numeric ? "n" : column.cut ? "cut" : undefined}>
          <Cell column={column.id} room={room} width={width} />
        </div>
      ))}
      {flash > 0 && <i key={flash} className="flash" aria-hidden="true" />}
    </div>
  );
});
