/** What this workstation's user prefers: one small file across profiles, whole or not at all. */
import { DEFAULT_SETTINGS, Settings, type SettingsChange } from "../../shared/model/settings.ts";
import type { Files, Log } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { createSignal } from "../../shared/signal.ts";
import { fileSentence } from "./faults.ts";

/** A file that cannot be read as settings is set aside, not overwritten, and the defaults hold. */
export const createSettings = ({ files, folder, log }: { files: Files; folder: string; log: Log }) => {
  const path = files.join(folder, "settings.json");
  const changed = createSignal<void>();
  let current = load();

  function load(): Settings {
    const text = files.readText(path);
    if (!text.ok) return DEFAULT_SETTINGS;
    const parsed = Settings.safeParse(withDefaults(parseJson(text.value)));
    if (parsed.success) return parsed.data;
    log.warn({ path, issue: parsed.error.issues[0]?.message }, "settings are not readable; set aside");
    files.rename(path, `${path}.unreadable`);
    return DEFAULT_SETTINGS;
  }

  return {
    read: (): Settings => current,
    watch: changed.watch,
    change: (change: SettingsChange): Result<Settings> => {
      const next = Settings.parse({ ...current, ...change });
      const written = files.writeText(path, JSON.stringify(next, null, 2));
      if (!written.ok) return err(fileSentence(path, written.error));
      current = next;
      changed.emit();
      return ok(current);
    },
  };
};

const withDefaults = (value: unknown): unknown => (typeof value === "object" && value !== null ? { ...DEFAULT_SETTINGS, ...value } : value);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
