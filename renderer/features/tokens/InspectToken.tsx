/** Looks inside a token, as it is pasted. */
import { type ClipboardEvent, useEffect, useState } from "react";
import { MAX_INSPECTED_CHARACTERS } from "../../../shared/contract/credentials.ts";
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { TextArea, TextField } from "../../components/fields.tsx";
import { Card } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";
import { Inspection } from "./Inspection.tsx";

/** A field that shows more holds the window up; what is longer is read all the same. */
const MOST_SHOWN = 20_000;
/** A pause in typing after which is asked, ms. */
const PAUSE_MS = 120;

const useInspection = (text: string, profileId: string, account: string) => {
  const { clock } = useConsole();
  const { ask, drop, answer, error } = useAsking("token.inspect");
  useEffect(() => {
    if (text === "") return drop();
    return clock.after(PAUSE_MS, () => void ask({ text, profileId, account: account === "" ? null : account }));
  }, [ask, drop, clock, text, profileId, account]);
  return { answer, error };
};

export const InspectToken = ({ entry }: { entry: ProfileEntry }) => {
  const words = useWords();
  const { t, n } = words;
  const [shown, setShown] = useState("");
  /** Pasted, and too long for the field; read in place of what stands there. */
  const [beside, setBeside] = useState<string | null>(null);
  const [account, setAccount] = useState("");
  const [tooLong, setTooLong] = useState<number | null>(null);
  const { answer, error } = useInspection((beside ?? shown).trim(), entry.id, account.trim());

  const take = (text: string): void => {
    const long = text.length > MAX_INSPECTED_CHARACTERS;
    setTooLong(long ? text.length : null);
    if (long) return;
    setBeside(text.length > MOST_SHOWN ? text : null);
    setShown(text.length > MOST_SHOWN ? "" : text);
  };
  /** Taken before the field has to lay it out. */
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData("text");
    if (text.length <= MOST_SHOWN) return;
    event.preventDefault();
    take(text);
  };

  return (
    <div className="two">
      <Card title={t("tokens.inspect.title")}>
        <div className="fields one">
          <TextArea
            label={t("tokens.inspect.label")}
            help={beside === null ? t("tokens.inspect.help") : t("tokens.inspect.beside", { n: n(beside.length) })}
            rows={8}
            className="mono"
            value={shown}
            fault={
              tooLong !== null
                ? t("tokens.inspect.tooLong", { n: n(tooLong), max: n(MAX_INSPECTED_CHARACTERS) })
                : error === null
                  ? null
                  : words.error(error)
            }
            onPaste={onPaste}
            onText={take}
          />
          {answer?.version === "006" && (
            <TextField
              label={t("tokens.inspect.account")}
              help={t("tokens.inspect.accountHelp")}
              value={account}
              maxLength={300}
              onText={setAccount}
            />
          )}
        </div>
      </Card>
      <div role="status" aria-label={t("tokens.inspect.found")}>
        {answer === null || (beside ?? shown) === "" ? (
          <p className="note">{t("tokens.inspect.empty")}</p>
        ) : (
          <Inspection found={answer} profile={entry.profile.name} appId={entry.profile.appId} />
        )}
      </div>
    </div>
  );
};
