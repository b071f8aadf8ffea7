/** What applying the sheet would do, row by row; the plan of it; and how far the latest run has come, with what was seen afterwards. */
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { ExamRow, ExamSummary, RunHead } from "../../../shared/model/exam.ts";
import { newId } from "../../bridge.ts";
import { Empty } from "../../components/parts.tsx";
import { fileName, saveFile } from "../../components/saveFile.ts";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useConsole, useNow, useProfile, useUi } from "../../state/console.ts";
import type { OpenSheet } from "../../state/sheet.ts";
import { say } from "../../state/ui.ts";
import { ApplyDialog } from "./ApplyDialog.tsx";
import { ApplyList } from "./ApplyList.tsx";
import { ACTIONS, isUnderWay, leftOf, mayRetry, shows, type Which } from "./progress.ts";
import { TakePlan } from "./TakePlan.tsx";

const Plan = ({ exam }: { exam: ExamSummary }) => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  const { t, n, time } = words;
  const now = useNow();
  const observeOnly = useProfile()?.observeOnly ?? true;
  const { plan, run } = exam;
  const make = async (): Promise<void> => {
    const answer = await bridge.call("exams.savePlan", { examId: exam.id });
    if (!answer.ok) say(ui, words.error(answer.error), "bad");
  };
  const save = async (): Promise<void> => {
    const answer = await bridge.call("exams.planText", { examId: exam.id });
    if (!answer.ok) return say(ui, words.error(answer.error), "bad");
    saveFile(fileName(t("exams.plan.file", { name: exam.name }), "json"), "application/json", answer.value.text);
  };
  const count = (plan?.counts.create ?? 0) + (plan?.counts.change ?? 0);
  const running = run !== null && isUnderWay(run);
  const used = plan !== null && run?.planId === plan.id;
  const ready = plan?.current === true && !used;
  return (
    <div className="plan-line">
      <p>
        {plan === null
          ? t("exams.plan.none")
          : t("exams.plan.made", {
              time: time.moment(plan.madeAt, now),
              who: plan.madeBy || t("commandsView.nobody"),
              create: n(plan.counts.create ?? 0),
              change: n(plan.counts.change ?? 0),
            })}{" "}
        {plan !== null && !plan.current && <span className="warn2">{t("exams.plan.old")}</span>}
        {plan?.current && used && !running && <span className="dimmed">{t("exams.plan.used")}</span>}
      </p>
      <div className="spring" />
      <TakePlan />
      {plan !== null && (
        <button type="button" onClick={() => void save()}>
          {t("exams.plan.save")}
        </button>
      )}
      <button type="button" className={ready || running ? "" : "go"} disabled={exam.rows === 0 || running} onClick={() => void make()}>
        {t(plan === null ? "exams.plan.make" : "exams.plan.again")}
      </button>
      {!observeOnly && ready && !running && count > 0 && (
        <button type="button" className="end far" onClick={() => ui.setState({ dialog: "applyPlan" })}>
          {t("exams.apply.button", { count })}
        </button>
      )}
    </div>
  );
};

const howFar = (run: RunHead, { t, n, time }: Words, now: number): string => {
  const left = leftOf(run);
  const ended = n(run.total - left);
  const total = n(run.total);
  if (run.stoppedAt === null) return t(left > 0 ? "exams.run.open" : "exams.run.ended", { ended, total });
  const stopped = t("exams.run.stopped", { time: time.moment(run.stoppedAt, now), ended, total });
  return left > 0 ? `${stopped} ${t("exams.run.goOn", { count: left, n: n(left) })}` : stopped;
};

