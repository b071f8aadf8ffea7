/** An exam's name, date and time zone; and its removal. */
import { useState } from "react";
import { localText } from "../../../shared/localTime.ts";
import type { ExamSummary } from "../../../shared/model/exam.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { isTimeZone } from "../../format/time.ts";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole, useNow, useSettings } from "../../state/console.ts";
import { examsPlace, say } from "../../state/ui.ts";

const MAX_NAME = 100;
/** That of the settings; "system" is the workstation's. */
const useZone = (): string => {
  const { timeZone } = useSettings();
  return timeZone !== "system" && isTimeZone(timeZone) ? timeZone : new Intl.DateTimeFormat().resolvedOptions().timeZone;
};

export const FactsDialog = ({ exam }: { exam: ExamSummary | null }) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const zone = useZone();
  const now = useNow();
  const [name, setName] = useState(exam?.name ?? "");
  const [date, setDate] = useState(exam?.date ?? localText(now, zone).slice(0, 10));
  const [timeZone, setTimeZone] = useState(exam?.timeZone ?? zone);
  const [tried, setTried] = useState(false);
  const saving = useAsking("exams.save");
  const faults = {
    name: name.trim() === "" ? t("exams.facts.nameMissing") : null,
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? null : t("exams.facts.dateMissing"),
    timeZone: isTimeZone(timeZone) ? null : t("errors.timeZone"),
  };
  const close = (): void => ui.setState({ dialog: null });
  const save = async (): Promise<void> => {
    setTried(true);
    if (Object.values(faults).some((fault) => fault !== null)) return;
    const answer = await saving.ask({ examId: exam?.id ?? null, facts: { name: name.trim(), date, timeZone } });
    if (answer === null) return;
    ui.setState({ dialog: null, ...(exam === null && { place: examsPlace(answer.examId) }) });
  };
  return (
    <Dialog title={t(exam === null ? "exams.facts.new" : "exams.facts.change")} onClose={close}>
      <form
        className="fields one inner"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t("exams.facts.name")}
          data-autofocus
          maxLength={MAX_NAME}
          value={name}
          fault={tried ? faults.name : null}
          onText={setName}
        />
        <TextField label={t("exams.facts.date")} type="date" value={date} fault={tried ? faults.date : null} onText={setDate} />
        <TextField
          label={t("exams.facts.zone")}
          help={t("exams.facts.zoneHelp")}
          list="time-zones"
          value={timeZone}
          fault={tried ? faults.timeZone : null}
          onText={setTimeZone}
        />
        <datalist id="time-zones">
          {Intl.supportedValuesOf("timeZone").map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {saving.error !== null && (
          <p className="fault" role="alert">
            {words.error(saving.error)}
          </p>
        )}
        <DialogFoot leave={t("tray.cancel")} onLeave={close} beside={<Waiting since={saving.since} text={t("exams.facts.saving")} />}>
          <button type="submit" className="go" disabled={saving.since !== null}>
            {t(exam === null ? "exams.facts.create" : "exams.facts.save")}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
};

export const RemoveDialog = ({ exam }: { exam: ExamSummary }) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const removing = useAsking("exams.remove");
  const close = (): void => ui.setState({ dialog: null });
  const remove = async (): Promise<void> => {
    if ((await removing.ask({ examId: exam.id })) === null) return;
    ui.setState(({ exam: scope }) => ({ dialog: null, place: examsPlace(), exam: scope === exam.id ? null : scope }));
    say(ui, t("exams.remove.done", { name: exam.name }));
  };
  return (
    <Dialog title={t("exams.remove.title", { name: exam.name })} onClose={close}>
      <p>{t("exams.remove.effect", { count: exam.rows })}</p>
      {removing.error !== null && (
        <p className="fault" role="alert">
          {words.error(removing.error)}
        </p>
      )}
      <DialogFoot leave={t("tray.cancel")} onLeave={close} safe>
        <button type="button" className="end filled" disabled={removing.since !== null} onClick={() => void remove()}>
          {t("exams.remove.confirm")}
        </button>
      </DialogFoot>
    </Dialog>
  );
};
