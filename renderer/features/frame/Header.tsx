/** The header: never covered, never scrolled away. */
import { useStore } from "zustand";
import { Priority } from "../../components/parts.tsx";
import { Rich } from "../../components/Rich.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow, useProfile, useSettings } from "../../state/console.ts";
import { countByPriority, examEnd, waitingToSend } from "../../state/derived.ts";
import { ConnectionLine } from "./ConnectionLine.tsx";

const PRIORITIES = [1, 2, 3] as const;

const ProfileName = () => {
  const { ui } = useConsole();
  const { t } = useWords();
  const profile = useProfile();
  return (
    <div className="profile">
      <button
        type="button"
        className="quiet cut"
        title={t("header.profiles", { name: profile?.name ?? "" })}
        onClick={() => ui.setState({ place: { name: "profiles" } })}
      >
        {profile?.name ?? t("app.name")}
      </button>
      {profile?.practice && (
        <span className="tag practice" title={t("tag.practiceHint")}>
          {t("tag.practice")}
        </span>
      )}
      {profile?.observeOnly && (
        <span className="tag observe" title={t("tag.observeHint")}>
          {t("tag.observe")}
        </span>
      )}
    </div>
  );
};

const AlarmChips = () => {
  const { alarms, ui } = useConsole();
  const { t, n } = useWords();
  const counts = useStore(alarms, (state) => countByPriority(state.items))
    .split(" ")
    .map(Number);
  return PRIORITIES.map((priority) => {
    const open = counts[priority - 1] ?? 0;
    return (
      <button type="button" key={priority} className="chip" onClick={() => ui.setState({ place: { name: "alarms" } })}>
        <Priority priority={open > 0 ? priority : null} text={String(priority)} label={t("header.alarmsOf", { priority })} />
        <b>{n(open)}</b>
      </button>
    );
  });
};

const Waiting = () => {
  const { commands, ui } = useConsole();
  const { t, n } = useWords();
  const waiting = useStore(commands, (state) => waitingToSend(state.items));
  return (
    <button type="button" className="chip w-compact" onClick={() => ui.setState({ place: { name: "commands" } })}>
      <span>
        <Rich text={t("header.waiting", { n: n(waiting) })} />
      </span>
    </button>
  );
};

const TimeLeft = () => {
  const { rooms } = useConsole();
  const { t } = useWords();
  const now = useNow();
  const end = useStore(rooms, (state) => examEnd(state.items));
  if (end === null) return null;
  const minutes = Math.ceil(Math.abs(end - now) / 60_000);
  const text =
    minutes >= 60
      ? t("header.hoursMinutes", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
      : t("header.minutesOnly", { minutes });
  return (
    <div className="left w-compact">
      {end >= now ? t("header.endsIn") : t("header.overBy")}
      <b>{text}</b>
    </div>
  );
};

const WallClock = () => {
  const { t, time } = useWords();
  const { timeZone } = useSettings();
  const now = useNow();
  const zone = timeZone === "system" ? t("header.localZone") : timeZone;
  return (
    <time className="clock" title={t("header.serverTime", { zone })}>
      {time.clock(now)}
    </time>
  );
};

export const Header = () => (
  <header className="top">
    <ProfileName />
    <ConnectionLine />
    <div className="chips">
      <AlarmChips />
      <Waiting />
    </div>
    <TimeLeft />
    <WallClock />
  </header>
);
