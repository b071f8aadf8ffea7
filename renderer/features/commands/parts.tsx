/** What tray and list share of a command: its loop, and what can be done with it. */
import type { CallInput, CommandName } from "../../../shared/contract.ts";
import { isCommandName } from "../../../shared/contract.ts";
import type { CommandRow } from "../../../shared/model/command.ts";
import { newId } from "../../bridge.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow, useProfile } from "../../state/console.ts";
import { say } from "../../state/ui.ts";
import { type Bar, commandActions, LOOP_STEPS, loopOf } from "./describe.ts";
import { commandName } from "./names.ts";
import { askOne } from "./useAsk.ts";

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

/** Undo while held or by the opposite, cancel while it waits, send after all in review. */
export const CommandActions = ({ row, dropText }: { row: CommandRow; dropText?: string }) => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const now = useNow();
  const observeOnly = useProfile()?.observeOnly ?? true;
  const { undo, inverse, cancel, confirm, letGo } = commandActions(row, now);
  const what = commandName(row, words);

  const act = async (name: "commands.cancel" | "commands.confirm" | "commands.letGo", done: string): Promise<void> => {
    const answer = await bridge.call(name, { commandId: row.id } satisfies CallInput<"commands.cancel">);
    say(ui, answer.ok ? done : words.error(answer.error), answer.ok ? "plain" : "bad");
  };
  const doCancel = (): void => void act("commands.cancel", t("commandsView.cancelled", { what }));
  const doConfirm = (): void => void act("commands.confirm", t("commandsView.confirmed", { what }));
  const doLetGo = (): void => void act("commands.letGo", t("commandsView.gone", { what }));
  const doInverse = async (name: CommandName, input: Record<string, unknown>): Promise<void> => {
    const answer = await askOne(bridge, { name, commandId: newId(), roomUuid: row.roomUuid, input, when: null });
    say(ui, answer.ok ? t("commandsView.undone", { what }) : words.error(answer.error), answer.ok ? "plain" : "bad");
  };

  return (
    <>
      {undo !== null && (
        <button type="button" className="small" onClick={doCancel}>
          {t("tray.undoIn", { seconds: undo })}
        </button>
      )}
      {inverse !== null && !observeOnly && isCommandName(inverse.name) && (
        <button type="button" className="small" onClick={() => isCommandName(inverse.name) && void doInverse(inverse.name, inverse.input)}>
          {t("commandsView.undoInverse", { what: commandName(inverse, words) })}
        </button>
      )}
      {cancel && (
        <button type="button" className="small" onClick={doCancel}>
          {dropText ?? t("tray.cancel")}
        </button>
      )}
      {confirm && !observeOnly && (
        <button type="button" className="small" onClick={doConfirm}>
          {t("tray.sendAfterAll")}
        </button>
      )}
      {letGo && !observeOnly && (
        <button type="button" className="small" title={t("commandsView.letGoHint")} onClick={doLetGo}>
          {t("commandsView.letGo")}
        </button>
      )}
    </>
  );
};