const Run = ({ exam, run, again }: { exam: ExamSummary; run: RunHead; again: number }) => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  const { t, n, time } = words;
  const now = useNow();
  const observeOnly = useProfile()?.observeOnly ?? true;
  const open = isUnderWay(run);
  const stop = async (): Promise<void> => {
    const answer = await bridge.call("exams.stop", { examId: exam.id });
    say(ui, answer.ok ? t("bulk.stopSaid", answer.value) : words.error(answer.error), answer.ok ? "plain" : "bad");
  };
  const retry = async (): Promise<void> => {
    const answer = await bridge.call("exams.retry", { examId: exam.id, runId: newId() });
    say(ui, answer.ok ? t("exams.run.again", { count: answer.value.count }) : words.error(answer.error), answer.ok ? "plain" : "bad");
  };
  return (
    <div className="plan-line">
      <progress aria-label={t("exams.run.progress")} max={Math.max(1, run.total)} value={run.total - leftOf(run)} />
      <p role="status">
        <b>{howFar(run, words, now)}</b> {t("exams.run.done", { n: n(run.done) })} ·{" "}
        <span className={run.failed > 0 ? "warn1" : ""}>{t("exams.run.failed", { n: n(run.failed) })}</span> ·{" "}
        {t("exams.run.excluded", { n: n(run.excluded) })}{" "}
        <span className="dimmed">
          {t("exams.run.by", { time: time.moment(run.startedAt, now), who: run.operator || t("commandsView.nobody") })}
        </span>
      </p>
      <div className="spring" />
      {!open && again > 0 && !observeOnly && (
        <button type="button" onClick={() => void retry()}>
          {t("exams.run.retry", { count: again })}
        </button>
      )}
      {open && run.stoppedAt === null && (
        <button type="button" className="end" onClick={() => void stop()}>
          {t("bulk.stop")}
        </button>
      )}
    </div>
  );
};

const Reading = ({ exam }: { exam: ExamSummary }) => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const compare = async (): Promise<void> => {
    const answer = await bridge.call("exams.compare", { examId: exam.id });
    if (!answer.ok) say(ui, words.error(answer.error), "bad");
  };
  return (
    <>
      {exam.readable === "lacking" && <span className="hint">{t("exams.compare.lacking")}</span>}
      {exam.comparing !== null && (
        <span className="hint" role="status">
          {t("exams.compare.doing", { done: n(exam.comparing.done), of: n(exam.comparing.of) })}
        </span>
      )}
      <button type="button" className="small" disabled={exam.rows === 0 || exam.comparing !== null} onClick={() => void compare()}>
        {t("exams.compare.button")}
      </button>
    </>
  );
};

const Chips = ({ rows, which, onChoose }: { rows: readonly ExamRow[]; which: Which; onChoose(which: Which): void }) => {
  const { t, n } = useWords();
  const count = (one: Which): number => rows.filter((row) => shows(one, row)).length;
  const offered: Which[] = ["all", ...ACTIONS, "failed", "drift"];
  return (
    <div className="chips" role="group" aria-label={t("exams.apply.filter")}>
      {offered
        .map((one) => ({ one, number: count(one) }))
        .filter(({ one, number }) => one === "all" || one === which || number > 0)
        .map(({ one, number }) => (
          <button
            type="button"
            key={one}
            className="chip"
            aria-pressed={which === one}
            onClick={() => onChoose(which === one ? "all" : one)}
          >
            {t(`exams.which.${one}`)} <b>{n(number)}</b>
          </button>
        ))}
    </div>
  );
};

export const ApplyView = ({ exam, sheet }: { exam: ExamSummary; sheet: OpenSheet }) => {
  const { t } = useWords();
  const dialog = useUi((state) => state.dialog);
  const told = useStore(sheet.store, (state) => state.told);
  const [which, setWhich] = useState<Which>("all");
  const rows = useMemo(() => [...told.values()].sort((a, b) => a.index - b.index), [told]);
  const shown = useMemo(() => rows.filter((row) => shows(which, row)), [rows, which]);
  return (
    <div className="sheet-view">
      <Plan exam={exam} />
      {exam.run !== null && <Run exam={exam} run={exam.run} again={rows.filter(mayRetry).length} />}
      <div className="bar second">
        <Chips rows={rows} which={which} onChoose={setWhich} />
        <div className="spring" />
        <Reading exam={exam} />
      </div>
      {rows.length === 0 ? (
        <Empty title={t("exams.sheet.empty")} text={t("exams.sheet.emptyText")} />
      ) : (
        <ApplyList rows={shown} zone={exam.timeZone} />
      )}
      {dialog === "applyPlan" && exam.plan !== null && <ApplyDialog exam={exam} plan={exam.plan} />}
    </div>
  );
};
