/** Lines of the timeline that do not move: of the past, or found by a search. */
import { type ReactNode, useState } from "react";
import type { Found } from "../../../shared/model/past.ts";
import type { RoomView } from "../../../shared/model/room.ts";
import { EntryContent } from "../room/Entry.tsx";

type Props = { label: string; found: readonly Found[]; view: RoomView | null; tail?(found: Found): ReactNode };

export const Entries = ({ label, found, view, tail }: Props) => {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className="entries scroller" role="grid" aria-label={label} tabIndex={0}>
      {found.map((one) => {
        const key = `${one.roomUuid} ${one.entry.key}`;
        return (
          <div
            key={key}
            role="row"
            className={`entry${one.entry.kind === "gap" ? " gap" : ""}${one.entry.kind === "incarnation" ? " life" : ""}`}
          >
            <div className="entry-main">
              <EntryContent entry={one.entry} view={view} open={open === key} />
            </div>
            <div role="gridcell" className="entry-do">
              {one.entry.kind === "event" && (
                <button
                  type="button"
                  className="quiet small"
                  aria-expanded={open === key}
                  onClick={() => setOpen(open === key ? null : key)}
                >
                  {open === key ? "−" : "…"}
                </button>
              )}
              {tail?.(one)}
            </div>
          </div>
        );
      })}
    </div>
  );
};
