/** Trouble as calls meet it: before they take effect, or after. Set and lifted under /practice/trouble. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { diceOf } from "../engine/dice.ts";
import type { TroubleDesk } from "../trouble/desk.ts";
import { type Order, TroubleOrder } from "../trouble/orders.ts";

const BEFORE = ["latency", "hang", "reset", "unauthorized", "tooMany", "internal", "unavailable", "body"] as const;
const AFTER = ["lost", "hangAfterHeaders", "half", "slow"] as const;

const MANY = 100;
const JSON_TYPE = "application/json; charset=utf-8";
const HUGE = 50 * 1_048_576;

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

/** By the route, not by the path: an organisation of the chat service may be named "practice" too, and ours is. */
const own = (request: FastifyRequest): boolean => request.routeOptions.url?.startsWith("/practice/") ?? false;

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

/** `serverTime`: what the cloud believes, ms. `seed` decides how much a delay varies. */
export const installTrouble = (
  app: FastifyInstance,
  desk: TroubleDesk,
  deps: { serverTime(): number; seed: number; keep(): void },
): void => {
  const dice = diceOf({ dice: deps.seed });

  const before = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    for (const order of desk.meeting(BEFORE, request.method, request.url)) {
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
    const order = desk.meeting(AFTER, request.method, request.url)[0];
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

  app.post("/practice/trouble", async (request, reply) => {
    const orders = z.union([TroubleOrder.transform((one) => [one]), z.array(TroubleOrder).max(MANY)]).safeParse(request.body);
    if (!orders.success) return reply.code(400).send({ message: z.prettifyError(orders.error) });
    const ids = desk.add(orders.data);
    deps.keep();
    return ids.ok ? reply.send({ ids: ids.value }) : reply.code(400).send({ message: ids.error });
  });
  app.get("/practice/trouble", async (_request, reply) => reply.send({ troubles: desk.list() }));
  app.delete("/practice/trouble", async (_request, reply) => {
    desk.clear();
    deps.keep();
    return reply.send({});
  });
  app.delete("/practice/trouble/:id", async (request, reply) => {
    desk.lift(Number((request.params as { id: string }).id));
    deps.keep();
    return reply.send({});
  });

  app.addHook("onRequest", async (request, reply) => (own(request) ? undefined : before(request, reply)));
  app.addHook("onSend", async (request, reply, payload) => (own(request) || !desk.any() ? payload : after(request, reply, payload)));
};
