/** The record: what is in it, whether it is whole, and its way out. */
import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { RecordStatus, RecordSummary } from "../../../shared/model/record.ts";
import { Choice } from "../../components/fields.tsx";
import { Card, Empty } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole, useProfile } from "../../state/console.ts";
import { Export } from "./Export.tsx";
import { useExamChoices } from "./exams.ts";
import { Removal } from "./Removal.tsx";
import { Verdict } from "./Verdict.tsx";

const KINDS = [
  "event",
  "command",
  "alarm",
  "gap",
  "newLife",
  "moved",
  "started",
  "ended",
  "operator",
  "certificate",
  "token",
  "pruned",
  "lost",
  "cut",
  "recomputed",
  "rebuilt",
] as const;

const kindWord = (kind: string, { t }: Words): string => {
  const known = KINDS.find((one) => one === kind);
  return known === undefined ? t("record.kind.other", { kind }) : t(`record.kind.${known}`);
};

const FAULTS = ["full", "locked", "readOnly", "corrupt"] as const;
const whyWord = (fault: string, { t }: Words): string => t(`record.why.${FAULTS.find((one) => one === fault) ?? "other"}`);

const What = ({ status, summary, since }: { status: RecordStatus; summary: RecordSummary | null; since: number | null }) => {
  const words = useWords();
  const { t, n, time } = words;
  return (
    <Card title={t("record.what")} tail={n(status.count)}>
      <div className="record-what">
        {status.fault !== null && (
          <p className="fault" role="alert">
            {t("record.fault", { why: whyWord(status.fault, words) })}
          </p>
        )}
        <dl className="facts-list">
          <dt>{t("record.entries")}</dt>
          <dd>{n(status.count)}</dd>
          <dt>{t("record.first")}</dt>
          <dd>{summary?.firstAt == null ? "–" : time.full(summary.firstAt)}</dd>
          <dt>{t("record.last")}</dt>
          <dd>{summary?.lastAt == null ? "–" : time.full(summary.lastAt)}</dd>
          <dt>{t("record.head")}</dt>
          <dd className="technical">{status.hash}</dd>
        </dl>
        <Waiting since={since} text={t("record.counting")} />
        {summary !== null && (
          <dl className="facts-list counts">
            {summary.kinds.map(({ kind, count }) => (
              <div key={kind}>
                <dt>{kindWord(kind, words)}</dt>
                <dd>{n(count)}</dd>
              </div>
            ))}
          </dl>
        )}
        {status.count === 0 && <Empty title={t("record.empty")} low />}
      </div>
    </Card>
  );
};

const Verify = ({ roomName }: { roomName(room: string): string }) => {
  const { clock } = useConsole();
  const words = useWords();
  const { t, time } = words;
  const verifying = useAsking("record.verify");
  const exams = useExamChoices();
  const [examId, setExamId] = useState("");
  const [at, setAt] = useState<number | null>(null);
  const verify = async (): Promise<void> => {
    if ((await verifying.ask({ examId: examId === "" ? null : examId })) !== null) setAt(clock.wall());
  };
  return (
    <Card title={t("record.verify.title")}>
      <div className="record-what">
        <p className="hint">{t("record.verify.text")}</p>
        {exams.length > 0 && (
          <Choice
            label={t("record.verify.exam")}
            value={examId}
            options={[{ value: "", text: t("record.verify.noExam") }, ...exams]}
            onChoose={(id) => {
              verifying.drop();
              setExamId(id);
            }}
          />
        )}
        <div className="dialog-do">
          <button type="button" className="go" disabled={verifying.since !== null} onClick={() => void verify()}>
            {t("record.verify.do")}
          </button>
          <Waiting since={verifying.since} text={t("record.verify.doing")} onStop={verifying.drop} />
        </div>
        {verifying.error !== null && (
          <p className="fault" role="alert">
            {words.error(verifying.error)}
          </p>
        )}
        {verifying.answer !== null && (
          <>
            <Verdict verdict={verifying.answer} roomName={roomName} />
            {at !== null && <p className="hint">{t("record.verify.at", { time: time.clock(at) })}</p>}
          </>
        )}
        <p className="hint">{t("record.help")}</p>
      </div>
    </Card>
  );
};

export const RecordPlace = () => {
  const { record, rooms } = useConsole();
  const { t } = useWords();
  const profile = useProfile();
  const status = useStore(record, (state) => state.value);
  const { ask, answer, since } = useAsking("record.summary");
  // Counted anew when the place is opened and for another profile, not with each entry.
  useEffect(() => {
    void ask({});
  }, [ask, profile?.appId, profile?.name]);
  const roomName = useCallback((room: string) => rooms.getState().items.get(room)?.name ?? room, [rooms]);
  return (
    <section className="page record" aria-label={t("record.title")}>
      <div className="bar">
        <h1>{t("record.title")}</h1>
        <p className="hint">{t("record.intro")}</p>
      </div>
      <div className="scroller" tabIndex={0} role="group" aria-label={t("record.what")}>
        {status === null ? (
          <Empty title={t("record.counting")} />
        ) : (
          <div className="two">
            <div className="stacked">
              <Verify roomName={roomName} />
              <What status={status} summary={answer} since={since} />
            </div>
            <div className="stacked">
              <Export roomName={roomName} />
              <Removal />
            </div>
          </div>
        )}
      </div>
    </section>
  );
};
