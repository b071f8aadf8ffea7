/** What stands in for the outside: the page of an exam and the teacher's streams. Anybody may read them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PROBLEMS } from "../../engine/problems.ts";
import { PIECES, RECORDING } from "../../media/pieces.ts";
import { broadcast, recorded } from "../../media/playlists.ts";
import { type Cloud, sendProblem } from "../call.ts";

const PLAYLIST = "application/vnd.apple.mpegurl";
const DAY_SECONDS = 86_400;
const piece = (turn: number, number: number): string => `/media/pieces/${turn}.ts?n=${number}`;

const numberIn = (request: FastifyRequest, name: string): number => Number((request.params as Record<string, string>)[name]);

/** `bytes=from-to` of a file; null: the whole. */
const rangeIn = (header: string | undefined, size: number): { from: number; to: number } | null => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === undefined || Number(from) >= size) return null;
  return { from: Number(from), to: Math.min(to === undefined || to === "" ? size - 1 : Number(to), size - 1) };
};

export const mediaRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  const pieces = PIECES.map((text) => Buffer.from(text, "base64"));
  const recording = Buffer.from(RECORDING, "base64");
  const missing = (reply: FastifyReply): FastifyReply => sendProblem(reply, PROBLEMS.noRoute, cloud.serverTime());

  app.get("/exam/:roomUuid", async (request, reply) => {
    const { roomUuid = "" } = request.params as Record<string, string>;
    const room = roomUuid.replace(/[^\w.-]/g, "");
    return reply.type("text/html; charset=utf-8").send(`<!doctype html><title>Exam papers, ${room}</title><p>Practice papers of ${room}.`);
  });
  // `until`: Unix ms at which nothing new comes any more; 0: it goes on.
  app.get("/media/live/:until/index.m3u8", async (request, reply) => {
    const until = numberIn(request, "until");
    if (!Number.isSafeInteger(until) || until < 0) return missing(reply);
    const now = cloud.serverTime();
    return reply.type(PLAYLIST).send(broadcast(until === 0 ? now : Math.min(now, until), piece));
  });
  app.get("/media/recorded/:seconds/index.m3u8", async (request, reply) => {
    const seconds = numberIn(request, "seconds");
    return seconds > 0 && seconds <= DAY_SECONDS ? reply.type(PLAYLIST).send(recorded(seconds, piece)) : missing(reply);
  });
  app.get("/media/pieces/:turn.ts", async (request, reply) => {
    const bytes = pieces[numberIn(request, "turn")];
    return bytes === undefined ? missing(reply) : reply.type("video/mp2t").send(bytes);
  });
  app.get("/media/recording.mp4", async (request, reply) => {
    const range = rangeIn(request.headers.range, recording.length);
    reply.type("video/mp4").header("accept-ranges", "bytes");
    if (range === null) return reply.send(recording);
    return reply
      .code(206)
      .header("content-range", `bytes ${range.from}-${range.to}/${recording.length}`)
      .send(recording.subarray(range.from, range.to + 1));
  });
};
