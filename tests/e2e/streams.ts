/** A teacher's place of the spec's own: an address that leads to a stream, which can be stopped; a camera's film; and what no browser plays. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { RECORDING } from "../../electron/practice/media/pieces.ts";

type Box = { type: string; from: number; to: number };

const boxesOf = (bytes: Buffer, from = 0, to = bytes.length): Box[] => {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; at += bytes.readUInt32BE(at))
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), from: at, to: at + bytes.readUInt32BE(at) });
  return boxes;
};

/** Where in the file the pieces of each track lie is told in its index; all of it moves by so many bytes. */
const moved = (bytes: Buffer, by: number, from = 0, to = bytes.length): void => {
  for (const box of boxesOf(bytes, from, to)) {
    if (["moov", "trak", "mdia", "minf", "stbl"].includes(box.type)) moved(bytes, by, box.from + 8, box.to);
    if (box.type !== "stco") continue;
    for (let at = box.from + 16; at < box.to; at += 4) bytes.writeUInt32BE(bytes.readUInt32BE(at) + by, at);
  }
};

const FILLING = 3 * 1_024 * 1_024;

/** The practice recording as a camera writes it: its index at the end, and more than one answer holds between the two. */
const cameraFilm = (): Buffer => {
  const bytes = Buffer.from(RECORDING, "base64");
  const part = (...types: string[]): Buffer =>
    Buffer.concat(boxesOf(bytes).flatMap(({ type, from, to }) => (types.includes(type) ? [bytes.subarray(from, to)] : [])));
  const index = part("moov");
  moved(index, -index.length);
  const filling = Buffer.alloc(FILLING);
  filling.writeUInt32BE(FILLING, 0);
  filling.write("free", 4, "latin1");
  return Buffer.concat([part("ftyp"), part("free", "mdat"), filling, index]);
};

const answerFilm = (film: Buffer, request: IncomingMessage, response: ServerResponse): void => {
  const [, from = "0", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const last = Math.min(to === "" ? film.length : Number(to), film.length - 1);
  const headers = { "content-type": "video/mp4", "content-range": `bytes ${from}-${last}/${film.length}` };
  response.writeHead(206, headers).end(film.subarray(Number(from), last + 1));
};

/** `cloud`: the practice cloud's address, whose stream the teacher's leads to. */
export const startStreams = async (cloud: string) => {
  const film = cameraFilm();
  let until = 0;
  const server = createServer((request, response) => {
    if (request.url === "/teacher.m3u8") response.writeHead(302, { location: `${cloud}/media/live/${until}/index.m3u8` }).end();
    else if (request.url === "/camera.mp4") answerFilm(film, request, response);
    else if (request.url === "/teacher.flv") response.end("FLV\u0001\u0005\u0000\u0000\u0000\u0009");
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: (path: string): string => `http://127.0.0.1:${address.port}/${path}`,
    /** From now on the teacher's stream brings nothing new. */
    stand: (): void => {
      until = Date.now();
    },
    goOn: (): void => {
      until = 0;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
    },
  };
};
