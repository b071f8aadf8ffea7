/** Operation 1, and the public "get one room". */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { creatableId } from "../../../../shared/model/ids.ts";
import { err, ok } from "../../../../shared/result.ts";
import { badRequest, PROBLEMS } from "../../engine/problems.ts";
import { createRoom } from "../../engine/rooms.ts";
import type { Room } from "../../engine/types.ts";
import { withAddresses } from "../../media/addresses.ts";
import { type Cloud, done, EDU, inRoom, param, parseBody, routesOf } from "../call.ts";

/** Public facts §1; text or number. */
export const ROOM_TYPES = [0, 2, 4, 6, 7, 10] as const;
export const RoomType = z
  .union([z.int(), z.string().regex(/^\d{1,3}$/)])
  .transform(Number)
  .refine((type) => ROOM_TYPES.some((known) => known === type), { error: "is not a known room type" });

/** Longest name, characters (public facts §5). */
export const MAX_NAME = 64;

const Url = z.string().max(2048);

const Schedule = z.looseObject({
  startTime: z.int().nonnegative().optional(),
  duration: z.int().min(1).max(86_400).optional(),
  closeDelay: z.int().nonnegative().max(86_400).optional(),
});

const CreateBody = z.looseObject({
  roomType: RoomType,
  roomName: z.string().min(1).max(MAX_NAME),
  roomProperties: z
    .looseObject({
      schedule: Schedule.optional(),
      roleConfig: z.record(z.string(), z.looseObject({ limit: z.int().nonnegative().optional() })).optional(),
      processes: z.looseObject({ handsUp: z.looseObject({ maxAccept: z.int().nonnegative().optional() }).optional() }).optional(),
      examinationUrl: Url.optional(),
      hostingScene: z
        .looseObject({
          videoURL: Url.optional(),
          reserveVideoURL: Url.optional(),
          finishType: z.int().min(0).max(1).optional(),
        })
        .optional(),
    })
    .optional(),
});

const groupsOf = (room: Room): unknown => ({
  state: room.groups === null ? 0 : 1,
  details: Object.fromEntries((room.groups ?? []).map(({ groupUuid, groupName, users }) => [groupUuid, { groupName, users }])),
});

const described = (room: Room): unknown => {
  const times = {
    ...(room.startTime === null ? {} : { startTime: room.startTime }),
    ...(room.endTime === null ? {} : { endTime: room.endTime }),
    ...(room.closeTime === null ? {} : { closeTime: room.closeTime }),
  };
  const { startTime, duration, closeDelay } = room.schedule;
  const schedule = {
    ...(startTime === null ? {} : { startTime }),
    ...(duration === null ? {} : { duration }),
    closeDelay,
    state: room.state,
    ...times,
  };
  return {
    roomName: room.roomName,
    roomUuid: room.roomUuid,
    scenario: "education",
    roleConfig: {},
    roomProperties: {
      ...room.roomProperties,
      ...room.properties,
      roomType: room.roomType,
      state: room.state,
      schedule,
      extApps: room.extApps,
      groups: groupsOf(room),
    },
    muteChat: room.muted,
    muteVideo: false,
    muteAudio: false,
    state: room.state,
    createTime: room.createdAt,
  };
};

export const roomRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  const serve = routesOf(app, cloud);
  serve("POST", EDU, "/v2/rooms/:roomUuid", (call) => {
    const roomUuid = param(call, "roomUuid");
    if (!creatableId(roomUuid)) return badRequest("roomUuid has a character that is not allowed");
    const body = parseBody(call, CreateBody);
    if (!body.ok) return body;
    const { roomName, roomType, roomProperties = {} } = body.value;
    const made = createRoom(call.world, {
      region: call.region,
      roomUuid,
      roomName,
      roomType,
      schedule: roomProperties.schedule,
      roomProperties,
    });
    return made.ok ? done : made;
  });

  serve(
    "GET",
    EDU,
    "/v2/rooms/:roomUuid",
    inRoom((call, room) =>
      call.world.features.getRoom ? ok(JSON.stringify(withAddresses(described(room), cloud.baseUrl()))) : err(PROBLEMS.noRoute),
    ),
  );
};
