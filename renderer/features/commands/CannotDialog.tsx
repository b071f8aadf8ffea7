/** What the service has no call for, and what can be done instead. */
import { Dialog } from "../../components/Dialog.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";

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
      <div className="dialog-do">
        <div className="spring" />
        <button type="button" data-autofocus onClick={close}>
          {t("cannot.close")}
        </button>
      </div>
    </Dialog>
  );
};
