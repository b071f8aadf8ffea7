/** The operating system's keychain by keytar, loaded when first needed; what it cannot do is a state, not a crash. */
import type * as keytarLibrary from "keytar";
import type { Clock, Keychain, KeychainFault } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { secretServiceLocked } from "./secretService.ts";

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
    // The last two: the service was started anew, and libsecret still asks the former one.
    /autolaunch D-Bus|org\.freedesktop\.secrets|ServiceUnknown|Could not connect|No such file or directory|connection is closed|was not provided by any|session wrapping the secret/i,
  ],
  ["locked", /Object does not exist at path|locked collection|is locked|interaction is not allowed|no such secret collection/i],
];

const faultOf = (error: unknown): KeychainFault => {
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: TEXTS.find(([, text]) => text.test(detail))?.[0] ?? "refused", detail };
};

/** A thread that waits inside the keychain keeps the program from ending; what matters is on disk when it ends. */
const endAnyway = (): void => void process.kill(process.pid, "SIGKILL");

const LOCKED = { kind: "locked", detail: "the default collection of the secret service is locked" } as const;
const neverLocked = async (): Promise<null> => null;

/**
 * `load` brings the native library; it is a parameter because a machine without it must be shown to work. `locked` is asked where the
 * keychain says that it holds nothing: that of Linux says so, too, of what it holds behind a lock.
 */
export const createKeychain = (deps: {
  clock: Clock;
  load?: () => Promise<Keytar>;
  locked?: () => Promise<boolean | null>;
  limitMs?: number;
}): Keychain => {
  const { clock, limitMs = LIMIT_MS, load = async () => (await import("keytar")).default } = deps;
  const locked = deps.locked ?? (process.platform === "linux" ? secretServiceLocked : neverLocked);
  let loading: Promise<Answer<Keytar>> | null = null;

  const library = (): Promise<Answer<Keytar>> =>
    (loading ??= load().then(ok, (error: unknown) =>
      err({ kind: "missing" as const, detail: error instanceof Error ? error.message : String(error) }),
    ));

  /** Settles when the call that is under way has ended. */
  let lane: Promise<void> = Promise.resolve();
  /** The call under way has outlived its limit. */
  let stuck = false;
  const become = (next: boolean): void => {
    if (next === stuck) return;
    stuck = next;
    if (stuck) process.on("exit", endAnyway);
    else process.off("exit", endAnyway);
  };

  /** One at a time: calls side by side can lock each other out inside libsecret, and each that waits holds one of Node's four threads. */
  const call = async <T>(work: (keytar: Keytar) => Promise<T>): Promise<Answer<T>> => {
    const loaded = await library();
    if (!loaded.ok) return loaded;
    const slow = err({ kind: "slow" as const, detail: `no answer within ${limitMs} ms` });
    if (stuck) return slow;
    return new Promise((resolve) => {
      let state: "waiting" | "asking" | "late" = "waiting";
      const cancel = clock.after(limitMs, () => {
        if (state === "asking") become(true);
        state = "late";
        resolve(slow);
      });
      const ask = async (): Promise<void> => {
        if (state === "late") return;
        state = "asking";
        const answer = await work(loaded.value).then(ok, (error: unknown) => err(faultOf(error)));
        cancel();
        become(false);
        resolve(answer);
      };
      lane = lane.then(ask);
    });
  };

  const read: Keychain["read"] = async (account) => {
    const found = await call((keytar) => keytar.getPassword(SERVICE, account));
    return found.ok && found.value === null && (await locked()) === true ? err(LOCKED) : found;
  };

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
      if (!deleted.ok) return deleted;
      return !deleted.value && (await locked()) === true ? err(LOCKED) : ok(undefined);
    },
  };
};
