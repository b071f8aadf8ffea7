/** `ipcMain`: handlers and listeners by channel. */
import { createEvents } from "./events.ts";
import { strict } from "./strict.ts";

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

export const createIpcMain = () => {
  const { emitter, members } = createEvents<Electron.IpcMain>();
  const handlers = new Map<string, Handler>();
  return {
    ipcMain: strict("ipcMain", {
      ...members,
      handle: (channel, handler) => {
        if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
        handlers.set(channel, handler as Handler);
      },
      removeHandler: (channel) => void handlers.delete(channel),
    } satisfies Pick<Electron.IpcMain, "on" | "once" | "off" | "removeListener" | "handle" | "removeHandler">),
    /** Settles as the handler does; rejects in the words that Electron uses. */
    invoke: async (event: Electron.IpcMainInvokeEvent, channel: string, args: unknown[]): Promise<unknown> => {
      try {
        const handler = handlers.get(channel);
        if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
        return await handler(event, ...args);
      } catch (error) {
        throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error });
      }
    },
    message: (event: Electron.IpcMainEvent, channel: string, args: unknown[]): void => void emitter.emit(channel, event, ...args),
  };
};
