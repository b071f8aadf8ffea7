/** Sounds once for each alarm of priority 1 that was not there before. */
import { useEffect } from "react";
import type { Alarm } from "../../../shared/model/alarm.ts";
import { useConsole } from "../../state/console.ts";
import { isNew } from "../../state/derived.ts";
import type { Beeper } from "./sound.ts";

const idOf = (alarm: Alarm): string => `${alarm.id} ${alarm.raisedAt}`;

export const useAlarmSound = (beeper: Beeper): void => {
  const { alarms, settings } = useConsole();
  useEffect(() => {
    let heard: ReadonlySet<string> = new Set();
    const listen = (items: ReadonlyMap<string, Alarm>): void => {
      const urgent = [...items.values()].filter((alarm) => alarm.priority === 1 && isNew(alarm)).map(idOf);
      if (urgent.some((id) => !heard.has(id)) && settings.getState().value?.sound !== false) beeper.beep();
      heard = new Set(urgent);
    };
    listen(alarms.getState().items);
    return alarms.subscribe((state) => listen(state.items));
  }, [alarms, settings, beeper]);
};
