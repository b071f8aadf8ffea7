/** The typed way to main. The only file that sees `window.bridge`. */
import type { Bridge as WindowBridge } from "../shared/bridge.ts";
import type { Push } from "../shared/contract/kinds.ts";
import type { CallInput, CallName, CallOutput, TopicName, TopicParams } from "../shared/contract.ts";
import { appError, err, type Result } from "../shared/result.ts";
import type { RendererClock } from "./clock.ts";

declare global {
  interface Window {
    bridge?: WindowBridge;
  }
}

export type Bridge = {
  /** Never rejects. No answer within `ANSWER_WITHIN_MS` is `unavailable`. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>;
  subscribe<N extends TopicName>(topic: N, params: TopicParams<N>, listener: (push: Push) => void): () => void;
};

/** Longer than any honest answer of main; adding 1,000 rooms is answered as they are checked, and gets its own time. */
const ANSWER_WITHIN_MS = 15_000;
const SLOW_ANSWER_WITHIN_MS = 10 * 60_000;
const slowCalls: ReadonlySet<CallName> = new Set<CallName>([
  "rooms.add",
  "certificate.save",
  "certificate.forget",
  "connection.test",
  "profiles.import",
  "profiles.switch",
  "token.build",
  "record.verify",
  "record.export",
  "exams.report",
  "chatUsers.lookUp",
  "chatUsers.register",
  "chatUsers.issueToken",
]);

export const createBridge = (raw: WindowBridge, clock: RendererClock): Bridge => ({
  call: async <N extends CallName>(name: N, input: CallInput<N>) => {
    let stop = (): void => undefined;
    const silence = new Promise<Result<never>>((resolve) => {
      const limit = slowCalls.has(name) ? SLOW_ANSWER_WITHIN_MS : ANSWER_WITHIN_MS;
      stop = clock.after(limit, () => resolve(err(appError("unavailable", `${name}: main did not answer`, { reason: "noAnswer" }))));
    });
    const answer = raw.call(name, input).catch((error: unknown) => err(appError("internal", `${name}: ${String(error)}`)));
    const result = await Promise.race([answer, silence]);
    stop();
    return result;
  },
  subscribe: (topic, params, listener) => raw.subscribe(topic, params, listener),
});

/** A fresh id: for a command, so that asking twice is asking once, or for something that is kept. */
export const newId = (): string => crypto.randomUUID();

/** The bridge of this window; null where the page is not inside the console. */
export const windowBridge = (): WindowBridge | null => window.bridge ?? null;
