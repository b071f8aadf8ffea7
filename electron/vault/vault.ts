/** Keeps application certificates: in the keychain, or in memory for this run. May hand one out only for a token to be built. */

import { createHash } from "node:crypto";
import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID } from "../../shared/model/practice.ts";
import type { Profile } from "../../shared/model/profile.ts";
import type { CertificateState } from "../../shared/model/profileEntry.ts";
import type { Clock, Keychain, KeychainFault, Log } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";

/** What of a profile names its credential. */
export type CredentialOwner = Pick<Profile, "region" | "appId">;
export type CertificateProblem = { kind: "noCertificate"; detail: string };

/** Remembers across runs when a certificate was saved here, Unix ms. */
export type SavedTimes = { savedAt(account: string): number | null; note(account: string, savedAt: number | null): void };

export type Vault = {
  /** Asks the keychain. A locked one can take seconds to answer. */
  state(owner: CredentialOwner): Promise<CertificateState>;
  /** What is known without asking. */
  known(owner: CredentialOwner): CertificateState;
  /**
   * Usable at once. `keychain`: there or nowhere; `memory`: for this run, on request; `either`: in memory where the keychain
   * cannot hold it.
   */
  save(owner: CredentialOwner, certificate: string, where: "keychain" | "memory" | "either"): Promise<Result<CertificateState>>;
  /** Forgets the certificate in memory and in the keychain. */
  forget(owner: CredentialOwner): Promise<CertificateState>;
  /** For tokens to be built; its answer goes nowhere else. */
  certificate(owner: CredentialOwner): Promise<Result<string, CertificateProblem>>;
  /** Something that `known` answers has changed. */
  watch: Watch<void>;
};

const HEX32 = /^[0-9a-fA-F]{32}$/;
const FINGERPRINT_CHARACTERS = 4;

/** The keychain's account name: the same for every profile of one application in one region. */
export const accountOf = ({ region, appId }: CredentialOwner): string => `${region}:${appId}`;
/** The practice application's certificate is public and never touches the keychain. */
const isPractice = ({ appId }: CredentialOwner): boolean => appId === PRACTICE_APP_ID;

/** Tells two certificates apart, and tells nothing of either. */
const fingerprintOf = (certificate: string): string =>
  createHash("sha256").update(certificate).digest("hex").slice(-FINGERPRINT_CHARACTERS);

const UNKNOWN: CertificateState = { place: "unknown", savedAt: null, fingerprint: null, fault: null };
const ABSENT: CertificateState = { ...UNKNOWN, place: "absent" };

type Held = { certificate: string; savedAt: number; fault: KeychainFault["kind"] | null };

