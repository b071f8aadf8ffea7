/** The token server of this console: start, stop, and what it is asked. It serves the profile in use. */
import { useState } from "react";
import { useStore } from "zustand";
import { MAX_VALIDITY_SECONDS } from "../../../shared/model/tokenInspection.ts";
import type { TokenServerStatus } from "../../../shared/model/tokenServer.ts";
import { TextField } from "../../components/fields.tsx";
import { Card, Empty } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole, useNow } from "../../state/console.ts";
import { isLoopback, readList, readPort, readValidity } from "./needs.ts";

type Typed = { port: string; host: string; accessKey: string; password: string; seconds: string; origins: string };
const FIRST: Typed = { port: "8090", host: "127.0.0.1", accessKey: "", password: "", seconds: "3600", origins: "" };

const Start = ({ told }: { told: boolean }) => {
  const words = useWords();
  const { t, n } = words;
  const [typed, setTyped] = useState(FIRST);
  const [checked, setChecked] = useState(false);
  const starting = useAsking("tokenServer.start");
  const set = (change: Partial<Typed>): void => setTyped({ ...typed, ...change });
  const port = readPort(typed.port);
  const seconds = readValidity(typed.seconds);
  const host = typed.host.trim();
  const open = host !== "" && !isLoopback(host);
  const keyMissing = open && typed.accessKey === "";

  const start = async (): Promise<void> => {
    setChecked(true);
    if (port === null || seconds === null || host === "" || keyMissing) return;
    await starting.ask({
      port,
      listenHost: host,
      validSeconds: seconds,
      corsOrigins: readList(typed.origins),
      ...(typed.accessKey !== "" && { accessKey: typed.accessKey }),
      ...(typed.password !== "" && { registrationPassword: typed.password }),
    });
  };
  return (
    <form
      className="fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <TextField
        label={t("tokens.server.port")}
        help={t("tokens.server.portHelp")}
        inputMode="numeric"
        value={typed.port}
        fault={port === null ? t("tokens.server.portWrong") : null}
        onText={(text) => set({ port: text })}
      />
      <TextField
        label={t("tokens.server.host")}
        help={t("tokens.server.hostHelp")}
        value={typed.host}
        maxLength={300}
        fault={checked && host === "" ? t("profiles.fault.empty") : null}
        onText={(text) => set({ host: text })}
      />
      <TextField
        label={t("tokens.server.accessKey")}
        help={t("tokens.server.accessKeyHelp")}
        type="password"
        autoComplete="new-password"
        value={typed.accessKey}
        maxLength={300}
        fault={keyMissing ? t("tokens.server.accessKeyNeeded") : null}
        onText={(text) => set({ accessKey: text })}
      />
      <TextField
        label={t("tokens.validity.label")}
        help={t("tokens.validity.help")}
        inputMode="numeric"
        value={typed.seconds}
        fault={seconds === null ? t("tokens.validity.wrong", { max: n(MAX_VALIDITY_SECONDS) }) : null}
        onText={(text) => set({ seconds: text })}
      />
      <TextField
        label={t("tokens.server.password")}
        help={t("tokens.server.passwordHelp")}
        type="password"
        autoComplete="new-password"
        value={typed.password}
        maxLength={64}
        onText={(text) => set({ password: text })}
      />
      <TextField
        label={t("tokens.server.origins")}
        help={t("tokens.server.originsHelp")}
        placeholder="https://exam.example"
        value={typed.origins}
        onText={(text) => set({ origins: text })}
      />
      <div className="dialog-do whole">
        <button type="submit" className="go" disabled={starting.since !== null}>
          {t("tokens.server.start")}
        </button>
        <Waiting since={starting.since} text={t("tokens.server.starting")} onStop={starting.drop} />
        {starting.error !== null && !told && (
          <p className="fault" role="alert">
            {words.error(starting.error)}
          </p>
        )}
      </div>
    </form>
  );
};

