/** The check of every room that is shown and not over. Each exam has one of its own, among its views. */
import { useWords } from "../../i18n/words.tsx";
import type { Beeper } from "../alarms/sound.ts";
import { CheckView } from "./CheckView.tsx";

export const BoardPlace = ({ beeper }: { beeper: Beeper }) => {
  const { t } = useWords();
  return (
    <section className="page" aria-label={t("board.title")}>
      <CheckView examId={null} beeper={beeper} />
    </section>
  );
};
