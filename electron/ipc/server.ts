/** The one way from the window into main: the contract's calls and topics over four channels. May not know what any entry does. */
import type { z } from "zod";
import { CHANNEL } from "../../shared/contract/channels.ts";
import { Call, MAX_CALL_CHARACTERS, Subscribe, Unsubscribe } from "../../shared/contract/kinds.ts";
import { type CallName, calls, contract, type TopicName } from "../../shared/contract.ts";
import type { Clock, Log, Random } from "../../shared/ports.ts";
import { type AppError, appError, err, invalidInput, ok, type Result } from "../../shared/result.ts";
import type { Handlers, Sources } from "../../shared/serving.ts";
import { internalFault } from "./fault.ts";
import { createPublisher } from "./publisher.ts";
import { exceeds } from "./size.ts";
import type { Sender, Transport } from "./transport.ts";

export type IpcServer = {
  /** Ends every subscription and stops answering. */
  close(): void;
};

type Deps = {
  transport: Transport;
  handlers: Handlers;
  sources: Sources;
  clock: Clock;
  random: Random;
  log: Log;
  /** Whether this window is ours and shows our own origin. Frames that are not the main one are refused before this is asked. */
  trusted: (sender: { window: number; origin: string }) => boolean;
  /** Whether the profile in use may only look. */
  observeOnly: () => boolean;
  /** What is thrown and has a sentence of its own, as a full disk has; null: nobody foresaw it. */
  sentenceOf?: (error: unknown) => AppError | null;
};

type Checked<T> = Result<T>;
type Entry = { kind: string; input: z.ZodType; output: z.ZodType; whileObserving?: boolean };

/** Serves the contract on `transport`. Whatever is wrong with a message becomes a `Result`; nothing is thrown across. */
export const createIpcServer = ({
  transport,
  handlers,
  sources,
  clock,
  random,
  log,
  trusted,
  observeOnly,
  sentenceOf,
}: Deps): IpcServer => {
  const publisher = createPublisher({ sources, clock, random, log, send: (window, push) => transport.send(window, CHANNEL.push, push) });

  const senderFault = (sender: Sender): AppError | null => {
    const { frame, window } = sender;
    if (frame?.main && trusted({ window, origin: frame.origin })) return null;
    const why = frame === null ? "its frame is gone" : frame.main ? "its window or origin is not ours" : "it is not the main frame";
    log.warn({ window, origin: frame?.origin ?? null, why }, "a message was refused for its sender");
    return appError("forbidden", `this sender may not ask: ${why}`, { reason: "sender" });
  };

  /** Sender, size, envelope: in this order, before a name is looked at. */
  const admit = <T>(sender: Sender, message: unknown, schema: z.ZodType<T>): Checked<T> => {
    const fault = senderFault(sender);
    if (fault) return err(fault);
    if (exceeds(message, MAX_CALL_CHARACTERS)) return err(appError("tooLarge", `a message may have ${MAX_CALL_CHARACTERS} characters`));
    const parsed = schema.safeParse(message);
    return parsed.success ? ok(parsed.data) : err(invalidInput(parsed.error, "message"));
  };

  const onCall = async (sender: Sender, message: unknown): Promise<Checked<unknown>> => {
    const call = admit(sender, message, Call);
    if (!call.ok) return call;
    const { name, input } = call.value;
    if (!isCallName(name)) return err(appError("unknownName", `there is no call ${JSON.stringify(name)}`));
    const entry: Entry = calls[name];
    const parsed = entry.input.safeParse(input);
    if (!parsed.success) return err(invalidInput(parsed.error, name));
    if (observeOnly() && (entry.kind === "command" || entry.whileObserving === false))
      return err(appError("forbidden", "this profile only observes", { reason: "observeOnly" }));
    // The parse above is what makes this argument the handler's own.
    const answer = await (handlers[name] as (input: unknown) => Result<unknown> | Promise<Result<unknown>>)(parsed.data);
    if (!answer.ok) return answer;
    const output = entry.output.safeParse(answer.value);
    if (!output.success) throw new Error(`the answer of ${name} breaks its schema: ${invalidInput(output.error, "answer").message}`);
    // Whoever acts on the answer finds what it changed already there.
    if (entry.kind !== "query") publisher.flush(sender.window);
    return ok(output.data);
  };

  const onSubscribe = async (sender: Sender, message: unknown): Promise<Checked<unknown>> => {
    const asked = admit(sender, message, Subscribe);
    if (!asked.ok) return asked;
    const { subscription, topic, params } = asked.value;
    if (!isTopicName(topic)) return err(appError("unknownName", `there is no topic ${JSON.stringify(topic)}`));
    const parsed = contract.topics[topic].params.safeParse(params);
    if (!parsed.success) return err(invalidInput(parsed.error, topic));
    return publisher.subscribe(sender.window, subscription, topic, parsed.data);
  };

  const onUnsubscribe = async (sender: Sender, message: unknown): Promise<Checked<unknown>> => {
    const asked = admit(sender, message, Unsubscribe);
    if (!asked.ok) return asked;
    publisher.unsubscribe(sender.window, asked.value.subscription);
    return ok({});
  };

  const guarded =
    (where: string, work: (sender: Sender, message: unknown) => Promise<Checked<unknown>>) =>
    async (sender: Sender, message: unknown): Promise<Checked<unknown>> => {
      try {
        return await work(sender, message);
      } catch (error) {
        return err(sentenceOf?.(error) ?? internalFault({ log, random }, error, where));
      }
    };

  transport.handle(CHANNEL.call, guarded("call", onCall));
  transport.handle(CHANNEL.subscribe, guarded("subscribe", onSubscribe));
  transport.handle(CHANNEL.unsubscribe, guarded("unsubscribe", onUnsubscribe));
  transport.onGone((window) => publisher.dropWindow(window));

  return {
    close: () => {
      publisher.close();
      transport.close();
    },
  };
};

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);
const isTopicName = (name: string): name is TopicName => Object.hasOwn(contract.topics, name);
