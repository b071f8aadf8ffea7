/** Exams: all of them as a list, or one with its sheet, what applying it would do and has done, and who is in its rooms. */
import { useStore } from "zustand";
import type { ExamSummary } from "../../../shared/model/exam.ts";
import { Empty } from "../../components/parts.tsx";
import { Tabs } from "../../components/Tabs.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";
import { EXAM_VIEWS, type ExamsPlaceState, type ExamView, examsPlace } from "../../state/ui.ts";
import type { Beeper } from "../alarms/sound.ts";
import { CheckView } from "../board/CheckView.tsx";
import { ApplyView } from "./ApplyView.tsx";
import { FactsDialog, RemoveDialog } from "./dialogs.tsx";
import { ExamList } from "./ExamList.tsx";
import { Report } from "./Report.tsx";
import { SeatingView } from "./SeatingView.tsx";
import { SheetView } from "./SheetView.tsx";

const Head = ({ exam }: { exam: ExamSummary }) => {
  const { ui } = useConsole();
  const { t } = useWords();
  return (
    <div className="bar">
      <button type="button" className="quiet" onClick={() => ui.setState({ place: examsPlace() })}>
        {t("exams.back")}
      </button>
      <h1 className="cut">{exam.name}</h1>
      <span className="dimmed">{t("exams.on", { date: exam.date, zone: exam.timeZone })}</span>
      <div className="spring" />
      <button
        type="button"
        disabled={exam.rows === 0}
        onClick={() =>
          ui.setState({ place: { name: "wall" }, exam: exam.id, chip: "all", filter: "", include: "shown", marked: new Set() })
        }
      >
        {t("exams.onWall")}
      </button>
      <button type="button" onClick={() => ui.setState({ dialog: "examFacts" })}>
        {t("exams.facts.button")}
      </button>
      <button type="button" className="end" onClick={() => ui.setState({ dialog: "removeExam" })}>
        {t("exams.remove.button")}
      </button>
    </div>
  );
};

const OneExam = ({ exam, view, beeper }: { exam: ExamSummary; view: ExamView; beeper: Beeper }) => {
  const { ui, sheets } = useConsole();
  const { t, n } = useWords();
  const dialog = useUi((state) => state.dialog);
  const sheet = sheets.open(exam.id, exam.timeZone);
  const tails: Readonly<Record<ExamView, string | undefined>> = {
    sheet: n(exam.rows),
    apply: exam.drifted > 0 ? t("exams.drift.count", { n: n(exam.drifted) }) : undefined,
    check: undefined,
    report: undefined,
    seating: exam.candidates > 0 ? n(exam.candidates) : undefined,
  };
  return (
    <>
      <Head exam={exam} />
      <Tabs
        label={exam.name}
        chosen={view}
        tabs={EXAM_VIEWS.map((value) => ({ value, text: t(`exams.tab.${value}`), ...(tails[value] && { tail: tails[value] }) }))}
        onChoose={(next) => ui.setState({ place: examsPlace(exam.id, next) })}
        panel={(one) => {
          switch (one) {
            case "sheet":
              return <SheetView key={exam.id} exam={exam} sheet={sheet} />;
            case "apply":
              return <ApplyView key={exam.id} exam={exam} sheet={sheet} />;
            case "check":
              return <CheckView key={exam.id} examId={exam.id} beeper={beeper} />;
            case "report":
              return <Report key={exam.id} exam={exam} />;
            case "seating":
              return <SeatingView key={exam.id} exam={exam} sheet={sheet} />;
          }
        }}
      />
      {dialog === "examFacts" && <FactsDialog exam={exam} />}
      {dialog === "removeExam" && <RemoveDialog exam={exam} />}
    </>
  );
};

export const ExamsPlace = ({ place, beeper }: { place: ExamsPlaceState; beeper: Beeper }) => {
  const { ui, exams } = useConsole();
  const { t } = useWords();
  const phase = useStore(exams, (state) => state.phase);
  const exam = useStore(exams, (state) => (place.examId === null ? undefined : state.items.get(place.examId)));
  return (
    <section className="page exams" aria-label={t("place.exams")}>
      {place.examId === null ? (
        <ExamList />
      ) : exam !== undefined ? (
        <OneExam exam={exam} view={place.view} beeper={beeper} />
      ) : phase === "waiting" ? (
        <Empty title={t("exams.waiting")} />
      ) : (
        <Empty title={t("errors.exam")}>
          <button type="button" onClick={() => ui.setState({ place: examsPlace() })}>
            {t("exams.back")}
          </button>
        </Empty>
      )}
    </section>
  );
};
