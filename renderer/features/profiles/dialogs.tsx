/** Removing a profile, and profile files out and in. */
import { useRef, useState } from "react";
import type { CertificateState, ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { TextArea } from "../../components/fields.tsx";
import { fileName, saveFile } from "../../components/saveFile.ts";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";
import { say } from "../../state/ui.ts";
import { KeychainFault } from "./Certificate.tsx";
import { useExport } from "./useExport.ts";

/** The longest profile file that is taken, characters. */
const MAX_FILE_CHARACTERS = 64 * 1024;

export const RemoveProfile = ({ entry }: { entry: ProfileEntry }) => {
  const { ui, drafts } = useConsole();
  const words = useWords();
  const { t } = words;
  const removing = useAsking("profiles.remove");
  const close = (): void => ui.setState({ dialog: null });
  const { id, profile, current, queuedCommands } = entry;
  const blocked = current ? "current" : queuedCommands > 0 ? "queued" : null;
  const remove = async (): Promise<void> => {
    if ((await removing.ask({ id })) === null) return;
    drafts.setState({ shown: null });
    close();
    say(ui, t("profiles.remove.done", { name: profile.name }));
  };
  return (
    <Dialog title={t("profiles.remove.title", { name: profile.name })} onClose={close}>
      {blocked === "current" && <p className="warn2">{t("profiles.remove.current")}</p>}
      {blocked === "queued" && <p className="warn2">{t("profiles.remove.queued", { count: queuedCommands })}</p>}
      {blocked === null && (
        <>
          <p>
            <b>{t("profiles.remove.lostLabel")}</b> {t("profiles.remove.lost")}
          </p>
          <p>
            <b>{t("profiles.remove.staysLabel")}</b> {t("profiles.remove.stays")}
          </p>
        </>
      )}
      {removing.error !== null && (
        <p className="fault" role="alert">
          {words.error(removing.error)}
        </p>
      )}
      <DialogFoot
        leave={t("tray.cancel")}
        onLeave={close}
        safe
        beside={<Waiting since={removing.since} text={t("profiles.remove.removing")} />}
      >
        {blocked === null && (
          <button type="button" className="end filled" disabled={removing.since !== null} onClick={() => void remove()}>
            {t("profiles.remove.confirm")}
          </button>
        )}
      </DialogFoot>
    </Dialog>
  );
};

export const ExportProfile = ({ entry }: { entry: ProfileEntry }) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const { text, error } = useExport(entry.id);
  const area = useRef<HTMLDivElement>(null);
  const [done, setDone] = useState<"copied" | "saved" | null>(null);
  const close = (): void => ui.setState({ dialog: null });
  /** The page may not use the clipboard by itself; copying what is selected is the person's own act. */
  const copy = (): void => {
    area.current?.querySelector("textarea")?.select();
    setDone(document.execCommand("copy") ? "copied" : null);
  };
  const save = (): void => {
    saveFile(fileName(entry.profile.name, "json"), "application/json", text ?? "");
    setDone("saved");
  };
  return (
    <Dialog title={t("profiles.export.title", { name: entry.profile.name })} big onClose={close}>
      <p>{t("profiles.export.noSecret")}</p>
      <div ref={area}>
        <TextArea
          label={t("profiles.export.label")}
          rows={14}
          readOnly
          className="mono"
          value={text ?? ""}
          fault={error === null ? null : words.error(error)}
          onText={() => undefined}
        />
      </div>
      <DialogFoot
        leave={t("keys.close")}
        onLeave={close}
        safe
        beside={
          <span className="hint" role="status">
            {done === null ? "" : t(`profiles.export.${done}`)}
          </span>
        }
      >
        <button type="button" disabled={text === null} onClick={copy}>
          {t("profiles.export.copy")}
        </button>
        <button type="button" className="go" disabled={text === null} onClick={save}>
          {t("profiles.export.save")}
        </button>
      </DialogFoot>
    </Dialog>
  );
};

const Imported = ({ certificate }: { certificate: CertificateState | null }) => {
  const { t } = useWords();
  if (certificate === null) return <p>{t("profiles.import.noCertificate")}</p>;
  return (
    <>
      <p>{t(certificate.place === "keychain" ? "profiles.import.inKeychain" : "profiles.import.notInKeychain")}</p>
      {certificate.fault !== null && <KeychainFault fault={certificate.fault} place={certificate.place} />}
    </>
  );
};

export const ImportProfile = () => {
  const { ui, drafts } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const [text, setText] = useState("");
  const [unread, setUnread] = useState<string | null>(null);
  const importing = useAsking("profiles.import");
  const close = (): void => ui.setState({ dialog: null });
  const { answer, error } = importing;

  const take = (next: string): void => {
    importing.drop();
    const long = next.length > MAX_FILE_CHARACTERS;
    setUnread(long ? t("profiles.import.tooLong", { n: n(next.length), max: n(MAX_FILE_CHARACTERS) }) : null);
    if (!long) setText(next);
  };
  const readFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > 4 * MAX_FILE_CHARACTERS)
      return setUnread(t("profiles.import.tooLong", { n: n(file.size), max: n(MAX_FILE_CHARACTERS) }));
    take(await file.text());
  };
  const ask = async (): Promise<void> => {
    const made = await importing.ask({ text });
    if (made === null) return;
    drafts.setState({ shown: made.id });
    setText("");
  };
  const field = error?.field;

  return (
    <Dialog title={t("profiles.import.title")} big onClose={close}>
      {answer !== null && (
        <div role="status">
          <p>
            <b>{t("profiles.import.done")}</b>
          </p>
          <Imported certificate={answer.certificate} />
        </div>
      )}
      <form
        className="fields one inner"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        {answer === null && (
          <>
            <div className="field">
              <label htmlFor="profile-file">{t("profiles.import.file")}</label>
              <input
                id="profile-file"
                type="file"
                accept=".json,application/json,text/plain"
                onChange={(event) => void readFile(event.target.files?.[0])}
              />
            </div>
            <TextArea
              label={t("profiles.import.label")}
              help={t("profiles.import.help")}
              rows={10}
              className="mono"
              data-autofocus
              value={text}
              fault={unread ?? (error === null ? null : field === undefined ? words.error(error) : t("profiles.import.atField", { field }))}
              onText={take}
            />
            {error !== null && <p className="hint technical">{error.message}</p>}
          </>
        )}
        <DialogFoot
          leave={answer === null ? t("tray.cancel") : t("keys.close")}
          onLeave={close}
          beside={<Waiting since={importing.since} text={t("profiles.import.importing")} onStop={importing.drop} />}
        >
          {answer === null && (
            <button type="submit" className="go" disabled={text.trim() === "" || importing.since !== null}>
              {t("profiles.import.confirm")}
            </button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  );
};
