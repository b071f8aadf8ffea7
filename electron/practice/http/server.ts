/** The HTTP side: limits, envelopes, and the service's error for whatever is not the specification. */
import { STATUS_CODES } from "node:http";
import fastify, { type FastifyInstance } from "fastify";
import { depthOf, MAX_DEPTH } from "../engine/limits.ts";
import { PROBLEMS } from "../engine/problems.ts";
import { type Cloud, sendProblem } from "./call.ts";
import { chatRoutes } from "./routes/chat.ts";
import { clientRoutes } from "./routes/clients.ts";
import { groupRoutes } from "./routes/groups.ts";
import { mediaRoutes } from "./routes/media.ts";
import { propertyRoutes } from "./routes/properties.ts";
import { recordRoutes } from "./routes/records.ts";
import { roomRoutes } from "./routes/rooms.ts";
import { sequenceRoutes } from "./routes/sequences.ts";
import { stateRoutes } from "./routes/states.ts";
import { userRoutes } from "./routes/users.ts";
import { widgetRoutes } from "./routes/widgets.ts";
import { installTrouble } from "./trouble.ts";

/** Largest request body, bytes. */
export const MAX_BODY = 1_048_576;
const REQUEST_TIMEOUT_MS = 30_000;
/** A whole path segment; ids longer than the limit must still reach the check that refuses them. */
const MAX_SEGMENT = 4096;

const JSON_TYPE = "application/json; charset=utf-8";

const badRequestBody = (ts: number, message: string): string => JSON.stringify({ code: 400, msg: message, ts });

/** Answers in the service's words whatever Node could not even read as a request. */
const refuseRaw = (status: number, body: string): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");

export const createServer = (cloud: Cloud, appKey: string): FastifyInstance => {
  const app = fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_SEGMENT },
    frameworkErrors: (_error, request, reply) => {
      const body = badRequestBody(cloud.serverTime(), "The path cannot be read");
      reply.hijack();
      reply.raw.writeHead(400, { "content-type": JSON_TYPE, "content-length": Buffer.byteLength(body) }).end(body);
      request.raw.resume();
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable || error.code === "ECONNRESET") {
        socket.destroy();
        return;
      }
      const tooLarge = error.code === "HPE_HEADER_OVERFLOW";
      socket.end(refuseRaw(tooLarge ? 431 : 400, badRequestBody(cloud.serverTime(), "The request cannot be read")));
    },
  });

  // Whatever its type says, a body is JSON or nothing; operations without one may say "application/json" and send none.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, parsed) => {
    if (body.length === 0) {
      parsed(null, undefined);
      return;
    }
    const text = body.toString();
    try {
      if (depthOf(text) > MAX_DEPTH) throw new Error("The body is too deep");
      parsed(null, JSON.parse(text));
    } catch (error) {
      const message = error instanceof SyntaxError ? "The body is not JSON" : (error as Error).message;
      parsed(Object.assign(new Error(message), { statusCode: 400 }));
    }
  });

  let second = 0;
  let date = "";
  app.addHook("onRequest", async (_request, reply) => {
    const now = cloud.serverTime();
    if (Math.floor(now / 1000) !== second) {
      second = Math.floor(now / 1000);
      date = new Date(second * 1000).toUTCString();
    }
    reply.header("date", date);
  });

  installTrouble(app, cloud.trouble, cloud);
  app.get("/practice/rehearsal", async (_request, reply) => {
    cloud.catchUp();
    return reply.send(cloud.rehearsal());
  });

  app.setNotFoundHandler((_request, reply) => sendProblem(reply, PROBLEMS.noRoute, cloud.serverTime()));
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 413) return sendProblem(reply, PROBLEMS.tooLarge, cloud.serverTime());
    if (status >= 400 && status < 500) return sendProblem(reply, { status: 400, code: 400, message: error.message }, cloud.serverTime());
    return sendProblem(reply, PROBLEMS.internal, cloud.serverTime());
  });

  const areas = [
    roomRoutes,
    stateRoutes,
    userRoutes,
    recordRoutes,
    sequenceRoutes,
    propertyRoutes,
    widgetRoutes,
    groupRoutes,
    clientRoutes,
    mediaRoutes,
  ];
  for (const routes of areas) routes(app, cloud);
  chatRoutes(app, cloud, appKey);
  return app;
};
