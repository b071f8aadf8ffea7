/** What stands in a token and whether it holds, in plain words. */
import type { TokenInspection, TokenReason } from "../../../shared/model/tokenInspection.ts";
import { Card } from "../../components/parts.tsx";
import { agePart } from "../../format/time.ts";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useNow } from "../../state/console.ts";

/** Said of a token, and no fault of it. */
const REMARKS: ReadonlySet<TokenReason> = new Set<TokenReason>(["longerThanADay", "unknownService", "signatureUnchecked"]);

/** "in 3 h", "5 min ago". */
const distance = (at: number, now: number, { t }: Words): string => {
  const { value, unit } = agePart(Math.abs(at - now));
  const text = t(`age.${unit}`, { n: value });
  return at >= now ? t("tokens.inspect.in", { text }) : t("tokens.inspect.ago", { text });
};

const Services = ({ found, now }: { found: TokenInspection; now: number }) => {
  const words = useWords();
  const { t, time } = words;
  return found.services.map(({ type, name, account, room, role, privileges }, index) => (
    // A token may name a service twice.
    <Card key={`${index} ${type}`} title={words.code("tokenServices", name)}>
      <dl className="facts-list">
        <dt>{t("tokens.inspect.for")}</dt>
        <dd>{account === "" ? t("tokens.inspect.nobody") : found.version === "006" ? t("tokens.inspect.tried", { account }) : account}</dd>
        {room !== null && (
          <>
            <dt>{t("tokens.inspect.room")}</dt>
            <dd>{room === "" ? t("tokens.inspect.noRoom") : room}</dd>
          </>
        )}
        {role !== null && (
          <>
            <dt>{t("tokens.inspect.role")}</dt>
            <dd>{role === -1 ? t("tokens.inspect.noRole") : words.code("tokenRoles", String(role))}</dd>
          </>
        )}
        <dt>{t("tokens.inspect.privileges")}</dt>
        <dd>
          {privileges.length === 0 ? (
            t("tokens.inspect.noPrivileges")
          ) : (
            <ul>
              {privileges.map((privilege) => (
                <li key={privilege.id}>
                  {privilege.name === null
                    ? t("tokens.inspect.privilege", { id: privilege.id })
                    : words.code("tokenPrivileges", privilege.name)}
                  {": "}
                  {privilege.expiresAt === null
                    ? t("tokens.inspect.noLimit")
                    : `${time.full(privilege.expiresAt)} (${distance(privilege.expiresAt, now, words)})`}
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </Card>
  ));
};

export const Inspection = ({ found, profile, appId }: { found: TokenInspection; profile: string; appId: string }) => {
  const words = useWords();
  const { t, time } = words;
  const now = useNow();
  const verdict = found.version === null ? "unreadable" : found.valid === null ? "open" : found.valid ? "valid" : "invalid";
  const instant = (at: number | null): string =>
    at === null ? t("tokens.inspect.notToldIn006") : `${time.full(at)} (${distance(at, now, words)})`;
  const same = found.appId?.toLowerCase() === appId.toLowerCase();
  return (
    <div className="cards">
      <Card title={t(`tokens.inspect.verdict.${verdict}`, { profile })}>
        <ul className="causes open">
          {found.reasons.map((reason) => (
            <li key={reason} className={REMARKS.has(reason) ? "remark" : ""}>
              {t(`tokens.reason.${reason}`, { profile, service: found.unknownService ?? "" })}
            </li>
          ))}
          {verdict === "valid" && <li className="remark">{t("tokens.inspect.allGood")}</li>}
        </ul>
        {found.fault !== null && <p className="hint technical note">{t("tokens.inspect.fault", { fault: found.fault })}</p>}
        {found.version !== null && (
          <dl className="facts-list">
            <dt>{t("tokens.inspect.version")}</dt>
            <dd>{t(`tokens.inspect.versions.${found.version}`)}</dd>
            {found.kind !== null && (
              <>
                <dt>{t("tokens.inspect.kind")}</dt>
                <dd>{t(`tokens.kind.${found.kind}`)}</dd>
              </>
            )}
            <dt>{t("tokens.inspect.appId")}</dt>
            <dd>
              {found.appId} <span className="hint">{t(same ? "tokens.inspect.sameApp" : "tokens.inspect.otherApp", { profile })}</span>
            </dd>
            <dt>{t("tokens.inspect.issued")}</dt>
            <dd>{instant(found.issuedAt)}</dd>
            <dt>{t("tokens.inspect.expires")}</dt>
            <dd>{instant(found.expiresAt)}</dd>
            <dt>{t("tokens.inspect.signature")}</dt>
            <dd>{t(`tokens.inspect.signatures.${found.signature}`)}</dd>
            <dt>{t("tokens.inspect.salt")}</dt>
            <dd>{found.salt}</dd>
          </dl>
        )}
      </Card>
      <Services found={found} now={now} />
    </div>
  );
};
