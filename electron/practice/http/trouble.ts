/** Trouble on demand: what a network, a gateway or a service can do to a call. Set and lifted under /practice/trouble. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { diceOf } from "../engine/dice.ts";
import type { FeedTrouble } from "../engine/sequences.ts";

/** Which calls it meets, when, and how often; all of it optional. Times are real, ms. */
const scope = {
  /** A regular expression that the path with its query must match. */
  path: z.string().max(512).optional(),
  method: z.string().max(10).optional(),
  /** It ends after so many calls. */
  count: z.int().positive().optional(),
  /** It begins so much later. */
  afterMs: z.number().nonnegative().max(86_400_000).default(0),
  /** It ends so long after it began. */
  durationMs: z.number().positive().max(86_400_000).optional(),
  /** The share of calls that it meets. */
  chance: z.number().min(0).max(1).default(1),
};

const MAX_WAIT_MS = 600_000;
const orderOf = <K extends string, S extends z.ZodRawShape>(name: K, shape: S) =>
  z.strictObject({ kind: z.literal(name), ...scope, ...shape });

export const TroubleOrder = z.discriminatedUnion("kind", [
  // Before the call takes effect:
  orderOf("latency", { ms: z.number().nonnegative().max(MAX_WAIT_MS), jitterMs: z.number().nonnegative().max(MAX_WAIT_MS).default(0) }),
  orderOf("hang", {}),
  orderOf("reset", {}),
  orderOf("unauthorized", {}),
  orderOf("tooMany", { retryAfter: z.int().nonnegative().optional(), asDate: z.boolean().default(false) }),
  orderOf("internal", {}),
  orderOf("unavailable", { retryAfter: z.int().nonnegative().optional() }),
  orderOf("body", {
    body: z.enum(["html", "notJson", "wrongShape", "empty", "badGzip", "huge"]),
    bytes: z.int().positive().max(200_000_000).optional(),
  }),
  // After it has taken effect:
  orderOf("lost", {}),
  orderOf("hangAfterHeaders", {}),
  orderOf("half", {}),
  orderOf("slow", { bytesPerSecond: z.number().positive().max(1_000_000).default(100) }),
  // The service as a whole:
  orderOf("duplicate", {}),
  orderOf("late", { ms: z.number().nonnegative().max(MAX_WAIT_MS) }),
  orderOf("clock", {
    offsetMs: z
      .number()
      .min(-400 * 86_400_000)
      .max(400 * 86_400_000),
  }),
  z.strictObject({ kind: z.literal("stop"), durationMs: z.number().positive().max(3_600_000), afterMs: scope.afterMs }),
]);
export type TroubleOrder = z.input<typeof TroubleOrder>;
type Order = z.output<typeof TroubleOrder>;
type Kind = Order["kind"];

type Trouble = { id: number; order: Order; pattern: RegExp | null; from: number; until: number; left: number };

const BEFORE = ["latency", "hang", "reset", "unauthorized", "tooMany", "internal", "unavailable", "body"] as const;
const AFTER = ["lost", "hangAfterHeaders", "half", "slow"] as const;

const isOf = <K extends Kind>(kinds: readonly K[], order: Order): order is Extract<Order, { kind: K }> =>
  kinds.some((kind) => kind === order.kind);

const MANY = 100;
const JSON_TYPE = "application/json; charset=utf-8";
const HUGE = 50 * 1_048_576;

