/** Small files, read and written whole. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
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

const writeAll = (handle: number, text: string): void => {
  const bytes = Buffer.from(text, "utf8");
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
};

const writeWhole = (path: string, text: string): void => {
  const beside = `${path}.${process.pid}.part`;
  try {
    const handle = openSync(beside, "w", 0o600);
    try {
      writeAll(handle, text);
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

const PIECE_BYTES = 256 * 1024;

const openReader = (path: string): ReturnType<Files["reader"]> =>
  attempt(() => {
    const handle = openSync(path, "r");
    return {
      next: () =>
        attempt(() => {
          const piece = Buffer.alloc(PIECE_BYTES);
          const length = readSync(handle, piece);
          return length === 0 ? null : piece.subarray(0, length);
        }),
      close: () => closeSync(handle),
    };
  });

const openWriter: Files["writer"] = (path, { append } = { append: false }) =>
  attempt(() => {
    const handle = openSync(path, append ? "a" : "w", 0o600);
    return {
      write: (text: string) => attempt(() => writeAll(handle, text)),
      close: () =>
        attempt(() => {
          try {
            fsyncSync(handle);
          } finally {
            closeSync(handle);
          }
        }),
    };
  });

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
  remove: (path) => attempt(() => rmSync(path)),
  reader: openReader,
  writer: openWriter,
});
