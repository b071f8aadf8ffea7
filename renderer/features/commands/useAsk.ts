/** From a choice in a menu or the palette to the dialog, or at once to main where nothing is to be filled in or agreed to. */
import { useCallback } from "react";
import type { CommandName } from "../../../shared/contract.ts";
import type { When } from "../../../shared/model/command.ts";
import type { Result } from "../../../shared/result.ts";
import { type Bridge, newId } from "../../bridge.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { say } from "../../state/ui.ts";
import { needsDialog } from "./entries.ts";
import type { Values } from "./form.ts";
import { commandName } from "./names.ts";
import type { Subject } from "./subject.ts";

type One = { name: CommandName; commandId: string; roomUuid: string; input: Values; when: When | null };
export const askOne = (bridge: Bridge, { name, commandId, roomUuid, input, when }: One): Promise<Result<unknown>> =>
  // The form has read the input by the contract's own schema.
  bridge.call(name, { commandId, roomUuid, ...input, ...(when !== null && { when }) });

/** Asks for what was chosen: at once where it is safe and whole, else by its dialog. */
export const useAsk = () => {
  const { bridge, ui, rooms } = useConsole();
  const words = useWords();
  return useCallback(
    (subject: Subject): void => {
      const { entry, targets } = subject;
      const [target] = targets;
      if (target === undefined || entry.preset === null || needsDialog(entry, targets.length)) {
        ui.setState({ dialog: "ask", subject });
        return;
      }
      const { roomUuid } = target;
      const room = rooms.getState().items.get(roomUuid)?.name ?? roomUuid;
      const { name, preset } = entry;
      void askOne(bridge, { name, commandId: newId(), roomUuid, input: preset, when: null }).then((answer) =>
        say(
          ui,
          answer.ok ? words.t("ask.asked", { what: commandName({ name, input: preset }, words), room }) : words.error(answer.error),
          answer.ok ? "plain" : "bad",
        ),
      );
    },
    [bridge, ui, rooms, words],
  );
};
