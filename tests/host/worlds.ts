/** The two worlds of a page: the preload in an isolated one, the page's own beside it, and the bridge between them. Functions here are sent into the page as source. */
// oxlint-disable unicorn/consistent-function-scoping -- each function is sent as it stands, so it holds all that it needs
import { createCodec } from "./codec.ts";

export const PRELOAD_WORLD = "console-preload";
/** What the isolated world calls to speak to main; a CDP binding, only there. */
export const TO_MAIN = "__consoleToMain";
/** What main calls in the isolated world. */
export const FROM_MAIN = "__consoleFromMain";

/** From the preload's world to main. */
export type ToMain =
  | { kind: "invoke"; id: number; channel: string; args: unknown[] }
  | { kind: "send"; channel: string; args: unknown[] }
  | { kind: "open"; url: string; frameName: string; features: string };
/** From main to the preload's world. */
export type FromMain = { kind: "message"; channel: string; args: unknown[] } | { kind: "answer"; id: number; ok: boolean; value: unknown };

type Codecs = typeof createCodec;

/**
 * One end of the wire between the two worlds. DOM events are synchronous and reach both worlds; only text survives in their detail.
 * A function or promise stays where it was made and is called from the other side by number.
 */
const createWire = (codecs: Codecs, outgoing: string, incoming: string, onExpose: (key: string, api: unknown) => void) => {
  type Message =
    | { kind: "expose"; key: string; api: unknown }
    | { kind: "call"; id: number; call: number; args: unknown[] }
    | { kind: "return"; call: number; ok: boolean; value: unknown }
    | { kind: "settle"; id: number; ok: boolean; value: unknown };
  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  const returns = new Map<number, { ok: boolean; value: unknown }>();
  let last = 0;
  const say = (message: Message): boolean => window.dispatchEvent(new CustomEvent(outgoing, { detail: codec.encode(message) }));
  const codec = codecs({
    standIn: (value) => {
      if (typeof value === "function") {
        functions.set(++last, value as (...args: unknown[]) => unknown);
        return ["function", last];
      }
      if (value instanceof Promise) {
        const id = ++last;
        value.then(
          (settled) => say({ kind: "settle", id, ok: true, value: settled }),
          (error: unknown) => say({ kind: "settle", id, ok: false, value: error }),
        );
        return ["promise", id];
      }
      return null;
    },
    meaning: (tag, id) => {
      if (tag === "promise") return new Promise((resolve, reject) => promises.set(id, { resolve, reject }));
      return (...args: unknown[]) => {
        const call = ++last;
        say({ kind: "call", id, call, args });
        const returned = returns.get(call);
        returns.delete(call);
        if (returned === undefined) throw new Error("the other world did not answer");
        if (!returned.ok) throw returned.value;
        return returned.value;
      };
    },
  });
  window.addEventListener(incoming, (event) => {
    const message = codec.decode((event as CustomEvent<string>).detail) as Message;
    if (message.kind === "expose") onExpose(message.key, message.api);
    if (message.kind === "return") returns.set(message.call, message);
    if (message.kind === "settle") {
      const waiting = promises.get(message.id);
      promises.delete(message.id);
      if (message.ok) waiting?.resolve(message.value);
      else waiting?.reject(message.value);
    }
    if (message.kind === "call") {
      let answer: Message;
      try {
        answer = { kind: "return", call: message.call, ok: true, value: functions.get(message.id)?.(...message.args) };
      } catch (error) {
        answer = { kind: "return", call: message.call, ok: false, value: error };
      }
      say(answer);
    }
  });
  return { expose: (key: string, api: unknown) => say({ kind: "expose", key, api }) };
};

