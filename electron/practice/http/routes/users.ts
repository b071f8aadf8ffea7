/** Operations 2 and 7: removing a person, and looking one up. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { err, ok } from "../../../../shared/result.ts";
import { answered } from "../../engine/incidents.ts";
import { remove } from "../../engine/people.ts";
import { PROBLEMS } from "../../engine/problems.ts";
import { type Cloud, EDU, inRoom, POLLING, param, parseBody, routesOf } from "../call.ts";

/** state 1: may not come back, for `duration` seconds, without one (or -1) for good; 0: may (public facts §4). */
const Exit = z.looseObject({
  dirty: z.looseObject({ state: z.int().min(0).max(1), duration: z.int().min(-1).optional() }).optional(),
});
type Dirty = z.infer<typeof Exit>["dirty"];

const blockedUntil = (now: number, dirty: Dirty): number | null => {
  if (dirty === undefined || dirty.state === 0 || dirty.duration === 0) return null;
  return dirty.duration === undefined || dirty.duration < 0 ? Number.MAX_SAFE_INTEGER : now + dirty.duration * 1000;
};

export const userRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  const serve = routesOf(app, cloud);
  serve(
    "POST",
    EDU,
    "/v2/rooms/:roomUuid/users/:userUuid/exit",
    inRoom((call, room) => {
      const body = parseBody(call, Exit);
      if (!body.ok) return body;
      const removed = remove(call.world, room, param(call, "userUuid"), blockedUntil(call.world.now, body.value.dirty));
      if (removed.ok) answered(call.world, room, "cameBack", param(call, "userUuid"));
      return removed;
    }),
  );

  serve(
    "GET",
    [...POLLING, ...EDU],
    "/v2/rooms/:roomUuid/users/:userUuid",
    inRoom((call, room) => {
      const user = room.users.get(param(call, "userUuid"));
      if (user === undefined) return err(PROBLEMS.userAbsent);
      const { userUuid, userName, role, streamUuid, online, userProperties, updateTime } = user;
      return ok(JSON.stringify({ userUuid, userName, role: String(role), streamUuid, state: online ? 1 : 0, userProperties, updateTime }));
    }),
  );
};
