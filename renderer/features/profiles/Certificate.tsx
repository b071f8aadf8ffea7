/** The application certificate of a profile: what is known of it, and a field that can only be written. */
import { useEffect, useId, useState } from "react";
import type { CertificateState, KeychainTrouble, ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { Radios, TextField } from "../../components/fields.tsx";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole, useNow, useUi } from "../../state/console.ts";
import { say } from "../../state/ui.ts";

const HEX32 = /^[0-9a-fA-F]{32}$/;
type Where = "keychain" | "memory";

const State = ({ certificate }: { certificate: CertificateState }) => {
  const { t, time } = useWords();
  const now = useNow();
  const { place, savedAt, fingerprint, fault } = certificate;
  return (
    <dl className="facts-list">
      <dt>{t("profiles.certificate.state")}</dt>
      <dd>
        <b>{t(`profiles.certificate.place.${place === "unknown" && fault !== null ? "notAsked" : place}`)}</b>
      </dd>
      {savedAt !== null && (
        <>
          <dt>{t("profiles.certificate.savedAt")}</dt>
          <dd>{time.moment(savedAt, now)}</dd>
        </>
      )}
      {fingerprint !== null && (
        <>
          <dt>{t("profiles.certificate.fingerprint")}</dt>
          <dd>
            <code>…{fingerprint}</code> <span className="hint">{t("profiles.certificate.fingerprintHelp")}</span>
          </dd>
        </>
      )}
    </dl>
  );
};

/** What a fault of the keychain means, what still works, what to do. */
export const KeychainFault = ({ fault, place }: { fault: KeychainTrouble; place: CertificateState["place"] }) => {
  const { t } = useWords();
  return (
    <div className="trouble" role="note" aria-label={t(`profiles.keychain.${fault}.title`)}>
      <h3>{t(`profiles.keychain.${fault}.title`)}</h3>
      <dl>
        <dt>{t("profiles.keychain.means")}</dt>
        <dd>{t(`profiles.keychain.${fault}.means`)}</dd>
        <dt>{t("profiles.keychain.works")}</dt>
        <dd>{t(place === "memory" ? "profiles.keychain.worksInMemory" : "profiles.keychain.worksWithout")}</dd>
        <dt>{t("profiles.keychain.todo")}</dt>
        <dd>{t(`profiles.keychain.${fault}.todo`)}</dd>
      </dl>
    </div>
  );
};

/** Where nobody has asked the keychain yet it is asked now; where it did not answer well, a person may ask it again. */
const Asked = ({ entry }: { entry: ProfileEntry }) => {
  const { t } = useWords();
  const { ask, drop, since } = useAsking("certificate.state");
  const { id, certificate } = entry;
  const unasked = certificate.place === "unknown" && certificate.fault === null;
  useEffect(() => {
    if (unasked) void ask({ id });
  }, [ask, id, unasked]);
  return (
    <>
      <State certificate={certificate} />
      {certificate.fault !== null && (
        <>
          <KeychainFault fault={certificate.fault} place={certificate.place} />
          {certificate.place !== "memory" && (
            <div className="dialog-do note">
              <button type="button" disabled={since !== null} onClick={() => void ask({ id })}>
                {t("profiles.certificate.askAgain")}
              </button>
            </div>
          )}
        </>
      )}
      <Waiting since={since} text={t("profiles.certificate.asking")} onStop={drop} />
    </>
  );
};

