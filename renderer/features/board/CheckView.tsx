/** The check of an exam, or of every room: this workstation, and each room as a row of verdicts. */
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { type BoardRow, type BoardScope, type BoardStatus, ROOM_CHECKS, STATION_CHECKS } from "../../../shared/model/boardCheck.ts";
import { Choice, Tick } from "../../components/fields.tsx";
import { Card, Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow, useProfile } from "../../state/console.ts";
import { mirrorList, mirrorValue } from "../../state/mirrors.ts";
import { say } from "../../state/ui.ts";
import { useMirror } from "../../state/useMirror.ts";
import type { Beeper } from "../alarms/sound.ts";
import { inOrder, rowNeedsSomebody } from "./findings.ts";
import { Mark } from "./Mark.tsx";

const REPEATS = ["0", "5", "10", "15", "30", "60"] as const;

const Station = ({ status, beeper }: { status: BoardStatus; beeper: Beeper }) => {
  const { bridge } = useConsole();
  const { t } = useWords();
  const now = useNow();
  const tested = (heard: boolean): void => void bridge.call("board.soundTested", { heard });
  return (
    <Card title={t("board.station")} className="station">
      <dl>
        {STATION_CHECKS.map((check) => (
          <div key={check}>
            <dt>{t(`board.column.${check}`)}</dt>
            <dd>
              <Mark finding={status.station[check]} now={now} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="buttons">
        <button type="button" onClick={() => beeper.beep()}>
          {t("board.playSound")}
        </button>
        <button type="button" onClick={() => tested(true)}>
          {t("board.heard")}
        </button>
        <button type="button" onClick={() => tested(false)}>
          {t("board.unheard")}
        </button>
      </p>
    </Card>
  );
};

const Grid = ({ rows, now }: { rows: readonly BoardRow[]; now: number }) => {
  const { ui } = useConsole();
  const { t } = useWords();
  return (
    <table className="plain board-grid">
      <caption className="unseen">{t("board.title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("board.room")}</th>
          {ROOM_CHECKS.map((check) => (
            <th scope="col" key={check}>
              {t(`board.column.${check}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.roomUuid} data-room={row.roomUuid}>
            <th scope="row">
              <button type="button" className="link" onClick={() => ui.setState({ place: { name: "room", roomUuid: row.roomUuid } })}>
                {row.name}
              </button>
            </th>
            {ROOM_CHECKS.map((check) => (
              <td key={check}>
                <Mark finding={row.findings[check]} now={now} changed={row.changed.includes(check)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Bar = ({ examId, status, differences }: { examId: BoardScope; status: BoardStatus; differences: number }) => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  const { t, n, time } = words;
  const now = useNow();
  const profile = useProfile()?.name ?? "";
  const { running, endedAt, formerEndedAt, everyMinutes, nextAt } = status;
  const run = async (): Promise<void> => {
    const answer = await bridge.call("board.run", { examId });
    if (!answer.ok) say(ui, words.error(answer.error), "bad");
  };
  const since = formerEndedAt === null ? null : time.moment(formerEndedAt, now);
  return (
    <div className="bar">
      {examId === null && <h1>{t("board.title")}</h1>}
      {endedAt !== null && <p className="on-paper">{t("board.onPaper", { time: time.dated(endedAt), profile })}</p>}
      <span className="hint" role="status">
        {running === null
          ? [
              endedAt === null ? t("board.never") : t("board.last", { time: time.moment(endedAt, now) }),
              ...(since === null ? [] : [t(differences === 0 ? "board.same" : "board.changed", { n: n(differences), time: since })]),
              ...(nextAt === null ? [] : [t("board.next", { time: time.moment(nextAt, now) })]),
            ].join(" · ")
          : t("board.running", { done: n(running.done), of: n(running.of) })}
      </span>
      <span className="spring" />
      <Choice
        label={t("board.repeat")}
        value={String(everyMinutes ?? 0)}
        options={REPEATS.map((value) => ({ value, text: value === "0" ? t("board.repeatNever") : t("board.repeatEvery", { n: value }) }))}
        onChoose={(value) => void bridge.call("board.repeat", { examId, minutes: Number(value) || null })}
      />
      {running === null ? (
        <button type="button" className="go" onClick={() => void run()}>
          {t(examId === null ? "board.run" : "board.runExam")}
        </button>
      ) : (
        <button type="button" onClick={() => void bridge.call("board.stop", { examId })}>
          {t("board.stop")}
        </button>
      )}
      <button type="button" onClick={() => window.print()}>
        {t("board.print")}
      </button>
    </div>
  );
};

/** `examId` null: every room that is shown and not over. */
export const CheckView = ({ examId, beeper }: { examId: BoardScope; beeper: Beeper }) => {
  const { bridge, clock } = useConsole();
  const { t, language } = useWords();
  const now = useNow();
  const [only, setOnly] = useState(false);
  const board = useMirror(() => mirrorValue(bridge, clock, "board", { examId }), [bridge, clock, examId]);
  const list = useMirror(() => mirrorList(bridge, clock, "boardRows", { examId }), [bridge, clock, examId]);
  const status = useStore(board, (state) => state.value);
  const items = useStore(list, (state) => state.items);
  const rows = useMemo(() => inOrder(items.values(), language), [items, language]);
  const shown = only ? rows.filter(rowNeedsSomebody) : rows;
  const differences = rows.reduce((sum, { changed }) => sum + changed.length, 0);
  return (
    <div className="board">
      {status !== null && (
        <>
          <Bar examId={examId} status={status} differences={differences} />
          <div className="scroller" tabIndex={0} role="group" aria-label={t("board.title")}>
            <Station status={status} beeper={beeper} />
            {rows.length === 0 ? (
              <Empty title={t("board.nothing")} text={t(examId === null ? "board.nothingText" : "board.nothingOfExam")} />
            ) : (
              <section className="card">
                <Tick label={t("board.only")} checked={only} onTick={setOnly} />
                {shown.length === 0 ? <Empty low title={t("board.allGood")} /> : <Grid rows={shown} now={now} />}
              </section>
            )}
          </div>
        </>
      )}
    </div>
  );
};
