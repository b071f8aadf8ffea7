/** Adds rooms by id. What was typed stays until it has been taken. */
import { useMemo, useState } from "react";
import { type AddVerdict, MAX_ROOMS_ADDED } from "../../../shared/contract/rooms.ts";
import { MAX_ID_BYTES } from "../../../shared/model/ids.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { type IdFault, readIds } from "./ids.ts";

/** More faults than these are not read one by one. */
const FAULTS_SHOWN = 5;
const NOT_ADDED: ReadonlySet<AddVerdict["verdict"]> = new Set(["absent", "invalid"] as const);

const faultText = (fault: IdFault, { t, n }: Words): string => {
  switch (fault.kind) {
    case "tooLong":
      return t("wall.add.tooLong", { ...fault, max: MAX_ID_BYTES });
    case "dots":
      return t("wall.add.dots", fault);
    case "tooMany":
      return t("wall.add.tooMany", { n: n(fault.count), max: n(MAX_ROOMS_ADDED) });
  }
};

const Verdicts = ({ verdicts }: { verdicts: readonly AddVerdict[] }) => {
  const { t, n } = useWords();
  const count = (names: readonly AddVerdict["verdict"][]): string => n(verdicts.filter(({ verdict }) => names.includes(verdict)).length);
  const sorted = [...verdicts].sort((a, b) => Number(NOT_ADDED.has(b.verdict)) - Number(NOT_ADDED.has(a.verdict)));
  return (
    <div className="field" role="status">
      <b>{t("wall.add.summary", { added: count(["added", "unchecked"]), known: count(["known"]), bad: count(["absent", "invalid"]) })}</b>
      <ul className="card scroller" style={{ maxHeight: "16rem" }} aria-label={t("wall.add.verdicts")} tabIndex={0}>
        {sorted.map(({ roomUuid, verdict }) => (
          <li key={roomUuid} className="li" style={{ gridTemplateColumns: "minmax(0, 1fr) auto" }}>
            <span className="cut">{roomUuid}</span>
            <span className={NOT_ADDED.has(verdict) ? "warn1" : "side"}>{t(`wall.add.verdict.${verdict}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};

export const AddRooms = () => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const [text, setText] = useState("");
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [verdicts, setVerdicts] = useState<readonly AddVerdict[] | null>(null);
  const { ids, repeated, faults } = useMemo(() => readIds(text), [text]);
  const close = (): void => ui.setState({ dialog: null });

  const ask = async (): Promise<void> => {
    setAsking(true);
    setFailure(null);
    const answer = await bridge.call("rooms.add", { roomUuids: ids });
    setAsking(false);
    if (!answer.ok) return setFailure(words.error(answer.error));
    setVerdicts(answer.value.verdicts);
    // What was not taken stays in the field, to be mended.
    setText(
      answer.value.verdicts
        .filter(({ verdict }) => NOT_ADDED.has(verdict))
        .map(({ roomUuid }) => roomUuid)
        .join("\n"),
    );
  };

  return (
    <Dialog title={t("wall.add.title")} onClose={close}>
      {verdicts !== null && <Verdicts verdicts={verdicts} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <div className="field">
          <label htmlFor="room-ids">{t("wall.add.label")}</label>
          <textarea
            id="room-ids"
            rows={verdicts === null ? 9 : 4}
            value={text}
            spellCheck={false}
            data-autofocus
            aria-invalid={faults.length > 0}
            aria-describedby="room-ids-hint"
            onChange={(event) => setText(event.target.value)}
          />
          <p id="room-ids-hint" className="hint">
            {t("wall.add.hint", { max: n(MAX_ROOMS_ADDED) })}
          </p>
          {faults.slice(0, FAULTS_SHOWN).map((fault) => (
            <p key={JSON.stringify(fault)} className="fault">
              {faultText(fault, words)}
            </p>
          ))}
          {repeated > 0 && <p className="hint">{t("wall.add.repeated", { count: repeated })}</p>}
          {failure !== null && (
            <p className="fault" role="alert">
              {failure}
            </p>
          )}
        </div>
        <DialogFoot
          leave={verdicts === null ? t("tray.cancel") : t("keys.close")}
          onLeave={close}
          beside={
            <span className="hint" role="status">
              {asking ? t("wall.add.checking") : ""}
            </span>
          }
        >
          <button type="submit" className="go" disabled={asking || ids.length === 0 || faults.length > 0}>
            {ids.length === 0 ? t("wall.add.doNone") : t("wall.add.do", { count: ids.length })}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
};
