import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createElectronTransport } from "../../../electron/ipc/electronTransport.ts";
import type { Sender } from "../../../electron/ipc/transport.ts";

const handlers = vi.hoisted(() => new Map<string, (event: unknown, message: unknown) => unknown>());
vi.mock("electron", () => ({
  ipcMain: {
    handle: (channel: string, handler: (event: unknown, message: unknown) => unknown) => void handlers.set(channel, handler),
    removeHandler: (channel: string) => void handlers.delete(channel),
  },
}));

/** A window's contents as Electron has them. */
const createContents = (id: number) => {
  const events = new EventEmitter();
  let destroyed = false;
  const sent: unknown[][] = [];
  let sendFault: Error | null = null;
  return Object.assign(events, {
    id,
    sent,
    isDestroyed: () => destroyed,
    destroy: () => {
      destroyed = true;
      events.emit("destroyed");
    },
    failSending: () => {
      sendFault = new Error("Render frame was disposed");
    },
    send: (...args: unknown[]) => {
      if (sendFault) throw sendFault;
      sent.push(args);
    },
  });
};

const say = (contents: object, senderFrame: unknown) => handlers.get("channel")?.({ sender: contents, senderFrame }, "hello");

const open = () => {
  const transport = createElectronTransport();
  const senders: Sender[] = [];
  const gone: number[] = [];
  transport.handle("channel", async (sender, message) => {
    senders.push(sender);
    return message;
  });
  transport.onGone((window) => void gone.push(window));
  return { transport, senders, gone };
};
const mainFrame = { origin: "console://app", parent: null };
beforeEach(() => handlers.clear());

describe("the wire as Electron has it", () => {
  it("says which window and which frame speaks", async () => {
    const { senders } = open();
    const contents = createContents(7);
    expect(await say(contents, mainFrame)).toBe("hello");
    await say(contents, { origin: "https://example.com", parent: mainFrame });
    await say(contents, null);
    const disposed = {
      get origin(): string {
        throw new Error("Render frame was disposed");
      },
    };
    await say(contents, disposed);
    expect(senders).toEqual([
      { window: 7, frame: { origin: "console://app", main: true } },
      { window: 7, frame: { origin: "https://example.com", main: false } },
      { window: 7, frame: null },
      { window: 7, frame: null },
    ]);
  });

  it("sends to a window that has spoken, and says when it cannot", async () => {
    const { transport } = open();
    const contents = createContents(7);
    expect(transport.send(7, "push", 1)).toBe(false);
    await say(contents, mainFrame);
    expect(transport.send(7, "push", 1)).toBe(true);
    expect(contents.sent).toEqual([["push", 1]]);
    contents.failSending();
    expect(transport.send(7, "push", 2)).toBe(false);
    contents.destroy();
    expect(transport.send(7, "push", 3)).toBe(false);
  });

  it("tells that a page is gone: another load, a crash, a closed window; each once", async () => {
    const { gone } = open();
    const contents = createContents(7);
    await say(contents, mainFrame);
    await say(contents, mainFrame);
    contents.emit("did-navigate");
    contents.emit("render-process-gone");
    contents.destroy();
    expect(gone).toEqual([7, 7, 7]);
  });

  it("answers nobody once it is closed", () => {
    const { transport } = open();
    transport.close();
    expect([...handlers.keys()]).toEqual([]);
  });
});
