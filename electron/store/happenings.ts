/**
 * What the record tells beside events, numbered: each state of a command and of an alarm (written by the outbox's triggers, with what
 * it tells), and what a session says by itself. In the outbox's file, so that a power failure loses none of it.
 */
import type { RecordHead } from "../../shared/model/record.ts";
import type { Database, DatabaseFault } from "../../shared/ports.ts";
import type { Result } from "../../shared/result.ts";

/** `at`: server time, ms; null where it was not known. */
export type Happening = { seq: number; kind: string; at: number | null; body: Record<string, unknown> };

/** What is known of the record outside the journal. */
export type KnownHead = RecordHead & {
  /** Entries up to this number outlive a power failure. */
  durable: number;
  /** When the machine had been started, Unix ms. */
  bootedAt: number;
  /** The journal was closed in order, and nothing was written since. */
  closed: boolean;
};

export type Happenings = {
  /** Those behind number `after`, at most `limit`. */
  read(after: number, limit: number): Result<Happening[], DatabaseFault>;
  /** On disk once it has answered. Nothing secret may be in `body`. */
  tell(kind: string, at: number, body: Readonly<Record<string, unknown>>): Result<void, DatabaseFault>;
  /** An outbox that was begun anew numbers from behind `fed`, so that nothing of it is taken for something told before. */
  goOnBehind(fed: number): Result<void, DatabaseFault>;
  head(): Result<KnownHead | null, DatabaseFault>;
  saveHead(head: KnownHead): Result<void, DatabaseFault>;
};

export const readHead = (database: Database): KnownHead | null => {
  const row = database.prepare("SELECT count, hash, durable, booted_at, closed FROM record_head WHERE id = 1").get();
  return row === undefined
    ? null
    : {
        count: Number(row["count"]),
        hash: String(row["hash"]),
        durable: Number(row["durable"]),
        bootedAt: Number(row["booted_at"]),
        closed: row["closed"] === 1,
      };
};

export const createHappenings = (database: Database, attempt: <T>(work: () => T) => Result<T, DatabaseFault>): Happenings => ({
  read: (after, limit) =>
    attempt(() =>
      database
        .prepare("SELECT seq, kind, at, body FROM happenings WHERE seq > ? ORDER BY seq LIMIT ?")
        .all(after, limit)
        .map((row) => ({
          seq: Number(row["seq"]),
          kind: String(row["kind"]),
          at: row["at"] === null ? null : Number(row["at"]),
          body: JSON.parse(String(row["body"])) as Record<string, unknown>,
        })),
    ),
  tell: (kind, at, body) =>
    attempt(() => void database.prepare("INSERT INTO happenings (kind, at, body) VALUES (?, ?, ?)").run(kind, at, JSON.stringify(body))),
  goOnBehind: (fed) =>
    attempt(() =>
      database.transaction(() => {
        const last = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'happenings'").get();
        const told = Number(last?.["seq"] ?? 0);
        if (told >= fed) return;
        database.prepare("UPDATE happenings SET seq = seq + ?").run(fed);
        const sql =
          last === undefined
            ? "INSERT INTO sqlite_sequence (seq, name) VALUES (?, 'happenings')"
            : "UPDATE sqlite_sequence SET seq = ? WHERE name = 'happenings'";
        database.prepare(sql).run(told + fed);
      }),
    ),
  head: () => attempt(() => readHead(database)),
  saveHead: ({ count, hash, durable, bootedAt, closed }) =>
    attempt(
      () =>
        void database
          .prepare(
            `INSERT INTO record_head (id, count, hash, durable, booted_at, closed) VALUES (1, ?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET count = excluded.count, hash = excluded.hash, durable = excluded.durable,
               booted_at = excluded.booted_at, closed = excluded.closed`,
          )
          .run(count, hash, durable, bootedAt, closed ? 1 : 0),
    ),
});
