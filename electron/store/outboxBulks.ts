/** What was asked of many rooms at once: the asking itself, and how far its commands are. May not know what a command does. */
import { z } from "zod";
import { Bulk } from "../../shared/model/bulk.ts";
import { CommandState } from "../../shared/model/command.ts";
import type { Database, DatabaseFault } from "../../shared/ports.ts";
import type { Result } from "../../shared/result.ts";
import { type Attempt, readBody, readCommand, type StoredCommand } from "./outboxRows.ts";

/** What does not change while its commands do, but that it was stopped. */
export const StoredBulk = Bulk.omit({ counts: true, done: true }).extend({
  /** How many rooms were asked for, with those that were left out. */
  asked: z.int(),
});
export type StoredBulk = z.infer<typeof StoredBulk>;

export type BulkStore = {
  /** Inside a transaction of the caller's. */
  putBulk(bulk: StoredBulk): void;
  findBulk(id: string): Result<StoredBulk | null, DatabaseFault>;
  /** The latest, oldest first, with how many commands stand in each state. */
  loadBulks(latest: number): Result<Bulk[], DatabaseFault>;
  readBulk(id: string): Result<Bulk | null, DatabaseFault>;
  markStopped(id: string, at: number): Result<void, DatabaseFault>;
  /** Its commands in order. */
  commandsOf(id: string): Result<StoredCommand[], DatabaseFault>;
};

export const createBulkStore = (database: Database, attempt: Attempt): BulkStore => {
  const find = (id: string): StoredBulk | null => {
    const found = database.prepare("SELECT body FROM bulks WHERE id = ?").get(id);
    return found === undefined ? null : readBody(StoredBulk, found["body"]);
  };
  const counted = ({ asked: _asked, ...bulk }: StoredBulk): Bulk => {
    const counts: Bulk["counts"] = {};
    let done = 0;
    const states = database.prepare("SELECT state, count(*) AS many, sum(ended) AS ended FROM commands WHERE bulk = ? GROUP BY state");
    for (const { state, many, ended } of states.all(bulk.id)) {
      counts[CommandState.parse(state)] = Number(many);
      done += Number(ended);
    }
    return { ...bulk, counts, done };
  };

  return {
    putBulk: (bulk) => void database.prepare("INSERT INTO bulks (id, body) VALUES (?, ?)").run(bulk.id, JSON.stringify(bulk)),
    findBulk: (id) => attempt(() => find(id)),
    loadBulks: (latest) =>
      attempt(() =>
        database
          .prepare("SELECT body FROM bulks ORDER BY number DESC LIMIT ?")
          .all(latest)
          .map(({ body }) => counted(readBody(StoredBulk, body)))
          .reverse(),
      ),
    readBulk: (id) =>
      attempt(() => {
        const found = find(id);
        return found === null ? null : counted(found);
      }),
    markStopped: (id, at) =>
      attempt(() => {
        const found = find(id);
        if (found === null) return;
        database.prepare("UPDATE bulks SET body = ? WHERE id = ?").run(JSON.stringify({ ...found, stoppedAt: at }), id);
      }),
    commandsOf: (id) =>
      attempt(() =>
        database
          .prepare("SELECT body FROM commands WHERE bulk = ? ORDER BY number")
          .all(id)
          .map(({ body }) => readCommand(body)),
      ),
  };
};
