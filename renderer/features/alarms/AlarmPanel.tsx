/** The alarms beside the wall. No filter of the wall ever hides one. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { alarmOrder } from "../../state/derived.ts";
import { AcknowledgeShown } from "./AcknowledgeShown.tsx";
import { AlarmCard } from "./AlarmCard.tsx";

/** More than these are reached under Alarms. */
const SHOWN = 100;

export const AlarmPanel = () => {
  const console = useConsole();
  const { t } = useWords();
  const items = useStore(console.alarms, (state) => state.items);
  const alarms = useMemo(() => [...items.values()].sort(alarmOrder).slice(0, SHOWN), [items]);
  const unacknowledged = alarms.filter((alarm) => alarm.acknowledgedAt === null);
  const open = alarms.filter((alarm) => alarm.clearedAt === null).length;
  return (
    <aside className="alarms" role="region" aria-label={t("alarmPanel.title")}>
      <header>
        <h2>{t("alarmPanel.title")}</h2>
        {items.size > 0 && <span className="dimmed">{t("alarmPanel.open", { count: open })}</span>}
        <div className="spring" />
        <AcknowledgeShown alarms={unacknowledged} quiet />
      </header>
      {alarms.length === 0 ? (
        <Empty title={t("alarmPanel.none")} text={t("alarmPanel.noneText")} />
      ) : (
        <ul className="scroller" tabIndex={0} aria-label={t("alarmPanel.title")}>
          {alarms.map((alarm) => (
            <AlarmCard key={alarm.id} alarm={alarm} />
          ))}
        </ul>
      )}
    </aside>
  );
};
