/** What can be done with the rooms that are marked. */
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useProfile, useUi } from "../../state/console.ts";
import { say } from "../../state/ui.ts";
import { ManyActions } from "../commands/RoomActions.tsx";

const SENTENCE = { hidden: "wall.hidden", archived: "wall.archived", shown: "wall.shownAgain" } as const;

export const Marked = () => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const marked = useUi((state) => state.marked);
  const observeOnly = useProfile()?.observeOnly ?? true;
  const include = useUi((state) => state.include);

  const set = async (visibility: keyof typeof SENTENCE): Promise<void> => {
    const answer = await bridge.call("rooms.setVisibility", { roomUuids: [...marked], visibility });
    if (!answer.ok) return say(ui, words.error(answer.error), "bad");
    say(ui, t(SENTENCE[visibility], { count: marked.size }));
    ui.setState({ marked: new Set() });
  };
  return (
    <>
      {observeOnly ? <span className="dimmed">{t("wall.marked", { count: marked.size })}</span> : <ManyActions rooms={[...marked]} />}
      {include !== "shown" && (
        <button type="button" onClick={() => void set("shown")}>
          {t("wall.show")}
        </button>
      )}
      {include !== "hidden" && (
        <button type="button" onClick={() => void set("hidden")}>
          {t("wall.hide")}
        </button>
      )}
      {include !== "archived" && (
        <button type="button" onClick={() => void set("archived")}>
          {t("wall.archive")}
        </button>
      )}
      <button type="button" className="quiet" onClick={() => ui.setState({ marked: new Set() })}>
        {t("wall.unmarkAll")}
      </button>
    </>
  );
};
