/** What others do to a running gnome-keyring: lock it, and open it again. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";

const LOCK = [
  "--session",
  "--print-reply",
  "--dest=org.freedesktop.secrets",
  "/org/freedesktop/secrets",
  "org.freedesktop.Secret.Service.Lock",
  "array:objpath:/org/freedesktop/secrets/aliases/default",
];

/** As the lock of the screen does. */
export const lockKeyring = (env: NodeJS.ProcessEnv): boolean => spawnSync("dbus-send", LOCK, { stdio: "ignore", env }).status === 0;

/** As a log-in does, by the control socket: one byte for the credentials, then length, operation 1, and a counted text. */
export const unlockKeyring = async (runtimeDir: string, password: string): Promise<boolean> => {
  const text = Buffer.from(password);
  const packet = Buffer.alloc(13 + text.length);
  packet.writeUInt32BE(packet.length - 1, 1);
  packet.writeUInt32BE(1, 5);
  packet.writeUInt32BE(text.length, 9);
  text.copy(packet, 13);
  const socket = connect(join(runtimeDir, "keyring", "control"));
  socket.write(packet);
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return answer.readUInt32BE(4) === 0;
};
