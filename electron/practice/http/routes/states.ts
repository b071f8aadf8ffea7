/** Operation 3: the state of a class. */
import type { FastifyInstance } from "fastify";
import { answered } from "../../engine/incidents.ts";
import { badRequest } from "../../engine/problems.ts";
import { setState } from "../../engine/rooms.ts";
import { type Cloud, EDU, inRoom, param, routesOf, wholeNumber } from "../call.ts";

export const stateRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  const serve = routesOf(app, cloud);
  serve(
    "PUT",
    EDU,
    "/v2/rooms/:roomUuid/states/:state",
    inRoom((call, room) => {
      const state = wholeNumber(param(call, "state"));
      const highest = call.world.features.closedState ? 3 : 2;
      if (state === null || state > highest) return badRequest("state is not a state of a class");
      const set = setState(call.world, room, state);
      if (set.ok && state === 1) answered(call.world, room, "lateStart");
      return set;
    }),
  );
};
