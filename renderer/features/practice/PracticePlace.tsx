/** The rehearsal: score, what happened, trouble, and the choice of another one. */
import { useStore } from "zustand";
import { ACT_WITHIN_S, type Rehearsal, SEE_WITHIN_S } from "../../../shared/model/rehearsal.ts";
import { Card, Empty } from "../../components/parts.tsx";
import { Rich } from "../../components/Rich.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { Begin } from "./Begin.tsx";
import { Incidents } from "./Incidents.tsx";
import { Troubles } from "./Troubles.tsx";

const Score = ({ rehearsal }: { rehearsal: Rehearsal }) => {
  const { t, n } = useWords();
  const { score, happened, seen, acted } = rehearsal;
  return (
    <Card title={t("practice.score.title")} className="score">
      <div className="totals">
        <p className="total" aria-live="polite">
          {score === null ? t("practice.score.none") : <Rich text={t("practice.score.of", { score: n(score) })} />}
        </p>
        <dl>
          <dt>{t("practice.score.happened")}</dt>
          <dd>{n(happened)}</dd>
          <dt>{t("practice.score.seen")}</dt>
          <dd>{n(seen)}</dd>
          <dt>{t("practice.score.acted")}</dt>
          <dd>{n(acted)}</dd>
        </dl>
      </div>
      <p className="hint note">{t("practice.score.rule", { see: n(SEE_WITHIN_S), act: n(ACT_WITHIN_S) })}</p>
    </Card>
  );
};

const Running = ({ rehearsal }: { rehearsal: Rehearsal }) => {
  const { t, n, time } = useWords();
  const now = useNow();
  const { scenario, seed, speed, startedAt, without } = rehearsal;
  return (
    <>
      <div className="bar">
        <h1>{t("practice.title")}</h1>
        <span className="hint">
          {t("practice.plan", {
            scenario: t(`practice.scenario.${scenario}`),
            seed: String(seed),
            speed: n(speed),
            since: time.moment(startedAt, now),
          })}
        </span>
      </div>
      <div className="scroller" tabIndex={0} role="group" aria-label={t("practice.title")}>
        <div className="rehearsal">
          <div className="rehearsal-main">
            <Score rehearsal={rehearsal} />
            <Incidents rehearsal={rehearsal} now={now} />
            <Begin key={startedAt} present={{ scenario, seed, speed, without }} />
          </div>
          <Troubles rehearsal={rehearsal} now={now} />
        </div>
      </div>
    </>
  );
};

export const PracticePlace = () => {
  const { practice, ui } = useConsole();
  const { t } = useWords();
  const value = useStore(practice, (state) => state.value);
  const isPractice = useStore(useConsole().profile, (state) => state.value?.practice ?? false);
  return (
    <section className="page practice-page" aria-label={t("practice.title")}>
      {isPractice && value?.rehearsal != null ? (
        <Running rehearsal={value.rehearsal} />
      ) : isPractice ? (
        <Empty title={t("practice.waiting")} />
      ) : (
        <Empty title={t("practice.elsewhere.title")} text={t("practice.elsewhere.text")}>
          <button type="button" onClick={() => ui.setState({ place: { name: "profiles" } })}>
            {t("practice.elsewhere.profiles")}
          </button>
        </Empty>
      )}
    </section>
  );
};
