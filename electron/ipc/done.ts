/** An answer that says nothing but that it is done. */
import { ok, type Result } from "../../shared/result.ts";

export const done = (result: Result<void>): Result<Record<string, never>> => (result.ok ? ok({}) : result);