export const createVault = (deps: { keychain: Keychain; log: Log; clock: Clock; times: SavedTimes }): Vault => {
  const { keychain, log, clock, times } = deps;
  const inMemory = new Map<string, Held>();
  const lastSeen = new Map<string, CertificateState>();
  const changed = createSignal<void>();

  const seen = (account: string, state: CertificateState): CertificateState => {
    if (JSON.stringify(lastSeen.get(account)) !== JSON.stringify(state)) {
      lastSeen.set(account, state);
      changed.emit();
    }
    return state;
  };

  /** Reads the keychain; an item that is no certificate was cut, or is not ours. */
  const readFromKeychain = async (account: string): Promise<Result<string | null, KeychainFault>> => {
    const read = await keychain.read(account);
    if (!read.ok) log.warn({ account, fault: read.error }, "the keychain did not give the certificate");
    if (read.ok && read.value !== null && !HEX32.test(read.value))
      return err({ kind: "cut", detail: "what the keychain holds is not 32 hexadecimal digits" });
    return read;
  };

  const inKeychain = (account: string, certificate: string): CertificateState => ({
    place: "keychain",
    savedAt: times.savedAt(account),
    fingerprint: fingerprintOf(certificate),
    fault: null,
  });
  const heldState = ({ certificate, savedAt, fault }: Held): CertificateState => ({
    place: "memory",
    savedAt,
    fingerprint: fingerprintOf(certificate),
    fault,
  });
  const practiceState = (owner: CredentialOwner): CertificateState => {
    const held = inMemory.get(accountOf(owner));
    return held === undefined
      ? { place: "memory", savedAt: null, fingerprint: fingerprintOf(PRACTICE_APP_CERTIFICATE), fault: null }
      : heldState(held);
  };

  /** What the keychain answers is what is known from then on. */
  const look = async (account: string): Promise<{ read: Result<string | null, KeychainFault>; state: CertificateState }> => {
    const read = await readFromKeychain(account);
    // It may have been saved while the keychain was asked.
    const held = inMemory.get(account);
    if (held !== undefined) return { read: ok(held.certificate), state: seen(account, heldState(held)) };
    if (!read.ok) return { read, state: seen(account, { ...UNKNOWN, savedAt: times.savedAt(account), fault: read.error.kind }) };
    return { read, state: seen(account, read.value === null ? ABSENT : inKeychain(account, read.value)) };
  };

  const state = async (owner: CredentialOwner): Promise<CertificateState> => {
    const account = accountOf(owner);
    if (isPractice(owner)) return practiceState(owner);
    const held = inMemory.get(account);
    return held === undefined ? (await look(account)).state : seen(account, heldState(held));
  };

  return {
    state,
    known: (owner) => (isPractice(owner) ? practiceState(owner) : (lastSeen.get(accountOf(owner)) ?? UNKNOWN)),
    watch: changed.watch,

    save: async (owner, certificate, where) => {
      if (!HEX32.test(certificate))
        return err(appError("invalid", "The application certificate must be 32 hexadecimal digits.", { field: "certificate" }));
      const account = accountOf(owner);
      const before = inMemory.get(account);
      const held: Held = { certificate, savedAt: clock.wall(), fault: null };
      inMemory.set(account, held);
      if (isPractice(owner) || where === "memory") {
        seen(account, heldState(held));
        return ok(heldState(held));
      }
      const saved = await keychain.save(account, certificate);
      // A later save may have come while this one was under way; only what is in the keychain leaves memory.
      const superseded = inMemory.get(account) !== held;
      if (saved.ok) {
        if (!superseded) inMemory.delete(account);
        times.note(account, held.savedAt);
        return ok(seen(account, superseded ? await state(owner) : inKeychain(account, certificate)));
      }
      if (superseded) return ok(await state(owner));
      const fault = saved.error.kind;
      log.warn({ account, fault: saved.error, where }, "the keychain does not keep the certificate");
      if (where === "either") {
        held.fault = fault;
        return ok(seen(account, heldState(held)));
      }
      if (before === undefined) inMemory.delete(account);
      else inMemory.set(account, before);
      const left = before === undefined ? { ...ABSENT, fault } : { ...heldState(before), fault };
      return ok(seen(account, left));
    },

    forget: async (owner) => {
      const account = accountOf(owner);
      inMemory.delete(account);
      if (isPractice(owner)) return seen(account, practiceState(owner));
      const forgotten = await keychain.forget(account);
      if (forgotten.ok) {
        times.note(account, null);
        return seen(account, ABSENT);
      }
      log.warn({ account, fault: forgotten.error }, "the keychain did not forget the certificate");
      return seen(account, { ...UNKNOWN, savedAt: times.savedAt(account), fault: forgotten.error.kind });
    },

    certificate: async (owner) => {
      const account = accountOf(owner);
      const known = inMemory.get(account)?.certificate ?? (isPractice(owner) ? PRACTICE_APP_CERTIFICATE : undefined);
      if (known !== undefined) return ok(known);
      const { read } = await look(account);
      if (!read.ok) return err({ kind: "noCertificate", detail: `the keychain is ${read.error.kind}: ${read.error.detail}` });
      if (read.value === null) return err({ kind: "noCertificate", detail: "no certificate has been saved for this application" });
      return ok(read.value);
    },
  };
};
