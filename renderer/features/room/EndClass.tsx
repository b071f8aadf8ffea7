/** Ending a class: the verb, the count, the names, the effect. Reckoned from what is known in the moment of confirming; the focus is on Cancel. */
import { useStore } from "zustand";
import { asOf } from "../../../shared/model/freshness.ts";
import { isRecording, ROOM_STATE, type RoomDetail } from "../../../shared/model/room.ts";
import { newId } from "../../bridge.ts";
import { Dialog } from "../../components/Dialog.tsx";
import { Rich } from "../../components/Rich.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import type { ValueMirror } from "../../state/mirrors.ts";

import { say } from "../../state/ui.ts";
import { ageText } from "../frame/ageText.ts";
import { freshnessOf } from "../wall/order.ts";

const NAMES_SHOWN = 40;

export const EndClass = ({ detail }: { detail: ValueMirror<RoomDetail> }) => {
  const { bridge, ui, connection } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const now = useNow();
  const value = useStore(detail, (state) => state.value);
  const close = (): void => ui.setState({ dialog: null });
  if (value === null) return null;
  const { summary, view } = value;
  const here = Object.values(view.people).filter((person) => person.present);
  const names = here.map((person) => person.userName || person.userUuid).sort((a, b) => a.localeCompare(b, words.language));
  const link = connection.getState().value;
  const freshness = freshnessOf(summary, link, now);
  const provedUntil = link === null ? null : asOf(summary.proof, link.chain);

  const end = async (): Promise<void> => {
    close();
    const answer = await bridge.call("room.setState", { commandId: newId(), roomUuid: summary.roomUuid, state: ROOM_STATE.ended });
    say(ui, answer.ok ? t("room.endAsked", { room: summary.name }) : words.error(answer.error), answer.ok ? "plain" : "bad");
  };
  return (
    <Dialog title={t("room.endDialog.title", { room: summary.name })} onClose={close}>
      {here.length === 0 ? (
        <p>{t("room.endDialog.nobody")}</p>
      ) : (
        <>
          <p>
            <Rich text={t("room.endDialog.people", { count: here.length })} />
          </p>
          <div className="names">
            {names.slice(0, NAMES_SHOWN).map((name, index) => (
              // Two people may have one name.
              <span key={`${index} ${name}`}>{name}</span>
            ))}
            {names.length > NAMES_SHOWN && <em>{t("room.endDialog.more", { n: n(names.length - NAMES_SHOWN) })}</em>}
          </div>
        </>
      )}
      <p>{t("room.endDialog.effect")}</p>
      {isRecording(summary) && <p>{t("room.endDialog.recording")}</p>}
      {provedUntil !== null && (
        <p className={freshness === "live" ? "hint" : "warn2"}>
          {t(freshness === "live" ? "room.endDialog.asOf" : "room.endDialog.old", { age: ageText(now - provedUntil, words) })}
        </p>
      )}
      <div className="dialog-do">
        <button type="button" data-autofocus onClick={close}>
          {t("room.endDialog.cancel")}
        </button>
        <div className="spring" />
        <button type="button" className="end filled" onClick={() => void end()}>
          {t("room.endDialog.confirm")}
        </button>
      </div>
    </Dialog>
  );
};
