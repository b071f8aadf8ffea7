/** Commands as far as they are typed: one small file across profiles, so that neither a crash nor a switch of profile takes them. */
import { z } from "zod";
import { KeptDraft, MAX_DRAFTS } from "../../shared/contract/app.ts";
import type { Files, Log } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { fileSentence } from "./faults.ts";

const Kept = z.array(z.tuple([z.string(), KeptDraft]));

/** A file that cannot be read is set aside; nothing that was sent is in it. */
export const createKeptDrafts = ({ files, folder, log }: { files: Files; folder: string; log: Log }) => {
  const path = files.join(folder, "drafts.json");

  const load = (): Map<string, KeptDraft> => {
    const text = files.readText(path);
    if (!text.ok) return new Map();
    const parsed = Kept.safeParse(parseJson(text.value));
    if (parsed.success) return new Map(parsed.data);
    log.warn({ path }, "drafts are not readable; set aside");
    files.rename(path, `${path}.unreadable`);
    return new Map();
  };
  let drafts = load();

  return {
    all: (): Record<string, KeptDraft> => Object.fromEntries(drafts),
    keep: (key: string, draft: KeptDraft | null): Result<void> => {
      const others = [...drafts].filter(([other]) => other !== key);
      const next = new Map(draft === null ? others : [...others.slice(1 - MAX_DRAFTS), [key, draft] as const]);
      const written = files.writeText(path, JSON.stringify([...next]));
      if (!written.ok) return err(fileSentence(path, written.error));
      drafts = next;
      return ok(undefined);
    },
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
