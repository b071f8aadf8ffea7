/** Reads that take too long for the main loop: what such a job is. May not write to a database, nor know which thread it runs in. */
import type { Database, DatabaseDriver, DatabaseFault, Files } from "../../../shared/ports.ts";
import type { Result } from "../../../shared/result.ts";

/** What a job may use. */
export type ReadWorld = { driver: DatabaseDriver; files: Files };

/**
 * One job, in steps: after each `yield` another job may have its turn, or this one may be cancelled (its `finally` runs).
 * A step should take some 20 ms at most. What the driver throws becomes a fault; the answer is cloned between threads, so it has a bound.
 */
export type ReadJob<I, O> = (world: ReadWorld, input: I) => Generator<void, Result<O, DatabaseFault>>;

/** Jobs of every shape, by name; each keeps its own types. */
export type ReadJobs = Readonly<Record<string, ReadJob<never, unknown>>>;
export type InputOf<J> = J extends ReadJob<infer I, unknown> ? I : never;
export type OutputOf<J> = J extends (...input: never) => Generator<void, Result<infer O, DatabaseFault>> ? O : never;

/** Runs `read` on a connection of its own that cannot write, and closes it however that ends. */
export function* onReadOnly<O>(
  world: ReadWorld,
  path: string,
  read: (database: Database) => Generator<void, Result<O, DatabaseFault>>,
): Generator<void, Result<O, DatabaseFault>> {
  const opened = world.driver.open(path, { durability: "NORMAL", readOnly: true });
  if (!opened.ok) return opened;
  try {
    return yield* read(opened.value);
  } finally {
    opened.value.close();
  }
}
