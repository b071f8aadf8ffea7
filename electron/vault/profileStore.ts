/** The profiles of this workstation, in one file, whole or not at all. Never holds a secret. */
import { createHash } from "node:crypto";
import type { Profile } from "../../shared/model/profile.ts";
import { PRACTICE_PROFILE_ID, ProfilesFile } from "../../shared/model/profileEntry.ts";
import type { Clock, Files, Log, Random } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";

export type StoredProfile = { id: string; profile: Profile };

export type ProfileStore = {
  list(): StoredProfile[];
  get(id: string): Profile | undefined;
  /** Adds (`id` null) or replaces; answers the id. */
  save(id: string | null, profile: Profile): Result<string>;
  /** What a profile file tells: replaces the profile of that name, region and application, or adds it. */
  keep(profile: Profile): Result<string>;
  remove(id: string): Result<void>;
  /** This one runs now, and is opened at the next start. */
  use(id: string): void;
  lastUsed(): string | null;
  /** Unix ms; null: never. */
  usedAt(id: string): number | null;
  certificateSavedAt(account: string): number | null;
  noteCertificate(account: string, savedAt: number | null): void;
  watch: Watch<void>;
};

const EMPTY: ProfilesFile = { version: 1, lastUsed: null, profiles: [], used: {}, certificates: {} };
const ID_CHARACTERS = 8;
const MOST_PROFILES = 1_000;

/** A file that cannot be read as profiles is set aside, not overwritten. */
export const createProfileStore = (deps: { files: Files; folder: string; clock: Clock; random: Random; log: Log }): ProfileStore => {
  const { files, log } = deps;
  const path = files.join(deps.folder, "profiles.json");
  const changed = createSignal<void>();
  let current = load();

  function load(): ProfilesFile {
    const text = files.readText(path);
    if (!text.ok) return EMPTY;
    const parsed = ProfilesFile.safeParse(parseJson(text.value));
    if (parsed.success) return parsed.data;
    log.warn({ path, field: parsed.error.issues[0]?.path.join(".") }, "the profiles cannot be read; set aside");
    files.rename(path, `${path}.unreadable-${deps.clock.wall()}`);
    return EMPTY;
  }

  const write = (next: ProfilesFile): Result<void> => {
    const written = files.writeText(path, JSON.stringify(next, null, 2));
    if (!written.ok)
      return err(appError("unavailable", `the profiles could not be written: ${written.error.detail}`, { reason: "profilesFile" }));
    current = next;
    changed.emit();
    return ok(undefined);
  };
  /** For what may be lost with the disk: it holds for this run all the same. */
  const note = (next: ProfilesFile): void => {
    const written = write(next);
    if (written.ok) return;
    log.warn({ fault: written.error.message }, "the profiles' file was not written");
    current = next;
    changed.emit();
  };

  const find = (id: string): StoredProfile | undefined => current.profiles.find((one) => one.id === id);
  const without = <T>(record: Record<string, T>, key: string): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

  const put = (entry: StoredProfile): Result<string> => {
    const before = find(entry.id);
    // A profile file is read at each start, and the disk takes its time.
    if (JSON.stringify(before) === JSON.stringify(entry)) return ok(entry.id);
    const known = before !== undefined;
    if (!known && current.profiles.length >= MOST_PROFILES)
      return err(appError("tooLarge", `a workstation may have ${MOST_PROFILES} profiles`));
    const profiles = known ? current.profiles.map((one) => (one.id === entry.id ? entry : one)) : [...current.profiles, entry];
    const written = write({ ...current, profiles });
    return written.ok ? ok(entry.id) : written;
  };
  const newId = (): string => deps.random.uuid().slice(0, ID_CHARACTERS);

  return {
    list: () => current.profiles,
    get: (id) => find(id)?.profile,
    save: (id, profile) => {
      if (id === PRACTICE_PROFILE_ID)
        return err(appError("conflict", "the practice profile cannot be changed", { reason: "practiceProfile" }));
      if (id !== null && find(id) === undefined) return err(noProfile(id));
      return put({ id: id ?? newId(), profile });
    },
    keep: (profile) => {
      const same = current.profiles.find((one) => tellingOf(one.profile) === tellingOf(profile));
      const id = fileIdOf(profile);
      return put({ id: same?.id ?? (find(id) === undefined ? id : newId()), profile });
    },
    remove: (id) => {
      if (id === PRACTICE_PROFILE_ID)
        return err(appError("conflict", "the practice profile is always there", { reason: "practiceProfile" }));
      if (find(id) === undefined) return err(noProfile(id));
      return write({
        ...current,
        profiles: current.profiles.filter((one) => one.id !== id),
        used: without(current.used, id),
        lastUsed: current.lastUsed === id ? null : current.lastUsed,
      });
    },
    use: (id) =>
      note({
        ...current,
        lastUsed: id === PRACTICE_PROFILE_ID ? null : id,
        used: { ...current.used, [id]: deps.clock.wall() },
      }),
    lastUsed: () => current.lastUsed,
    usedAt: (id) => current.used[id] ?? null,
    certificateSavedAt: (account) => current.certificates[account] ?? null,
    noteCertificate: (account, savedAt) => {
      if ((current.certificates[account] ?? null) === savedAt) return;
      const others = without(current.certificates, account);
      note({ ...current, certificates: savedAt === null ? others : { ...others, [account]: savedAt } });
    },
    watch: changed.watch,
  };
};

export const noProfile = (id: string) => appError("notFound", `there is no profile ${id}`, { reason: "profile" });

/** What a profile file names its profile by. */
const tellingOf = ({ name, region, appId }: Profile): string => `${region}:${appId.toLowerCase()}:${name}`;

/** The same at each start, so that a workstation whose list of profiles was lost finds again what this profile has on disk. */
const fileIdOf = (profile: Profile): string => createHash("sha256").update(tellingOf(profile)).digest("hex").slice(0, ID_CHARACTERS);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
