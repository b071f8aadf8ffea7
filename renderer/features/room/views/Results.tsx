/** Quizzes and polls: the latest as the events tell it, all of them once the service is asked; each with who has not answered, and as a file. */
import { useMemo, useState } from "react";
import { csvText } from "../../../../shared/csv.ts";
import type { RoomView } from "../../../../shared/model/room.ts";
import { Empty } from "../../../components/parts.tsx";
import { fileName, saveFile } from "../../../components/saveFile.ts";
import { when } from "../../../format/time.ts";
import { useWords } from "../../../i18n/words.tsx";
import { useAsking } from "../../../state/asking.ts";
import { type Outcome, outcomeRows, pollOutcome, quizOutcome } from "../results.ts";
import { Chart, Missing, useTally } from "./Chart.tsx";
import { ReadLine } from "./ReadLine.tsx";

/** Which of its kind it is, from 1; null where only the latest is known. */
type Numbered = { outcome: Outcome; number: number | null };

const useTitle = (): ((one: Numbered) => string) => {
  const { t, n } = useWords();
  return ({ outcome: { kind, title }, number }) => {
    const word = t(`roomViews.results.${kind}`);
    const counted = number === null ? word : t("roomViews.results.nth", { what: word, n: n(number) });
    return title === "" ? counted : t("roomViews.results.titled", { what: counted, title });
  };
};

const Answers = ({ outcome }: { outcome: Outcome }) => {
  const { t, time } = useWords();
  return (
    <table className="answers">
      <thead>
        <tr>
          <th scope="col">{t("roomViews.results.person")}</th>
          <th scope="col">{t("roomViews.results.answer")}</th>
          <th scope="col">{outcome.kind === "quiz" ? t("roomViews.results.verdict") : ""}</th>
        </tr>
      </thead>
      <tbody>
        {outcome.answers.map(({ userUuid, name, answer, correct, at }) => (
          <tr key={userUuid} title={at === null ? undefined : time.full(at)}>
            <td>{name}</td>
            <td>{answer}</td>
            <td>{correct === null ? "" : t(correct ? "roomViews.results.right" : "roomViews.results.wrong")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const One = ({ outcome, number, roomUuid }: Numbered & { roomUuid: string }) => {
  const { t, time } = useWords();
  const [open, setOpen] = useState(false);
  const title = useTitle()({ outcome, number });
  const tally = useTally()(outcome);
  const save = (): void =>
    saveFile(
      fileName(`${roomUuid}-${outcome.kind}-${outcome.id}`, "csv"),
      "text/csv;charset=utf-8",
      csvText(outcomeRows(roomUuid, outcome)),
    );
  return (
    <section className="outcome" aria-label={title}>
      <header>
        <h3 className="cut" title={outcome.id}>
          {title}
        </h3>
        <span className="hint">
          {t(outcome.running ? "roomViews.results.running" : "roomViews.results.over")}
          {outcome.startedAt !== null && ` · ${t("roomViews.results.started", { time: when(outcome.startedAt, time) })}`}
          {outcome.endedAt !== null && ` · ${t("roomViews.results.ended", { time: when(outcome.endedAt, time) })}`}
        </span>
        <span className="spring" />
        <b>{tally}</b>
      </header>
      <Chart outcome={outcome} label={title} />
      <Missing outcome={outcome} all />
      <div className="do">
        {outcome.answers.length > 0 && (
          <button type="button" className="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? "roomViews.results.hideAnswers" : "roomViews.results.showAnswers")}
          </button>
        )}
        <button type="button" className="small" onClick={save}>
          {t("roomViews.results.save")}
        </button>
      </div>
      {open && <Answers outcome={outcome} />}
    </section>
  );
};

/** The listed ones with the latest as the events tell it, which is newer than any list; the newest first. */
const numbered = <Q extends { id: string }>(listed: readonly Q[] | null, latest: Q | null, outcomeOf: (one: Q) => Outcome): Numbered[] => {
  const older = (listed ?? []).filter(({ id }) => id !== latest?.id);
  const all = [...older, ...(latest === null ? [] : [latest])];
  return all.map((one, index) => ({ outcome: outcomeOf(one), number: listed === null ? null : index + 1 })).reverse();
};

export const Results = ({ roomUuid, view }: { roomUuid: string; view: RoomView }) => {
  const { t, n, language } = useWords();
  const quizzes = useAsking("room.quizzes");
  const polls = useAsking("room.polls");
  const outcomes = useMemo(
    () => [
      ...numbered(quizzes.answer?.quizzes ?? null, view.quiz, (quiz) => quizOutcome(quiz, view, language)),
      ...numbered(polls.answer?.polls ?? null, view.poll, (poll) => pollOutcome(poll, view, language)),
    ],
    [quizzes.answer, polls.answer, view, language],
  );
  const read = (): void => {
    void quizzes.ask({ roomUuid });
    void polls.ask({ roomUuid });
  };
  const readAt = quizzes.answer === null || polls.answer === null ? null : Math.min(quizzes.answer.readAt, polls.answer.readAt);
  const unreadable = (quizzes.answer?.unreadable ?? 0) + (polls.answer?.unreadable ?? 0);
  const cut = quizzes.answer?.whole === false || polls.answer?.whole === false;
  return (
    <section className="card" aria-label={t("roomViews.tab.results")}>
      <ReadLine asking={quizzes.error === null && quizzes.since === null ? polls : quizzes} readAt={readAt} onRead={read} />
      {cut && <p className="hint pad">{t("roomViews.results.cut")}</p>}
      {unreadable > 0 && <p className="hint pad">{t("roomViews.read.unreadable", { n: n(unreadable) })}</p>}
      {outcomes.length === 0 ? (
        <Empty
          title={t("roomViews.results.none")}
          text={t(readAt === null ? "roomViews.results.noneText" : "roomViews.results.noneRead")}
        />
      ) : (
        <div className="scroller outcomes" tabIndex={0} role="group" aria-label={t("roomViews.tab.results")}>
          {outcomes.map((one) => (
            <One key={`${one.outcome.kind} ${one.outcome.id}`} {...one} roomUuid={roomUuid} />
          ))}
        </div>
      )}
    </section>
  );
};
