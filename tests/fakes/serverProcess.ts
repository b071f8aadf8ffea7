/** A server that answers in a process of its own, so that only whoever asks it is measured. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";

/** In that process: listens on a free port of loopback, and says which on standard output. */
export const serveAlone = (answer: RequestListener): void => {
  const server = createServer(answer);
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
};

/** Starts the file that calls `serveAlone` when it is the program. */
export const startAlone = async (file: string): Promise<{ origin: string; child: ChildProcess }> => {
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { origin: `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`, child };
};
