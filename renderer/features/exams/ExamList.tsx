/** The exams of this profile, the latest first. */
import { useMemo } from "react";
import { useStore } from "zustand";
import type { ExamSummary } from "../../../shared/model/exam.ts";
import { Card, Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";
import { examsPlace } from "../../state/ui.ts";
import { FactsDialog } from "./dialogs.tsx";
import { isUnderWay } from "./progress.ts";
import { TakePlan } from "./TakePlan.tsx";

const COLUMNS = ["name", "date", "rows", "errors", "people", "applied", "drift"] as const;
const NUMBERS: ReadonlySet<string> = new Set(["rows", "errors", "people", "drift"]);

const Applied = ({ exam }: { exam: ExamSummary }) => {
  const { t, n, time } = useWords();
  const { run, plan } = exam;
  if (run !== null && isUnderWay(run))
    return <>{t("exams.list.running", { done: n(run.done + run.failed + run.excluded), total: n(run.total) })}</>;
  if (run !== null)
    return (
      <span className={run.failed > 0 ? "warn1" : ""}>
        {t("exams.list.ran", { time: time.dated(run.startedAt), failed: n(run.failed) })}
      </span>
    );
  return <span className="dimmed">{t(plan === null ? "exams.list.never" : "exams.list.planned")}</span>;
};

const Line = ({ exam }: { exam: ExamSummary }) => {
  const { ui } = useConsole();
  const { n } = useWords();
  return (
    <tr>
      <td>
        <button type="button" className="link cut" onClick={() => ui.setState({ place: examsPlace(exam.id) })}>
          {exam.name}
        </button>
      </td>
      <td>{exam.date}</td>
      <td className="n">{n(exam.rows)}</td>
      <td className={`n ${exam.errors > 0 ? "warn1" : "dimmed"}`}>{n(exam.errors)}</td>
      <td className="n">{n(exam.candidates)}</td>
      <td>
        <Applied exam={exam} />
      </td>
      <td className={`n ${exam.drifted > 0 ? "warn2" : "dimmed"}`}>{n(exam.drifted)}</td>
    </tr>
  );
};

export const ExamList = () => {
  const { ui, exams } = useConsole();
  const words = useWords();
  const { t } = words;
  const dialog = useUi((state) => state.dialog);
  const { items, phase, error } = useStore(exams);
  const latest = useMemo(
    () => [...items.values()].sort((a, b) => (a.date === b.date ? b.createdAt - a.createdAt : a.date < b.date ? 1 : -1)),
    [items],
  );
  const make = (
    <button type="button" className="go" onClick={() => ui.setState({ dialog: "examFacts" })}>
      {t("exams.new")}
    </button>
  );
  return (
    <>
      <div className="bar">
        <h1>{t("place.exams")}</h1>
        <p className="hint cut">{t("exams.intro")}</p>
        <div className="spring" />
        <TakePlan />
        {latest.length > 0 && make}
      </div>
      {phase === "closed" ? (
        <Empty title={t("exams.closed")} text={error === null ? "" : words.error(error)} />
      ) : phase === "waiting" ? (
        <Empty title={t("exams.waiting")} />
      ) : latest.length === 0 ? (
        <Empty title={t("exams.none")} text={t("exams.noneText")}>
          {make}
        </Empty>
      ) : (
        <div className="scroller" tabIndex={0} role="group" aria-label={t("place.exams")}>
          <Card title={t("exams.list.title")}>
            <table className="plain">
              <thead>
                <tr>
                  {COLUMNS.map((name) => (
                    <th key={name} scope="col" className={NUMBERS.has(name) ? "n" : ""}>
                      {t(`exams.list.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {latest.map((exam) => (
                  <Line key={exam.id} exam={exam} />
                ))}
              </tbody>
            </table>
          </Card>
        </div>
      )}
      {dialog === "examFacts" && <FactsDialog exam={null} />}
    </>
  );
};
