/** A keyring of the spec's own in a private D-Bus session; no keyring of the machine is touched. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { lockKeyring, unlockKeyring } from "../fakes/secretService.ts";

const READY_MS = 60_000;

export const keyringHere =
  process.platform === "linux" && ["dbus-daemon", "gnome-keyring-daemon"].every((program) => spawnSync("which", [program]).status === 0);

export type Keyring = {
  env: Readonly<Record<string, string>>;
  lock(): void;
  unlock(): Promise<void>;
  close(): Promise<void>;
};
const PASSWORD = "throwaway";

/** Without folders of services: the bus of a desktop would start a keyring by itself, where there is meant to be none. */
const BUS_CONFIG = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=HOME</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

const end = async (child: ChildProcess | null): Promise<void> => {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
};

/** `absent`: a session without any keyring. */
export const startKeyring = async (state: "unlocked" | "absent"): Promise<Keyring> => {
  const home = mkdtempSync(join(tmpdir(), "keyring-"));
  const base = { PATH: process.env["PATH"] ?? "", HOME: home, XDG_RUNTIME_DIR: home };
  const config = join(home, "bus.conf");
  writeFileSync(config, BUS_CONFIG.replace("HOME", home));
  const bus = spawn("dbus-daemon", [`--config-file=${config}`, "--nofork", "--print-address=1"], {
    env: base,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (bus.stdout === null) throw new Error("no standard output");
  const [address] = (await once(createInterface(bus.stdout), "line", { signal: AbortSignal.timeout(READY_MS) })) as [string];
  const env = { ...base, DBUS_SESSION_BUS_ADDRESS: address };
  let daemon: ChildProcess | null = null;
  if (state === "unlocked") {
    daemon = spawn("gnome-keyring-daemon", ["--foreground", "--unlock", "--components=secrets"], {
      env,
      stdio: ["pipe", "ignore", "ignore"],
    });
    daemon.stdin?.end(PASSWORD);
    const late = AbortSignal.timeout(READY_MS);
    while (!existsSync(join(home, "keyring", "control"))) {
      late.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  return {
    env,
    lock: () => {
      if (!lockKeyring(env)) throw new Error("the keyring was not locked");
    },
    unlock: async () => {
      if (!(await unlockKeyring(home, PASSWORD))) throw new Error("the keyring was not unlocked");
    },
    close: async () => {
      await end(daemon);
      await end(bus);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
