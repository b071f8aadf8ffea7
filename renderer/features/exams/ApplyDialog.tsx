/** The word before a plan is applied: what it will do, and the number of rows, typed. */
import { useRef, useState } from "react";
import type { ExamSummary, PlanHead } from "../../../shared/model/exam.ts";
import { newId } from "../../bridge.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";
import { say } from "../../state/ui.ts";
import { CountField } from "../commands/CountField.tsx";

export const ApplyDialog = ({ exam, plan }: { exam: ExamSummary; plan: PlanHead }) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const applying = useAsking("exams.apply");
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  // Asking twice with one id is asking once.
  const runId = useRef(newId());
  const { create = 0, change = 0 } = plan.counts;
  const changed = applying.error?.reason === "previewChanged" ? Number(applying.error.params?.["count"] ?? 0) : null;
  const count = changed ?? create + change;
  const wrong = tried && typed.trim() !== String(count);
  const close = (): void => ui.setState({ dialog: null });
  const apply = async (): Promise<void> => {
    setTried(true);
    if (typed.trim() !== String(count)) return;
    if ((await applying.ask({ examId: exam.id, planId: plan.id, runId: runId.current, count })) === null) {
      setTried(false);
      return setTyped("");
    }
    close();
    say(ui, t("exams.apply.asked", { count }));
  };
  return (
    <Dialog title={t("exams.apply.title", { name: exam.name })} onClose={close}>
      <p>{t("exams.apply.effect", { create: n(create), change: n(change) })}</p>
      <p className="hint">{t("exams.apply.effectMore")}</p>
      {changed !== null && (
        <p className="warn2" role="alert">
          {t("ask.changed", { count: changed })}
        </p>
      )}
      {applying.error !== null && changed === null && (
        <p className="fault" role="alert">
          {words.error(applying.error)}
        </p>
      )}
      {count > 0 && <CountField id="apply-count" count={count} typed={typed} wrong={wrong} autoFocus onText={setTyped} />}
      <DialogFoot leave={t("tray.cancel")} onLeave={close} beside={<Waiting since={applying.since} text={t("exams.apply.asking")} />}>
        {count > 0 && (
          <button type="button" className="end filled" disabled={applying.since !== null} onClick={() => void apply()}>
            {t("exams.apply.confirm", { count })}
          </button>
        )}
      </DialogFoot>
    </Dialog>
  );
};
