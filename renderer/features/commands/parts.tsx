/** What tray and list share of a command: its loop, and what can be done with it. */
import type { CommandRow } from "../../../shared/model/command.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { say } from "../../state/ui.ts";
import { type Bar, commandActions, commandName, LOOP_STEPS, loopOf } from "./describe.ts";

const barClass: Record<Bar, string> = { none: "", done: "d", observed: "o", waiting: "w", bad: "x" };

export const Loop = ({ row }: { row: CommandRow }) => {
  const { t } = useWords();
  const { bars, step } = loopOf(row);
  const word = t(`commands.loop.${LOOP_STEPS[step - 1] ?? "asked"}`);
  return (
    <span className="loop" role="img" aria-label={t("commands.loop.label", { n: step, word })}>
      {bars.map((bar, index) => (
        <i key={LOOP_STEPS[index]} className={barClass[bar]} />
      ))}
    </span>
  );
};

/** Undo while held, cancel while it waits, send after all in review. */
export const CommandActions = ({ row }: { row: CommandRow }) => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const now = useNow();
  const { undo, cancel, confirm } = commandActions(row, now);
  const what = commandName(row, words);

  const act = async (name: "commands.cancel" | "commands.confirm", done: string): Promise<void> => {
    const answer = await bridge.call(name, { commandId: row.id });
    say(ui, answer.ok ? done : words.error(answer.error), answer.ok ? "plain" : "bad");
  };
  const doCancel = (): void => void act("commands.cancel", t("commandsView.cancelled", { what }));
  const doConfirm = (): void => void act("commands.confirm", t("commandsView.confirmed", { what }));

  return (
    <>
      {undo !== null && (
        <button type="button" className="small" onClick={doCancel}>
          {t("tray.undoIn", { seconds: undo })}
        </button>
      )}
      {cancel && (
        <button type="button" className="small" onClick={doCancel}>
          {t("tray.cancel")}
        </button>
      )}
      {confirm && (
        <button type="button" className="small" onClick={doConfirm}>
          {t("tray.sendAfterAll")}
        </button>
      )}
    </>
  );
};
