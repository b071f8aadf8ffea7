/** What the ipc room needs of the wire, so that it runs on Electron and in a test alike. Types only. */

export type Sender = {
  /** Which window speaks. */
  window: number;
  /** The frame that spoke; null where it was gone before the message could be looked at. */
  frame: { origin: string; main: boolean } | null;
};

export type Transport = {
  /** Answers every message on `channel`. The listener never throws. */
  handle(channel: string, listener: (sender: Sender, message: unknown) => Promise<unknown>): void;
  /** False where the window is gone. */
  send(window: number, channel: string, payload: unknown): boolean;
  /** Told when a window's page is gone: closed, crashed, or another load in its place. */
  onGone(listener: (window: number) => void): void;
  close(): void;
};
