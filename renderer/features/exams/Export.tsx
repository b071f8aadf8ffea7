/** The sheet as a file, and the file that a person can start from. */
import { useStore } from "zustand";
import { exampleSheet, writeSheet } from "../../../shared/examSheet/writeFile.ts";
import { localText } from "../../../shared/localTime.ts";
import type { ExamSummary } from "../../../shared/model/exam.ts";
import { fileName, saveFile } from "../../components/saveFile.ts";
import { useWords } from "../../i18n/words.tsx";
import { useNow } from "../../state/console.ts";
import type { OpenSheet } from "../../state/sheet.ts";

const DAY_MS = 86_400_000;

export const ExampleButton = ({ exam }: { exam: ExamSummary }) => {
  const { t } = useWords();
  const now = useNow();
  const save = (): void => {
    // A start that is still to come, so that the example has nothing wrong in it.
    const startsAt = `${localText(now + DAY_MS, exam.timeZone).slice(0, 10)} 09:00`;
    saveFile(fileName(t("exams.export.example"), "csv"), "text/csv", writeSheet(exampleSheet(startsAt)));
  };
  return (
    <button type="button" className="small" onClick={save}>
      {t("exams.export.exampleButton")}
    </button>
  );
};

export const ExportButton = ({ exam, sheet }: { exam: ExamSummary; sheet: OpenSheet }) => {
  const { t } = useWords();
  const rows = useStore(sheet.store, (state) => state.rows);
  return (
    <button
      type="button"
      className="small"
      disabled={rows.length === 0}
      onClick={() => saveFile(fileName(exam.name, "csv"), "text/csv", writeSheet(rows))}
    >
      {t("exams.export.button")}
    </button>
  );
};
