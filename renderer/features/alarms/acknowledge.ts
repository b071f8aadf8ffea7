/** Acknowledging: one alarm, or those that are shown. */
import type { Words } from "../../i18n/words.tsx";
import type { Console } from "../../state/console.ts";
import { alarmOrder } from "../../state/derived.ts";
import { say } from "../../state/ui.ts";

export const acknowledge = async ({ bridge, ui }: Console, words: Words, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const answer = await bridge.call("alarms.acknowledge", { ids: [...ids] });
  if (answer.ok) say(ui, words.t("alarmPanel.acknowledged", { count: ids.length }));
  else say(ui, words.error(answer.error), "bad");
};

/** The alarm that has the focus; else the first that nobody has acknowledged. One key, one alarm. */
export const acknowledgeNext = async (console: Console, words: Words): Promise<void> => {
  const focused = document.activeElement?.closest<HTMLElement>("[data-alarm]")?.dataset["alarm"];
  const open = [...console.alarms.getState().items.values()].filter((alarm) => alarm.acknowledgedAt === null).sort(alarmOrder);
  const id = open.find((alarm) => alarm.id === focused)?.id ?? open[0]?.id;
  if (id !== undefined) await acknowledge(console, words, [id]);
};
