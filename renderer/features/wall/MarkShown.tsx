/** Marks what the filter shows. There only while a filter is set: "all" is never one click away from "selected". */
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";

export const MarkShown = ({ ids }: { ids: readonly string[] }) => {
  const { ui } = useConsole();
  const { t, n } = useWords();
  return (
    <button type="button" className="small" onClick={() => ui.setState({ marked: new Set(ids) })}>
      {t("roomMenu.markShown", { n: n(ids.length) })}
    </button>
  );
};
