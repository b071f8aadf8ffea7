import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bridge } from "../../../shared/bridge.ts";
import { CHANNEL } from "../../../shared/contract/channels.ts";
import type { Push } from "../../../shared/contract/kinds.ts";

type Invocation = { channel: string; message: unknown };

/** Electron's side of the preload, as far as a preload may see it. */
const electron = vi.hoisted(() => ({
  invocations: [] as Invocation[],
  answer: (_channel: string): unknown => ({ ok: true, value: {} }),
  pushTo: (_event: unknown, _push: unknown): void => {},
  exposed: new Map<string, unknown>(),
}));
vi.mock("electron", () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => electron.exposed.set(name, value) },
  ipcRenderer: {
    invoke: async (channel: string, message: unknown) => {
      electron.invocations.push({ channel, message });
      return electron.answer(channel);
    },
    on: (channel: string, listener: typeof electron.pushTo) => {
      if (channel === "console:push") electron.pushTo = listener;
    },
  },
}));

const settle = () => new Promise((resolve) => setImmediate(resolve));
let bridge: Bridge;
beforeEach(async () => {
  vi.resetModules();
  await import("../../../electron/preload.ts");
  bridge = electron.exposed.get("bridge") as Bridge;
});
afterEach(() => {
  electron.invocations.length = 0;
  electron.exposed.clear();
  electron.answer = () => ({ ok: true, value: {} });
});

const push = (subscription: string, revision: number): Push => ({ kind: "value", subscription, revision, value: { beat: revision } });
const subscriptionOf = ({ message }: Invocation): string => (message as { subscription: string }).subscription;

describe("the bridge", () => {
  it("is call and subscribe, and nothing else", () => {
    expect([...electron.exposed.keys()]).toEqual(["bridge"]);
    expect(Object.keys(bridge).sort()).toEqual(["call", "subscribe"]);
  });

  it("passes a call on by name and input, and its answer back as it is", async () => {
    electron.answer = () => ({ ok: false, error: { code: "conflict", message: "no" } });
    expect(await bridge.call("app.info", {})).toEqual({ ok: false, error: { code: "conflict", message: "no" } });
    expect(electron.invocations).toEqual([{ channel: CHANNEL.call, message: { name: "app.info", input: {} } }]);
  });

  it("gives each subscription only its own pushes, and none after its end", async () => {
    const heard: [string, Push][] = [];
    const stop = bridge.subscribe("heartbeat", {}, (one) => void heard.push(["a", one]));
    bridge.subscribe("settings", {}, (one) => void heard.push(["b", one]));
    const [first = "", second = ""] = electron.invocations.map(subscriptionOf);
    expect(first).not.toBe(second);
    electron.pushTo({}, push(first, 1));
    electron.pushTo({}, push(second, 1));
    stop();
    stop();
    electron.pushTo({}, push(first, 2));
    await settle();
    expect(heard.map(([who, one]) => [who, one.revision])).toEqual([
      ["a", 1],
      ["b", 1],
    ]);
    expect(electron.invocations.filter(({ channel }) => channel === CHANNEL.unsubscribe).map(subscriptionOf)).toEqual([first]);
  });

  it("tells a refused subscription as closed, once", async () => {
    const error = { code: "notFound", message: "no such room" };
    electron.answer = () => ({ ok: false, error });
    const heard: Push[] = [];
    const stop = bridge.subscribe("room", { roomUuid: "x" }, (one) => void heard.push(one));
    await settle();
    expect(heard).toMatchObject([{ kind: "closed", error }]);
    stop();
    expect(electron.invocations.map(({ channel }) => channel)).toEqual([CHANNEL.subscribe]);
  });

  it("forgets a subscription that main has closed", async () => {
    const heard: Push[] = [];
    bridge.subscribe("heartbeat", {}, (one) => void heard.push(one));
    const subscription = electron.invocations.map(subscriptionOf)[0] ?? "";
    electron.pushTo({}, { kind: "closed", subscription, revision: 2, error: { code: "internal", message: "" } });
    electron.pushTo({}, push(subscription, 3));
    await settle();
    expect(heard).toHaveLength(1);
  });

  it("is quiet when main is gone: the missing heartbeat tells it", async () => {
    electron.answer = () => {
      throw new Error("main is gone");
    };
    const heard: Push[] = [];
    bridge.subscribe("heartbeat", {}, (one) => void heard.push(one))();
    await settle();
    expect(heard).toEqual([]);
  });
});
