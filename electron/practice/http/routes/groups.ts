/** Operation 18: breakout rooms. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Identifier } from "../../../../shared/model/ids.ts";
import { createGroups, removeGroups } from "../../engine/groups.ts";
import { badRequest } from "../../engine/problems.ts";
import { type Cloud, done, EDU, inSpace, param, parseBody, routesOf } from "../call.ts";

const Body = z.looseObject({
  groups: z
    .array(
      z.looseObject({
        groupUuid: Identifier.optional(),
        groupName: z.string().min(1).max(64).optional(),
        users: z.array(z.looseObject({ userUuid: Identifier })).max(1000),
      }),
    )
    .min(1)
    .max(200),
});

export const groupRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  const serve = routesOf(app, cloud);
  serve(
    "PUT",
    EDU,
    "/v2/rooms/:roomUuid/groups/states/:state",
    inSpace((call, room) => {
      const state = param(call, "state");
      if (state === "0") {
        removeGroups(call.world, room);
        return done;
      }
      if (state !== "1") return badRequest("state must be 0 or 1");
      const body = parseBody(call, Body);
      if (!body.ok) return body;
      const ids = body.value.groups.flatMap(({ groupUuid }) => (groupUuid === undefined ? [] : [groupUuid]));
      if (new Set(ids).size !== ids.length) return badRequest("groups: two have the same groupUuid");
      createGroups(call.world, room, body.value.groups);
      return done;
    }),
  );
};
