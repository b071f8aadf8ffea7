/** Chromium's profile folders among the temporary files: each carries the process id of the host that made it. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "console-host-chromium-";

export const makeProfileFolder = (): string => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));

export const removeFolder = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A helper of Chromium still writes there; a later start removes it.
  }
};

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** What hosts left behind that were killed. */
export const removeLeftovers = (among: string): void => {
  for (const name of readdirSync(among)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !runs(pid)) removeFolder(join(among, name));
  }
};