const runPageWorld = (codecs: Codecs, wires: typeof createWire, names: { toPage: string; toPreload: string; opens: string }): void => {
  const frozen = (value: unknown): unknown => {
    if (value !== null && typeof value === "object") {
      for (const item of Object.values(value)) frozen(item);
      Object.freeze(value);
    }
    return value;
  };
  // Chromium cannot be told to open no window, so the page never gets that far; like Electron's denial the answer is null.
  const opens = (url: string, frameName: string, features: string): null => {
    const detail = JSON.stringify({ url: new URL(url, document.baseURI).href, frameName, features });
    window.dispatchEvent(new CustomEvent(names.opens, { detail }));
    return null;
  };
  window.open = (url = "about:blank", frameName = "", features = "") => opens(String(url), frameName, features);
  window.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href][target]") : null;
    if (link === null || event.defaultPrevented || link.target === "_self" || link.target === "_top") return;
    event.preventDefault();
    opens(link.href, link.target, "");
  });
  wires(codecs, names.toPreload, names.toPage, (key, api) => {
    Object.defineProperty(window, key, { value: frozen(api), enumerable: true, configurable: false, writable: false });
  });
};

const runPreloadWorld = (
  codecs: Codecs,
  wires: typeof createWire,
  names: { toPage: string; toPreload: string; opens: string; toMain: string; fromMain: string; platform: string },
  preload: (require: unknown, module: unknown, exports: unknown, process: unknown) => void,
): void => {
  const strict = <T extends object>(name: string, members: T): T =>
    new Proxy(members, {
      get: (target, member) => {
        if (Reflect.has(target, member) || typeof member === "symbol") return Reflect.get(target, member) as unknown;
        throw new Error(`tests/host does not offer ${name}.${member}`);
      },
    });
  type Listener = (event: object, ...args: unknown[]) => void;
  const worldGlobals = globalThis as unknown as Record<string, (text: string) => void>;
  const codec = codecs();
  const listeners = new Map<string, Set<Listener>>();
  const invocations = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  let last = 0;
  const send = (message: ToMain): void => worldGlobals[names.toMain]?.(codec.encode(message));
  worldGlobals[names.fromMain] = (text) => {
    const message = codec.decode(text) as FromMain;
    if (message.kind === "message") {
      for (const listener of listeners.get(message.channel) ?? []) listener({ senderId: 0, ports: [] }, ...message.args);
      return;
    }
    const invocation = invocations.get(message.id);
    invocations.delete(message.id);
    if (message.ok) invocation?.resolve(message.value);
    else invocation?.reject(message.value);
  };
  window.addEventListener(names.opens, (event) => {
    const { url, frameName, features } = JSON.parse((event as CustomEvent<string>).detail) as {
      url: string;
      frameName: string;
      features: string;
    };
    send({ kind: "open", url, frameName, features });
  });
  const off = (channel: string, listener: Listener): void => void listeners.get(channel)?.delete(listener);
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        invocations.set(id, { resolve, reject });
        send({ kind: "invoke", id, channel, args });
      }),
    send: (channel: string, ...args: unknown[]) => send({ kind: "send", channel, args }),
    on: (channel: string, listener: Listener) => {
      const present = listeners.get(channel) ?? new Set();
      listeners.set(channel, present.add(listener));
    },
    off,
    removeListener: off,
  };
  const wire = wires(codecs, names.toPage, names.toPreload, () => undefined);
  const electron = strict("electron", {
    ipcRenderer: strict("ipcRenderer", ipcRenderer),
    contextBridge: strict("contextBridge", { exposeInMainWorld: wire.expose }),
  });
  const require = (name: string): unknown => {
    if (name !== "electron") throw new Error(`a sandboxed preload cannot require ${name}`);
    return electron;
  };
  const module = { exports: {} };
  preload(require, module, module.exports, strict("process", { platform: names.platform, env: {} }));
};

/** Scripts for each new document. Both run before the page's own; the page's end of the wire is laid first. Neither runs in a frame inside the page. */
export const worldScripts = (preloadSource: string, secret: string): { page: string; preload: string } => {
  const names = {
    toPage: `${secret}-to-page`,
    toPreload: `${secret}-to-preload`,
    opens: `${secret}-opens`,
    toMain: TO_MAIN,
    fromMain: FROM_MAIN,
    platform: process.platform,
  };
  const inTopFrame = (body: string): string => `if (window === window.top) { ${body} }`;
  const given = `(${String(createCodec)}), (${String(createWire)}), ${JSON.stringify(names)}`;
  return {
    page: inTopFrame(`(${String(runPageWorld)})(${given});`),
    preload: inTopFrame(`(${String(runPreloadWorld)})(${given}, function (require, module, exports, process) {\n${preloadSource}\n});`),
  };
};
