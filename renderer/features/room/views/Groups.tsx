/** Breakout rooms as the room's events have told them, with who belongs where. */
import type { RoomView } from "../../../../shared/model/room.ts";
import { breakoutOf } from "../../../../shared/projection/properties.ts";
import { Empty } from "../../../components/parts.tsx";
import { when } from "../../../format/time.ts";
import { useWords } from "../../../i18n/words.tsx";

export const Groups = ({ view }: { view: RoomView }) => {
  const { t, n, time } = useWords();
  const breakout = breakoutOf(view);
  if (breakout === null || !breakout.active) {
    return (
      <section className="card" aria-label={t("roomViews.tab.groups")}>
        <Empty
          title={t(breakout === null ? "roomViews.groups.never" : "roomViews.groups.gone")}
          text={breakout === null ? t("roomViews.groups.neverText") : t("roomViews.groups.goneSince", { time: when(breakout.time, time) })}
        />
      </section>
    );
  }
  return (
    <section className="card" aria-label={t("roomViews.tab.groups")}>
      <div className="readline">
        <span className="hint">{t("roomViews.groups.since", { n: n(breakout.groups.length), time: when(breakout.time, time) })}</span>
      </div>
      <div className="scroller groups" tabIndex={0} role="group" aria-label={t("roomViews.tab.groups")}>
        {breakout.groups.map(({ groupUuid, name, userUuids }) => (
          <section key={groupUuid} aria-label={name || groupUuid}>
            <h3 className="cut" title={groupUuid}>
              {name || groupUuid} <span className="faint">{n(userUuids.length)}</span>
            </h3>
            <ul>
              {userUuids.map((userUuid) => (
                <li key={userUuid} className={view.people[userUuid]?.present === false ? "dimmed" : ""}>
                  {view.people[userUuid]?.userName || userUuid}
                  {view.people[userUuid]?.present === false && <span className="faint"> {t("roomViews.groups.away")}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
};
