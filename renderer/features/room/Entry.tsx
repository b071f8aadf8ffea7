/** One row of the timeline: an event, a gap, or the begin of a new life of the room's id. */
import type { RoomEvent, TimelineEntry } from "../../../shared/model/event.ts";
import type { RoomView } from "../../../shared/model/room.ts";
import type { EventTime } from "../../../shared/model/time.ts";
import { briefOf } from "../../../shared/projection/brief.ts";
import { when } from "../../format/time.ts";
import { useWords, type Words } from "../../i18n/words.tsx";
import { kindOf } from "./kinds.ts";

const happened = (time: EventTime, { t, time: format }: Words): string => {
  if (time.kind === "exact") return t("timeline.detail.exact", { time: format.full(time.at) });
  return time.notBefore === null
    ? t("timeline.detail.before", { to: format.full(time.notAfter) })
    : t("timeline.detail.between", { from: format.full(time.notBefore), to: format.full(time.notAfter) });
};

const kindWord = (event: RoomEvent, { t }: Words): string => {
  const kind = kindOf(event);
  return kind === "other" ? t("timeline.kind.unknown", { cmd: event.cmd }) : t(`timeline.kinds.${kind}`);
};

/** The event as it came, with both clocks. */
const Detail = ({ event }: { event: RoomEvent }) => {
  const words = useWords();
  const { t, n, time } = words;
  return (
    <div className="ev-detail">
      <dl>
        <dt>{t("timeline.detail.happened")}</dt>
        <dd>{happened(event.time, words)}</dd>
        <dt>{t("timeline.detail.received")}</dt>
        <dd>{time.full(event.receivedAt)}</dd>
        <dt>{t("timeline.detail.number")}</dt>
        <dd>{event.ordinal === 0 ? n(event.sequence) : t("timeline.detail.noNumber", { n: n(event.sequence) })}</dd>
        <dt>{t("timeline.detail.kind")}</dt>
        <dd>
          {kindWord(event, words)} (cmd {event.cmd})
        </dd>
        <dt>{t("timeline.detail.via")}</dt>
        <dd>{t(event.via === "room" ? "timeline.detail.viaRoom" : "timeline.detail.viaApp")}</dd>
        {event.incarnation > 1 && (
          <>
            <dt>{t("timeline.detail.life")}</dt>
            <dd>{n(event.incarnation)}</dd>
          </>
        )}
      </dl>
      <pre tabIndex={0} role="group" aria-label={t("timeline.detail.raw")}>
        {JSON.stringify(event.data, null, 2)}
      </pre>
    </div>
  );
};

const EventLine = ({ event, view }: { event: RoomEvent; view: RoomView | null }) => {
  const words = useWords();
  const { t, n, time, language } = words;
  const brief = words.brief(briefOf(event, view ?? undefined));
  const exact = event.time.kind === "exact" ? (event.receivedAt - event.time.at) / 1_000 : null;
  const seconds = exact === null ? "" : new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Math.max(0, exact));
  return (
    <div className="ev">
      <time role="gridcell" title={happened(event.time, words)}>
        {when(event.time, time)}
      </time>
      <span role="gridcell" className="seq">
        {event.ordinal === 0 ? n(event.sequence) : ""}
      </span>
      <span role="gridcell" className="k cut">
        {kindWord(event, words)}
      </span>
      <span role="gridcell" className="cut" title={brief}>
        {brief}
      </span>
      <span role="gridcell" className="delay" {...(exact === null ? {} : { title: t("timeline.delayHint", { seconds }) })}>
        {exact !== null && exact < 3_600 ? t("timeline.delay", { seconds }) : ""}
      </span>
    </div>
  );
};

export const EntryContent = ({ entry, view, open }: { entry: TimelineEntry; view: RoomView | null; open: boolean }) => {
  const { t, n } = useWords();
  switch (entry.kind) {
    case "gap": {
      const { from, to } = entry.gap;
      return (
        <div className="ev">
          <span role="gridcell">{t("timeline.gap", { count: to - from + 1, from: n(from), to: n(to) })}</span>
        </div>
      );
    }
    case "incarnation":
      return (
        <div className="ev">
          <span role="gridcell">{t("timeline.life", { n: n(entry.incarnation) })}</span>
        </div>
      );
    case "event":
      return (
        <>
          <EventLine event={entry.event} view={view} />
          {open && (
            <div role="gridcell">
              <Detail event={entry.event} />
            </div>
          )}
        </>
      );
  }
};
