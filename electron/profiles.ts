/** The workstation's profiles: listed, changed, and switched, so that nothing blocks and nothing that runs is lost. */

import { isTerminal } from "../shared/model/command.ts";
import { PRACTICE_APP_ID } from "../shared/model/practice.ts";
import type { Profile } from "../shared/model/profile.ts";
import { type CertificateState, PRACTICE_PROFILE_ID, type ProfileEntry } from "../shared/model/profileEntry.ts";
import type { Log } from "../shared/ports.ts";
import { appError, err, ok, type Result } from "../shared/result.ts";
import { createSignal, type Watch } from "../shared/signal.ts";
import type { Session, Target } from "./session.ts";
import type { createStage } from "./stage.ts";
import { parseProfileFile } from "./vault/profileFile.ts";
import { noProfile, type ProfileStore } from "./vault/profileStore.ts";
import { practiceProfile } from "./vault/profiles.ts";
import { accountOf, type Vault } from "./vault/vault.ts";

const MAX_NAME = 60;
/** What the list shows of the practice profile while its cloud does not run. */
const PRACTICE_ORIGIN = "http://127.0.0.1";

export type Profiles = {
  list(): ProfileEntry[];
  get(id: string): ProfileEntry | undefined;
  /** null: any of them. */
  watch: Watch<string | null>;
  save(id: string | null, profile: Profile): Promise<Result<{ id: string }>>;
  duplicate(id: string): Result<{ id: string }>;
  remove(id: string): Result<void>;
  switchTo(id: string): Promise<Result<void>>;
  /** Opens the profile that runs again, as `prepare` has it now. */
  reopen(id: string): Promise<Result<void>>;
  importText(text: string): Promise<Result<{ id: string; certificate: CertificateState | null }>>;
  exportText(id: string): Result<{ text: string }>;
  saveCertificate(id: string, certificate: string, where: "keychain" | "memory"): Promise<Result<CertificateState>>;
  forgetCertificate(id: string): Promise<Result<CertificateState>>;
  certificateState(id: string): Promise<Result<CertificateState>>;
  /** Asks the keychain for every profile, one after the other, and counts what waits; off the start-up path. */
  lookAround(): Promise<void>;
  /** Ends the session that runs, and waits for those that are ending. */
  stop(): Promise<void>;
};

type Deps = {
  store: ProfileStore;
  vault: Vault;
  stage: ReturnType<typeof createStage>;
  /** What is needed before the profile can be opened; starts the practice cloud. */
  prepare(id: string, profile: Profile | null): Promise<Result<Target>>;
  open(target: Target): Result<Session>;
  folderOf(id: string, profile: Profile): string;
  countQueued(folder: string): number;
  log: Log;
};

