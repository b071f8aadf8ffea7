/** The log: JSON lines by pino, without secrets. */
import { mkdirSync, openSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { destination, type Logger, pino } from "pino";
import type { Log, LogFields } from "../../shared/ports.ts";
import { scrub, scrubText } from "./scrub.ts";

/** A log file that has grown beyond this is set aside as `<file>.1` at start, bytes. */
const SET_ASIDE_BYTES = 10 * 1024 * 1024;
const STANDARD_ERROR = 2;

const openLogFile = (path: string): number => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > SET_ASIDE_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, "a", 0o600);
};

const wrap = (logger: Logger): Log => {
  const at =
    (level: "debug" | "info" | "warn" | "error") =>
    (fields: LogFields, message: string): void =>
      logger[level](scrub(fields), scrubText(message));
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    child: (fields) => wrap(logger.child(scrub(fields) as Record<string, unknown>)),
  };
};

/** Writes to `file`, or to standard error where `file` is null or cannot be opened. A line is written before the call returns: a process that ends at once leaves them whole and in order. */
export const createLog = (options: { file: string | null; level?: "debug" | "info" | "warn" | "error" | "silent" }): Log => {
  let descriptor = STANDARD_ERROR;
  let refused: unknown = null;
  try {
    if (options.file !== null) descriptor = openLogFile(options.file);
  } catch (error) {
    refused = error;
  }
  const stream = destination({ fd: descriptor, sync: true });
  // A disk that is full must not end the process through its log.
  stream.on("error", () => undefined);
  const log = wrap(pino({ level: options.level ?? "info", base: null }, stream));
  if (refused !== null) log.warn({ error: refused }, "the log file cannot be opened; the log goes to standard error");
  return log;
};
