/** The chat service's user calls (specification §4; errors by the public facts §7), which have an envelope of their own. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { utf8Bytes } from "../../../../shared/model/ids.ts";
import { idFrom } from "../../engine/dice.ts";
import type { ChatUser } from "../../engine/types.ts";
import type { Cloud } from "../call.ts";

/** Most users in one registration, and calls a second (public facts §5). */
const MAX_BATCH = 60;
const CALLS_PER_SECOND = 100;
const MAX_NAME_BYTES = 64;
const MAX_NICKNAME_BYTES = 100;

const noControl = (text: string): boolean => !/\p{Cc}/u.test(text);

const Registration = z.looseObject({
  username: z
    .string()
    .refine((name) => name !== "" && utf8Bytes(name) <= MAX_NAME_BYTES && noControl(name), { error: "username is not legal" }),
  password: z.string().min(1).max(64),
  nickname: z
    .string()
    .refine((name) => utf8Bytes(name) <= MAX_NICKNAME_BYTES)
    .optional(),
});
const Registrations = z.union([Registration.transform((one) => [one]), z.array(Registration).min(1).max(MAX_BATCH)]);

const dashed = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");

const entityOf = (user: ChatUser) => ({
  uuid: user.uuid,
  type: "user",
  created: user.created,
  modified: user.created,
  username: user.username,
  activated: true,
  ...(user.nickname === null ? {} : { nickname: user.nickname }),
});

type Refusal = { status: number; error: string; description: string };

const REFUSALS = {
  absent: { status: 404, error: "service_resource_not_found", description: "Service resource not found" },
  taken: {
    status: 400,
    error: "duplicate_unique_property_exists",
    description: "Entity user requires that property named username be unique",
  },
  illegal: { status: 400, error: "illegal_argument", description: "username is not legal" },
  closed: { status: 401, error: "unauthorized", description: "Registration is not open, please contact the app admin." },
  badToken: { status: 401, error: "auth_bad_access_token", description: "Unable to authenticate due to corrupt access token" },
  expired: { status: 401, error: "unauthorized", description: "Unable to authenticate due to expired access token." },
  tooMany: { status: 429, error: "reach_limit", description: "This request has reached api limit" },
  full: { status: 429, error: "reach_limit", description: "This app has reached its limit of users" },
  noApp: { status: 404, error: "organization_application_not_found", description: "Could not find application" },
} as const satisfies Record<string, Refusal>;

export const chatRoutes = (app: FastifyInstance, cloud: Cloud, appKey: string): void => {
  const [organization = "", applicationName = ""] = appKey.split("#");
  const application = dashed(idFrom("application", appKey));
  let window = { second: 0, calls: 0 };

  const refuse = (reply: FastifyReply, refusal: Refusal): FastifyReply =>
    reply
      .code(refusal.status)
      .send({ error: refusal.error, timestamp: cloud.serverTime(), duration: 0, error_description: refusal.description });

  const envelope = (action: string, path: string, users: readonly ChatUser[], more: object = {}) => ({
    action,
    application,
    path,
    uri: `${cloud.baseUrl()}/${organization}/${applicationName}${path}`,
    entities: users.map(entityOf),
    ...more,
    timestamp: cloud.serverTime(),
    duration: 1,
    organization,
    applicationName,
  });

  const overLimit = (): boolean => {
    const second = Math.floor(cloud.tokenTime() / 1000);
    if (window.second !== second) window = { second, calls: 0 };
    window.calls += 1;
    return window.calls > CALLS_PER_SECOND;
  };

  /** What stands against the call before its own matter is looked at. */
  const barred = (request: FastifyRequest, registering: boolean): Refusal | null => {
    const params = request.params as Record<string, string>;
    if (params["org"] !== organization || params["app"] !== applicationName) return REFUSALS.noApp;
    if (overLimit()) return REFUSALS.tooMany;
    const token = cloud.tokens.chatApp(request.headers, cloud.tokenTime());
    if (token === "valid") return null;
    if (token === "expired") return REFUSALS.expired;
    return registering ? REFUSALS.closed : REFUSALS.badToken;
  };

  app.get("/:org/:app/users/:username", async (request, reply) => {
    cloud.catchUp();
    const bar = barred(request, false);
    if (bar !== null) return refuse(reply, bar);
    const user = cloud.engine.world.chatUsers.get((request.params as Record<string, string>)["username"] ?? "");
    return user === undefined ? refuse(reply, REFUSALS.absent) : reply.send(envelope("get", `/users/${user.username}`, [user]));
  });

  app.post("/:org/:app/users", async (request, reply) => {
    cloud.catchUp();
    const bar = barred(request, true);
    if (bar !== null) return refuse(reply, bar);
    const body = Registrations.safeParse(request.body);
    if (!body.success) return refuse(reply, REFUSALS.illegal);
    const { chatUsers, limits, now } = cloud.engine.world;
    if (chatUsers.size + body.data.length > limits.chatUsers) return refuse(reply, REFUSALS.full);
    const single = !Array.isArray(request.body);
    const made: ChatUser[] = [];
    const data: unknown[] = [];
    for (const { username, nickname } of body.data) {
      if (chatUsers.has(username)) {
        if (single) return refuse(reply, REFUSALS.taken);
        data.push({ username, registerUserFailReason: `the ${username} already exists` });
        continue;
      }
      const user: ChatUser = { uuid: dashed(idFrom("chat user", username)), username, nickname: nickname ?? null, created: now };
      chatUsers.set(username, user);
      made.push(user);
    }
    cloud.keep();
    return reply.send(envelope("post", "/users", made, data.length === 0 ? {} : { data }));
  });
};
