/** Whether the Linux secret service is locked: keytar cannot tell, and reads a locked keyring like an empty one. */
import { execFile } from "node:child_process";

const LIMIT_MS = 10_000;
const SERVICE = "org.freedesktop.secrets";
const COLLECTION = "/org/freedesktop/secrets/aliases/default";
const PROPERTY = ["org.freedesktop.Secret.Collection", "Locked"] as const;
const GET = "org.freedesktop.DBus.Properties.Get";

/** One of these comes with every desktop; in the order of asking. */
const TOOLS: readonly (readonly [program: string, ...args: string[]])[] = [
  ["busctl", "--user", "get-property", SERVICE, COLLECTION, ...PROPERTY],
  ["gdbus", "call", "--session", "--dest", SERVICE, "--object-path", COLLECTION, "--method", GET, ...PROPERTY],
  ["dbus-send", "--session", "--print-reply", `--dest=${SERVICE}`, COLLECTION, GET, ...PROPERTY.map((text) => `string:${text}`)],
];

const ask = ([program, ...args]: readonly [string, ...string[]]): Promise<{ installed: boolean; said: string | null }> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: LIMIT_MS, maxBuffer: 65_536 }, (error, stdout) =>
      resolve({ installed: error?.code !== "ENOENT", said: error === null ? stdout : null }),
    );
  });

/** null: nobody can tell, or there is no collection that could be locked. */
export const secretServiceLocked = async (): Promise<boolean | null> => {
  for (const tool of TOOLS) {
    const { installed, said } = await ask(tool);
    if (installed) return said === null ? null : /\btrue\b/.test(said);
  }
  return null;
};
