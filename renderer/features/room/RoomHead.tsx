/** The room's head: name, state, what can be done, the schedule. Ending stands apart. */
import { useStore } from "zustand";
import { hasLostRecording, isRecording, type RoomSummary, type RoomView } from "../../../shared/model/room.ts";
import { Priority } from "../../components/parts.tsx";
import { Rich } from "../../components/Rich.tsx";
import { duration, when } from "../../format/time.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { isStarted, stateName } from "../../state/roomFacts.ts";
import { pastPlace } from "../../state/ui.ts";
import { CannotLink } from "../commands/CannotDialog.tsx";
import { DueCommands, RoomActions } from "../commands/RoomActions.tsx";
import { Age, StateMark } from "../wall/cells.tsx";
import { endIsNear, Schedule, scheduleBar } from "./Schedule.tsx";

const Facts = ({ summary, view }: { summary: RoomSummary; view: RoomView | null }) => {
  const { t, n, time } = useWords();
  const now = useNow();
  const counted = summary.total !== null && summary.total !== summary.present ? summary.total : null;
  const recordedSince = summary.recording?.startTime ?? null;
  return (
    <div className="facts">
      <span>
        <b>
          <StateMark room={summary} />
        </b>{" "}
        {view?.stateTime && t("room.facts.since", { time: when(view.stateTime, time) })}
      </span>
      <span>
        <Rich text={t("room.facts.people", { n: n(summary.present) })} />
        {counted !== null && ` (${t("room.facts.counted", { n: n(counted) })})`}
      </span>
      <span>
        <Rich text={t("room.facts.hands", { count: summary.hands })} />
      </span>
      {isRecording(summary) && (
        <span>
          <Rich
            text={
              recordedSince === null ? t("room.facts.recordingPlain") : t("room.facts.recording", { time: duration(now - recordedSince) })
            }
          />
        </span>
      )}
      {isStarted(summary) && !isRecording(summary) && (
        <span className={hasLostRecording(summary) ? "warn1" : ""}>{t("room.facts.notRecording")}</span>
      )}
      {summary.examinationUrl !== null && (
        <span className="cut exam-url" title={summary.examinationUrl}>
          {t("room.facts.examinationUrl")} <b>{summary.examinationUrl.replace(/^https?:\/\//i, "")}</b>
        </span>
      )}
      {view?.muted === true && <span>{t("room.facts.muted")}</span>}
      <span className="w-compact">
        {t("wall.column.age")} <Age room={summary} />
      </span>
      <span className="w-wide">
        <Rich text={t("room.facts.lastEvent", { sequence: n(summary.lastSequence) })} />
      </span>
      {summary.incarnation > 1 && <span className="w-compact">{t("room.facts.life", { n: summary.incarnation })}</span>}
    </div>
  );
};

/** What stands between this room and the cloud, if anything. */
const Trouble = ({ summary }: { summary: RoomSummary }) => {
  const words = useWords();
  const problem = summary.problem === null ? "" : words.code("problems", summary.problem);
  if (summary.phase === "destroyed") return <p className="room-note">{words.t("room.empty.destroyed")}</p>;
  if (summary.phase === "failed") return <p className="room-note warn2">{words.t("room.empty.failed", { problem })}</p>;
  if (summary.phase === "backingOff") return <p className="room-note warn2">{words.t("room.empty.backingOff", { problem })}</p>;
  const over = stateName(summary) === "ended" || stateName(summary) === "closed";
  return over ? <p className="room-note">{words.t("room.overNote")}</p> : null;
};

/** Who wants more time looks for it here. */
const MoreTime = ({ summary }: { summary: RoomSummary }) => {
  const now = useNow();
  const near = endIsNear(scheduleBar(summary.schedule, now), now);
  return near && isStarted(summary) ? (
    <p className="room-note">
      <CannotLink what="moreTime" />
    </p>
  ) : null;
};

export const RoomHead = ({ summary, view }: { summary: RoomSummary; view: RoomView | null }) => {
  const { ui, priorities } = useConsole();
  const { t } = useWords();
  const priority = useStore(priorities, ({ byRoom }) => byRoom.get(summary.roomUuid) ?? null);
  return (
    <div className="roomhead">
      <div className="bar">
        <button type="button" className="quiet" onClick={() => ui.setState({ place: { name: "wall" } })}>
          ‹ {t("room.back")}
        </button>
        <h1 className="cut" title={summary.name}>
          {summary.name}
        </h1>
        {summary.name !== summary.roomUuid && <span className="id">{summary.roomUuid}</span>}
        {priority !== null && <Priority priority={priority} label={t("wall.alarmMark", { priority })} />}
        <div className="spring" />
        <button
          type="button"
          className="quiet w-narrow"
          onClick={() => ui.setState({ place: pastPlace({ view: "search", roomUuid: summary.roomUuid }) })}
        >
          <kbd>f</kbd> {t("past.find")}
        </button>
        <button type="button" className="quiet w-narrow" onClick={() => ui.setState({ place: pastPlace({ roomUuid: summary.roomUuid }) })}>
          <kbd>b</kbd> {t("past.lookBack")}
        </button>
        <RoomActions summary={summary} />
      </div>
      <Facts summary={summary} view={view} />
      <Trouble summary={summary} />
      <DueCommands roomUuid={summary.roomUuid} />
      <Schedule summary={summary} />
      <MoreTime summary={summary} />
    </div>
  );
};
