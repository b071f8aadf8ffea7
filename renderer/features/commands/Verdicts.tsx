/** A verdict for each room of one command for many, virtualised: there may be a thousand, and each changes several times. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useRef } from "react";
import { useStore } from "zustand";
import type { BulkItem } from "../../../shared/model/bulk.ts";
import type { CommandRow } from "../../../shared/model/command.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { commandState } from "./describe.ts";
import { Loop } from "./parts.tsx";

const ROOT_PX = 16;
/** As `.bulk-verdicts li` has it. */
const ROW_REM = 2;

export const isFailed = ({ row }: BulkItem): boolean => row.state === "failed" || row.state === "expired";

const Verdict = memo(({ row, place, of, top }: { row: CommandRow; place: number; of: number; top: number }) => {
  const { rooms, ui } = useConsole();
  const words = useWords();
  const now = useNow();
  const name = useStore(rooms, (state) => state.items.get(row.roomUuid)?.name ?? row.roomUuid);
  const failed = row.state === "failed" || row.state === "expired";
  const state = commandState(row, now, words);
  return (
    <li aria-posinset={place} aria-setsize={of} style={{ transform: `translateY(${top}px)` }}>
      <button
        type="button"
        className="link cut"
        onClick={() => ui.setState({ dialog: null, place: { name: "room", roomUuid: row.roomUuid } })}
      >
        {name}
      </button>
      <Loop row={row} />
      <span className={`cut${failed ? " warn1" : ""}`} title={state}>
        {state}
      </span>
    </li>
  );
});

export const Verdicts = ({ items }: { items: readonly BulkItem[] }) => {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_REM * ROOT_PX,
    overscan: 10,
    useFlushSync: false,
  });
  return (
    <div ref={scroller} className="bulk-verdicts scroller" tabIndex={0} role="region" aria-label={t("bulk.verdicts")}>
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return item && <Verdict key={item.key} row={item.row} place={index + 1} of={items.length} top={start} />;
        })}
      </ul>
    </div>
  );
};
