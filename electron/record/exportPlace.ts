/** Where files for people go: the profile's own folder of exports, under a name that is free. */
import type { Files } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";

const EXPORTS = "exports";
const MAX_NAME = 40;

/** `record-room-1-20260131-094501`: what it is, of the workstation's clock in UTC. `of` null: of everything. */
export const exportName = (what: string, of: string | null, wall: number): string => {
  const stamp = new Date(wall).toISOString().replaceAll(/[-:]/g, "").replace("T", "-").slice(0, "YYYYMMDD-HHMMSS".length);
  const named = of === null ? "" : `-${of.replaceAll(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, MAX_NAME)}`;
  return `${what}${named}-${stamp}`;
};

/** The path to write to; two exports within one second have two names. */
export const exportPlace = (files: Files, folder: string, name: string, ending: string): Result<string> => {
  const exports = files.join(folder, EXPORTS);
  const made = files.makeFolder(exports);
  if (!made.ok)
    return err(
      appError("unavailable", `${exports} cannot be made: ${made.error.detail}`, { reason: "recordFile", params: { path: exports } }),
    );
  for (let count = 1; ; count += 1) {
    const path = files.join(exports, `${name}${count === 1 ? "" : `-${count}`}.${ending}`);
    if (!files.exists(path)) return ok(path);
  }
};
