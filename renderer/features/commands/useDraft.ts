/** What is typed of a command, kept while it is typed. */
import { useState } from "react";
import { useConsole, useProfile } from "../../state/console.ts";
import { keepCommandDraft } from "../../state/drafts.ts";
import { type Draft, emptyDraft } from "./fields.ts";
import type { Subject } from "./subject.ts";

/** A draft that stays when the dialog is left, for commands that have something to fill in. */
export const useDraft = ({ entry, targets, given }: Subject) => {
  const { drafts } = useConsole();
  const appId = useProfile()?.appId ?? "";
  const [only] = targets;
  const key = [appId, entry.name, targets.length === 1 ? only?.roomUuid : targets.length === 0 ? "" : "*"].join(" ");
  const kept = entry.preset === null ? drafts.getState().commands.get(key) : undefined;
  const [before] = useState(kept !== undefined && Object.keys(given).length === 0);
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft(entry.name), ...kept, ...given });
  return {
    draft,
    before,
    set: (next: Draft): void => {
      setDraft(next);
      if (entry.preset === null) keepCommandDraft(drafts, key, next);
    },
    forget: (): void => keepCommandDraft(drafts, key, null),
  };
};
