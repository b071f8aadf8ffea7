/** The DevTools protocol over Chromium's pipe (file descriptors 3 and 4): it dies with either side, and needs no port. */
import type { Readable, Writable } from "node:stream";
import type { Protocol } from "../../node_modules/playwright-core/types/protocol.d.ts";

type Method = keyof Protocol.CommandParameters;
export type CdpEventName = keyof Protocol.Events;
export type { Protocol };

export type Cdp = {
  /** Rejects with Chromium's own words; also when the browser or the target is gone. */
  send<M extends Method>(method: M, params?: Protocol.CommandParameters[M], sessionId?: string): Promise<Protocol.CommandReturnValues[M]>;
  /** Every event of a session (undefined: the browser's own). The answer stops listening. */
  on<E extends CdpEventName>(sessionId: string | undefined, name: E, listener: (event: Protocol.Events[E]) => void): () => void;
  /** Settles when the pipe has closed. */
  closed: Promise<void>;
};

type Incoming = { id?: number; result?: unknown; error?: { message: string }; method?: string; params?: unknown; sessionId?: string };

const keyOf = (sessionId: string | undefined, name: string): string => `${sessionId ?? ""} ${name}`;

export const createCdp = (toBrowser: Writable, fromBrowser: Readable): Cdp => {
  const waiting = new Map<number, { method: string; resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  let last = 0;
  let gone = false;
  let rest = Buffer.alloc(0);

  const receive = (message: Incoming): void => {
    if (message.id !== undefined) {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) call?.reject(new Error(`${call.method}: ${message.error.message}`));
      else call?.resolve(message.result);
      return;
    }
    for (const listener of listeners.get(keyOf(message.sessionId, message.method ?? "")) ?? []) listener(message.params);
  };

  fromBrowser.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      const text = Buffer.concat([rest, chunk.subarray(from, end)]).toString("utf8");
      rest = Buffer.alloc(0);
      from = end + 1;
      receive(JSON.parse(text) as Incoming);
    }
    rest = Buffer.concat([rest, chunk.subarray(from)]);
  });

  const closed = new Promise<void>((resolve) => {
    const end = (): void => {
      gone = true;
      for (const call of waiting.values()) call.reject(new Error(`${call.method}: the browser is gone`));
      waiting.clear();
      resolve();
    };
    fromBrowser.on("close", end).on("error", end);
    toBrowser.on("error", end);
  });

  return {
    send: (method, params, sessionId) =>
      new Promise((resolve, reject) => {
        if (gone) {
          reject(new Error(`${method}: the browser is gone`));
          return;
        }
        const id = ++last;
        waiting.set(id, { method, resolve, reject });
        toBrowser.write(`${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`);
      }),
    on: (sessionId, name, listener) => {
      const key = keyOf(sessionId, name);
      const present = listeners.get(key) ?? new Set();
      listeners.set(key, present.add(listener as (event: unknown) => void));
      return () => void present.delete(listener as (event: unknown) => void);
    },
    closed,
  };
};
