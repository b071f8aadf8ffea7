/** What the service has no call for, and what can be done instead. */
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useProfile, useUi } from "../../state/console.ts";
import type { Cannot } from "./entries.ts";

export const CannotDialog = () => {
  const { ui } = useConsole();
  const { t } = useWords();
  const what = useUi((state) => state.cannot);
  if (what === null) return null;
  const close = (): void => ui.setState({ dialog: null });
  return (
    <Dialog title={t("cannot.title", { name: t(`cannot.${what}.name`) })} onClose={close}>
      <p>{t(`cannot.${what}.why`)}</p>
      <p>{t(`cannot.${what}.instead`)}</p>
      <DialogFoot leave={t("cannot.close")} onLeave={close} safe />
    </Dialog>
  );
};

/** Says it where it would be looked for; nothing where the profile only observes, since nothing is done there at all. */
export const CannotLink = ({ what }: { what: Cannot }) => {
  const { ui } = useConsole();
  const { t } = useWords();
  const observeOnly = useProfile()?.observeOnly ?? true;
  if (observeOnly) return null;
  return (
    <button type="button" className="link" onClick={() => ui.setState({ dialog: "cannot", cannot: what })}>
      {t(`cannot.${what}.name`)}: {t("cannot.tag")}
    </button>
  );
};
