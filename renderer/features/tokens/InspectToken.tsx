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
  const [text, setText] = useState("");
  const [account, setAccount] = useState("");
  const [tooLong, setTooLong] = useState<number | null>(null);
  const { answer, error } = useInspection(text.trim(), entry.id, account.trim());

  const take = (next: string): void => {
    const long = next.length > MAX_INSPECTED_CHARACTERS;
    setTooLong(long ? next.length : null);
    if (!long) setText(next);
  };
  /** Refused before the field has to lay it out: a megabyte in a text field holds the window up. */
  const onPaste = (event: ClipboardEvent): void => {
    const { length } = event.clipboardData.getData("text");
    if (length <= MAX_INSPECTED_CHARACTERS) return;
    event.preventDefault();
    setTooLong(length);
  };

  return (
    <div className="two">
      <Card title={t("tokens.inspect.title")}>
        <div className="fields one">
          <TextArea
            label={t("tokens.inspect.label")}
            help={t("tokens.inspect.help")}
            rows={8}
            className="mono"
            value={text}
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
        {answer === null || text === "" ? (
          <p className="note">{t("tokens.inspect.empty")}</p>
        ) : (
          <Inspection found={answer} profile={entry.profile.name} appId={entry.profile.appId} />
        )}
      </div>
    </div>
  );
};
