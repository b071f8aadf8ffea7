/** Operations 10 to 15: custom properties of a room, a user, an extApp. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { err } from "../../../../shared/result.ts";
import { PROBLEMS } from "../../engine/problems.ts";
import { changeExtApp, changeRoomProperties, changeUserProperties, findExtApp } from "../../engine/properties.ts";
import type { Room, User } from "../../engine/types.ts";
import { type Call, type Cloud, EDU, inSpace, type Outcome, param, parseBody, routesOf } from "../call.ts";

const Values = z.record(z.string(), z.unknown());
const Cause = Values.optional();
const Set = z.looseObject({ properties: Values, cause: Cause });
const SetRoom = Set.extend({ roomProperties: z.looseObject({ examinationUrl: z.string().max(2048).optional() }).optional() });
const SetExtApp = Set.extend({ common: Values.optional() });
const Delete = z.looseObject({ properties: z.array(z.string().min(1)), cause: Cause });

const ofUser = (answer: (call: Call, room: Room, user: User) => Outcome) =>
  inSpace((call, room) => {
    const user = room.users.get(param(call, "userUuid"));
    return user === undefined ? err(PROBLEMS.userAbsent) : answer(call, room, user);
  });

export const propertyRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  const serve = routesOf(app, cloud);
  const ofRoom = "/v2/rooms/:roomUuid/properties";
  const ofPerson = "/v2/rooms/:roomUuid/users/:userUuid/properties";
  const ofExtApp = "/v2/rooms/:roomUuid/extApps/:extAppUuid/properties";

  serve(
    "PUT",
    EDU,
    ofRoom,
    inSpace((call, room) => {
      const body = parseBody(call, SetRoom);
      if (!body.ok) return body;
      const { properties, cause, roomProperties } = body.value;
      return changeRoomProperties(call.world, room, { set: properties }, cause, roomProperties?.examinationUrl);
    }),
  );
  serve(
    "DELETE",
    EDU,
    ofRoom,
    inSpace((call, room) => {
      const body = parseBody(call, Delete);
      if (!body.ok) return body;
      return changeRoomProperties(call.world, room, { delete: body.value.properties }, body.value.cause);
    }),
  );

  serve(
    "PUT",
    EDU,
    ofPerson,
    ofUser((call, room, user) => {
      const body = parseBody(call, Set);
      if (!body.ok) return body;
      return changeUserProperties(call.world, room, user, { set: body.value.properties }, body.value.cause);
    }),
  );
  serve(
    "DELETE",
    EDU,
    ofPerson,
    ofUser((call, room, user) => {
      const body = parseBody(call, Delete);
      if (!body.ok) return body;
      return changeUserProperties(call.world, room, user, { delete: body.value.properties }, body.value.cause);
    }),
  );

  serve(
    "PUT",
    EDU,
    ofExtApp,
    inSpace((call, room) => {
      const body = parseBody(call, SetExtApp);
      if (!body.ok) return body;
      const { properties, cause, common } = body.value;
      return changeExtApp(call.world, room, param(call, "extAppUuid"), { set: properties }, cause, common);
    }),
  );
  serve(
    "DELETE",
    EDU,
    ofExtApp,
    inSpace((call, room) => {
      const body = parseBody(call, Delete);
      if (!body.ok) return body;
      const extAppUuid = param(call, "extAppUuid");
      if (findExtApp(room, extAppUuid) === undefined) return err(PROBLEMS.notFound);
      return changeExtApp(call.world, room, extAppUuid, { delete: body.value.properties }, body.value.cause);
    }),
  );
};
