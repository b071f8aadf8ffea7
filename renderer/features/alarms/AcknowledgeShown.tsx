/** One press for all that are shown and nobody has acknowledged; for a single one its own card serves. */
import type { Alarm } from "../../../shared/model/alarm.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { acknowledge } from "./acknowledge.ts";

export const AcknowledgeShown = ({ alarms, quiet = false }: { alarms: readonly Alarm[]; quiet?: boolean }) => {
  const console = useConsole();
  const words = useWords();
  if (alarms.length < 2) return null;
  const ids = alarms.map((alarm) => alarm.id);
  return (
    <button type="button" className={quiet ? "quiet small" : undefined} onClick={() => void acknowledge(console, words, ids)}>
      {words.t("alarmPanel.acknowledgeShown")}
    </button>
  );
};
