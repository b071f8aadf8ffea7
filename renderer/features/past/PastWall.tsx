/** Every room as it was, for reading: nothing here can be marked, started or ended. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { PastRoom } from "../../../shared/model/past.ts";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { Hands, LastEvent, RecordingMark, StateMark } from "../wall/cells.tsx";
import { parseFilter } from "../wall/filter.ts";
import { vocabularyOf } from "../wall/useOrder.ts";
import { summaryThen } from "./then.ts";

const ROW_PX = 30;
const COLUMNS = ["name", "state", "people", "hands", "recording", "event"] as const;

export const PastWall = ({ rooms, onOpen }: { rooms: readonly PastRoom[]; onOpen(roomUuid: string): void }) => {
  const words = useWords();
  const { t, n } = words;
  const today = useStore(useConsole().rooms, (state) => state.items);
  const [text, setText] = useState("");
  const scroller = useRef<HTMLDivElement>(null);

  const filter = useMemo(() => parseFilter(text, vocabularyOf(words)), [text, words]);
  const shown = useMemo(() => {
    const collator = new Intl.Collator(words.language, { numeric: true });
    const rows = rooms.map((room) => ({ room: summaryThen(room, today.get(room.roomUuid)), uncertain: room.uncertain }));
    const wanted = rows.filter(
      ({ room }) => room.visibility !== "hidden" && (!filter.ok || filter.value({ room, freshness: "live", priority: null })),
    );
    return wanted.sort((a, b) => collator.compare(a.room.name, b.room.name));
  }, [rooms, today, filter, words.language]);

  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    useFlushSync: false,
  });

  return (
    <>
      <div className="bar">
        <div className="filter" role="search">
          <input
            type="text"
            value={text}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            aria-label={t("wall.filter.label")}
            placeholder={t("wall.filter.placeholder")}
            aria-invalid={!filter.ok}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <span className="dimmed">{t("past.rooms", { n: n(shown.length), all: n(rooms.length) })}</span>
      </div>
      {shown.length === 0 ? (
        <Empty title={rooms.length === 0 ? t("past.nothing") : t("wall.empty.noMatch")} />
      ) : (
        <div ref={scroller} className="past-grid" role="grid" aria-label={t("past.wallLabel")} aria-rowcount={shown.length + 1}>
          <div role="row" aria-rowindex={1} className="past-row head">
            {COLUMNS.map((column) => (
              <div role="columnheader" key={column}>
                {t(`wall.column.${column}`)}
              </div>
            ))}
          </div>
          <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = shown[item.index];
              if (row === undefined) return null;
              const { room, uncertain } = row;
              return (
                <div
                  key={room.roomUuid}
                  role="row"
                  aria-rowindex={item.index + 2}
                  className="past-row"
                  style={{ transform: `translateY(${item.start}px)`, position: "absolute", left: 0, right: 0, top: 0 }}
                >
                  <div role="gridcell" className="cut">
                    <button type="button" className="link" onClick={() => onOpen(room.roomUuid)}>
                      {room.name}
                    </button>
                  </div>
                  <div role="gridcell">
                    <StateMark room={room} />
                  </div>
                  <div role="gridcell">{room.state === null && room.present === 0 ? "–" : n(room.present)}</div>
                  <div role="gridcell">
                    <Hands room={room} />
                  </div>
                  <div role="gridcell">
                    <RecordingMark room={room} />
                  </div>
                  <div role="gridcell" className="cut">
                    <LastEvent room={room} />
                    {uncertain > 0 && (
                      <span className="dimmed" title={t("past.uncertainHint")}>
                        {" "}
                        · {t("past.uncertain", { count: uncertain })}
                      </span>
                    )}
                  </div>
                </div>
              );
            })}
          </div>
        </div>
      )}
    </>
  );
};
