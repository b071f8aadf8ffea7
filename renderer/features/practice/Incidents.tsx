/** What happened in the rehearsal, when it was seen, when it was answered. */
import { ANSWERABLE, MAX_SHOWN_INCIDENTS, type Rehearsal, type ScoredIncident } from "../../../shared/model/rehearsal.ts";
import { Card, Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";

const Row = ({ incident, now }: { incident: ScoredIncident; now: number }) => {
  const { ui } = useConsole();
  const { t, n, time } = useWords();
  const { kind, roomUuid, roomName, userName, happenedAt, seenAt, actedAt, overAt, points, outOf, pending } = incident;
  const seconds = (at: number): string => n(Math.round((at - happenedAt) / 1_000));
  const after = (at: number): string => t("practice.incidents.after", { n: seconds(at) });
  const seen = seenAt !== null ? after(seenAt) : t(pending ? "practice.incidents.pending" : "practice.incidents.notSeen");
  const acted = (): string => {
    if (!ANSWERABLE[kind]) return t("practice.incidents.nothing");
    if (actedAt !== null) return after(actedAt);
    if (overAt !== null) return t("practice.incidents.overAfter", { n: seconds(overAt) });
    return t(pending ? "practice.incidents.pending" : "practice.incidents.notActed");
  };
  const needsSomebody = ANSWERABLE[kind] && actedAt === null && overAt === null;
  return (
    <tr>
      <td>{time.moment(happenedAt, now)}</td>
      <td>{t(`practice.kind.${kind}`, { name: userName ?? "" })}</td>
      <td>
        <button type="button" className="link" onClick={() => ui.setState({ place: { name: "room", roomUuid } })}>
          {roomName}
        </button>
      </td>
      <td>{seen}</td>
      <td className={needsSomebody ? "warn2" : ""}>{acted()}</td>
      <td className="n">{outOf === 0 ? "" : t("practice.incidents.pointsOf", { points: n(points), outOf: n(outOf) })}</td>
    </tr>
  );
};

export const Incidents = ({ rehearsal, now }: { rehearsal: Rehearsal; now: number }) => {
  const { t, n } = useWords();
  const title = t("practice.incidents.title");
  return (
    <Card title={title} tail={t("practice.incidents.newest", { n: n(MAX_SHOWN_INCIDENTS) })}>
      {rehearsal.incidents.length === 0 ? (
        <Empty low title={t("practice.incidents.none")} />
      ) : (
        <div className="scroller" tabIndex={0} role="group" aria-label={title}>
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">{t("practice.incidents.when")}</th>
                <th scope="col">{t("practice.incidents.what")}</th>
                <th scope="col">{t("practice.incidents.room")}</th>
                <th scope="col">{t("practice.incidents.seen")}</th>
                <th scope="col">{t("practice.incidents.acted")}</th>
                <th scope="col" className="n">
                  {t("practice.incidents.points")}
                </th>
              </tr>
            </thead>
            <tbody>
              {rehearsal.incidents.map((incident) => (
                <Row key={incident.id} incident={incident} now={now} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
};
