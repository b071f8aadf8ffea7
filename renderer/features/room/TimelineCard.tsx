/** The room's timeline, newest first, virtualised; older pages load as the end comes near. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { TimelineEntry } from "../../../shared/model/event.ts";
import type { RoomSummary, RoomView } from "../../../shared/model/room.ts";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useUi } from "../../state/console.ts";
import type { OpenRoom } from "../../state/openRoom.ts";
import { EntryContent } from "./Entry.tsx";
import { isOfKind, KINDS, type Kind } from "./kinds.ts";

const ROOT_PX = 16;
const ROW_REM = 1.875;
/** So many rows before the end the next page is asked for. */
const AHEAD = 30;
/** Scrolled further than this from the newest, the list stays where it is as events come. */
const AT_TOP_PX = 4;

const Kinds = ({ kind, choose }: { kind: Kind | "all"; choose: (kind: Kind | "all") => void }) => {
  const { t } = useWords();
  const rare: ReadonlySet<string> = new Set(["stage", "questions", "rewards", "files", "properties", "state", "other"]);
  return (
    <div className="kinds" role="group" aria-label={t("timeline.kinds.label")}>
      {(["all", ...KINDS] as const).map((name) => (
        <button
          type="button"
          key={name}
          className={`chip${rare.has(name) ? " w-wide" : ""}`}
          aria-pressed={kind === name}
          onClick={() => choose(name)}
        >
          {t(`timeline.kinds.${name}`)}
        </button>
      ))}
    </div>
  );
};

const List = ({ entries, room, view }: { entries: readonly TimelineEntry[]; room: OpenRoom; view: RoomView | null }) => {
  const { t } = useWords();
  const more = useStore(room.timeline, (state) => state.more);
  const reading = useStore(room.timeline, (state) => state.reading);
  const failed = useStore(room.timeline, (state) => state.readError !== null);
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState<string | null>(null);
  // With the room's id the keys of two rooms never meet.
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_REM * ROOT_PX,
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 12,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;

  useEffect(() => {
    if (more && !failed && last >= entries.length - AHEAD) void room.readOlder();
  }, [more, failed, last, entries.length, room]);

  // New events push the list down; who is reading further below must not lose the place.
  const newest = useRef(entries[0]?.key);
  useEffect(() => {
    const element = scroller.current;
    const before = newest.current;
    newest.current = entries[0]?.key;
    if (element === null || before === undefined || element.scrollTop <= AT_TOP_PX) return;
    const added = entries.findIndex((entry) => entry.key === before);
    if (added > 0) element.scrollTop += added * ROW_REM * ROOT_PX;
  }, [entries]);

  const cursorIndex = cursor === null ? -1 : entries.findIndex((entry) => entry.key === cursor);
  const toggle = (key: string): void =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const moveTo = (index: number): void => {
    const target = Math.min(entries.length - 1, Math.max(0, index));
    const entry = entries[target];
    if (entry === undefined) return;
    setCursor(entry.key);
    virtualizer.scrollToIndex(target);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(scroller.current.clientHeight / (ROW_REM * ROOT_PX)) - 1);
    const here = entries[cursorIndex];
    const steps: Record<string, () => void> = {
      ArrowDown: () => moveTo(cursorIndex + 1),
      j: () => moveTo(cursorIndex + 1),
      ArrowUp: () => moveTo(cursorIndex - 1),
      k: () => moveTo(cursorIndex - 1),
      PageDown: () => moveTo(cursorIndex + page),
      PageUp: () => moveTo(cursorIndex - page),
      Home: () => moveTo(0),
      End: () => moveTo(entries.length - 1),
      Enter: () => here?.kind === "event" && toggle(here.key),
      " ": () => here?.kind === "event" && toggle(here.key),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  };

  return (
    <div
      ref={scroller}
      className="timeline"
      role="grid"
      aria-label={t("timeline.title")}
      aria-rowcount={more ? -1 : entries.length}
      aria-activedescendant={items.some((item) => item.index === cursorIndex) ? `event-${cursorIndex}` : undefined}
      tabIndex={0}
      onKeyDown={onKey}
    >
      <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {items.map((item) => {
          const entry = entries[item.index];
          if (entry === undefined) return null;
          const isOpen = open.has(entry.key);
          return (
            <div
              key={entry.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              role="row"
              id={`event-${item.index}`}
              aria-rowindex={item.index + 1}
              className={`ev-row${entry.kind === "gap" ? " gap" : ""}${entry.kind === "incarnation" ? " life" : ""}${cursor === entry.key ? " cursor" : ""}`}
              style={{ transform: `translateY(${item.start}px)` }}
              onClick={(event) => {
                if (entry.kind !== "event" || (event.target instanceof Element && event.target.closest(".ev-detail"))) return;
                setCursor(entry.key);
                toggle(entry.key);
              }}
            >
              <EntryContent entry={entry} view={view} open={isOpen} />
            </div>
          );
        })}
      </div>
      <div role="rowgroup">
        <div role="row" className="foot-line">
          <span role="gridcell">
            {failed ? t("timeline.readFailed") : reading ? t("timeline.readingOlder") : more ? "" : t("timeline.beginning")}{" "}
            {failed && (
              <button type="button" className="link" onClick={() => void room.readOlder()}>
                {t("timeline.again")}
              </button>
            )}
          </span>
        </div>
      </div>
    </div>
  );
};

export const TimelineCard = ({ room, summary }: { room: OpenRoom; summary: RoomSummary }) => {
  const { t, n } = useWords();
  const [kind, setKind] = useState<Kind | "all">("all");
  const entries = useStore(room.timeline, (state) => state.entries);
  const phase = useStore(room.timeline, (state) => state.phase);
  const more = useStore(room.timeline, (state) => state.more);
  const view = useStore(room.detail, (state) => state.value?.view ?? null);
  const shown = useMemo(() => (kind === "all" ? entries : entries.filter((entry) => isOfKind(entry, kind))), [entries, kind]);
  const compact = useUi((ui) => ui.width !== "wide");
  const empty = shown.length === 0 && !(more && entries.length > 0);
  return (
    <section className="card" aria-label={t("timeline.title")}>
      <header>
        <Kinds kind={kind} choose={setKind} />
        {!compact && (
          <span className="tail">
            {t("timeline.count", { n: n(entries.length), all: n(Math.max(summary.eventCount, entries.length)) })}
          </span>
        )}
      </header>
      {phase === "waiting" ? (
        <Empty title={t("timeline.waiting")} />
      ) : empty ? (
        <Empty title={entries.length === 0 ? t("timeline.empty") : t("timeline.emptyKind")} />
      ) : (
        <List key={kind} entries={shown} room={room} view={view} />
      )}
    </section>
  );
};
