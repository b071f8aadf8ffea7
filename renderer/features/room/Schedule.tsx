/** The class against its schedule, as a bar; nothing where the schedule is not known. */
import type { RoomSummary } from "../../../shared/model/room.ts";
import { useWords } from "../../i18n/words.tsx";
import { useNow } from "../../state/console.ts";

export type ScheduleBar = {
  start: number;
  end: number;
  /** End and the delay after which the room closes. */
  close: number;
  /** Share of the whole bar, 0 to 1. */
  now: number;
  endAt: number;
};

/** `startTime` in ms, `duration` and `closeDelay` in seconds (public facts §5). */
export const scheduleBar = (schedule: RoomSummary["schedule"], now: number): ScheduleBar | null => {
  if (schedule === null || schedule.startTime === null || schedule.duration === null || schedule.duration <= 0) return null;
  const start = schedule.startTime;
  const end = start + schedule.duration * 1_000;
  const close = end + Math.max(0, schedule.closeDelay ?? 0) * 1_000;
  const share = (at: number): number => Math.min(1, Math.max(0, (at - start) / (close - start)));
  return { start, end, close, now: share(now), endAt: share(end) };
};

const NEAR_MS = 15 * 60_000;
/** Whether the planned end is near, or over. */
export const endIsNear = (bar: ScheduleBar | null, now: number): boolean => bar !== null && now >= bar.end - NEAR_MS;

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
/** Further right than this, the words about now stand left of the line. */
const RIGHT_HALF = 0.55;

export const Schedule = ({ summary }: { summary: RoomSummary }) => {
  const { t, time } = useWords();
  const now = useNow();
  const bar = scheduleBar(summary.schedule, now);
  if (bar === null) return null;
  const minutes = (ms: number): number => Math.floor(Math.abs(ms) / 60_000);
  const nowText =
    now < bar.start
      ? t("room.schedule.before", { minutes: minutes(bar.start - now) })
      : now > bar.end
        ? t("room.schedule.over", { minutes: minutes(now - bar.end) })
        : t("room.schedule.now", { minutes: minutes(now - bar.start) });
  const nowPlace =
    bar.now > RIGHT_HALF
      ? { right: `calc(${percent(1 - bar.now)} + 0.5rem)` }
      : { left: `calc(${percent(Math.max(bar.now, 0.09))} + 0.5rem)` };
  const start = t("room.schedule.start", { time: time.hour(bar.start) });
  const end = t("room.schedule.end", { time: time.hour(bar.end) });
  const close = t("room.schedule.close", { time: time.hour(bar.close) });
  return (
    <div className="sched" role="img" aria-label={`${t("room.schedule.label")}: ${start}, ${end}, ${close}, ${nowText}`}>
      <div className="past" style={{ width: percent(bar.now) }} />
      <div className="now" style={{ left: percent(bar.now) }} />
      {bar.close > bar.end && <div className="close" style={{ left: percent(bar.endAt) }} />}
      <span style={{ left: "0.5rem" }}>{start}</span>
      <span style={nowPlace}>{nowText}</span>
      <span style={{ right: `calc(${percent(1 - bar.endAt)} + 0.5rem)` }}>{end}</span>
      {bar.close > bar.end && <span style={{ right: "0.5rem" }}>{close}</span>}
    </div>
  );
};
