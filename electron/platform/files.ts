/** Small files, read and written whole. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileFault, Files } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";

const KIND: Readonly<Record<string, FileFault["kind"]>> = {
  ENOENT: "missing",
  ENOTDIR: "missing",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ENOSPC: "full",
  EDQUOT: "full",
};

const faultOf = (error: unknown): FileFault => {
  const { code, message } = error as NodeJS.ErrnoException;
  return { kind: KIND[code ?? ""] ?? "other", detail: message };
};

const attempt = <T>(work: () => T): Result<T, FileFault> => {
  try {
    return ok(work());
  } catch (error) {
    return err(faultOf(error));
  }
};

/** A folder cannot be opened for syncing on Windows; there the rename itself is journalled. */
const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

const writeWhole = (path: string, text: string): void => {
  const beside = `${path}.${process.pid}.part`;
  try {
    const handle = openSync(beside, "w", 0o600);
    try {
      const bytes = Buffer.from(text, "utf8");
      for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
};

export const createFiles = (): Files => ({
  join: (...parts) => join(...parts),
  readText: (path) => attempt(() => readFileSync(path, "utf8")),
  writeText: (path, text) => attempt(() => writeWhole(path, text)),
  makeFolder: (path) =>
    attempt(() => {
      mkdirSync(path, { recursive: true, mode: 0o700 });
    }),
  exists: (path) => existsSync(path),
  rename: (from, to) => attempt(() => renameSync(from, to)),
  list: (folder) => attempt(() => readdirSync(folder)),
});
