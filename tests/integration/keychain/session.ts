/** Runs inside a private D-Bus session: starts the keyring as told, does the steps, prints one JSON array of their results. */
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createKeychain } from "../../../electron/platform/keychain.ts";
import { createVault } from "../../../electron/vault/vault.ts";
import type { Log } from "../../../shared/ports.ts";
import { lockKeyring, unlockKeyring } from "../../fakes/secretService.ts";

/** `vault…`: the same by way of the vault, for the application of that id. */
export type Step =
  | ["read" | "forget", string]
  | ["lock" | "unlock"]
  | ["save", string, string]
  | ["vaultState" | "vaultForget" | "vaultUse", string]
  | ["vaultSave", string, string, "keychain" | "memory" | "either"];

const [keyring = "absent", stepsJson = "[]"] = process.argv.slice(2);
const control = `${process.env["XDG_RUNTIME_DIR"]}/keyring/control`;

const startKeyring = async (): Promise<() => void> => {
  if (keyring === "absent") return () => undefined;
  rmSync(control, { force: true });
  const flags = ["--foreground", ...(keyring === "unlocked" ? ["--unlock"] : []), "--components=secrets"];
  const daemon = spawn("gnome-keyring-daemon", flags, { stdio: ["pipe", "ignore", "ignore"] });
  daemon.stdin.end("throwaway");
  while (!existsSync(control)) await new Promise((resolve) => setTimeout(resolve, 5));
  return () => void daemon.kill();
};

const stop = await startKeyring();
const keychain = createKeychain({ clock: createSystemClock(), limitMs: 60_000 });
const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, child: () => silent };
const saved = new Map<string, number>();
const vault = createVault({
  keychain,
  log: silent,
  clock: createSystemClock(),
  times: {
    savedAt: (account) => saved.get(account) ?? null,
    note: (account, at) => void (at === null ? saved.delete(account) : saved.set(account, at)),
  },
});
const owner = (appId: string) => ({ region: "ap", appId }) as const;
const play = (step: Step): unknown => {
  switch (step[0]) {
    case "lock":
      return lockKeyring(process.env);
    case "unlock":
      return unlockKeyring(process.env["XDG_RUNTIME_DIR"] ?? "", "throwaway");
    case "save":
      return keychain.save(step[1], step[2]);
    case "vaultSave":
      return vault.save(owner(step[1]), step[2], step[3]);
    case "vaultState":
      return vault.state(owner(step[1]));
    case "vaultForget":
      return vault.forget(owner(step[1]));
    case "vaultUse":
      return vault.certificate(owner(step[1]));
    case "read":
      return keychain.read(step[1]);
    case "forget":
      return keychain.forget(step[1]);
  }
};
const results: unknown[] = [];
for (const step of JSON.parse(stepsJson) as Step[]) results.push(await play(step));
process.stdout.write(JSON.stringify(results));
stop();
// libsecret keeps its connection, and with it the process, open.
process.exit(0);
