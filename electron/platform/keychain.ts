/** The operating system's keychain by keytar, loaded when first needed; what it cannot do is a state, not a crash. */
import type * as keytarLibrary from "keytar";
import type { Clock, Keychain, KeychainFault } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";

const SERVICE = "Classroom Console";
/** A locked keychain can wait for a person, ms. */
const LIMIT_MS = 10_000;
/** CRED_MAX_CREDENTIAL_BLOB_SIZE of Windows. */
const WINDOWS_MAX_BYTES = 2_560;

type Keytar = Pick<typeof keytarLibrary, "getPassword" | "setPassword" | "deletePassword">;
type Answer<T> = Result<T, KeychainFault>;

/** Texts of libsecret, of D-Bus and of the Keychain; what is in no row is `refused`. */
const TEXTS: readonly (readonly [KeychainFault["kind"], RegExp])[] = [
  [
    "missing",
    /autolaunch D-Bus|org\.freedesktop\.secrets|ServiceUnknown|Could not connect|No such file or directory|connection is closed/i,
  ],
  ["locked", /Object does not exist at path|locked collection|is locked|interaction is not allowed|no such secret collection/i],
];

const faultOf = (error: unknown): KeychainFault => {
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: TEXTS.find(([, text]) => text.test(detail))?.[0] ?? "refused", detail };
};

/** `load` brings the native library; it is a parameter because a machine without it must be shown to work. */
export const createKeychain = (deps: { clock: Clock; load?: () => Promise<Keytar>; limitMs?: number }): Keychain => {
  const { clock, limitMs = LIMIT_MS, load = async () => (await import("keytar")).default } = deps;
  let loading: Promise<Answer<Keytar>> | null = null;

  const library = (): Promise<Answer<Keytar>> =>
    (loading ??= load().then(ok, (error: unknown) =>
      err({ kind: "missing" as const, detail: error instanceof Error ? error.message : String(error) }),
    ));

  const call = async <T>(work: (keytar: Keytar) => Promise<T>): Promise<Answer<T>> => {
    const loaded = await library();
    if (!loaded.ok) return loaded;
    return new Promise((resolve) => {
      const cancel = clock.after(limitMs, () => resolve(err({ kind: "slow", detail: `no answer within ${limitMs} ms` })));
      work(loaded.value).then(
        (value) => {
          cancel();
          resolve(ok(value));
        },
        (error: unknown) => {
          cancel();
          resolve(err(faultOf(error)));
        },
      );
    });
  };

  const read: Keychain["read"] = (account) => call((keytar) => keytar.getPassword(SERVICE, account));

  return {
    read,
    save: async (account, secret) => {
      const bytes = Buffer.byteLength(secret, "utf8");
      if (process.platform === "win32" && bytes > WINDOWS_MAX_BYTES) {
        return err({ kind: "cut", detail: `${bytes} bytes; this keychain holds at most ${WINDOWS_MAX_BYTES}` });
      }
      const saved = await call((keytar) => keytar.setPassword(SERVICE, account, secret));
      if (!saved.ok) return saved;
      const kept = await read(account);
      if (!kept.ok) return kept;
      return kept.value === secret ? ok(undefined) : err({ kind: "cut", detail: "the keychain gave back something else than was saved" });
    },
    forget: async (account) => {
      const deleted = await call((keytar) => keytar.deletePassword(SERVICE, account));
      return deleted.ok ? ok(undefined) : deleted;
    },
  };
};
