/** What the commands themselves say where no service has: why one ended, and why one cannot be asked. */
import type { CommandFailure } from "../../shared/model/command.ts";
import type { DatabaseFault } from "../../shared/ports.ts";
import { type AppError, appError } from "../../shared/result.ts";

const failure = (code: string, detail: string): CommandFailure => ({ code, httpStatus: null, businessCode: null, detail });
export const cutOff = failure("cutOff", "the console ended while it was under way");
export const lookedAt = failure("outcomeUnknown", "a person has looked and let it go");
export const missed = failure("missed", "its time passed while it could not be sent");

export const idInUse = (id: string): AppError =>
  appError("conflict", `command ${id} was asked before with another request`, { reason: "commandId" });

export const diskError = (fault: DatabaseFault): AppError =>
  appError("unavailable", `the outbox cannot be written or read: ${fault.detail}`, {
    reason: `outbox${fault.kind.charAt(0).toUpperCase()}${fault.kind.slice(1)}`,
  });
