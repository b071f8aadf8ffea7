/** The profiles of this workstation: which cloud, as whom. May write a certificate, never read one. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { PRACTICE_PROFILE_ID, type ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow, useUi } from "../../state/console.ts";
import { keepDraft, NEW_PROFILE } from "../../state/drafts.ts";
import { Details } from "./Details.tsx";
import { ImportProfile } from "./dialogs.tsx";
import { emptyDraft } from "./draft.ts";
import { Editor } from "./Editor.tsx";
import { profileOrder } from "./order.ts";
import { ProfileTags } from "./parts.tsx";
import { useSwitch } from "./useSwitch.ts";

const Line = ({ entry, shown }: { entry: ProfileEntry; shown: boolean }) => {
  const { drafts } = useConsole();
  const { t, time } = useWords();
  const now = useNow();
  const { switching, switchTo } = useSwitch();
  const written = useStore(drafts, (state) => state.profiles.has(entry.id));
  const { id, profile, queuedCommands, lastUsedAt, certificate } = entry;
  const facts = [
    t("header.region", { region: profile.region }),
    !entry.practice && certificate.place === "absent" && certificate.fault === null && t("profiles.list.noCertificate"),
    certificate.fault !== null && t(`profiles.keychain.${certificate.fault}.title`),
    queuedCommands > 0 && t("profiles.list.queued", { count: queuedCommands }),
    written && t("profiles.list.written"),
    lastUsedAt !== null && !entry.current && t("profiles.list.lastUsed", { time: time.moment(lastUsedAt, now) }),
  ].filter((fact) => typeof fact === "string");
  return (
    <li className={`profile-line${shown ? " shown" : ""}`}>
      <button type="button" className="pick" aria-current={shown} onClick={() => drafts.setState({ shown: id })}>
        <span className="who">
          <b className="cut">{profile.name}</b>
          <ProfileTags entry={entry} />
        </span>
        <span className="side">{facts.join(" · ")}</span>
      </button>
      {!entry.current && (
        <button
          type="button"
          className="small"
          aria-label={t("profiles.list.switchTo", { name: profile.name })}
          disabled={switching.since !== null}
          onClick={() => void switchTo(entry)}
        >
          {t("profiles.list.switch")}
        </button>
      )}
      {switching.error !== null && <p className="fault">{t("profiles.list.notSwitched")}</p>}
    </li>
  );
};

export const ProfilesPlace = () => {
  const { profiles, drafts, ui } = useConsole();
  const { t } = useWords();
  const dialog = useUi((state) => state.dialog);
  const { items, phase } = useStore(profiles);
  const entries = useMemo(() => [...items.values()].sort(profileOrder), [items]);
  const asked = useStore(drafts, (state) => state.shown);
  const written = useStore(drafts, (state) => state.profiles);
  const current = entries.find((entry) => entry.current);
  // One that was just made is shown when the list brings it; another profile in its place would take the next click.
  const entry = asked === null ? current : items.get(asked);
  const id = asked === NEW_PROFILE ? NEW_PROFILE : entry?.id;
  const draft = id === undefined ? undefined : written.get(id);

  const write = (): void => {
    if (!written.has(NEW_PROFILE)) keepDraft(drafts, NEW_PROFILE, emptyDraft);
    drafts.setState({ shown: NEW_PROFILE });
  };
  const onlyPractice = entries.length === 1 && items.has(PRACTICE_PROFILE_ID);

  return (
    <section className="page" aria-label={t("profiles.title")}>
      <div className="bar">
        <h1>{t("profiles.title")}</h1>
        <div className="spring" />
        <button type="button" onClick={() => ui.setState({ dialog: "importProfile" })}>
          {t("profiles.import.do")}
        </button>
        <button type="button" className={onlyPractice ? "go" : ""} onClick={write}>
          {t("profiles.add")}
        </button>
      </div>
      <div className="desk">
        <div className="card scroller" role="group" aria-label={t("profiles.list.label")} tabIndex={0}>
          {phase === "waiting" && <Empty low title={t("profiles.list.waiting")} />}
          <ul>
            {written.has(NEW_PROFILE) && (
              <li className={`profile-line${id === NEW_PROFILE ? " shown" : ""}`}>
                <button type="button" className="pick" aria-current={id === NEW_PROFILE} onClick={write}>
                  <span className="who">
                    <b className="cut">{written.get(NEW_PROFILE)?.text.name || t("profiles.edit.newTitle")}</b>
                  </span>
                  <span className="side">{t("profiles.list.written")}</span>
                </button>
              </li>
            )}
            {entries.map((one) => (
              <Line key={one.id} entry={one} shown={one.id === id} />
            ))}
          </ul>
          {onlyPractice && <p className="note">{t("profiles.list.onlyPractice")}</p>}
        </div>
        {id !== undefined && draft !== undefined ? (
          <Editor key={id} id={id} draft={draft} />
        ) : entry !== undefined ? (
          <Details key={entry.id} entry={entry} />
        ) : asked !== null && asked !== NEW_PROFILE ? (
          <Empty title={t("profiles.list.waiting")} />
        ) : (
          <Empty title={t("profiles.list.none")} text={t("profiles.list.noneText")} />
        )}
      </div>
      {dialog === "importProfile" && <ImportProfile />}
    </section>
  );
};
