/** What was planned and what was, room by room, written as a file into the profile's folder. */
import type { ExamSummary } from "../../../shared/model/exam.ts";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";

const FORMATS = ["pdf", "csv"] as const;

export const Report = ({ exam }: { exam: ExamSummary }) => {
  const words = useWords();
  const { t, language } = words;
  const writing = useAsking("exams.report");
  return (
    <Card title={t("exams.tab.report")}>
      <div className="record-what">
        <p className="hint">{t("exams.report.text")}</p>
        <div className="dialog-do">
          {FORMATS.map((format) => (
            <button
              type="button"
              key={format}
              disabled={writing.since !== null || exam.rows === 0}
              onClick={() => void writing.ask({ examId: exam.id, format, language: language === "zh" ? "zh" : "en" })}
            >
              {t(`exams.report.${format}`)}
            </button>
          ))}
          <Waiting since={writing.since} text={t("exams.report.writing")} onStop={writing.drop} />
        </div>
        {writing.error !== null && (
          <p className="fault" role="alert">
            {words.error(writing.error)}
          </p>
        )}
        {writing.answer !== null && writing.since === null && (
          <p role="status">
            {t("exams.report.done")} <span className="technical">{writing.answer.path}</span>
          </p>
        )}
      </div>
    </Card>
  );
};
