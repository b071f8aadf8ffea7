/** An unexpected throw: its details go into the log, a reference goes out. */
import type { Log, Random } from "../../shared/ports.ts";
import { type AppError, appError } from "../../shared/result.ts";

/** Runs that could be a token, a certificate or a key. */
const SECRET_LIKE = /[A-Za-z0-9+/=_-]{24,}/g;
const MESSAGE_CHARACTERS = 300;

/** Logs `error` with what looks like a secret blanked, and answers the error that may cross IPC. */
export const internalFault = (deps: { log: Log; random: Random }, error: unknown, where: string): AppError => {
  const reference = deps.random.uuid().slice(0, 8);
  const known = error instanceof Error ? error : new Error(typeof error);
  // The frames alone: the first lines of a stack repeat the message, which may carry the input.
  const frames = known.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  deps.log.error(
    {
      reference,
      where,
      kind: known.name,
      detail: known.message.slice(0, MESSAGE_CHARACTERS).replace(SECRET_LIKE, "…"),
      frames: frames.slice(0, 12),
    },
    "an unexpected error was kept from the window",
  );
  return appError("internal", `something unexpected went wrong; the log has it under ${reference}`, { reference });
};
