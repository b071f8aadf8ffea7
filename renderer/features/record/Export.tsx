/** Takes the record out: as what, of which room, of which time. The file is read back before it is called done. */
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { RECORD_FORMATS } from "../../../shared/model/record.ts";
import { Choice, TextField } from "../../components/fields.tsx";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";
import { useExamChoices } from "./exams.ts";
import { boundsOf, PERIODS, type Period } from "./period.ts";
import { Verdict } from "./Verdict.tsx";

const FORMATS = ["html", "pdf", ...RECORD_FORMATS.filter((format) => format !== "html")] as const;
type Typed = { format: (typeof FORMATS)[number]; examId: string; room: string; period: Period; from: string; to: string };
const FIRST: Typed = { format: "html", examId: "", room: "", period: "all", from: "", to: "" };

export const Export = ({ roomName }: { roomName(room: string): string }) => {
  const { rooms, now } = useConsole();
  const words = useWords();
  const { t, n, language } = words;
  const [typed, setTyped] = useState(FIRST);
  const exporting = useAsking("record.export");
  const items = useStore(rooms, (state) => state.items);
  const exams = useExamChoices();
  const choices = useMemo(
    () =>
      [...items.values()]
        .map(({ roomUuid, name }) => ({ value: roomUuid, text: name ?? roomUuid }))
        .sort((a, b) => a.text.localeCompare(b.text, language, { numeric: true })),
    [items, language],
  );
  const set = (change: Partial<Typed>): void => {
    exporting.drop();
    setTyped({ ...typed, ...change });
  };
  const bounds = boundsOf(typed.period, typed, now.getState().server);
  const write = async (): Promise<void> => {
    const part = boundsOf(typed.period, typed, now.getState().server);
    if (part === null) return;
    const of = { room: typed.room === "" ? null : typed.room, examId: typed.examId === "" ? null : typed.examId };
    await exporting.ask({ format: typed.format, part: { ...of, ...part }, language: language === "zh" ? "zh" : "en" });
  };
  const done = exporting.answer;

  return (
    <Card title={t("record.export.title")}>
      <form
        className="fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void write();
        }}
      >
        <p className="hint whole">{t("record.export.text")}</p>
        <Choice
          label={t("record.export.format")}
          value={typed.format}
          options={FORMATS.map((value) => ({ value, text: t(`record.export.formats.${value}`) }))}
          onChoose={(format) => set({ format })}
        />
        {exams.length > 0 && (
          <Choice
            label={t("record.exam")}
            value={typed.examId}
            options={[{ value: "", text: t("record.anyExam") }, ...exams]}
            onChoose={(examId) => set({ examId, room: "" })}
          />
        )}
        <Choice
          label={t("record.export.room")}
          value={typed.room}
          options={[{ value: "", text: t("record.export.allRooms") }, ...choices]}
          onChoose={(room) => set({ room, examId: "" })}
        />
        <Choice
          label={t("record.export.period")}
          value={typed.period}
          options={PERIODS.map((value) => ({ value, text: t(`record.export.periods.${value}`) }))}
          onChoose={(period) => set({ period })}
        />
        {typed.period === "chosen" && (
          <>
            <TextField
              type="datetime-local"
              label={t("record.export.from")}
              help={t("record.export.bound")}
              value={typed.from}
              onText={(from) => set({ from })}
            />
            <TextField
              type="datetime-local"
              label={t("record.export.to")}
              value={typed.to}
              fault={bounds === null ? t("record.export.backwards") : null}
              onText={(to) => set({ to })}
            />
          </>
        )}
        <div className="dialog-do whole">
          <button type="submit" className="go" disabled={exporting.since !== null}>
            {t("record.export.do")}
          </button>
          <Waiting since={exporting.since} text={t("record.export.doing")} onStop={exporting.drop} />
        </div>
        {exporting.error !== null && (
          <p className="fault whole" role="alert">
            {words.error(exporting.error)}
          </p>
        )}
        {done !== null && (
          <div className="whole taken" role="status">
            <p>
              <b>{done.verdict === null ? t("record.export.printed") : t("record.export.done", { count: done.lines, n: n(done.lines) })}</b>
            </p>
            <dl className="facts-list">
              <dt>{t("record.export.path")}</dt>
              <dd className="technical">{done.path}</dd>
              {done.verdict?.key != null && (
                <>
                  <dt>{t("record.export.publicKey")}</dt>
                  <dd className="technical">{done.verdict.key.publicKey}</dd>
                </>
              )}
            </dl>
            {done.verdict?.key != null && <p className="hint">{t(`record.export.kept.${done.verdict.key.kept}`)}</p>}
            {done.verdict?.ok === false && (
              <>
                <p className="fault">{t("record.export.broken")}</p>
                <Verdict verdict={done.verdict} roomName={roomName} />
              </>
            )}
          </div>
        )}
      </form>
    </Card>
  );
};
