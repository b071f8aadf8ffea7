/** The calls by which clients cause events (public facts §4). They act as the user of their own token. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { creatableId } from "../../../../shared/model/ids.ts";
import { err, ok, type Result } from "../../../../shared/result.ts";
import { isShort, tooMany } from "../../engine/limits.ts";
import {
  addResources,
  enter,
  joinStage,
  leave,
  leaveStage,
  lowerHands,
  mayEnter,
  mute,
  present,
  raiseHand,
  removeResources,
  reward,
  say,
} from "../../engine/people.ts";
import { badRequest, PROBLEMS, type Problem } from "../../engine/problems.ts";
import { createRoom, findRoom } from "../../engine/rooms.ts";
import { hasSpace } from "../../engine/sequences.ts";
import type { Room, User } from "../../engine/types.ts";
import { type Call, type Cloud, done, EDU, inSpace, type Outcome, param, parseBody, routesOf } from "../call.ts";
import { MAX_NAME, RoomType } from "./rooms.ts";

const CheckIn = z.looseObject({
  role: z
    .union([z.int(), z.string().regex(/^\d$/)])
    .transform(Number)
    .pipe(z.int().min(0).max(4))
    .default(2),
  userName: z.string().max(128).optional(),
  roomName: z.string().min(1).max(MAX_NAME).optional(),
  roomType: RoomType.optional(),
  userProperties: z.record(z.string(), z.unknown()).optional(),
  startTime: z.int().nonnegative().optional(),
  duration: z.int().min(1).max(86_400).optional(),
});
const Chat = z.looseObject({ message: z.string().min(1).max(4096), type: z.literal(1).default(1) });
const Mute = z.looseObject({ muteChat: z.union([z.boolean(), z.int().min(0).max(1)]) });
const Rewards = z.looseObject({
  rewardDetails: z
    .array(z.looseObject({ userUuid: z.string(), changeReward: z.int() }))
    .min(1)
    .max(100),
});
/** Of a hand, characters of JSON: every event about hands repeats it. */
const MAX_PAYLOAD = 4_096;
const Hand = z.looseObject({
  toUserUuid: z.string().optional(),
  timeout: z.number().nonnegative().optional(),
  payload: z
    .unknown()
    .refine((payload) => isShort(payload, MAX_PAYLOAD), { error: "is too long" })
    .optional(),
});
const ToUser = z.looseObject({ toUserUuid: z.string() });
const ResourcesBody = z.looseObject({
  resources: z
    .array(
      z.looseObject({
        resourceUuid: z.string().min(1).max(128),
        resourceName: z.string().max(256),
        size: z.number().nonnegative().default(0),
        url: z.string().max(2048).default(""),
      }),
    )
    .min(1)
    .max(100),
});
const ResourceIds = z.looseObject({ resourceUuids: z.array(z.string()).min(1).max(100) });

/** A client acts for nobody but itself. */
const asSelf =
  (answer: (call: Call) => Outcome) =>
  (call: Call): Outcome =>
    call.uid === call.params["userUuid"] ? answer(call) : err(PROBLEMS.unauthorized);

/** The call's room and the caller, who must be in it. */
const byPresent = (answer: (call: Call, room: Room, user: User) => Outcome) =>
  inSpace((call, room) => {
    const user = present(room, call.uid);
    return user.ok ? answer(call, room, user.value) : user;
  });

const roomToEnter = (call: Call, body: z.infer<typeof CheckIn>): Result<Room, Problem> => {
  const roomUuid = param(call, "roomUuid");
  const found = findRoom(call.world, call.region, roomUuid);
  if (found.ok) return body.roomType === undefined || body.roomType === found.value.roomType ? found : err(PROBLEMS.roomTypeConflict);
  if (body.roomName === undefined || body.roomType === undefined) return found;
  if (!creatableId(roomUuid)) return badRequest("roomUuid has a character that is not allowed");
  const schedule = { startTime: body.startTime, duration: body.duration };
  return createRoom(call.world, {
    region: call.region,
    roomUuid,
    roomName: body.roomName,
    roomType: body.roomType,
    schedule,
    madeByEntry: true,
  });
};

