/** Reads a whole database through and looks whether it hangs together. */
import { err, ok } from "../../../shared/result.ts";
import { damageMark } from "../quarantine.ts";
import { onReadOnly, type ReadJob } from "./job.ts";

const LINES = 10;

/**
 * Answers what is wrong with the database at `path`, at most ten lines; none where it is whole.
 * Damage is noted beside the file, so that the next start sets it aside.
 */
export const integrity: ReadJob<{ path: string }, string[]> = function* (world, { path }) {
  const checked = yield* onReadOnly<string[]>(world, path, function* (database) {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
    const lines: string[] = [];
    for (const { name } of tables) {
      try {
        const found = database.prepare(`PRAGMA quick_check('${String(name).replaceAll("'", "''")}')`).all();
        lines.push(...found.map((row) => String(row["quick_check"])).filter((line) => line !== "ok"));
      } catch (error) {
        const fault = world.driver.faultOf(error);
        if (fault === null) throw error;
        if (fault.kind !== "corrupt") return err(fault);
        lines.push(fault.detail);
      }
      if (lines.length >= LINES) break;
      yield;
    }
    return ok(lines.slice(0, LINES));
  });
  const damage = !checked.ok && checked.error.kind === "corrupt" ? ok([checked.error.detail]) : checked;
  if (damage.ok && damage.value.length > 0) world.files.writeText(damageMark(path), `${damage.value.join("\n")}\n`);
  return damage;
};
