/** The outbox file: commands, the feed of their states, and open alarms, each write synced to disk. May not know what a command does. */
import { Alarm } from "../../shared/model/alarm.ts";
import { CommandState, isTerminal } from "../../shared/model/command.ts";
import type { Database, DatabaseDriver, DatabaseFault, Files } from "../../shared/ports.ts";
import { type AppError, appError, err, ok, type Result } from "../../shared/result.ts";
import { createHappenings, type Happenings } from "./happenings.ts";
import { openMigrated, type StoreFault } from "./open.ts";
import { type BulkStore, createBulkStore, type StoredBulk } from "./outboxBulks.ts";
import { outboxMigrations } from "./outboxMigrations.ts";
import { type Attempt, readBody, readCommand, type StoredCommand, UnreadableRow } from "./outboxRows.ts";

/** `passed`: states since the last write and when, Unix ms. */
export type Change = { command: StoredCommand; passed: readonly { state: CommandState; at: number }[] };
/** New commands with the states that each has passed; the last is its own. */
export type Arrival = { command: StoredCommand; passed: readonly CommandState[] };
export type FeedEntry = { seq: number; commandId: string; state: CommandState; at: number };
/** `open: false`: a person has closed it, and its cause has not gone yet, so that it must not be raised again. */
export type StoredAlarm = { alarm: Alarm; open: boolean };

export type AlarmStore = {
  loadAlarms(): Result<StoredAlarm[], DatabaseFault>;
  /** One transaction. */
  saveAlarms(saved: readonly StoredAlarm[], removed: readonly string[]): Result<void, DatabaseFault>;
};

export type Outbox = AlarmStore &
  BulkStore & {
    /**
     * Writes new commands, the commands that they supersede, and what they were asked by together, in one transaction. Their numbers are given
     * here; the answer has them.
     */
    insert(
      arrivals: readonly Arrival[],
      options: { superseded: readonly Change[]; at: number; bulk?: StoredBulk },
    ): Result<StoredCommand[], DatabaseFault>;
    /** Writes known commands in one transaction, and adds the states that each has passed since its last write to the feed. */
    save(changes: readonly Change[]): Result<void, DatabaseFault>;
    find(id: string): Result<StoredCommand | null, DatabaseFault>;
    /** Everything that has not ended, and the latest `ended` that have, in order of asking. */
    load(ended: number): Result<StoredCommand[], DatabaseFault>;
    /** State changes behind number `after`, at most `limit`. */
    feed(after: number, limit: number): Result<FeedEntry[], DatabaseFault>;
    /** What the record is written from, and how far it was written. */
    readonly happenings: Happenings;
    close(): void;
  };

type Deps = { driver: DatabaseDriver; files: Files };

/** Opens or creates the outbox at `path`. A file that is damaged or newer stays as it is, and the error says so in a sentence. */
export const openOutbox = (deps: Deps, path: string): Result<Outbox> => {
  const opened = openMigrated(deps, path, { durability: "FULL", migrations: outboxMigrations });
  if (!opened.ok) return err(sentenceFor(opened.error, path));
  const outbox = createOutbox(opened.value, deps.driver);
  // Damage in the rows themselves must be known now, not when the first command is asked.
  const read = outbox.load(1);
  if (read.ok) return ok(outbox);
  outbox.close();
  return err(sentenceFor(read.error, path));
};

/** Moves a damaged outbox and its companions out of the way, keeping them. Answers where it lies now. `stamp` makes the name unique. */
export const setOutboxAside = (files: Files, path: string, stamp: string): Result<string> => {
  const aside = `${path}.aside-${stamp}`;
  if (files.exists(aside)) return err(appError("conflict", `${aside} is there already; nothing was moved`));
  for (const ending of ["-wal", "-shm", ""]) {
    if (!files.exists(`${path}${ending}`)) continue;
    const moved = files.rename(`${path}${ending}`, `${aside}${ending}`);
    if (!moved.ok) return err(appError("unavailable", `the outbox could not be set aside: ${moved.error.detail}`));
  }
  return ok(aside);
};

