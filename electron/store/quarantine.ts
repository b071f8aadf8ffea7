/** A damaged database is set aside under a name with the date, kept for whoever wants to look into it, and never deleted. */
import type { Clock, FileFault, Files } from "../../shared/ports.ts";
import { ok, type Result } from "../../shared/result.ts";

/** The database and what SQLite keeps beside it: all three belong together. */
const PARTS = ["", "-wal", "-shm"] as const;

/** `20260131-094501`, of the workstation's clock in UTC. */
const stampOf = (clock: Clock): string =>
  new Date(clock.wall()).toISOString().replaceAll(/[-:]/g, "").replace("T", "-").slice(0, "YYYYMMDD-HHMMSS".length);

/** Renames `path` and its companions; answers the new name. Where a rename fails, nothing may be opened in its place. */
export const setAside = (deps: { files: Files; clock: Clock }, path: string): Result<string, FileFault> => {
  const stamped = `${path}.damaged-${stampOf(deps.clock)}`;
  let target = stamped;
  for (let count = 2; PARTS.some((part) => deps.files.exists(target + part)); count += 1) target = `${stamped}-${count}`;
  // The companions first: a database without its log would look whole, a log without its database cannot.
  for (const part of PARTS.toReversed()) {
    if (!deps.files.exists(path + part)) continue;
    const renamed = deps.files.rename(path + part, target + part);
    if (!renamed.ok) return renamed;
  }
  return ok(target);
};

/** Where a check notes the damage that it found in `path`, for the next start to act upon. */
export const damageMark = (path: string): string => `${path}.damage`;
