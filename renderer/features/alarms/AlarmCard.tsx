/** One alarm: what, where, since when, what to do first. */
import { useStore } from "zustand";
import type { Alarm } from "../../../shared/model/alarm.ts";
import { Priority } from "../../components/parts.tsx";
import { duration } from "../../format/time.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { isNew } from "../../state/derived.ts";
import { commandName } from "../commands/names.ts";
import { acknowledge } from "./acknowledge.ts";

/** The alarm's own parameters, for one about a command what was asked (`what`) and why it failed (`why`), and for a loop what it does (`part`). */
const useAlarmParams = ({ params, rule }: Alarm): Record<string, string | number> => {
  const words = useWords();
  const { number, code, loop } = params;
  const command = useStore(useConsole().commands, (state) => {
    if (number === undefined || !rule.startsWith("command")) return undefined;
    for (const row of state.items.values()) if (row.number === number) return row;
    return undefined;
  });
  return {
    ...params,
    what: command === undefined ? words.t("commandsView.column.what") : commandName(command, words),
    why: code === undefined ? "" : words.code("failures", String(code)),
    part: loop === undefined ? "" : words.code("loops", String(loop)),
  };
};

export const AlarmCard = ({ alarm, reduced }: { alarm: Alarm; reduced?: boolean }) => {
  const console = useConsole();
  const words = useWords();
  const { t, time } = words;
  const now = useNow();
  const { roomUuid } = alarm;
  const room = useStore(console.rooms, (state) => (roomUuid === null ? null : (state.items.get(roomUuid)?.name ?? roomUuid)));
  const cleared = alarm.clearedAt !== null;
  const params = useAlarmParams(alarm);
  const state = [
    alarm.acknowledgedAt !== null &&
      (alarm.acknowledgedBy
        ? t("alarmPanel.acknowledgedAt", { time: time.moment(alarm.acknowledgedAt, now), who: alarm.acknowledgedBy })
        : t("alarmPanel.acknowledgedPlain", { time: time.moment(alarm.acknowledgedAt, now) })),
    alarm.clearedAt !== null && t("alarmPanel.clearedAt", { time: time.moment(alarm.clearedAt, now) }),
  ].filter(Boolean);

  return (
    <li className={`alarm p${alarm.priority}${isNew(alarm) ? " new" : ""}${cleared ? " cleared" : ""}`} data-alarm={alarm.id}>
      <div className="h">
        <Priority priority={alarm.priority} label={t(`alarmPanel.priority.p${alarm.priority}`)} />
        <span>{words.code("alarms", alarm.rule, params)}</span>
        <time title={t("alarmPanel.raised", { time: time.moment(alarm.raisedAt, now) })}>
          {duration((alarm.clearedAt ?? now) - alarm.raisedAt)}
        </time>
      </div>
      {room !== null && (
        <p>
          <b>{room}</b>
        </p>
      )}
      {!cleared && !reduced && <p>{words.code("alarms", `${alarm.rule}Step`, params)}</p>}
      {state.length > 0 && <p>{state.join(" ")}</p>}
      <div className="do">
        {roomUuid !== null && (
          <button type="button" className="small" onClick={() => console.ui.setState({ place: { name: "room", roomUuid } })}>
            {t("alarmPanel.openRoom")}
          </button>
        )}
        {alarm.acknowledgedAt === null && (
          <button type="button" className="small" onClick={() => void acknowledge(console, words, [alarm.id])}>
            {cleared ? t("alarmPanel.seen") : t("alarmPanel.acknowledge")}
          </button>
        )}
      </div>
    </li>
  );
};
