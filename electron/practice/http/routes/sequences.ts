/** Operations 8 and 9: the events of a room, and what is new in all rooms. */
import type { FastifyInstance } from "fastify";
import { ok, type Result } from "../../../../shared/result.ts";
import { shownBy } from "../../engine/incidents.ts";
import { badRequest, type Problem } from "../../engine/problems.ts";
import { consumeFeed, PAGE, readPage } from "../../engine/sequences.ts";
import type { Room, StoredEvent } from "../../engine/types.ts";
import { type Call, type Cloud, EDU, inRoom, POLLING, routesOf, wholeNumber } from "../call.ts";

type Wire = { roomUuid: string; sequence?: number };

/** Notes which incidents the answer shows, once it has left. */
const watched = (call: Call, room: Room | null, toTheEnd: boolean, data: string): Result<string, Problem> => {
  const events = (): Wire[] => {
    const read = JSON.parse(data) as Wire[] | { list: Wire[] };
    return Array.isArray(read) ? read : read.list;
  };
  call.shown.push(...shownBy(call.world, call.region, room, toTheEnd, events));
  return ok(data);
};

const SEQUENCES = "/v2/rooms/sequences";

export const sequenceRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  const serve = routesOf(app, cloud);
  serve(
    "GET",
    EDU,
    "/v2/rooms/:roomUuid/sequences",
    inRoom((call, room) => {
      const cmd = wholeNumber(call.query["cmd"]);
      if (call.query["cmd"] && cmd === null) return badRequest("cmd must be an integer");
      const count = call.query["count"] ? wholeNumber(call.query["count"]) : PAGE;
      if (count === null || count < 1) return badRequest("count must be a positive integer");
      const trouble = { ...cloud.trouble.feed(`/v2/rooms/${room.roomUuid}/sequences`), now: call.world.now };
      const wanted = cmd === null ? null : (event: StoredEvent): boolean => event.cmd === cmd;
      const page = readPage(room, call.query["nextId"], wanted, Math.min(count, PAGE), trouble);
      const toTheEnd = cmd === null && trouble.lateMs === 0 && page.ok && page.value.endsWith('"nextId":null}');
      return page.ok ? watched(call, room, toTheEnd, page.value) : page;
    }),
  );

  serve("GET", POLLING, SEQUENCES, (call) => {
    const trouble = cloud.trouble.feed(SEQUENCES);
    return watched(call, null, trouble.lateMs === 0, consumeFeed(call.world, call.region, trouble));
  });
};
