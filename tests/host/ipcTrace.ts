/** Every message between page and main, as it crosses, in two files of a folder: for tests that look for what must not cross. */
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";

export type IpcTrace = { toMain(message: string): void; toPage(message: string): void };

/** `folder` left out: nothing is kept. Written at once, so that a killed process has told all. */
export const createIpcTrace = (folder: string | undefined): IpcTrace => {
  if (folder === undefined) return { toMain: () => undefined, toPage: () => undefined };
  const lineInto = (name: string): ((message: string) => void) => {
    const file = openSync(join(folder, name), "a", 0o600);
    return (message) => void writeSync(file, `${message}\n`);
  };
  return { toMain: lineInto("toMain"), toPage: lineInto("toPage") };
};
