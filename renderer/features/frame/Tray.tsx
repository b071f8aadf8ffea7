/** The latest commands and how far each is. Stays in sight of every place. */
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { CommandRow } from "../../../shared/model/command.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow, useUi } from "../../state/console.ts";
import { commandOrder } from "../../state/derived.ts";
import { commandState } from "../commands/describe.ts";
import { commandName } from "../commands/names.ts";
import { CommandActions, Loop } from "../commands/parts.tsx";

const SHOWN = 4;

const TrayCommand = ({ row }: { row: CommandRow }) => {
  const words = useWords();
  const now = useNow();
  const room = useStore(useConsole().rooms, (state) => state.items.get(row.roomUuid)?.name ?? row.roomUuid);
  return (
    <li className="cmd">
      <b>{commandName(row, words)}</b>
      <span className="cut room-name">{room}</span>
      <Loop row={row} />
      <span className="cut state-text" title={commandState(row, now, words)}>
        {commandState(row, now, words)}
      </span>
      <CommandActions row={row} />
    </li>
  );
};

export const Tray = () => {
  const { commands, ui } = useConsole();
  const { t } = useWords();
  const rows = useStore(
    commands,
    useShallow((state) => [...state.items.values()].sort(commandOrder).slice(0, SHOWN)),
  );
  const said = useUi((state) => state.said);
  return (
    <footer className="tray" aria-label={t("tray.label")}>
      {rows.length === 0 ? (
        <span className="dimmed spring">{t("tray.none")}</span>
      ) : (
        <ul>
          {rows.map((row) => (
            <TrayCommand key={row.id} row={row} />
          ))}
        </ul>
      )}
      <span className={`said ${said?.tone ?? ""}`} role="status">
        {said && <span key={said.number}>{said.text}</span>}
      </span>
      <button type="button" className="quiet small" onClick={() => ui.setState({ dialog: "keys" })}>
        <kbd>?</kbd> <span className="w-compact">{t("tray.keys")}</span>
      </button>
    </footer>
  );
};
