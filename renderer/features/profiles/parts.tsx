/** What the list and the profile itself share. */
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { useWords } from "../../i18n/words.tsx";

export const ProfileTags = ({ entry }: { entry: ProfileEntry }) => {
  const { t } = useWords();
  return (
    <>
      {entry.current && <span className="tag in-use">{t("profiles.inUse")}</span>}
      {entry.practice && (
        <span className="tag practice" title={t("tag.practiceHint")}>
          {t("tag.practice")}
        </span>
      )}
      {entry.profile.observeOnly && (
        <span className="tag observe" title={t("tag.observeHint")}>
          {t("tag.observe")}
        </span>
      )}
    </>
  );
};
