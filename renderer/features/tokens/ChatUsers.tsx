/** Users of the chat service: look one up, register one or many, copy a token for one. */
import { useMemo, useState } from "react";
import { MAX_REGISTRATIONS, MAX_USERNAME_BYTES, type RegistrationVerdict } from "../../../shared/model/chatUser.ts";
import { utf8Bytes } from "../../../shared/model/ids.ts";
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { MAX_VALIDITY_SECONDS } from "../../../shared/model/tokenInspection.ts";
import { TextArea, TextField } from "../../components/fields.tsx";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useNow } from "../../state/console.ts";
import { Copied } from "./Copied.tsx";
import { readValidity } from "./needs.ts";
import { linesOf, readUsers, type UserFault } from "./readUsers.ts";

const FAULTS_SHOWN = 5;
const TAKEN: ReadonlySet<RegistrationVerdict["verdict"]> = new Set(["registered", "exists"] as const);

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

/** Looks up, and issues a token for the user that is named. */
const LookUp = ({ entry }: { entry: ProfileEntry }) => {
  const words = useWords();
  const { t, n, time } = words;
  const now = useNow();
  const [name, setName] = useState("");
  const [validity, setValidity] = useState("3600");
  const look = useAsking("chatUsers.lookUp");
  const issue = useAsking("chatUsers.issueToken");
  const username = name.trim();
  const bytes = utf8Bytes(username);
  const tooLong = bytes > MAX_USERNAME_BYTES;
  const seconds = readValidity(validity);
  const user = look.answer?.user;
  const error = look.error ?? issue.error;
  const asked = look.since !== null || issue.since !== null;

  const lookUp = async (): Promise<void> => {
    issue.drop();
    await look.ask({ profileId: entry.id, username });
  };
  return (
    <Card title={t("tokens.users.lookUpTitle")}>
      <form
        className="fields one"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (username !== "" && !tooLong) void lookUp();
        }}
      >
        <TextField
          label={t("tokens.users.name")}
          help={t("tokens.users.nameHelp")}
          value={name}
          maxLength={300}
          fault={tooLong ? t("tokens.users.nameTooLong", { n: n(bytes), max: n(MAX_USERNAME_BYTES) }) : null}
          onText={(text) => {
            look.drop();
            issue.drop();
            setName(text);
          }}
        />
        <TextField
          label={t("tokens.validity.label")}
          help={t("tokens.validity.help")}
          inputMode="numeric"
          value={validity}
          fault={seconds === null ? t("tokens.validity.wrong", { max: n(MAX_VALIDITY_SECONDS) }) : null}
          onText={setValidity}
        />
        <div className="dialog-do">
          <button type="submit" disabled={username === "" || tooLong || asked}>
            {t("tokens.users.lookUp")}
          </button>
          <button
            type="button"
            disabled={username === "" || tooLong || seconds === null || asked}
            onClick={() => seconds !== null && void issue.ask({ profileId: entry.id, username, validForSeconds: seconds })}
          >
            {t("tokens.users.issue")}
          </button>
          <Waiting since={look.since ?? issue.since} text={t("tokens.users.asking")} onStop={() => (look.drop(), issue.drop())} />
        </div>
        {error !== null && (
          <p className="fault" role="alert">
            {words.error(error)}
          </p>
        )}
        {issue.answer !== null && <Copied token={issue.answer} />}
      </form>
      <div role="status">
        {user === null && <p className="note">{t("tokens.users.absent", { name: username })}</p>}
        {user != null && (
          <dl className="facts-list">
            <dt>{t("tokens.users.name")}</dt>
            <dd>{user.username}</dd>
            <dt>{t("tokens.users.uuid")}</dt>
            <dd>{user.uuid}</dd>
            {user.nickname !== null && user.nickname !== "" && (
              <>
                <dt>{t("tokens.users.nickname")}</dt>
                <dd>{user.nickname}</dd>
              </>
            )}
            {user.createdAt !== null && (
              <>
                <dt>{t("tokens.users.created")}</dt>
                <dd>{time.moment(user.createdAt, now)}</dd>
              </>
            )}
          </dl>
        )}
      </div>
    </Card>
  );
};

const Verdicts = ({ verdicts }: { verdicts: readonly RegistrationVerdict[] }) => {
  const { t, n } = useWords();
  const count = (...names: RegistrationVerdict["verdict"][]): string => n(verdicts.filter(({ verdict }) => names.includes(verdict)).length);
  const sorted = [...verdicts].sort((a, b) => Number(TAKEN.has(a.verdict)) - Number(TAKEN.has(b.verdict)));
  return (
    <div className="field" role="status">
      <b>
        {t("tokens.users.summary", {
          registered: count("registered"),
          exists: count("exists"),
          bad: count("invalid", "doubled", "failed", "unknown"),
        })}
      </b>
      <ul className="card scroller verdicts" aria-label={t("tokens.users.verdicts")} tabIndex={0}>
        {sorted.map(({ username, verdict, detail }, index) => (
          // The same name may stand twice in a list.
          <li key={`${index} ${username}`} className="li">
            <span className="cut">{username}</span>
            <span className={TAKEN.has(verdict) ? "side" : "warn1"}>
              {t(`tokens.users.verdict.${verdict}`)}
              {detail !== "" && <small className="hint technical"> {detail}</small>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
};

const Register = ({ entry }: { entry: ProfileEntry }) => {
  const words = useWords();
  const { t, n } = words;
  const [text, setText] = useState("");
  const registering = useAsking("chatUsers.register");
  const { users, faults } = useMemo(() => readUsers(text), [text]);

  const register = async (): Promise<void> => {
    const answer = await registering.ask({ profileId: entry.id, users });
    if (answer === null) return;
    const taken = new Set(answer.verdicts.filter(({ verdict }) => TAKEN.has(verdict)).map(({ username }) => username));
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

export const ChatUsers = ({ entry }: { entry: ProfileEntry }) => {
  const { t } = useWords();
  if (entry.profile.chat === undefined) return <p className="note">{t("tokens.users.noChat", { name: entry.profile.name })}</p>;
  return (
    <div className="two">
      <LookUp entry={entry} />
      <Register entry={entry} />
    </div>
  );
};
