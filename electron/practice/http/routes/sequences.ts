/** Operations 8 and 9: the events of a room, and what is new in all rooms. */
import type { FastifyInstance } from "fastify";
import { ok } from "../../../../shared/result.ts";
import { badRequest } from "../../engine/problems.ts";
import { consumeFeed, PAGE, readPage } from "../../engine/sequences.ts";
import { type Cloud, EDU, inRoom, POLLING, serve, wholeNumber } from "../call.ts";

const SEQUENCES = "/v2/rooms/sequences";

export const sequenceRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  serve(
    app,
    cloud,
    "GET",
    EDU,
    "/v2/rooms/:roomUuid/sequences",
    inRoom((call, room) => {
      const cmd = wholeNumber(call.query["cmd"]);
      if (call.query["cmd"] && cmd === null) return badRequest("cmd must be an integer");
      const count = call.query["count"] ? wholeNumber(call.query["count"]) : PAGE;
      if (count === null || count < 1) return badRequest("count must be a positive integer");
      return readPage(room, call.query["nextId"], cmd === null ? null : (event) => event.cmd === cmd, Math.min(count, PAGE));
    }),
  );

  serve(app, cloud, "GET", POLLING, SEQUENCES, (call) => ok(consumeFeed(call.world, call.region, cloud.trouble.feed(SEQUENCES))));
};