const RunningServer = ({ status }: { status: TokenServerStatus }) => {
  const { profiles } = useConsole();
  const words = useWords();
  const { t, n, time } = words;
  const now = useNow();
  const stopping = useAsking("tokenServer.stop");
  const profile = useStore(profiles, (state) => state.items.get(status.profileId ?? "")?.profile.name ?? status.profileId ?? "");
  const { app, user, registered, refused, failed } = status.served;
  return (
    <>
      <dl className="facts-list">
        <dt>{t("tokens.server.address")}</dt>
        <dd>
          <b>{status.url}</b>
        </dd>
        <dt>{t("tokens.server.paths")}</dt>
        <dd className="technical">GET /chat/app/token · GET /chat/user/&#123;name&#125;/token</dd>
        <dt>{t("tokens.profile")}</dt>
        <dd>{profile}</dd>
        {status.startedAt !== null && (
          <>
            <dt>{t("tokens.server.since")}</dt>
            <dd>{time.moment(status.startedAt, now)}</dd>
          </>
        )}
        <dt>{t("tokens.server.served")}</dt>
        <dd>
          {t("tokens.server.counts", { app: n(app), user: n(user), registered: n(registered), refused: n(refused), failed: n(failed) })}
        </dd>
      </dl>
      <div className="dialog-do note">
        <button type="button" className="end" disabled={stopping.since !== null} onClick={() => void stopping.ask({})}>
          {t("tokens.server.stop")}
        </button>
        <Waiting since={stopping.since} text={t("tokens.server.stopping")} />
        {stopping.error !== null && (
          <p className="fault" role="alert">
            {words.error(stopping.error)}
          </p>
        )}
      </div>
    </>
  );
};

const Requests = ({ status }: { status: TokenServerStatus }) => {
  const { t, n, time } = useWords();
  const now = useNow();
  if (status.requests.length === 0)
    return <Empty low title={t(status.running ? "tokens.server.noRequests" : "tokens.server.notRunning")} />;
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label={t("tokens.server.requests")}>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">{t("tokens.server.at")}</th>
            <th scope="col">{t("tokens.server.asked")}</th>
            <th scope="col">{t("tokens.server.outcome")}</th>
            <th scope="col" className="n">
              {t("tokens.server.status")}
            </th>
            <th scope="col" className="n">
              {t("tokens.server.took")}
            </th>
          </tr>
        </thead>
        <tbody>
          {status.requests.map((request) => (
            <tr key={request.number}>
              <td>{time.moment(request.at, now)}</td>
              <td>{request.user ?? t(`tokens.server.askedKind.${request.kind}`)}</td>
              <td className={request.outcome === "token" ? "" : "warn2"}>{t(`tokens.server.outcomes.${request.outcome}`)}</td>
              <td className="n">{request.status}</td>
              <td className="n">{t("profiles.test.ms", { n: n(Math.round(request.ms)) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

export const TokenServer = () => {
  const { tokenServer } = useConsole();
  const { t } = useWords();
  const status = useStore(tokenServer, (state) => state.value);
  if (status === null) return <Empty title={t("tokens.server.waiting")} />;
  return (
    <div className="two">
      <Card title={t("tokens.server.title")} tail={t(status.running ? "tokens.server.runs" : "tokens.server.stopped")}>
        {status.problem !== null && !status.running && (
          <div className="note" role="alert">
            <p className="warn1">{t(`tokens.server.problems.${status.problem.code}`)}</p>
            <p className="hint technical">{status.problem.detail}</p>
          </div>
        )}
        {status.running && <RunningServer status={status} />}
        <div hidden={status.running}>
          <Start told={status.problem !== null} />
        </div>
      </Card>
      <Card title={t("tokens.server.requests")} tail={t("tokens.server.newestFirst")}>
        <Requests status={status} />
      </Card>
    </div>
  );
};
