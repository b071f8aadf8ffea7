/** One instance per folder of user data: the first listens on a socket, a later one tells it that it was started. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Paths of sockets are short everywhere, so the folder goes into the name as a digest. */
const socketPath = (userData: string): string => {
  const name = `console-host-${createHash("sha256").update(userData).digest("hex").slice(0, 20)}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
};

const KNOCK_MS = 3_000;

/** Run as a process of its own, since Electron's call is synchronous: exit status 0 if somebody listens. */
const knock = (path: string): void => {
  const socket = connect(path, () => socket.end("started again", () => process.exit(0)));
  socket.on("error", () => process.exit(1));
};

export const acquireInstanceLock = (userData: string, onSecondInstance: () => void): boolean => {
  const path = socketPath(userData);
  const claim = join(tmpdir(), `${createHash("sha256").update(path).digest("hex").slice(0, 20)}.claim`);
  try {
    writeFileSync(claim, String(process.pid), { flag: "wx" });
  } catch {
    // Somebody was here; whoever listens no longer has left it behind.
    const program = `const { connect } = require("node:net"); (${String(knock)})(${JSON.stringify(path)})`;
    try {
      execFileSync(process.execPath, ["-e", program], { stdio: "ignore", timeout: KNOCK_MS });
      return false;
    } catch {
      writeFileSync(claim, String(process.pid));
      if (process.platform !== "win32") rmSync(path, { force: true });
    }
  }
  const server: Server = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .on("end", () => undefined)
      .resume();
    onSecondInstance();
  });
  server.on("error", () => undefined).listen(path);
  server.unref();
  process.once("exit", () => {
    if (readFileSync(claim, "utf8") === String(process.pid)) rmSync(claim, { force: true });
  });
  return true;
};
