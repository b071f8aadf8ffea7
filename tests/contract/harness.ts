/** The ipc server on a transport of plain calls, with handlers and sources that a test scripts. */
import { createIpcServer } from "../../electron/ipc/server.ts";
import type { Sender, Transport } from "../../electron/ipc/transport.ts";
import { CHANNEL } from "../../shared/contract/channels.ts";
import type { Push } from "../../shared/contract/kinds.ts";
import { calls, contract } from "../../shared/contract.ts";
import type { Log, LogFields } from "../../shared/ports.ts";
import { type AppError, ok, type Result } from "../../shared/result.ts";
import type { Handlers, Sources } from "../../shared/serving.ts";
import { createVirtualClock } from "../fakes/clock.ts";
import { createSeededRandom } from "../fakes/random.ts";

export const OUR_ORIGIN = "console://app";
export const OUR_WINDOW = 1;
export const ours: Sender = { window: OUR_WINDOW, frame: { origin: OUR_ORIGIN, main: true } };

export const createMemoryLog = (): Log & { lines: { level: string; fields: LogFields; message: string }[] } => {
  const lines: { level: string; fields: LogFields; message: string }[] = [];
  const at = (level: string) => (fields: LogFields, message: string) => void lines.push({ level, fields, message });
  const log = { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error"), child: () => log };
  return log;
};

type AnyHandler = (input: unknown) => Result<unknown> | Promise<Result<unknown>>;
type AnySource = (params: unknown, changed: (key?: string | null) => void) => Result<unknown>;

const empty: AnySource = () => ok({ read: () => ok({}), readAll: () => [], close: () => {} });

export const createHarness = (
  options: {
    handlers?: Record<string, AnyHandler>;
    sources?: Record<string, AnySource>;
    observeOnly?: boolean;
    sentenceOf?: (error: unknown) => AppError | null;
  } = {},
) => {
  const clock = createVirtualClock();
  const log = createMemoryLog();
  const listeners = new Map<string, (sender: Sender, message: unknown) => Promise<unknown>>();
  const pushes: { window: number; push: Push }[] = [];
  const gone: ((window: number) => void)[] = [];
  const absent = new Set<number>();
  const handled: string[] = [];
  const transport: Transport = {
    handle: (channel, listener) => void listeners.set(channel, listener),
    send: (window, channel, payload) => {
      if (absent.has(window) || channel !== CHANNEL.push) return false;
      // As the wire does: what crosses is a copy.
      pushes.push({ window, push: structuredClone(payload) as Push });
      return true;
    },
    onGone: (listener) => void gone.push(listener),
    close: () => listeners.clear(),
  };
  const byDefault =
    (name: string): AnyHandler =>
    () => {
      handled.push(name);
      return ok({});
    };
  const handlers = Object.fromEntries(Object.keys(calls).map((name) => [name, options.handlers?.[name] ?? byDefault(name)]));
  const sources = Object.fromEntries(Object.keys(contract.topics).map((name) => [name, options.sources?.[name] ?? empty]));
  const server = createIpcServer({
    transport,
    handlers: handlers as unknown as Handlers,
    sources: sources as unknown as Sources,
    clock,
    random: createSeededRandom(1),
    log,
    trusted: ({ window, origin }) => window === OUR_WINDOW && origin === OUR_ORIGIN,
    observeOnly: () => options.observeOnly ?? false,
    ...(options.sentenceOf && { sentenceOf: options.sentenceOf }),
  });
  const say = (channel: string, message: unknown, sender: Sender = ours): Promise<Result<unknown>> => {
    const listener = listeners.get(channel);
    if (listener === undefined) throw new Error(`nobody listens on ${channel}`);
    return listener(sender, message) as Promise<Result<unknown>>;
  };
  return {
    server,
    clock,
    log,
    pushes,
    handled,
    call: (name: string, input: unknown, sender?: Sender) => say(CHANNEL.call, { name, input }, sender),
    subscribe: (topic: string, params: unknown, subscription = "s", sender?: Sender) =>
      say(CHANNEL.subscribe, { subscription, topic, params }, sender),
    unsubscribe: (subscription: string, sender?: Sender) => say(CHANNEL.unsubscribe, { subscription }, sender),
    say,
    /** The window's page is gone. */
    leave: (window: number) => {
      for (const listener of gone) listener(window);
    },
    /** From now on nothing can be sent to this window. */
    vanish: (window: number) => void absent.add(window),
  };
};
