/** One profile: what it says, its certificate, whether it works, and what can be done with it. */
import { urlOf } from "../../../shared/model/profile.ts";
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole, useUi } from "../../state/console.ts";
import { keepDraft } from "../../state/drafts.ts";
import { say } from "../../state/ui.ts";
import { Certificate } from "./Certificate.tsx";
import { ConnectionCheck } from "./ConnectionCheck.tsx";
import { ExportProfile, RemoveProfile } from "./dialogs.tsx";
import { draftOf } from "./draft.ts";
import { ProfileTags } from "./parts.tsx";
import { useSwitch } from "./useSwitch.ts";

const factsOf = ({ profile }: ProfileEntry, { t, n }: Words): [string, string][] => {
  const { hosts, headers, chat } = profile;
  const regional = Object.entries(hosts.regional).map(([area, host]) => {
    const services = typeof host === "string" ? [] : host.services.map((service) => t(`profiles.field.hosts.regional.service.${service}`));
    return `${area}: ${urlOf(host)}${services.length > 0 ? ` (${services.join(", ")})` : ""}`;
  });
  return [
    [t("profiles.field.region.label"), t(`profiles.region.${profile.region}`)],
    [t("profiles.field.appId.label"), profile.appId],
    [t("profiles.field.uid.label"), profile.uid],
    [t("profiles.field.hosts.primary.label"), hosts.primary],
    [t("profiles.field.hosts.alternate.label"), hosts.alternate ?? t("profiles.facts.none")],
    [t("profiles.facts.first"), t(profile.insideMainlandChina ? "profiles.facts.insideChina" : "profiles.facts.outsideChina")],
    [t("profiles.field.hosts.regional.label"), regional.join(" · ") || t("profiles.facts.none")],
    [t("profiles.facts.headers"), `${headers.token}, ${headers.uid}`],
    [t("profiles.group.chat"), chat === undefined ? t("profiles.facts.none") : `${chat.appKey}, ${chat.domain}`],
    [t("profiles.group.pace"), t("profiles.facts.pace", { seconds: n(profile.pollSeconds), rate: n(profile.requestsPerSecond) })],
  ];
};

export const Details = ({ entry }: { entry: ProfileEntry }) => {
  const { drafts, ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const dialog = useUi((state) => state.dialog);
  const { switching, switchTo } = useSwitch();
  const duplicating = useAsking("profiles.duplicate");
  const { id, profile } = entry;

  const duplicate = async (): Promise<void> => {
    const made = await duplicating.ask({ id });
    if (made === null) return;
    drafts.setState({ shown: made.id });
    say(ui, t("profiles.duplicated", { name: profile.name }));
  };
  const error = switching.error ?? duplicating.error;

  return (
    <div className="editor">
      <div className="head">
        <h2 className="cut">{profile.name}</h2>
        <ProfileTags entry={entry} />
        <Waiting since={switching.since} text={t("profiles.switching")} />
        <div className="spring" />
        {!entry.current && (
          <button type="button" className="go" disabled={switching.since !== null} onClick={() => void switchTo(entry)}>
            {t("profiles.switchTo")}
          </button>
        )}
        {!entry.practice && (
          <button type="button" onClick={() => keepDraft(drafts, id, draftOf(profile))}>
            {t("profiles.editIt")}
          </button>
        )}
        {!entry.practice && (
          <button type="button" disabled={duplicating.since !== null} onClick={() => void duplicate()}>
            {t("profiles.duplicate")}
          </button>
        )}
        <button type="button" onClick={() => ui.setState({ dialog: "exportProfile" })}>
          {t("profiles.export.do")}
        </button>
        {!entry.practice && (
          <button type="button" className="end" onClick={() => ui.setState({ dialog: "removeProfile" })}>
            {t("profiles.remove.do")}
          </button>
        )}
      </div>
      {error !== null && (
        <p className="fault" role="alert">
          {words.error(error)}
        </p>
      )}
      <div className="scroller cards" tabIndex={0} role="group" aria-label={profile.name}>
        {entry.practice && <p className="note">{t("profiles.practiceNote")}</p>}
        <Certificate entry={entry} />
        <ConnectionCheck key={id} id={id} />
        <Card title={t("profiles.facts.title")}>
          <dl className="facts-list">
            {factsOf(entry, words).map(([name, value]) => (
              <div key={name} style={{ display: "contents" }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
      {dialog === "removeProfile" && <RemoveProfile entry={entry} />}
      {dialog === "exportProfile" && <ExportProfile entry={entry} />}
    </div>
  );
};
