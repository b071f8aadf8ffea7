/** A server of raw sockets that answers each request exactly as told, well or badly. */
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

export type TrickRequest = { method: string; path: string; headers: Record<string, string>; body: string };
/** What is done with the socket once a whole request has been read. */
export type Trick = (socket: Socket, request: TrickRequest) => void;

export type TrickServer = {
  readonly origin: string;
  readonly requests: TrickRequest[];
  /** Sets what happens from now on. */
  play(trick: Trick): void;
  close(): Promise<void>;
};

const parseHead = (head: string): Omit<TrickRequest, "body"> => {
  const [first = "", ...lines] = head.split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]);
  return { method, path, headers: Object.fromEntries(headers) as Record<string, string> };
};

export const startTrickServer = async (first: Trick): Promise<TrickServer> => {
  let trick = first;
  const requests: TrickRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let received = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = parseHead(received.subarray(0, end).toString("latin1"));
      const length = Number(head.headers["content-length"] ?? 0);
      if (received.length < end + 4 + length) return;
      const request = { ...head, body: received.subarray(end + 4, end + 4 + length).toString("utf8") };
      received = received.subarray(end + 4 + length);
      requests.push(request);
      trick(socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    play: (next) => {
      trick = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const headOf = (status: number, headers: Record<string, string | number>): string =>
  `HTTP/1.1 ${status} Whatever\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

export const answer =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Trick =>
  (socket) => {
    const bytes = Buffer.from(body);
    socket.write(Buffer.concat([Buffer.from(headOf(status, { "content-length": bytes.length, ...headers })), bytes]));
  };
export const answerJson = (status: number, body: unknown, headers: Record<string, string> = {}): Trick =>
  answer(status, JSON.stringify(body), { "content-type": "application/json", ...headers });

/** The same answer once more behind the first, in one piece: nobody has asked for it. */
export const answerTwice =
  (body: unknown): Trick =>
  (socket) => {
    const text = JSON.stringify(body);
    socket.write(`${headOf(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })}${text}`.repeat(2));
  };

export const reset: Trick = (socket) => void socket.resetAndDestroy();
export const hangBeforeHeaders: Trick = () => undefined;
export const hangAfterHeaders: Trick = (socket) => void socket.write(headOf(200, { "content-length": 100 }));
export const cutBody: Trick = (socket) => void socket.end(`${headOf(200, { "content-length": 100 })}{"code":0`);
export const cutChunks: Trick = (socket) => void socket.end(`${headOf(200, { "transfer-encoding": "chunked" })}5\r\n{"cod`);
/** One byte every 10 ms, without an end. */
export const slowBytes: Trick = (socket) => {
  socket.write(headOf(200, { "transfer-encoding": "chunked" }));
  const timer = setInterval(() => socket.write("1\r\n \r\n"), 10);
  socket.on("close", () => clearInterval(timer));
};
/** 50 MB that were not announced. */
export const hugeBody: Trick = (socket) => {
  const block = Buffer.alloc(1024 * 1024, " ");
  let left = 50;
  const pump = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(Buffer.concat([Buffer.from("100000\r\n"), block, Buffer.from("\r\n")]))) return void socket.once("drain", pump);
    }
    socket.write("0\r\n\r\n");
  };
  socket.write(headOf(200, { "transfer-encoding": "chunked" }));
  pump();
};
export const announcedHugeBody: Trick = (socket) => void socket.write(headOf(200, { "content-length": 50 * 1024 * 1024 }));
export const badGzip: Trick = answer(200, "this is not gzip", { "content-encoding": "gzip" });
const fiftyMegabytesZipped = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "), { level: 1 });
/** 50 MB of blanks in few bytes. */
export const gzipBomb: Trick = answer(200, fiftyMegabytesZipped, { "content-encoding": "gzip" });
export const notHttp: Trick = (socket) => void socket.end("SSH-2.0-OpenSSH_9.2\r\n");
