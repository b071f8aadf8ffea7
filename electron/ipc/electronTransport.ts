/** The wire as Electron has it. The only file that touches `ipcMain`. */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import type { Sender, Transport } from "./transport.ts";

const senderOf = (event: IpcMainInvokeEvent): Sender => {
  try {
    const frame = event.senderFrame;
    return { window: event.sender.id, frame: frame && { origin: frame.origin, main: frame.parent === null } };
  } catch {
    // A frame that is disposed between the message and this line throws on every property.
    return { window: event.sender.id, frame: null };
  }
};

export const createElectronTransport = (): Transport => {
  const windows = new Map<number, WebContents>();
  const goneListeners: ((window: number) => void)[] = [];
  const channels: string[] = [];

  const gone = (window: number): void => {
    for (const listener of goneListeners) listener(window);
  };

  const know = (contents: WebContents): void => {
    const window = contents.id;
    if (windows.has(window)) return;
    windows.set(window, contents);
    // `did-navigate` and not `did-start-navigation`: the latter also comes before a navigation that is then refused.
    contents.on("did-navigate", () => gone(window));
    contents.on("render-process-gone", () => gone(window));
    contents.once("destroyed", () => {
      windows.delete(window);
      gone(window);
    });
  };

  return {
    handle: (channel, listener) => {
      channels.push(channel);
      ipcMain.handle(channel, (event, message: unknown) => {
        know(event.sender);
        return listener(senderOf(event), message);
      });
    },
    send: (window, channel, payload) => {
      const contents = windows.get(window);
      if (contents === undefined || contents.isDestroyed()) return false;
      try {
        contents.send(channel, payload);
        return true;
      } catch {
        return false;
      }
    },
    onGone: (listener) => {
      goneListeners.push(listener);
    },
    close: () => {
      for (const channel of channels) ipcMain.removeHandler(channel);
    },
  };
};
