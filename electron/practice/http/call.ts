/** A call of the interface: checked, answered in the service's envelope. Routes below see only calls that are whole. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { z } from "zod";
import { sendableId } from "../../../shared/model/ids.ts";
import type { Rehearsal } from "../../../shared/model/rehearsal.ts";
import { err, ok, type Result } from "../../../shared/result.ts";
import type { Engine } from "../engine/engine.ts";
import { markSeen } from "../engine/incidents.ts";
import { tooMany } from "../engine/limits.ts";
import { badRequest, PROBLEMS, type Problem } from "../engine/problems.ts";
import { findRoom } from "../engine/rooms.ts";
import { hasSpace } from "../engine/sequences.ts";
import { type LedgerEntry, REGIONS, type Region, type Room, type World } from "../engine/types.ts";
import type { TroubleDesk } from "../trouble/desk.ts";
import type { Keys, TokenCheck } from "./auth.ts";

export type Cloud = {
  keys: Keys;
  /** The region of paths that name none. */
  region: Region;
  engine: Engine;
  tokens: TokenCheck;
  trouble: TroubleDesk;
  /** The cloud's own clock, Unix ms; off by what trouble says. */
  serverTime(): number;
  /** The clock by which tokens are judged: real time at any speed. */
  tokenTime(): number;
  baseUrl(): string;
  /** Lets simulated time catch up; called before each call is served. */
  catchUp(): void;
  /** Called after each call, before its answer leaves: what it says must be on disk. */
  keep(): void;
  /** What was played so far, and how it was met. */
  rehearsal(): Rehearsal;
  /** Decides how much a delay varies. */
  seed: number;
};

export type Call = {
  /** Whom the token proves. */
  uid: string;
  world: World;
  region: Region;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | undefined>>;
  body: unknown;
  /** Incidents that the answer shows: seen once it has left. */
  shown: LedgerEntry[];
};

/** JSON of the answer's `data`; null: the answer has none. */
export type Outcome = Result<string | null, Problem>;
export const done: Outcome = ok(null);

export const sendProblem = (reply: FastifyReply, problem: Problem, ts: number): FastifyReply =>
  reply
    .code(problem.status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(problem.code === null ? { message: problem.message } : { code: problem.code, msg: problem.message, ts }));

export const sendData = (reply: FastifyReply, data: string | null, ts: number): FastifyReply =>
  reply.type("application/json; charset=utf-8").send(`{"code":0,"msg":"Success","ts":${ts}${data === null ? "" : `,"data":${data}`}}`);

/** Of a repeated query parameter the last counts. */
const queryOf = (request: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.at(-1) : value,
    ]),
  );

const regionOf = (cloud: Cloud, text: string | undefined): Region | undefined =>
  text === undefined ? cloud.region : REGIONS.find((region) => region === text);

const ID_PARAMS = ["roomUuid", "userUuid", "extAppUuid"];

type Serve = (method: HTTPMethods | HTTPMethods[], prefixes: readonly string[], path: string, answer: (call: Call) => Outcome) => void;

/** Every door but the chat's goes through here. `path` begins behind the application id. */
export const routesOf =
  (app: FastifyInstance, cloud: Cloud): Serve =>
  (method, prefixes, path, answer) => {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      cloud.catchUp();
      const shown: LedgerEntry[] = [];
      const outcome = judge(request, shown);
      const { world } = cloud.engine;
      const at = world.now;
      // An answer that trouble cuts never finishes.
      if (shown.length > 0) reply.raw.once("finish", () => markSeen(world, shown, at));
      cloud.keep();
      return outcome.ok ? sendData(reply, outcome.value, cloud.serverTime()) : sendProblem(reply, outcome.error, cloud.serverTime());
    };
    const judge = (request: FastifyRequest, shown: LedgerEntry[]): Outcome => {
      const params = request.params as Record<string, string>;
      const uid = cloud.tokens.callerOf(request.headers, cloud.tokenTime(), cloud.trouble.expiredBefore());
      if (uid === null || params["appId"]?.toLowerCase() !== cloud.keys.appId.toLowerCase()) return err(PROBLEMS.unauthorized);
      const region = regionOf(cloud, params["region"]);
      if (region === undefined) return err(PROBLEMS.noRoute);
      for (const name of ID_PARAMS) {
        const id = params[name];
        if (id !== undefined && !sendableId(id)) return badRequest(`${name} is not valid`);
      }
      return answer({ uid, world: cloud.engine.world, region, params, query: queryOf(request), body: request.body, shown });
    };
    for (const prefix of prefixes) app.route({ method, url: `${prefix}/apps/:appId${path}`, handler });
  };

/** Where the paths of most operations begin. */
export const EDU = ["/:region/edu"] as const;
export const POLLING = ["/:region/edu/polling"] as const;
/** Paths that the specification gives without a region, served with one too. */
export const BOTH = ["/edu", "/:region/edu"] as const;

export const param = (call: Call, name: string): string => call.params[name] ?? "";

/** The call's room, handed on. */
export const inRoom =
  (answer: (call: Call, room: Room) => Outcome) =>
  (call: Call): Outcome => {
    const room = findRoom(call.world, call.region, param(call, "roomUuid"));
    return room.ok ? answer(call, room.value) : room;
  };

/** As `inRoom`, for calls that cause events. */
export const inSpace = (answer: (call: Call, room: Room) => Outcome): ((call: Call) => Outcome) =>
  inRoom((call, room) => (hasSpace(call.world, room) ? answer(call, room) : tooMany("events")));

/** The body by its schema; the refusal names the field. An absent body is an empty one. */
export const parseBody = <T>(call: Call, schema: z.ZodType<T>): Result<T, Problem> => {
  const parsed = schema.safeParse(call.body ?? {});
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  return badRequest(`${issue?.path.map(String).join(".") || "body"}: ${issue?.message ?? "not valid"}`);
};

/** A whole number in the path or query, or null. */
export const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
