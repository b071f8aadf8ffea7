/** Operations 4 to 6: starting, changing, stopping and listing recordings; and the page's report that it is ready. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { utf8Bytes } from "../../../../shared/model/ids.ts";
import { err, ok } from "../../../../shared/result.ts";
import { answered } from "../../engine/incidents.ts";
import { tooMany } from "../../engine/limits.ts";
import { badRequest, PROBLEMS } from "../../engine/problems.ts";
import { REASON, runningRecord, startRecording, stopRecording } from "../../engine/recordings.ts";
import { hasSpace } from "../../engine/sequences.ts";
import type { RecordItem, Room } from "../../engine/types.ts";
import { BOTH, type Call, type Cloud, done, EDU, inRoom, type Outcome, param, parseBody, routesOf } from "../call.ts";

/** Items per batch (specification §8). */
const PAGE = 100;
/** Web page recording refuses longer room ids, bytes (public facts §5). */
const MAX_WEB_ROOM_ID = 50;

/** Public facts §4; 1920 × 1080 is let through since the vendor's own guide sends it. */
const WebRecordConfig = z.looseObject({
  url: z.string().min(1).optional(),
  rootUrl: z.string().min(1).optional(),
  publishRtmp: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
  onhold: z.boolean().optional(),
  videoBitrate: z.number().min(50).max(8000).optional(),
  videoFps: z.number().min(5).max(60).optional(),
  audioProfile: z.int().min(0).max(2).optional(),
  videoWidth: z.int().min(480).max(1920).optional(),
  videoHeight: z.int().min(480).max(1080).optional(),
  maxRecordingHour: z.number().min(1).max(720).optional(),
});

const Body = z.looseObject({
  mode: z.string().optional(),
  webRecordConfig: WebRecordConfig.optional(),
  retryTimeout: z.number().positive().max(86_400).optional(),
});
type Body = z.infer<typeof Body>;

const start = (call: Call, room: Room, body: Body): Outcome => {
  if (room.closeTime !== null) return err(PROBLEMS.alreadyEnded);
  if (body.mode === "web") {
    if (body.webRecordConfig?.rootUrl === undefined && body.webRecordConfig?.url === undefined) return err(PROBLEMS.rootUrlEmpty);
    if (utf8Bytes(room.roomUuid) > MAX_WEB_ROOM_ID) return badRequest(`web recording allows room ids up to ${MAX_WEB_ROOM_ID} bytes`);
  }
  if (!hasSpace(call.world, room)) return tooMany("events");
  const started = startRecording(call.world, room, body);
  if (started.ok) answered(call.world, room, "notRecorded");
  return started.ok ? done : started;
};

const update = (call: Call, room: Room, body: Body): Outcome => {
  const record = runningRecord(room);
  if (record === null) return err(PROBLEMS.recordingNotStarted);
  record.webRecordConfig = body.webRecordConfig ?? {};
  call.world.touched(room);
  return done;
};

/** By PUT, the update form differs from a start only in what it brings. */
const isUpdate = (room: Room, body: Body): boolean =>
  runningRecord(room) !== null && body.mode === undefined && body.retryTimeout === undefined && body.webRecordConfig !== undefined;

const listed = (call: Call, room: Room, record: RecordItem): unknown => {
  const file = `scenario/recording/${room.roomUuid}/${record.recordId}/${record.sid}`;
  const url = record.mode === "web" ? `${file}.mp4` : `${file}.m3u8`;
  return {
    recordId: record.recordId,
    appId: param(call, "appId"),
    roomUuid: room.roomUuid,
    startTime: record.startTime,
    ...(record.endTime === null ? {} : { endTime: record.endTime }),
    resourceId: record.resourceId,
    sid: record.sid,
    recordUid: "1000",
    type: record.mode === "web" ? 3 : 2,
    status: record.endTime === null ? 1 : 2,
    url: record.endTime === null ? "" : url,
    recordDetails: record.endTime === null ? [] : [{ url }],
    ...(record.unready ? { unready: true } : {}),
  };
};

export const recordRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  const serve = routesOf(app, cloud);
  const path = "/v2/rooms/:roomUuid/records";

  serve(
    "PUT",
    EDU,
    `${path}/states/:state`,
    inRoom((call, room) => {
      const body = parseBody(call, Body);
      if (!body.ok) return body;
      const state = param(call, "state");
      if (state === "0") return stopRecording(call.world, room, REASON.stopped) ? done : err(PROBLEMS.recordingNotStarted);
      if (state !== "1") return badRequest("state must be 0 or 1");
      return isUpdate(room, body.value) ? update(call, room, body.value) : start(call, room, body.value);
    }),
  );

  serve(
    "PATCH",
    EDU,
    `${path}/states/:state`,
    inRoom((call, room) => {
      const body = parseBody(call, Body);
      if (!body.ok) return body;
      return param(call, "state") === "1" ? update(call, room, body.value) : badRequest("state must be 1");
    }),
  );

  serve(
    "PUT",
    BOTH,
    `${path}/ready`,
    inRoom((call, room) => {
      const record = runningRecord(room);
      if (record === null) return err(PROBLEMS.recordingNotStarted);
      record.readyBy = null;
      call.world.touched(room);
      return done;
    }),
  );

  serve(
    "GET",
    EDU,
    path,
    inRoom((call, room) => {
      const asked = call.query["nextId"];
      const first = !asked || asked === "null" ? 0 : room.records.findIndex((record) => record.recordId === asked);
      if (first < 0) return badRequest("nextId names no record");
      const page = room.records.slice(first, first + PAGE);
      const next = room.records[first + PAGE];
      const list = page.map((record) => listed(call, room, record));
      // The last page has no nextId at all, as in public samples.
      const following = next === undefined ? {} : { nextId: next.recordId };
      return ok(JSON.stringify({ total: room.records.length, count: page.length, list, ...following }));
    }),
  );
};
