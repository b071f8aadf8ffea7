/** All alarms, grouped by what a person still has to do with them. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { alarmOrder, isNew } from "../../state/derived.ts";
import { AcknowledgeShown } from "./AcknowledgeShown.tsx";
import { AlarmCard } from "./AlarmCard.tsx";

const GROUPS = ["open", "acknowledged", "cleared"] as const;

export const AlarmsPlace = () => {
  const console = useConsole();
  const { t } = useWords();
  const items = useStore(console.alarms, (state) => state.items);
  const groups = useMemo(() => {
    const all = [...items.values()].sort(alarmOrder);
    return {
      open: all.filter(isNew),
      acknowledged: all.filter((alarm) => alarm.clearedAt === null && alarm.acknowledgedAt !== null),
      cleared: all.filter((alarm) => alarm.clearedAt !== null),
    };
  }, [items]);
  const unacknowledged = [...groups.open, ...groups.cleared].filter((alarm) => alarm.acknowledgedAt === null);
  return (
    <section className="page alarm-page" role="region" aria-label={t("alarmPanel.title")}>
      <div className="bar">
        <h1>{t("alarmPanel.title")}</h1>
        <span className="dimmed">{t("alarmPanel.open", { count: groups.open.length + groups.acknowledged.length })}</span>
        <div className="spring" />
        <AcknowledgeShown alarms={unacknowledged} />
      </div>
      {items.size === 0 ? (
        <Empty title={t("alarmPanel.none")} text={t("alarmPanel.noneText")} />
      ) : (
        <div className="scroller" tabIndex={0} role="group" aria-label={t("alarmPanel.title")}>
          <div className="alarm-groups">
            {GROUPS.filter((group) => groups[group].length > 0).map((group) => (
              <section key={group} aria-label={t(`alarmPanel.group.${group}`)}>
                <h2>{t(`alarmPanel.group.${group}`)}</h2>
                <ul>
                  {groups[group].map((alarm) => (
                    <AlarmCard key={alarm.id} alarm={alarm} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </div>
      )}
    </section>
  );
};
