/** A person's word that what is stored of rooms shall go: it cannot be undone, so the count is typed. */
import { useRef, useState } from "react";
import type { RemovalChoice, RemovalPlan } from "../../../shared/model/removal.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";

type Props = { plan: RemovalPlan; choice: RemovalChoice; onBegun(): void };

export const RemoveDialog = ({ plan, choice, onBegun }: Props) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const removing = useAsking("record.remove");
  const form = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const close = (): void => ui.setState({ dialog: null });
  const wrong = typed.trim() !== String(plan.rooms);
  const remove = async (): Promise<void> => {
    setTried(true);
    if (wrong) return form.current?.querySelector("input")?.focus();
    if ((await removing.ask({ choice, agreed: { rooms: plan.rooms, events: plan.events } })) === null) return;
    close();
    onBegun();
  };
  return (
    <Dialog title={t("removal.dialog.title", { count: plan.rooms, n: n(plan.rooms) })} onClose={close}>
      <div ref={form} className="ask">
        <p>{t("removal.dialog.goes", { count: plan.events, n: n(plan.events) })}</p>
        <p>{t("removal.dialog.stays")}</p>
        <TextField
          label={t("ask.typeCount", { n: plan.rooms })}
          inputMode="numeric"
          help={t("ask.typeCountHelp")}
          fault={tried && wrong ? t("ask.typeCountWrong", { n: plan.rooms }) : null}
          value={typed}
          onText={setTyped}
        />
        {removing.error !== null && (
          <p className="fault" role="alert">
            {words.error(removing.error)}
          </p>
        )}
        <DialogFoot leave={t("tray.cancel")} onLeave={close} safe beside={<Waiting since={removing.since} text={t("removal.counting")} />}>
          <button type="button" className="end filled" disabled={removing.since !== null} onClick={() => void remove()}>
            {t("removal.dialog.do", { count: plan.rooms, n: n(plan.rooms) })}
          </button>
        </DialogFoot>
      </div>
    </Dialog>
  );
};
