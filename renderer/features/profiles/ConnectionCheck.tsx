/** "Test connection" and what it found, in plain words. */
import type { ConnectionTest } from "../../../shared/model/connectionTest.ts";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { signedSeconds } from "../../format/units.ts";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";

const Causes = ({ found }: { found: ConnectionTest }) => {
  const { t } = useWords();
  return (
    <>
      {found.ruledOut.length > 0 && (
        <section aria-label={t("profiles.test.ruledOut")}>
          <h3>{t("profiles.test.ruledOut")}</h3>
          <ul className="causes">
            {found.ruledOut.map((cause) => (
              <li key={cause}>{t(`profiles.test.cause.${cause}.ruledOut`)}</li>
            ))}
          </ul>
        </section>
      )}
      {found.remaining.length > 0 && (
        <section aria-label={t("profiles.test.remaining")}>
          <h3>{t("profiles.test.remaining")}</h3>
          <ul className="causes open">
            {found.remaining.map((cause) => (
              <li key={cause}>{t(`profiles.test.cause.${cause}.remaining`)}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
};

const Hosts = ({ found }: { found: ConnectionTest }) => {
  const words = useWords();
  const { t, n } = words;
  return (
    <table className="plain">
      <caption className="unseen">{t("profiles.test.hosts")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("profiles.test.host")}</th>
          <th scope="col">{t("profiles.test.role")}</th>
          <th scope="col">{t("profiles.test.answer")}</th>
          <th scope="col" className="n">
            {t("profiles.test.took")}
          </th>
        </tr>
      </thead>
      <tbody>
        {found.hosts.map(({ host, role, problem, httpStatus, tookMs }) => (
          <tr key={`${role} ${host}`}>
            <td>{host}</td>
            <td>{t(`header.host.${role}`)}</td>
            <td>
              {problem === null ? t("profiles.test.asExpected") : words.code("problems", problem)}
              {httpStatus !== null && <span className="hint"> HTTP {httpStatus}</span>}
            </td>
            <td className="n">{t("profiles.test.ms", { n: n(Math.round(tookMs)) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Verdict = ({ found }: { found: ConnectionTest }) => {
  const { t, language } = useWords();
  const { verdict, clockOffset, detail } = found;
  return (
    <div className="verdict" role="status">
      <h3 className={verdict === "proved" ? "" : "warn1"}>{t(`profiles.test.verdict.${verdict}.title`)}</h3>
      <p>{t(`profiles.test.verdict.${verdict}.text`)}</p>
      <Causes found={found} />
      {found.hosts.length > 0 && <Hosts found={found} />}
      {clockOffset !== null && <p className="hint">{t("profiles.test.clock", { offset: signedSeconds(clockOffset, language) })}</p>}
      {detail !== "" && <p className="hint technical">{t("profiles.test.detail", { detail })}</p>}
    </div>
  );
};

export const ConnectionCheck = ({ id }: { id: string }) => {
  const words = useWords();
  const { t } = words;
  const test = useAsking("connection.test");
  return (
    <Card title={t("profiles.test.title")}>
      <div className="fields one">
        <div className="dialog-do">
          <button type="button" disabled={test.since !== null} onClick={() => void test.ask({ id })}>
            {t("profiles.test.do")}
          </button>
          <Waiting since={test.since} text={t("profiles.test.asking")} onStop={test.drop} />
          {test.since === null && test.answer === null && <span className="hint">{t("profiles.test.help")}</span>}
        </div>
        {test.error !== null && (
          <p className="fault" role="alert">
            {words.error(test.error)}
          </p>
        )}
        {test.since === null && test.answer !== null && <Verdict found={test.answer} />}
      </div>
    </Card>
  );
};
