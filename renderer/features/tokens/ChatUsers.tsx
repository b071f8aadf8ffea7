/** Users of the chat service: look one up, register one or many, copy a token for any of them. */
import { useState } from "react";
import { useStore } from "zustand";
import { MAX_USERNAME_BYTES } from "../../../shared/model/chatUser.ts";
import { utf8Bytes } from "../../../shared/model/ids.ts";
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { MAX_VALIDITY_SECONDS } from "../../../shared/model/tokenInspection.ts";
import { TextField } from "../../components/fields.tsx";
import { Card, Empty } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { type Asking, useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";
import { keepChatUsers } from "../../state/drafts.ts";
import { Copied } from "./Copied.tsx";
import type { KnownUser } from "./knownUsers.ts";
import { readValidity } from "./needs.ts";
import { RegisterUsers } from "./RegisterUsers.tsx";

const NOBODY: readonly KnownUser[] = [];

const LookUp = ({ entry }: { entry: ProfileEntry }) => {
  const { drafts } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const [name, setName] = useState("");
  const look = useAsking("chatUsers.lookUp");
  const username = name.trim();
  const bytes = utf8Bytes(username);
  const tooLong = bytes > MAX_USERNAME_BYTES;

  const lookUp = async (): Promise<void> => {
    const found = await look.ask({ profileId: entry.id, username });
    if (found?.user == null) return;
    keepChatUsers(drafts, entry.id, [
      { username: found.user.username, uuid: found.user.uuid, nickname: found.user.nickname, from: "found" },
    ]);
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
            setName(text);
          }}
        />
        <div className="dialog-do">
          <button type="submit" className="go" disabled={username === "" || tooLong || look.since !== null}>
            {t("tokens.users.lookUp")}
          </button>
          <Waiting since={look.since} text={t("tokens.users.asking")} onStop={look.drop} />
        </div>
        {look.error !== null && (
          <p className="fault" role="alert">
            {words.error(look.error)}
          </p>
        )}
        <div role="status">
          {look.answer !== null && (
            <p>
              {t(look.answer.user === null ? "tokens.users.absent" : "tokens.users.found", {
                name: look.answer.user?.username ?? username,
              })}
            </p>
          )}
        </div>
      </form>
    </Card>
  );
};

type Row = { user: KnownUser; seconds: number | null; issue: Asking<"chatUsers.issueToken">; onIssue(user: KnownUser): void };

const UserRow = ({ user, seconds, issue, onIssue }: Row) => {
  const { t } = useWords();
  const { username, nickname, uuid, from } = user;
  return (
    <tr>
      <td>
        {username}
        {nickname !== null && nickname !== "" && <small className="hint"> {nickname}</small>}
      </td>
      <td className="technical">{uuid ?? t("tokens.users.uuidUnasked")}</td>
      <td>{t(`tokens.users.from.${from}`)}</td>
      <td className="n">
        <button
          type="button"
          className="small"
          aria-label={t("tokens.users.issueFor", { name: username })}
          disabled={seconds === null || issue.since !== null}
          onClick={() => onIssue(user)}
        >
          {t("tokens.users.issue")}
        </button>
      </td>
    </tr>
  );
};

/** Whom this console has met in this run; a token for each by one click. */
const Users = ({ entry }: { entry: ProfileEntry }) => {
  const { drafts } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const users = useStore(drafts, (state) => state.chatUsers.get(entry.id)) ?? NOBODY;
  const [validity, setValidity] = useState("3600");
  const [issuedFor, setIssuedFor] = useState("");
  const issue = useAsking("chatUsers.issueToken");
  const seconds = readValidity(validity);
  const onIssue = ({ username }: KnownUser): void => {
    if (seconds === null) return;
    issue.drop();
    setIssuedFor(username);
    void issue.ask({ profileId: entry.id, username, validForSeconds: seconds });
  };
  return (
    <Card title={t("tokens.users.listTitle")} tail={users.length > 0 ? n(users.length) : undefined}>
      <div className="fields one">
        <TextField
          label={t("tokens.validity.label")}
          help={t("tokens.validity.help")}
          inputMode="numeric"
          value={validity}
          fault={seconds === null ? t("tokens.validity.wrong", { max: n(MAX_VALIDITY_SECONDS) }) : null}
          onText={setValidity}
        />
        <Waiting since={issue.since} text={t("tokens.users.asking")} onStop={issue.drop} />
        {issue.error !== null && (
          <p className="fault" role="alert">
            {issuedFor}: {words.error(issue.error)}
          </p>
        )}
        {issue.answer !== null && (
          <div>
            <b>{t("tokens.users.issuedFor", { name: issuedFor })}</b>
            <Copied token={issue.answer} />
          </div>
        )}
      </div>
      {users.length === 0 ? (
        <Empty low title={t("tokens.users.nobody")} />
      ) : (
        <div className="scroller" tabIndex={0} role="group" aria-label={t("tokens.users.listTitle")}>
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">{t("tokens.users.name")}</th>
                <th scope="col">{t("tokens.users.uuid")}</th>
                <th scope="col">{t("tokens.users.from.title")}</th>
                <th scope="col" className="n">
                  {t("tokens.users.token")}
                </th>
              </tr>
            </thead>
            <tbody>
              {users.map((user) => (
                <UserRow key={user.username} user={user} seconds={seconds} issue={issue} onIssue={onIssue} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
};

export const ChatUsers = ({ entry }: { entry: ProfileEntry }) => {
  const { t } = useWords();
  if (entry.profile.chat === undefined) return <p className="note">{t("tokens.users.noChat", { name: entry.profile.name })}</p>;
  return (
    <div className="two">
      <div className="cards">
        <LookUp entry={entry} />
        <RegisterUsers entry={entry} />
      </div>
      <Users entry={entry} />
    </div>
  );
};