export type TroubleDesk = {
  /** How far the cloud's clock is off, ms. */
  clockOffset(): number;
  /** What happens to the operation 9 call that is served now. */
  feed(path: string): FeedTrouble;
  install(app: FastifyInstance): void;
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** The call is left as it is; its connection lives until one side ends it. */
const never = (): Promise<never> => new Promise(() => undefined);

const bodies: Record<
  Extract<Order, { kind: "body" }>["body"],
  (bytes: number) => { type: string; payload: string | Buffer; encoding?: string }
> = {
  html: () => ({
    type: "text/html",
    payload: "<!doctype html><title>Sign in</title><h1>Welcome to the campus network</h1><form><button>Sign in</button></form>",
  }),
  notJson: () => ({ type: JSON_TYPE, payload: '{"code":0,"msg":"Succ' }),
  wrongShape: () => ({ type: JSON_TYPE, payload: '{"code":"zero","msg":7,"ts":"yesterday","data":42}' }),
  empty: () => ({ type: JSON_TYPE, payload: "" }),
  badGzip: () => ({ type: JSON_TYPE, payload: Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4]), encoding: "gzip" }),
  huge: (bytes) => ({ type: JSON_TYPE, payload: `{"code":0,"msg":"${"x".repeat(bytes)}"}` }),
};

const retryAfterText = (seconds: number, asDate: boolean, now: number): string =>
  asDate ? new Date(now + seconds * 1000).toUTCString() : String(seconds);

const own = (request: FastifyRequest): boolean => request.url.startsWith("/practice/trouble");

/** The answer's head as it would have been, then whatever `rest` makes of the body. */
const bySocket = (reply: FastifyReply, payload: Buffer, rest: (payload: Buffer) => void): Promise<never> => {
  reply.raw.writeHead(reply.statusCode, { "content-type": JSON_TYPE, "content-length": payload.length });
  reply.raw.flushHeaders();
  rest(payload);
  return never();
};

const slowly = async (reply: FastifyReply, payload: Buffer, bytesPerSecond: number): Promise<void> => {
  const step = Math.max(1, Math.round(bytesPerSecond / 10));
  for (let at = 0; at < payload.length && !reply.raw.destroyed; at += step) {
    reply.raw.write(payload.subarray(at, at + step));
    await wait(100);
  }
  reply.raw.end();
};

