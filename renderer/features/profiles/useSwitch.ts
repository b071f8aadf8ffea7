/** Switching profiles: one click, from the list or from the profile itself. */
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";
import { say } from "../../state/ui.ts";

export const useSwitch = () => {
  const { ui } = useConsole();
  const { t } = useWords();
  const switching = useAsking("profiles.switch");
  const switchTo = async ({ id, profile }: ProfileEntry): Promise<void> => {
    if ((await switching.ask({ id })) !== null) say(ui, t("profiles.switched", { name: profile.name }));
  };
  return { switching, switchTo };
};
