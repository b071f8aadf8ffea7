/** Registers one or many users of the chat service. */
import { useMemo, useState } from "react";
import { MAX_REGISTRATIONS, type RegistrationVerdict } from "../../../shared/model/chatUser.ts";
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { TextArea } from "../../components/fields.tsx";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";
import { keepChatUsers } from "../../state/drafts.ts";
import { linesOf, readUsers, type UserFault } from "./readUsers.ts";

const FAULTS_SHOWN = 5;
/** Who is there now, whatever was before. */
const isThere = ({ verdict }: RegistrationVerdict): boolean => verdict === "registered" || verdict === "exists";

const faultText = (fault: UserFault, { t, n }: Words): string => {
  switch (fault.kind) {
    case "tooMany":
      return t("tokens.users.fault.tooMany", { n: n(fault.count), max: n(MAX_REGISTRATIONS) });
    case "notAList":
      return t("tokens.users.fault.notAList");
    case "noName":
    case "noPassword":
    case "notAnObject":
    case "tooManyParts":
      return t(`tokens.users.fault.${fault.kind}`, { line: fault.line });
  }
};

/** How many were registered, and who was not and why; the others stand in the list of users. */
const Verdicts = ({ verdicts }: { verdicts: readonly RegistrationVerdict[] }) => {
  const { t, n } = useWords();
  const count = (...names: RegistrationVerdict["verdict"][]): string => n(verdicts.filter(({ verdict }) => names.includes(verdict)).length);
  const refused = verdicts.filter((verdict) => !isThere(verdict));
  return (
    <div className="field" role="status">
      <b>
        {t("tokens.users.summary", {
          registered: count("registered"),
          exists: count("exists"),
          bad: count("invalid", "doubled", "failed", "unknown"),
        })}
      </b>
      {refused.length > 0 && (
        <ul className="card scroller verdicts" aria-label={t("tokens.users.verdicts")} tabIndex={0}>
          {refused.map(({ username, verdict, detail }, index) => (
            // The same name may stand twice in a list.
            <li key={`${index} ${username}`} className="li">
              <span className="cut">{username}</span>
              <span className="warn1">
                {t(`tokens.users.verdict.${verdict}`)}
                {detail !== "" && <small className="hint technical"> {detail}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

export const RegisterUsers = ({ entry }: { entry: ProfileEntry }) => {
  const { drafts } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const [text, setText] = useState("");
  const registering = useAsking("chatUsers.register");
  const { users, faults } = useMemo(() => readUsers(text), [text]);

  const register = async (): Promise<void> => {
    const answer = await registering.ask({ profileId: entry.id, users });
    if (answer === null) return;
    const there = answer.verdicts.filter(isThere);
    const nicknames = new Map(users.map(({ username, nickname }) => [username, nickname ?? null]));
    const taken = new Set(there.map(({ username }) => username));
    keepChatUsers(
      drafts,
      entry.id,
      there.map(({ username, uuid, verdict }) => ({
        username,
        uuid,
        nickname: verdict === "registered" ? (nicknames.get(username) ?? null) : null,
        from: verdict === "registered" ? "registered" : "exists",
      })),
    );
    // What was not taken stays in the field, to be mended.
    setText(linesOf(users.filter(({ username }) => !taken.has(username))));
  };
  return (
    <Card title={t("tokens.users.registerTitle")}>
      <form
        className="fields one"
        onSubmit={(event) => {
          event.preventDefault();
          void register();
        }}
      >
        {registering.answer !== null && <Verdicts verdicts={registering.answer.verdicts} />}
        <TextArea
          label={t("tokens.users.list")}
          help={t("tokens.users.listHelp", { max: n(MAX_REGISTRATIONS) })}
          rows={8}
          className="mono"
          value={text}
          placeholder={t("tokens.users.listPlaceholder")}
          fault={
            faults.length === 0
              ? null
              : faults
                  .slice(0, FAULTS_SHOWN)
                  .map((fault) => faultText(fault, words))
                  .join("\n")
          }
          onText={setText}
        />
        {registering.error !== null && (
          <p className="fault" role="alert">
            {words.error(registering.error)}
          </p>
        )}
        <div className="dialog-do">
          <button
            type="submit"
            className="go"
            disabled={users.length === 0 || faults.length > 0 || registering.since !== null || entry.profile.observeOnly}
          >
            {users.length === 0 ? t("tokens.users.registerNone") : t("tokens.users.register", { count: users.length })}
          </button>
          <Waiting since={registering.since} text={t("tokens.users.registering")} onStop={registering.drop} />
        </div>
        {entry.profile.observeOnly && <p className="hint">{t("errors.observeOnly")}</p>}
      </form>
    </Card>
  );
};