const Write = ({ entry }: { entry: ProfileEntry }) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const [typed, setTyped] = useState("");
  const [where, setWhere] = useState<Where>("keychain");
  const [fault, setFault] = useState<string | null>(null);
  const saving = useAsking("certificate.save");
  const has = entry.certificate.place === "keychain" || entry.certificate.place === "memory";
  /** The keychain did not take it; it is still in the field. */
  const refused =
    saving.answer !== null && saving.answer.fault !== null && typed !== "" && saving.answer.place !== "memory" ? saving.answer : null;

  const save = async (place: Where): Promise<void> => {
    const certificate = typed.trim();
    if (!HEX32.test(certificate)) return setFault(t("profiles.certificate.wrong", { characters: n(certificate.length) }));
    setFault(null);
    const state = await saving.ask({ id: entry.id, certificate, where: place });
    if (state === null || state.place !== place) return;
    setTyped("");
    saving.drop();
    say(ui, t(place === "keychain" ? "profiles.certificate.saved" : "profiles.certificate.held"));
  };

  return (
    <form
      className="fields one"
      onSubmit={(event) => {
        event.preventDefault();
        void save(where);
      }}
    >
      <TextField
        type="password"
        autoComplete="new-password"
        label={t(has ? "profiles.certificate.replaceLabel" : "profiles.certificate.label")}
        help={t("profiles.certificate.help")}
        value={typed}
        fault={fault ?? (saving.error === null ? null : words.error(saving.error))}
        onText={(text) => {
          setFault(null);
          setTyped(text);
        }}
      />
      <Radios<Where>
        label={t("profiles.certificate.where")}
        value={where}
        options={(["keychain", "memory"] as const).map((value) => ({
          value,
          text: t(`profiles.certificate.in.${value}`),
          help: t(`profiles.certificate.in.${value}Help`),
        }))}
        onChoose={setWhere}
      />
      {refused?.fault != null && (
        <div role="alert">
          <p className="fault">{t("profiles.certificate.notKept")}</p>
          {refused.fault !== entry.certificate.fault && <KeychainFault fault={refused.fault} place={refused.place} />}
        </div>
      )}
      <div className="dialog-do">
        <button type="submit" className="go" disabled={typed === "" || saving.since !== null}>
          {t(has ? "profiles.certificate.replace" : "profiles.certificate.save")}
        </button>
        {refused !== null && (
          <button type="button" disabled={saving.since !== null} onClick={() => void save("memory")}>
            {t("profiles.certificate.keepForRun")}
          </button>
        )}
        <Waiting since={saving.since} text={t("profiles.certificate.saving")} onStop={saving.drop} />
        <div className="spring" />
        {has && (
          <button type="button" className="end" onClick={() => ui.setState({ dialog: "forgetCertificate" })}>
            {t("profiles.certificate.forget")}
          </button>
        )}
      </div>
    </form>
  );
};

const Forget = ({ entry }: { entry: ProfileEntry }) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const forgetting = useAsking("certificate.forget");
  const close = (): void => ui.setState({ dialog: null });
  const forget = async (): Promise<void> => {
    const state = await forgetting.ask({ id: entry.id });
    if (state === null || state.fault !== null) return;
    close();
    say(ui, t("profiles.certificate.forgotten"));
  };
  return (
    <Dialog title={t("profiles.forgetDialog.title", { name: entry.profile.name })} onClose={close}>
      <p>{t("profiles.forgetDialog.effect")}</p>
      <p>{t("profiles.forgetDialog.stays")}</p>
      {forgetting.answer?.fault != null && <KeychainFault fault={forgetting.answer.fault} place={forgetting.answer.place} />}
      {forgetting.error !== null && (
        <p className="fault" role="alert">
          {words.error(forgetting.error)}
        </p>
      )}
      <DialogFoot
        leave={t("tray.cancel")}
        onLeave={close}
        safe
        beside={<Waiting since={forgetting.since} text={t("profiles.certificate.forgetting")} onStop={forgetting.drop} />}
      >
        <button type="button" className="end filled" disabled={forgetting.since !== null} onClick={() => void forget()}>
          {t("profiles.forgetDialog.confirm")}
        </button>
      </DialogFoot>
    </Dialog>
  );
};

export const Certificate = ({ entry }: { entry: ProfileEntry }) => {
  const { t } = useWords();
  const dialog = useUi((ui) => ui.dialog);
  const note = useId();
  return (
    <Card title={t("profiles.certificate.title")}>
      {entry.practice ? (
        <p className="note" id={note}>
          {t("profiles.certificate.practice")}
        </p>
      ) : (
        <>
          <Asked key={`asked ${entry.id}`} entry={entry} />
          <Write key={entry.id} entry={entry} />
        </>
      )}
      {dialog === "forgetCertificate" && <Forget entry={entry} />}
    </Card>
  );
};