/** `now` is real time, ms; `serverTime` what the cloud believes. `seed` decides whom a `chance` meets. */
export const createTrouble = (deps: { now(): number; serverTime(): number; seed: number; stop(ms: number): void }): TroubleDesk => {
  let troubles: Trouble[] = [];
  let lastId = 0;
  const dice = diceOf({ dice: deps.seed });

  const prune = (): void => {
    const now = deps.now();
    troubles = troubles.filter((trouble) => trouble.left > 0 && trouble.until > now);
  };

  const meets = ({ order, pattern, from, left }: Trouble, method: string, path: string): boolean => {
    if (left <= 0 || from > deps.now() || !(pattern?.test(path) ?? true) || order.kind === "stop") return false;
    if (order.method !== undefined && order.method.toUpperCase() !== method) return false;
    return order.chance >= 1 || dice.unit() < order.chance;
  };

  /** The troubles of these kinds that the call meets: any delays, then the first that decides its fate. Each is used up by one. */
  const meeting = <K extends Kind>(kinds: readonly K[], method: string, path: string): Extract<Order, { kind: K }>[] => {
    if (troubles.length === 0) return [];
    prune();
    const met: Extract<Order, { kind: K }>[] = [];
    for (const trouble of troubles) {
      if (!isOf(kinds, trouble.order) || !meets(trouble, method, path)) continue;
      trouble.left -= 1;
      met.push(trouble.order);
      if (trouble.order.kind !== "latency") break;
    }
    return met;
  };

  const add = (order: Order): number => {
    const from = deps.now() + order.afterMs;
    lastId += 1;
    if (order.kind === "stop") {
      const { durationMs } = order;
      setTimeout(() => deps.stop(durationMs), Math.max(order.afterMs, 1)).unref();
      return lastId;
    }
    const until = order.durationMs === undefined ? Number.POSITIVE_INFINITY : from + order.durationMs;
    const pattern = order.path === undefined ? null : new RegExp(order.path);
    troubles.push({ id: lastId, order, pattern, from, until, left: order.count ?? Number.POSITIVE_INFINITY });
    return lastId;
  };

  const before = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    for (const order of meeting(BEFORE, request.method, request.url)) {
      switch (order.kind) {
        case "latency":
          await wait(order.ms + dice.unit() * order.jitterMs);
          break;
        case "hang":
          return never();
        case "reset":
          request.raw.socket.resetAndDestroy();
          return never();
        case "unauthorized":
          return reply.code(401).type(JSON_TYPE).send('{"message":"invalid token"}');
        case "tooMany":
          if (order.retryAfter !== undefined)
            reply.header("retry-after", retryAfterText(order.retryAfter, order.asDate, deps.serverTime()));
          return reply.code(429).type(JSON_TYPE).send('{"message":"API rate limit exceeded"}');
        case "internal":
          return reply.code(500).type(JSON_TYPE).send(`{"msg":"Internal Server Error","code":500,"ts":${deps.serverTime()}}`);
        case "unavailable":
          if (order.retryAfter !== undefined) reply.header("retry-after", String(order.retryAfter));
          return reply.code(503).type(JSON_TYPE).send('{"message":"The upstream server is timing out"}');
        case "body": {
          const { type, payload, encoding } = bodies[order.body](order.bytes ?? HUGE);
          if (encoding !== undefined) reply.header("content-encoding", encoding);
          return reply.code(200).type(type).send(payload);
        }
      }
    }
    return undefined;
  };

  const after = async (request: FastifyRequest, reply: FastifyReply, sent: unknown): Promise<unknown> => {
    const order = meeting(AFTER, request.method, request.url)[0];
    if (order === undefined) return sent;
    const payload = Buffer.isBuffer(sent) ? sent : Buffer.from(typeof sent === "string" ? sent : "");
    switch (order.kind) {
      case "lost":
        request.raw.socket.resetAndDestroy();
        return never();
      case "hangAfterHeaders":
        return bySocket(reply, payload, () => undefined);
      case "half":
        return bySocket(reply, payload, (whole) => {
          reply.raw.write(whole.subarray(0, Math.floor(whole.length / 2)), () => request.raw.socket.end());
        });
      case "slow":
        return bySocket(reply, payload, (whole) => void slowly(reply, whole, order.bytesPerSecond));
      default:
        return order satisfies never;
    }
  };

  const routes = (app: FastifyInstance): void => {
    app.post("/practice/trouble", async (request, reply) => {
      const orders = z.union([TroubleOrder.transform((one) => [one]), z.array(TroubleOrder).max(MANY)]).safeParse(request.body);
      if (!orders.success) return reply.code(400).send({ message: z.prettifyError(orders.error) });
      if (troubles.length + orders.data.length > MANY) return reply.code(400).send({ message: `At most ${MANY} troubles at a time.` });
      try {
        return await reply.send({ ids: orders.data.map(add) });
      } catch {
        return reply.code(400).send({ message: "path is not a regular expression" });
      }
    });
    app.get("/practice/trouble", async (_request, reply) => {
      prune();
      return reply.send({
        troubles: troubles.map(({ id, order, left }) => ({ id, ...order, left: Number.isFinite(left) ? left : null })),
      });
    });
    app.delete("/practice/trouble", async (_request, reply) => {
      troubles = [];
      return reply.send({});
    });
    app.delete("/practice/trouble/:id", async (request, reply) => {
      const { id } = request.params as { id: string };
      troubles = troubles.filter((trouble) => String(trouble.id) !== id);
      return reply.send({});
    });
  };

  return {
    clockOffset: () => {
      if (troubles.length === 0) return 0;
      const now = deps.now();
      const clocks = troubles.flatMap(({ order, from, until }) =>
        order.kind === "clock" && from <= now && until > now ? [order.offsetMs] : [],
      );
      return clocks.at(-1) ?? 0;
    },
    feed: (path) => ({
      again: meeting(["duplicate"], "GET", path).length > 0,
      lateMs: Math.max(0, ...meeting(["late"], "GET", path).map((order) => order.ms)),
    }),
    install: (app) => {
      app.addHook("onRequest", async (request, reply) => (own(request) ? undefined : before(request, reply)));
      app.addHook("onSend", async (request, reply, payload) =>
        own(request) || troubles.length === 0 ? payload : after(request, reply, payload),
      );
      routes(app);
    },
  };
};