export const createProfiles = ({ store, vault, stage, prepare, open, folderOf, countQueued, log }: Deps): Profiles => {
  const changed = createSignal<string | null>();
  const queuedIn = new Map<string, number>();
  /** Folders whose session is still ending. */
  const ending = new Map<string, Promise<void>>();
  const practice = practiceProfile({ baseUrl: PRACTICE_ORIGIN, alternateUrl: PRACTICE_ORIGIN });

  const currentId = (): string => stage.session().target.id;
  const profileOf = (id: string): Profile | undefined => {
    const { target } = stage.session();
    if (id === target.id) return target.profile;
    return id === PRACTICE_PROFILE_ID ? practice : store.get(id);
  };
  const queuedOf = (folder: string): number => {
    const session = stage.session();
    if (folder === session.target.folder) return session.commands.list().filter((row) => !isTerminal(row)).length;
    const known = queuedIn.get(folder) ?? countQueued(folder);
    queuedIn.set(folder, known);
    return known;
  };
  const entryOf = (id: string): ProfileEntry | undefined => {
    const profile = profileOf(id);
    return (
      profile && {
        id,
        profile,
        practice: id === PRACTICE_PROFILE_ID,
        current: id === currentId(),
        certificate: vault.known(profile),
        queuedCommands: queuedOf(folderOf(id, profile)),
        lastUsedAt: store.usedAt(id),
      }
    );
  };
  const ids = (): string[] => [PRACTICE_PROFILE_ID, ...store.list().map(({ id }) => id)];

  const all = (): void => changed.emit(null);
  store.watch(all);
  vault.watch(all);
  stage.switched(all);
  stage.list((session) => session.commands).watch(() => changed.emit(currentId()));

  let last: Promise<unknown> = Promise.resolve();
  /** Switches come one after the other, in the order of asking. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  const begin = (session: Session): void => {
    stage.become(session);
    session.start();
    store.use(session.target.id);
  };

  const end = (session: Session): Promise<void> => {
    const { folder } = session.target;
    const done = session
      .quiet()
      .catch((error: unknown) => log.error({ error }, "a session did not end in order"))
      .then(() => {
        session.close();
        ending.delete(folder);
        queuedIn.delete(folder);
        all();
      });
    ending.set(folder, done);
    return done;
  };

  /** The same files cannot be open twice: where the profile that runs is opened again, its old session ends first. */
  const change = async (id: string, again: boolean): Promise<Result<void>> => {
    const old = stage.session();
    if (old.target.id === id && !again) return ok(undefined);
    const profile = store.get(id);
    if (profile === undefined && id !== PRACTICE_PROFILE_ID) return err(noProfile(id));
    await ending.get(folderOf(id, profile ?? practice));
    const target = await prepare(id, profile ?? null);
    if (!target.ok) return target;
    if (target.value.folder !== old.target.folder) {
      const next = open(target.value);
      if (!next.ok) {
        await target.value.stop();
        return next;
      }
      begin(next.value);
      void end(old);
      return ok(undefined);
    }
    await end(old);
    const next = open(target.value);
    if (next.ok) {
      begin(next.value);
      return ok(undefined);
    }
    const back = open(old.target);
    if (back.ok) begin(back.value);
    else log.error({ fault: back.error }, "neither the new profile nor the old one can be opened");
    return next;
  };

  const certificateChanged = (profile: Profile, state: CertificateState): void => {
    const session = stage.session();
    if (accountOf(session.target.profile) === accountOf(profile)) session.certificateChanged(state);
  };
  const named = (id: string): Result<Profile> => {
    const profile = profileOf(id);
    return profile === undefined ? err(noProfile(id)) : ok(profile);
  };
  const notPractice = (id: string): Result<Profile> =>
    id === PRACTICE_PROFILE_ID
      ? err(appError("conflict", "the practice profile cannot be changed", { reason: "practiceProfile" }))
      : named(id);

  const saveAndApply = async (saved: Result<string>): Promise<Result<{ id: string }>> => {
    if (!saved.ok) return saved;
    const id = saved.value;
    const applied = id === currentId() ? await inTurn(() => change(id, true)) : ok(undefined);
    return applied.ok ? ok({ id }) : applied;
  };

  const freeName = (name: string): string => {
    const names = new Set(store.list().map(({ profile }) => profile.name));
    for (let number = 2; ; number += 1) {
      const suffix = ` (${number})`;
      const free = `${name.slice(0, MAX_NAME - suffix.length)}${suffix}`;
      if (!names.has(free)) return free;
    }
  };

  return {
    list: () => ids().flatMap((id) => entryOf(id) ?? []),
    get: (id) => (ids().includes(id) ? entryOf(id) : undefined),
    watch: changed.watch,
    save: async (id, profile) => {
      const before = id === null ? undefined : store.get(id);
      // What waits was asked of another application or region, and must not reach this one; nor may it be left behind unseen.
      if (id !== null && before !== undefined && accountOf(before) !== accountOf(profile) && queuedOf(folderOf(id, before)) > 0)
        return err(hasCommands());
      return saveAndApply(store.save(id, profile));
    },
    duplicate: (id) => {
      const profile = notPractice(id);
      if (!profile.ok) return profile;
      const saved = store.save(null, { ...profile.value, name: freeName(profile.value.name) });
      return saved.ok ? ok({ id: saved.value }) : saved;
    },
    remove: (id) => {
      const profile = notPractice(id);
      if (!profile.ok) return profile;
      if (id === currentId()) return err(appError("conflict", "the profile that runs cannot be removed", { reason: "profileRuns" }));
      if (countQueued(folderOf(id, profile.value)) > 0) return err(hasCommands());
      const removed = store.remove(id);
      // A certificate that no other profile needs does not stay behind.
      const needed = store.list().some((one) => accountOf(one.profile) === accountOf(profile.value));
      if (removed.ok && !needed && profile.value.appId !== PRACTICE_APP_ID) void vault.forget(profile.value);
      return removed;
    },
    switchTo: (id) => inTurn(() => change(id, false)),
    reopen: (id) =>
      inTurn(async () =>
        id === currentId() ? change(id, true) : err(appError("conflict", "another profile is in use", { reason: "profileNotInUse" })),
      ),
    importText: async (text) => {
      const read = parseProfileFile(text);
      if (!read.ok) return read;
      const { profile, appCertificate } = read.value;
      const saved = await saveAndApply(store.keep(profile));
      if (!saved.ok) return saved;
      if (appCertificate === null) return ok({ id: saved.value.id, certificate: null });
      const kept = await vault.save(profile, appCertificate, "keychain");
      if (!kept.ok) return kept;
      certificateChanged(profile, kept.value);
      return ok({ id: saved.value.id, certificate: kept.value });
    },
    exportText: (id) => {
      const profile = named(id);
      return profile.ok ? ok({ text: `${JSON.stringify(profile.value, null, 2)}\n` }) : profile;
    },
    saveCertificate: async (id, certificate, where) => {
      const profile = notPractice(id);
      if (!profile.ok) return profile;
      const saved = await vault.save(profile.value, certificate, where);
      if (saved.ok) certificateChanged(profile.value, saved.value);
      return saved;
    },
    forgetCertificate: async (id) => {
      const profile = notPractice(id);
      if (!profile.ok) return profile;
      const state = await vault.forget(profile.value);
      certificateChanged(profile.value, state);
      return ok(state);
    },
    certificateState: async (id) => {
      const profile = named(id);
      return profile.ok ? ok(await vault.state(profile.value)) : profile;
    },
    lookAround: async () => {
      for (const { profile } of store.list()) await vault.state(profile);
    },
    stop: () =>
      inTurn(async () => {
        await end(stage.session());
        await Promise.all(ending.values());
      }),
  };
};

const hasCommands = () => appError("conflict", "commands of this profile are still waiting", { reason: "profileHasCommands" });