/** The outbox on an open database that has its migrations. */
export const createOutbox = (database: Database, driver: Pick<DatabaseDriver, "faultOf">): Outbox => {
  const attempt: Attempt = <T>(work: () => T): Result<T, DatabaseFault> => {
    try {
      return ok(work());
    } catch (error) {
      const fault = error instanceof UnreadableRow ? { kind: "corrupt" as const, detail: error.message } : driver.faultOf(error);
      if (fault === null) throw error;
      return err(fault);
    }
  };
  const find = (id: string): StoredCommand | null => {
    const found = database.prepare("SELECT body FROM commands WHERE id = ?").get(id);
    return found === undefined ? null : readCommand(found["body"]);
  };
  const tell = (id: string, state: CommandState, at: number): void => {
    database.prepare("INSERT INTO feed (command_id, state, at) VALUES (?, ?, ?)").run(id, state, at);
  };
  const update = ({ command, passed }: Change): void => {
    const { id, state } = command.row;
    const { changes } = database
      .prepare("UPDATE commands SET state = ?, ended = ?, body = ? WHERE id = ?")
      .run(state, isTerminal(command.row) ? 1 : 0, JSON.stringify(command), id);
    if (changes !== 1) throw new Error(`command ${id} is not in the outbox`);
    for (const one of passed) tell(id, one.state, one.at);
  };

  const bulks = createBulkStore(database, attempt);

  return {
    ...bulks,
    insert: (arrivals, { superseded, at, bulk }) =>
      attempt(() =>
        database.transaction(() => {
          let number = Number(database.prepare("SELECT coalesce(max(number), 0) AS last FROM commands").get()?.["last"]);
          const put = database.prepare("INSERT INTO commands (id, number, state, ended, body) VALUES (?, ?, ?, ?, ?)");
          if (bulk !== undefined) bulks.putBulk(bulk);
          const numbered = arrivals.map(({ command, passed }) => {
            number += 1;
            const fresh = { ...command, row: { ...command.row, number } };
            const { id, state } = fresh.row;
            put.run(id, number, state, isTerminal(fresh.row) ? 1 : 0, JSON.stringify(fresh));
            for (const one of passed) tell(id, one, at);
            return fresh;
          });
          for (const one of superseded) update(one);
          return numbered;
        }),
      ),
    save: (changes) =>
      attempt(() =>
        database.transaction(() => {
          for (const change of changes) update(change);
        }),
      ),
    find: (id) => attempt(() => find(id)),
    load: (ended) =>
      attempt(() =>
        database
          .prepare(
            `SELECT body FROM (
               SELECT number, body FROM commands WHERE ended = 0
               UNION ALL
               SELECT * FROM (SELECT number, body FROM commands WHERE ended = 1 ORDER BY number DESC LIMIT ?)
             ) ORDER BY number`,
          )
          .all(ended)
          .map((found) => readCommand(found["body"])),
      ),
    feed: (after, limit) =>
      attempt(() =>
        database
          .prepare("SELECT seq, command_id, state, at FROM feed WHERE seq > ? ORDER BY seq LIMIT ?")
          .all(after, limit)
          .map((found) => ({
            seq: Number(found["seq"]),
            commandId: String(found["command_id"]),
            state: CommandState.parse(found["state"]),
            at: Number(found["at"]),
          })),
      ),
    loadAlarms: () =>
      attempt(() =>
        database
          .prepare("SELECT open, body FROM alarms ORDER BY rowid")
          .all()
          .map((found) => ({ alarm: readBody(Alarm, found["body"]), open: found["open"] === 1 })),
      ),
    saveAlarms: (saved, removed) =>
      attempt(() =>
        database.transaction(() => {
          const put = database.prepare(
            "INSERT INTO alarms (id, open, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET open = excluded.open, body = excluded.body",
          );
          for (const { alarm, open } of saved) put.run(alarm.id, open ? 1 : 0, JSON.stringify(alarm));
          const drop = database.prepare("DELETE FROM alarms WHERE id = ?");
          for (const id of removed) drop.run(id);
        }),
      ),
    happenings: createHappenings(database, attempt),
    close: () => database.close(),
  };
};

const sentenceFor = (fault: StoreFault, path: string): AppError => {
  const why: Record<StoreFault["kind"], string> = {
    corrupt: "is damaged. It was left as it is: commands that were waiting in it may not have been sent",
    newer: "was written by a newer version of the console. It was left as it is; use that version",
    readOnly: "cannot be written",
    full: "cannot be written, because the disk is full",
    locked: "is in use by another program",
    missing: "cannot be opened, because its folder is not there",
    other: "cannot be opened",
  };
  const reason = `outbox${fault.kind.charAt(0).toUpperCase()}${fault.kind.slice(1)}`;
  return appError("unavailable", `The outbox ${path} ${why[fault.kind]} (${fault.detail})`, { reason, params: { path } });
};
