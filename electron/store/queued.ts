/** Commands that wait in the outbox of a profile that does not run: counted, nothing else. */
import type { DatabaseDriver, Files } from "../../shared/ports.ts";

/** How many commands in the outbox at `path` have not ended; 0 where there is none, or it cannot be read now. */
export const countQueued = (deps: { driver: DatabaseDriver; files: Files }, path: string): number => {
  if (!deps.files.exists(path)) return 0;
  const opened = deps.driver.open(path, { durability: "FULL", readOnly: true });
  if (!opened.ok) return 0;
  try {
    return Number(opened.value.prepare("SELECT count(*) AS waiting FROM commands WHERE ended = 0").get()?.["waiting"] ?? 0);
  } catch (error) {
    if (deps.driver.faultOf(error) === null) throw error;
    return 0;
  } finally {
    opened.value.close();
  }
};
