/** What happened since a moment, grouped: what needs a person first, then starts and ends, then how much of what and where. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { Choice } from "../../components/fields.tsx";
import { Card, Empty } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConnection, useConsole } from "../../state/console.ts";
import { alarmOrder } from "../../state/derived.ts";
import { type PastPlaceState, pastPlace } from "../../state/ui.ts";
import { AlarmCard } from "../alarms/AlarmCard.tsx";
import { kindOf } from "../room/kinds.ts";
import { Entries } from "./Entries.tsx";

const MINUTE = 60_000;
const BACK = [10, 30, 60, 240] as const;

export const SinceView = ({ place, change }: { place: PastPlaceState; change(part: Partial<PastPlaceState>): void }) => {
  const words = useWords();
  const { t, n, time } = words;
  const { alarms, rooms, now, away, ui } = useConsole();
  const items = useStore(rooms, (state) => state.items);
  const connection = useConnection();
  const { ask, answer, error, since, drop } = useAsking("past.since");
  const lastLook = useStore(away, (state) => state.away?.from ?? null);
  const outage = connection?.problem?.since ?? null;
  const choices = [
    ...(place.at === null
      ? []
      : [{ value: String(place.at), text: t("past.since.moment", { time: time.moment(place.at, now.getState().server) }) }]),
    ...(lastLook !== null && lastLook !== place.at ? [{ value: String(lastLook), text: t("past.since.lastLook") }] : []),
    ...(outage !== null && outage !== place.at ? [{ value: String(outage), text: t("past.since.outage") }] : []),
    ...BACK.map((minutes) => ({ value: `-${minutes}`, text: t("past.search.lastMinutes", { n: minutes }) })),
  ];
  const at = place.at ?? now.getState().server - BACK[0] * MINUTE;
  const chosen = place.at === null ? `-${BACK[0]}` : String(place.at);
  const known = choices.some(({ value }) => value === chosen);

  useEffect(() => void ask({ at: Math.max(0, at) }), [ask, place.at]);

  const raised = useStore(
    alarms,
    useShallow((state) => [...state.items.values()].filter((alarm) => alarm.raisedAt >= at).sort(alarmOrder)),
  );
  const nameOf = (id: string): string => items.get(id)?.name ?? id;
  const kindWord = (cmd: number): string => {
    const kind = kindOf({ cmd });
    return kind === "other" ? t("timeline.kind.unknown", { cmd }) : t(`timeline.kinds.${kind}`);
  };
  const open = (roomUuid: string): void => ui.setState({ place: { name: "room", roomUuid } });

  return (
    <div className="since scroller" tabIndex={0} role="group" aria-label={t("past.tab.since")}>
      <div className="since-head">
        <Choice
          label={t("past.since.label")}
          value={known ? chosen : (choices[0]?.value ?? "")}
          options={choices}
          onChoose={(value) => change({ at: value.startsWith("-") ? now.getState().server + Number(value) * MINUTE : Number(value) })}
        />
        <button type="button" onClick={() => ui.setState({ place: pastPlace({ view: "rewind", at: Math.floor(at / 1_000) * 1_000 }) })}>
          {t("past.lookThen")}
        </button>
        <Waiting since={since} text={t("past.reading")} onStop={drop} />
      </div>
      {error !== null && error.reason !== "cancelled" && (
        <p className="fault" role="alert">
          {words.error(error)}
        </p>
      )}
      <Card title={t("past.since.alarms")} tail={n(raised.length)}>
        {raised.length === 0 ? (
          <Empty low title={t("past.since.noAlarms")} />
        ) : (
          <ul className="since-alarms" tabIndex={0} aria-label={t("past.since.alarms")}>
            {raised.map((alarm) => (
              <AlarmCard key={alarm.id} alarm={alarm} reduced />
            ))}
          </ul>
        )}
      </Card>
      {answer !== null && (
        <>
          <Card title={t("past.since.notable")} tail={n(answer.notable.length)}>
            {answer.notable.length === 0 ? (
              <Empty low title={t("past.since.noNotable")} />
            ) : (
              <Entries
                label={t("past.since.notable")}
                found={answer.notable}
                view={null}
                tail={({ roomUuid }) => (
                  <button type="button" className="quiet small" onClick={() => open(roomUuid)}>
                    {nameOf(roomUuid)}
                  </button>
                )}
              />
            )}
          </Card>
          <Card title={t("past.since.kinds")} tail={t("past.events", { n: n(answer.total) })}>
            {answer.kinds.length === 0 ? (
              <Empty low title={t("past.since.quiet")} />
            ) : (
              <ul className="since-list" tabIndex={0} aria-label={t("past.since.kinds")}>
                {answer.kinds
                  .toSorted((a, b) => b.count - a.count)
                  .map(({ cmd, count, rooms: inRooms }) => (
                    <li key={cmd} className="li">
                      <span />
                      <span>{kindWord(cmd)}</span>
                      <span className="side">{t("past.since.inRooms", { n: n(count), rooms: n(inRooms) })}</span>
                    </li>
                  ))}
              </ul>
            )}
          </Card>
          <Card title={t("past.since.rooms")} tail={n(answer.roomCount)}>
            {answer.rooms.length === 0 ? (
              <Empty low title={t("past.since.quiet")} />
            ) : (
              <ul className="since-list" tabIndex={0} aria-label={t("past.since.rooms")}>
                {answer.rooms.map(({ roomUuid, count, kinds }) => (
                  <li key={roomUuid} className="li">
                    <span />
                    <button type="button" className="link cut" onClick={() => open(roomUuid)}>
                      {nameOf(roomUuid)}
                    </button>
                    <span className="side">
                      {kinds
                        .toSorted((a, b) => b.count - a.count)
                        .slice(0, 3)
                        .map((kind) => `${kindWord(kind.cmd)} ${n(kind.count)}`)
                        .join(" · ")}{" "}
                      <b>{n(count)}</b>
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        </>
      )}
    </div>
  );
};
