/** The latest quiz and poll at a glance; the whole of them is one click away. */
import type { RoomView } from "../../../shared/model/room.ts";
import { Card } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { type Outcome, pollOutcome, quizOutcome } from "./results.ts";
import { Chart, Missing, useTally } from "./views/Chart.tsx";

const Glance = ({ title, outcome }: { title: string; outcome: Outcome }) => {
  const { ui } = useConsole();
  const { t } = useWords();
  const tally = useTally();
  return (
    <Card title={title} tail={tally(outcome)}>
      <div className="glance">
        <Chart outcome={outcome} label={title} />
        <Missing outcome={outcome} all={false} />
        <button type="button" className="link" onClick={() => ui.setState({ roomView: "results" })}>
          {t("roomViews.results.all")}
        </button>
      </div>
    </Card>
  );
};

export const QuizCard = ({ view }: { view: RoomView }) => {
  const { t, language } = useWords();
  return view.quiz === null ? null : <Glance title={t("roomViews.results.quiz")} outcome={quizOutcome(view.quiz, view, language)} />;
};

export const PollCard = ({ view }: { view: RoomView }) => {
  const { t, language } = useWords();
  return view.poll === null ? null : (
    <Glance title={view.poll.title || t("roomViews.results.poll")} outcome={pollOutcome(view.poll, view, language)} />
  );
};
