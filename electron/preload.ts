/** The bridge: `window.bridge` with call and subscribe, over four channels. Sandboxed; may not know what any entry means. */
import { contextBridge, ipcRenderer } from "electron";
import type { Bridge } from "../shared/bridge.ts";
import { CHANNEL } from "../shared/contract/channels.ts";
import type { Push } from "../shared/contract/kinds.ts";
import type { Result } from "../shared/result.ts";

const listeners = new Map<string, (push: Push) => void>();

ipcRenderer.on(CHANNEL.push, (_event, push: Push) => {
  const listener = listeners.get(push.subscription);
  if (push.kind === "closed") listeners.delete(push.subscription);
  listener?.(push);
});

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(CHANNEL.call, { name, input }),
  subscribe: (topic, params, listener) => {
    // Unique across loads, so that a push meant for the page before this one finds no listener.
    const subscription = crypto.randomUUID();
    listeners.set(subscription, listener);
    void ipcRenderer.invoke(CHANNEL.subscribe, { subscription, topic, params }).then(
      (answer: Result<unknown>) => {
        if (answer.ok || !listeners.delete(subscription)) return;
        listener({ kind: "closed", subscription, revision: 0, error: answer.error });
      },
      // Main is gone; the missing heartbeat says so.
      () => {},
    );
    return () => {
      if (listeners.delete(subscription)) void ipcRenderer.invoke(CHANNEL.unsubscribe, { subscription }).catch(() => {});
    };
  },
};

contextBridge.exposeInMainWorld("bridge", bridge);
