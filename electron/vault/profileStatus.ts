/** What the window may know of the profile in use: everything but the secret. */
import { PRACTICE_APP_ID } from "../../shared/model/practice.ts";
import type { Profile, ProfileStatus } from "../../shared/model/profile.ts";
import type { CertificateState, KeychainTrouble } from "../../shared/model/profileEntry.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import type { Vault } from "./vault.ts";

type Notice = ProfileStatus["notices"][number];

export type ProfileBook = {
  read(): ProfileStatus;
  watch: Watch<void>;
  notice(notice: Notice): void;
  /** Where the certificate is now; the notices of the keychain are those of this state. */
  certificate(state: CertificateState): void;
};

/** Whoever uses the practice application rehearses, wherever its cloud runs. */
const isPractice = (appId: string): boolean => appId.toLowerCase() === PRACTICE_APP_ID.toLowerCase();

const KEYCHAIN_NOTICE: Readonly<Record<KeychainTrouble, string>> = {
  missing: "keychainMissing",
  locked: "keychainLocked",
  slow: "keychainSlow",
  refused: "keychainRefused",
  cut: "keychainCut",
};
const KEYCHAIN_NOTICES: ReadonlySet<string> = new Set(Object.values(KEYCHAIN_NOTICE));

export const createProfileBook = (profile: Profile, notices: readonly Notice[]): ProfileBook => {
  const { name, region, appId, uid, observeOnly, pollSeconds } = profile;
  const practice = isPractice(appId);
  const certificate = practice ? "memory" : "absent";
  let status: ProfileStatus = { name, region, appId, uid, practice, observeOnly, pollSeconds, certificate, notices: [...notices] };
  const changed = createSignal<void>();
  const change = (next: Partial<ProfileStatus>): void => {
    status = { ...status, ...next };
    changed.emit();
  };
  return {
    read: () => status,
    watch: changed.watch,
    notice: (notice) => change({ notices: [...status.notices, notice] }),
    certificate: ({ place, fault }) => {
      const others = status.notices.filter(({ code }) => !KEYCHAIN_NOTICES.has(code));
      change({
        certificate: place === "unknown" ? "absent" : place,
        notices: fault === null ? others : [...others, { code: KEYCHAIN_NOTICE[fault], params: {} }],
      });
    },
  };
};

/** A certificate that was handed over at start. */
export type GivenCertificate = { environment: string | null; file: string | null; path: string | null };
export const NOTHING_GIVEN: GivenCertificate = { environment: null, file: null, path: null };

/**
 * Keeps a certificate that was handed over (the environment's goes before the file's) and tells the book where it is.
 * Run it off the start-up path: a locked keychain waits for a person.
 */
export const keepCertificate = async (vault: Vault, book: ProfileBook, profile: Profile, given: GivenCertificate): Promise<void> => {
  const certificate = given.environment ?? given.file;
  const saved = certificate === null ? null : await vault.save(profile, certificate, "either");
  if (saved !== null && !saved.ok) book.notice({ code: "certificateRefused", params: {} });
  const state = saved?.ok ? saved.value : await vault.state(profile);
  if (given.file !== null) {
    const code = state.place === "keychain" ? "certificateInFile" : "certificateOnlyInFile";
    book.notice({ code, params: { file: given.path ?? "" } });
  }
  book.certificate(state);
};