export const clientRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  const serve = routesOf(app, cloud);
  const room = "/v2/rooms/:roomUuid";

  serve(
    "PUT",
    EDU,
    "/v3/rooms/:roomUuid/users/:userUuid",
    asSelf((call) => {
      const body = parseBody(call, CheckIn);
      if (!body.ok) return body;
      const entered = roomToEnter(call, body.value);
      if (!entered.ok) return entered;
      const userUuid = call.uid;
      const { role, userName = userUuid, userProperties } = body.value;
      if (!hasSpace(call.world, entered.value)) return tooMany("events");
      if (!isShort(userProperties, call.world.limits.userPropertyText)) return tooMany("properties");
      const allowed = mayEnter(call.world, entered.value, { userUuid, role });
      if (!allowed.ok) return allowed;
      enter(call.world, entered.value, [{ userUuid, userName, role, ...(userProperties === undefined ? {} : { userProperties }) }]);
      const { state, schedule } = entered.value;
      const streamUuid = entered.value.users.get(userUuid)?.streamUuid;
      return ok(JSON.stringify({ state, ...schedule, startTime: entered.value.startTime ?? schedule.startTime, streamUuid }));
    }),
  );

  serve(
    "DELETE",
    EDU,
    "/v3/rooms/:roomUuid/users/:userUuid",
    asSelf(
      byPresent((call, at, user) => {
        leave(call.world, at, [user.userUuid], 1);
        return done;
      }),
    ),
  );

  serve(
    "POST",
    EDU,
    `${room}/from/:userUuid/chat`,
    asSelf(
      byPresent((call, at, user) => {
        const body = parseBody(call, Chat);
        return body.ok ? say(call.world, at, user, body.value.message) : body;
      }),
    ),
  );

  serve(
    "PUT",
    EDU,
    `${room}/mute`,
    byPresent((call, at, user) => {
      const body = parseBody(call, Mute);
      if (!body.ok) return body;
      mute(call.world, at, user, body.value.muteChat === true || body.value.muteChat === 1);
      return done;
    }),
  );

  serve(
    "POST",
    EDU,
    `${room}/rewards`,
    byPresent((call, at) => {
      const body = parseBody(call, Rewards);
      if (!body.ok) return body;
      const changes: { user: User; change: number }[] = [];
      for (const { userUuid, changeReward } of body.value.rewardDetails) {
        const user = at.users.get(userUuid);
        if (user === undefined) return err(PROBLEMS.userAbsent);
        changes.push({ user, change: changeReward });
      }
      reward(call.world, at, changes);
      return done;
    }),
  );

  for (const process of ["handsUp", "waveArm"]) {
    serve(
      "POST",
      EDU,
      `${room}/processes/${process}/progress`,
      byPresent((call, at, user) => {
        const body = parseBody(call, Hand);
        if (!body.ok) return body;
        raiseHand(call.world, at, user.userUuid, body.value.payload ?? {}, body.value.timeout || null);
        return done;
      }),
    );
    serve(
      "DELETE",
      EDU,
      `${room}/processes/${process}/progress`,
      byPresent((call, at, user) => {
        lowerHands(call.world, at, [user.userUuid]);
        return done;
      }),
    );
  }

  serve(
    "POST",
    EDU,
    `${room}/processes/handsUp/acceptance`,
    byPresent((call, at) => {
      const body = parseBody(call, ToUser);
      if (!body.ok) return body;
      const user = present(at, body.value.toUserUuid);
      if (!user.ok) return user;
      return joinStage(call.world, at, user.value.userUuid);
    }),
  );
  serve(
    "DELETE",
    EDU,
    `${room}/processes/handsUp/acceptance`,
    byPresent((call, at) => {
      const body = parseBody(call, ToUser);
      if (!body.ok) return body;
      if (!at.stage.includes(body.value.toUserUuid)) return err(PROBLEMS.acceptanceAbsent);
      leaveStage(call.world, at, [body.value.toUserUuid]);
      return done;
    }),
  );
  serve(
    "DELETE",
    EDU,
    `${room}/processes/handsUp/acceptance/all`,
    byPresent((call, at) => {
      leaveStage(call.world, at, at.stage);
      return done;
    }),
  );

  serve(
    "PUT",
    EDU,
    `${room}/resources`,
    byPresent((call, at, user) => {
      const body = parseBody(call, ResourcesBody);
      if (!body.ok) return body;
      return addResources(call.world, at, user, body.value.resources);
    }),
  );
  serve(
    "DELETE",
    EDU,
    `${room}/resources`,
    byPresent((call, at, user) => {
      const body = parseBody(call, ResourceIds);
      if (!body.ok) return body;
      removeResources(call.world, at, user, body.value.resourceUuids);
      return done;
    }),
  );
};
