/** Takes a plan that was saved here or elsewhere; its exam is opened with what it would do. */
import { FileButton } from "../../components/FileButton.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { examsPlace, say } from "../../state/ui.ts";

/** Larger than any plan of a whole sheet. */
const MAX_BYTES = 32_000_000;

export const TakePlan = ({ small }: { small?: boolean }) => {
  const words = useWords();
  const { t } = words;
  const { bridge, ui } = useConsole();
  const take = async (file: File): Promise<void> => {
    if (file.size > MAX_BYTES) return say(ui, t("errors.planFile"), "bad");
    const answer = await bridge.call("exams.takePlan", { text: await file.text() });
    if (!answer.ok) return say(ui, words.error(answer.error), "bad");
    ui.setState({ place: examsPlace(answer.value.examId, "apply") });
    say(ui, t("exams.plan.taken"));
  };
  return (
    <FileButton
      text={t("exams.plan.take")}
      accept=".json,application/json"
      {...(small && { className: "small" })}
      onFile={(file) => void take(file)}
    />
  );
};
